#include "pace.h"

enum { SECOND_MS = 1000 };

void pace_start(struct pace *p, int keys_a_second, int64_t tick)
{
    *p = (struct pace){keys_a_second, tick, 0};
}

int64_t pace_due(const struct pace *p)
{
    return p->rate > 0 ? p->start + (p->count + 1) * SECOND_MS / p->rate : p->start;
}

void pace_next(struct pace *p, int64_t tick)
{
    p->count++;
    if (pace_due(p) + SECOND_MS < tick)
        pace_start(p, p->rate, tick);
}
