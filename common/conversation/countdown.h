/*
 * countdown.h - the judge's time left, at a station.
 *
 * The judge's console has the clock and sends the time left (`ping LEFT`). Between
 * pings, and while the link is lost, the station counts down by its own clock; each
 * ping corrects it. Pure: `round` is the station's clock (struct moment), in
 * milliseconds.
 *
 * Sources: rules/2004.txt, scoring 5 (25 minutes a pair); rules/2009.txt (5 minutes
 * each side); rules/wager.txt, II (two hours an interview).
 */
#ifndef COUNTDOWN_H
#define COUNTDOWN_H

#include <stdbool.h>
#include <stdint.h>

enum { COUNTDOWN_LAST_MS = 60000 }; /* time left at the announcement before the end */

enum countdown_state {
    COUNTDOWN_NONE,    /* no limit, or the judge has not begun */
    COUNTDOWN_RUNNING, /* the time left is countdown_left() */
    COUNTDOWN_LOCKED,  /* the judge is with the other side of the pair */
};

/* Announcements to the person at the station, in the order of time. */
enum countdown_news { COUNTDOWN_SILENT, COUNTDOWN_LAST_MINUTE, COUNTDOWN_OVER };

/* All zero: no limit. */
struct countdown {
    enum countdown_state state;
    int64_t end;                   /* running: time of the end, by the round's clock */
    enum countdown_news announced; /* last announcement */
};

/* A ping has come at round. left is in milliseconds (a year at most counts), or a
 * WIRE_LEFT_ of wire.h. */
void countdown_hear(struct countdown *d, int64_t left, int64_t round);

/* Milliseconds left of a running countdown at round; 0 after its end. */
int64_t countdown_left(const struct countdown *d, int64_t round);

/* Whether keys may be typed at round: no limit, or time is left. */
bool countdown_may_type(const struct countdown *d, int64_t round);

/*
 * Take the announcement due at round; each is made once. After a ping with more than a
 * minute left the last minute is announced again.
 */
enum countdown_news countdown_news(struct countdown *d, int64_t round);

/* The time by the round's clock at which the displayed seconds change; INT64_MAX for
 * never. */
int64_t countdown_due(const struct countdown *d, int64_t round);

#endif
