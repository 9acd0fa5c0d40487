/*
 * clock.h - the time of all three clocks. A program reads it once in each turn of its
 * loop and passes it to the functions that need it.
 */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

struct moment {
    uint64_t wall; /* milliseconds since the Unix epoch */
    int64_t tick;  /* milliseconds; never steps back, stands while the machine sleeps */
    int64_t round; /* milliseconds; never steps back, runs while the machine sleeps: a
                    * judge's time */
};

/* The earlier of two ticks. */
int64_t clock_earlier(int64_t a, int64_t b);

/* Convert a time of the round's clock to a tick, if the machine does not sleep until
 * then. Returns now.tick for the past and INT64_MAX (never) for INT64_MAX. */
int64_t clock_tick(struct moment now, int64_t round);

/* Read the clocks. */
struct moment clock_now(void);

#endif
