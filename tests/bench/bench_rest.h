/*
 * bench_rest.h - the suite before and between keys: how soon it can be typed in, and
 * its cost without typing.
 */
#ifndef BENCH_REST_H
#define BENCH_REST_H

/* Start the programs of this directory, an absolute path, a number of times, and print
 * the time until they accept keys. */
void rest_print_starts(const char *programs, int starts);

/* Link two consoles, leave them idle for a number of seconds, and print their cost. */
void rest_print(const char *programs, int seconds);

#endif
