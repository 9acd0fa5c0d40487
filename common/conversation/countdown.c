#include "common/conversation/countdown.h"

#include "common/conversation/wire.h"

enum { SECOND_MS = 1000 };

/* A limit above every book's, so that the sum with a clock cannot overflow. */
static const int64_t year_ms = INT64_C(31536000000);

void countdown_hear(struct countdown *d, int64_t left, int64_t round)
{
    if (left < 0) {
        d->state = left == WIRE_LEFT_LOCKED ? COUNTDOWN_LOCKED : COUNTDOWN_NONE;
        return;
    }
    d->state = COUNTDOWN_RUNNING;
    d->end = round + (left < year_ms ? left : year_ms);
}

int64_t countdown_left(const struct countdown *d, int64_t round)
{
    return round < d->end ? d->end - round : 0;
}

bool countdown_may_type(const struct countdown *d, int64_t round)
{
    return d->state == COUNTDOWN_NONE ||
           (d->state == COUNTDOWN_RUNNING && countdown_left(d, round) > 0);
}

enum countdown_news countdown_news(struct countdown *d, int64_t round)
{
    int64_t left = countdown_left(d, round);
    enum countdown_news news = left > COUNTDOWN_LAST_MS ? COUNTDOWN_SILENT
                               : left > 0               ? COUNTDOWN_LAST_MINUTE
                                                        : COUNTDOWN_OVER;

    if (d->state != COUNTDOWN_RUNNING)
        return COUNTDOWN_SILENT;
    if (news != COUNTDOWN_SILENT && news <= d->announced)
        return COUNTDOWN_SILENT;
    d->announced = news;
    return news;
}

int64_t countdown_due(const struct countdown *d, int64_t round)
{
    int64_t left = countdown_left(d, round);

    if (d->state != COUNTDOWN_RUNNING || left == 0)
        return INT64_MAX;
    return d->end - (left - 1) / SECOND_MS * SECOND_MS;
}
