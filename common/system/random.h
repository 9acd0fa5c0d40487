/*
 * random.h - random hex digits and numbers from getrandom(2).
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <stddef.h>

/* Write random lower-case hex digits and a NUL to hex[]; digits is even, at most 64.
 * Returns 0; or -1 with errno, hex[] unchanged. */
int random_hex(char *hex, size_t digits);

/* Draw a number from 0 to sides - 1, all equally likely. Returns it; or -1 with
 * errno. */
int random_below(unsigned sides);

#endif
