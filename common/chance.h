/*
 * chance.h - what nobody can guess, from the system's random source.
 */
#ifndef CHANCE_H
#define CHANCE_H

#include <stddef.h>

/*
 * Draw so many small hexadecimal digits, an even number of them and 64 at most, and a
 * NUL. Returns 0; or -1 with errno, hex[] unchanged.
 */
int chance_hex(char *hex, size_t digits);

/* Draw a number from 0 to sides - 1, each as likely as the other. Returns it; or -1
 * with errno. */
int chance_below(unsigned sides);

#endif
