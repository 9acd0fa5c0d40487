#include "clockface.h"

#include <inttypes.h>
#include <stdio.h>

enum { SECOND_MS = 1000, MINUTE_S = 60 };

static void tell(struct console *c, enum countdown_news news)
{
    switch (news) {
    case COUNTDOWN_SILENT:
        break;
    case COUNTDOWN_LAST_MINUTE:
        console_note(c, true, "The last minute has begun");
        break;
    case COUNTDOWN_OVER:
        console_note(c, true, "The time is up");
        break;
    }
}

void clockface_watch(struct console *c, struct moment now)
{
    c->left_ms = countdown_left(&c->clock, now.round);
    c->clock_stops = !countdown_may_type(&c->clock, now.round);
    c->clock_due = moment_tick(now, countdown_due(&c->clock, now.round));
    tell(c, countdown_news(&c->clock, now.round));
}

void clockface_set(struct console *c, int64_t left, struct moment now)
{
    if (c->self == SIDE_JUDGE)
        c->talk.left = left;
    countdown_hear(&c->clock, left, now.round);
    clockface_watch(c, now);
}

void clockface_forget(struct console *c)
{
    c->clock = (struct countdown){0};
    c->left_ms = 0;
    c->clock_stops = false;
    c->clock_due = INT64_MAX;
}

bool clockface_has_time(const struct console *c)
{
    return c->clock.state == COUNTDOWN_LOCKED ||
           (c->clock.state == COUNTDOWN_RUNNING && c->left_ms > 0);
}

void clockface_text(const struct console *c, char text[static CONSOLE_TEXT_SIZE])
{
    /* A second that has begun counts: 0:00 is the end. */
    int64_t seconds = (c->left_ms + SECOND_MS - 1) / SECOND_MS;

    switch (c->clock.state) {
    case COUNTDOWN_NONE:
        text[0] = '\0';
        break;
    case COUNTDOWN_RUNNING:
        snprintf(text, CONSOLE_TEXT_SIZE, "%" PRId64 ":%02d", seconds / MINUTE_S,
            (int)(seconds % MINUTE_S));
        break;
    case COUNTDOWN_LOCKED:
        snprintf(text, CONSOLE_TEXT_SIZE, "LOCKED");
        break;
    }
}

const char *clockface_refusal(const struct console *c)
{
    if (!c->clock_stops)
        return NULL;
    if (c->clock.state != COUNTDOWN_LOCKED)
        return "The time is up";
    return c->self == SIDE_JUDGE ? "The other side has its time now"
                                 : "The judge is with the other side";
}
