/*
 * moment.h - the clock, read once a turn of the loop and handed down.
 */
#ifndef MOMENT_H
#define MOMENT_H

#include <stdint.h>

struct moment {
    uint64_t wall; /* milliseconds since the Unix epoch */
    int64_t tick;  /* milliseconds of a clock that never steps back */
};

/* The earlier of two ticks. */
int64_t moment_earlier(int64_t a, int64_t b);

/* Now. */
struct moment moment_now(void);

#endif
