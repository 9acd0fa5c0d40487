/*
 * judge_clock.h - the judge's time, as a console shows and enforces it.
 *
 * A station learns the time from the judge's pings. A judge's console gets it from the
 * round, and its pings carry it on.
 *
 * Sources: rules/2004.txt, scoring 5 (25 minutes a pair); rules/2009.txt (5 minutes
 * each side); rules/wager.txt, II (two hours an interview).
 */
#ifndef JUDGE_CLOCK_H
#define JUDGE_CLOCK_H

#include "common/conversation/countdown.h"
#include "common/conversation/key.h"
#include "common/system/clock.h"

enum { JUDGE_CLOCK_TEXT_SIZE = 32 };

struct judge_clock {
    struct countdown countdown;
    int64_t left_ms; /* time left when judge_clock_watch() was last called */
    int64_t due;     /* tick at which the time shown changes, INT64_MAX for never */
    bool stopped;    /* no key may be typed: the time is up, or the clock is locked */
};

/* Start without a limit. */
void judge_clock_init(struct judge_clock *k);

/* Set the time left in milliseconds, or one of WIRE_LEFT_ (wire.h). */
void judge_clock_set(struct judge_clock *k, int64_t left, struct moment now);

/* Advance to now. Returns the announcement that is due, each one once. */
enum countdown_news judge_clock_watch(struct judge_clock *k, struct moment now);

/* Write the time left, as of the last judge_clock_watch(): "24:59", "LOCKED", or an
 * empty text without a limit. */
void judge_clock_text(
    const struct judge_clock *k, char text[static JUDGE_CLOCK_TEXT_SIZE]);

/* Whether the time is limited and not used up. */
bool judge_clock_has_time(const struct judge_clock *k);

/* Why this side may not type because of the clock; NULL if it may. */
const char *judge_clock_refusal(const struct judge_clock *k, enum side self);

#endif
