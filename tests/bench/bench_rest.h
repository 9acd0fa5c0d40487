/*
 * bench_rest.h - the suite before and between keys: how soon it can be typed in, and
 * what it costs while nobody types.
 */
#ifndef BENCH_REST_H
#define BENCH_REST_H

/* Start the programs of this directory, which is an absolute path, so many times, and
 * print how long it takes until they can be typed in. */
void rest_print_starts(const char *programs, int starts);

/* Link two consoles, leave them alone for so many seconds, and print what they cost. */
void rest_print(const char *programs, int seconds);

#endif
