#include "moment.h"

#include <time.h>

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

struct moment moment_now(void)
{
    return (struct moment){
        (uint64_t)read_clock(CLOCK_REALTIME), read_clock(CLOCK_MONOTONIC)};
}
