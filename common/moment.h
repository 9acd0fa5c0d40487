/*
 * moment.h - the clock, read once a turn of the loop and handed down.
 */
#ifndef MOMENT_H
#define MOMENT_H

#include <stdint.h>

struct moment {
    uint64_t wall; /* milliseconds since the Unix epoch */
    int64_t tick;  /* milliseconds of a clock that never steps back */
    int64_t round; /* the same of the clock by which a judge's time is measured: it goes
                    * on while the machine sleeps */
};

/* The earlier of two ticks. */
int64_t moment_earlier(int64_t a, int64_t b);

/* The tick at which the round's clock will stand at round, if the machine does not
 * sleep till then: now.tick for what is past, INT64_MAX for INT64_MAX (never). */
int64_t moment_tick(struct moment now, int64_t round);

/* Now. */
struct moment moment_now(void);

#endif
