#include "moment.h"

#include <time.h>

/* How many of a round's minutes pass in a real one: a test may be in a hurry. */
#ifndef ROUND_RATE
#define ROUND_RATE 1
#endif

static int64_t read_clock(clockid_t id)
{
    struct timespec now;

    clock_gettime(id, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t moment_earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

int64_t moment_tick(struct moment now, int64_t round)
{
    if (round == INT64_MAX)
        return INT64_MAX;
    if (round <= now.round)
        return now.tick;
    /* Rounded up, or a loop would wake before it is due. */
    return now.tick + (round - now.round + ROUND_RATE - 1) / ROUND_RATE;
}

struct moment moment_now(void)
{
    return (struct moment){
        .wall = (uint64_t)read_clock(CLOCK_REALTIME),
        .tick = read_clock(CLOCK_MONOTONIC),
        .round = read_clock(CLOCK_BOOTTIME) * ROUND_RATE,
    };
}
