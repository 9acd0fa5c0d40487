/*
 * countdown.h - a judge's time, as a station keeps it from what the judge's pings say.
 *
 * The judge's console has the clock and says what is left of it (`ping LEFT`). Between
 * pings, and while the link is down, the station's own clock runs on from the last
 * word; a later word sets it anew. Pure: it is handed the round's clock (struct
 * moment), in milliseconds.
 *
 * Sources: rules/2004.txt, 8 (25 minutes a pair); rules/2009.txt (5 minutes each side);
 * rules/wager.txt, II (two hours an interview).
 */
#ifndef COUNTDOWN_H
#define COUNTDOWN_H

#include <stdbool.h>
#include <stdint.h>

enum { COUNTDOWN_LAST_MS = 60000 }; /* the last minute is announced */

enum countdown_state {
    COUNTDOWN_NONE,    /* there is no limit, or the judge has not begun */
    COUNTDOWN_RUNNING, /* so many milliseconds are left, 0 or more */
    COUNTDOWN_LOCKED,  /* the judge is with the other side of the pair */
};

/* What comes of the clock that somebody has to be told, in the order of the time. */
enum countdown_news { COUNTDOWN_SILENT, COUNTDOWN_LAST_MINUTE, COUNTDOWN_OVER };

/* Zero it to start: there is no limit. */
struct countdown {
    enum countdown_state state;
    int64_t end;              /* round's clock at which a running one is over */
    enum countdown_news told; /* the last of it */
};

/* The judge's word has come at round: milliseconds left (more than a year is taken for
 * a year), or WIRE_LEFT_ of wire.h. */
void countdown_hear(struct countdown *d, int64_t left, int64_t round);

/* Milliseconds left at round of one that runs, 0 once it is over. */
int64_t countdown_left(const struct countdown *d, int64_t round);

/* Whether keys may be made at round: there is no limit, or some time is left. */
bool countdown_may_type(const struct countdown *d, int64_t round);

/*
 * What is to be announced at round, each thing once. A clock that a later word sets
 * back to more than a minute announces its last minute again.
 */
enum countdown_news countdown_news(struct countdown *d, int64_t round);

/* The time on the round's clock at which what is shown next changes (a second is over,
 * or all of it), INT64_MAX for never. */
int64_t countdown_due(const struct countdown *d, int64_t round);

#endif
