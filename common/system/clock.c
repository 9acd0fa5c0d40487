#include "common/system/clock.h"

#include <time.h>

/* Seconds of a round for each real second; tests set it higher. */
#ifndef ROUND_RATE
#define ROUND_RATE 1
#endif

static int64_t read_clock(clockid_t id)
{
    struct timespec now;

    clock_gettime(id, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t clock_earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

int64_t clock_tick(struct moment now, int64_t round)
{
    if (round == INT64_MAX)
        return INT64_MAX;
    if (round <= now.round)
        return now.tick;
    /* Rounded up: a loop must not wake before the moment is due. */
    return now.tick + (round - now.round + ROUND_RATE - 1) / ROUND_RATE;
}

struct moment clock_now(void)
{
    return (struct moment){
        .wall = (uint64_t)read_clock(CLOCK_REALTIME),
        .tick = read_clock(CLOCK_MONOTONIC),
        .round = read_clock(CLOCK_BOOTTIME) * ROUND_RATE,
    };
}
