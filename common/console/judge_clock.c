#include "common/console/judge_clock.h"

#include <inttypes.h>
#include <stdio.h>

enum { SECOND_MS = 1000, MINUTE_S = 60 };

void judge_clock_init(struct judge_clock *k)
{
    *k = (struct judge_clock){.due = INT64_MAX};
}

enum countdown_news judge_clock_watch(struct judge_clock *k, struct moment now)
{
    k->left_ms = countdown_left(&k->countdown, now.round);
    k->stopped = !countdown_may_type(&k->countdown, now.round);
    k->due = clock_tick(now, countdown_due(&k->countdown, now.round));
    return countdown_news(&k->countdown, now.round);
}

void judge_clock_set(struct judge_clock *k, int64_t left, struct moment now)
{
    countdown_hear(&k->countdown, left, now.round);
}

bool judge_clock_has_time(const struct judge_clock *k)
{
    return k->countdown.state == COUNTDOWN_LOCKED ||
           (k->countdown.state == COUNTDOWN_RUNNING && k->left_ms > 0);
}

void judge_clock_text(
    const struct judge_clock *k, char text[static JUDGE_CLOCK_TEXT_SIZE])
{
    /* Round up: 0:00 is the end. */
    int64_t seconds = (k->left_ms + SECOND_MS - 1) / SECOND_MS;

    switch (k->countdown.state) {
    case COUNTDOWN_NONE:
        text[0] = '\0';
        break;
    case COUNTDOWN_RUNNING:
        snprintf(text, JUDGE_CLOCK_TEXT_SIZE, "%" PRId64 ":%02d", seconds / MINUTE_S,
            (int)(seconds % MINUTE_S));
        break;
    case COUNTDOWN_LOCKED:
        snprintf(text, JUDGE_CLOCK_TEXT_SIZE, "LOCKED");
        break;
    }
}

const char *judge_clock_refusal(const struct judge_clock *k, enum side self)
{
    if (!k->stopped)
        return NULL;
    if (k->countdown.state != COUNTDOWN_LOCKED)
        return "The time is up";
    return self == SIDE_JUDGE ? "The other side has its time now"
                              : "The judge is with the other side";
}
