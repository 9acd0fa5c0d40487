/*
 * campaign_typist.h - somebody who types at a console at random, as people would:
 * words, lines, blanks, BackSpaces, ^U, turns, judge numbers, keys out of turn,
 * Escapes.
 *
 * A key out of turn is typed only while the other side's turn is sure to go on until
 * it has been refused: so it is known of every key whether it must be in the log.
 */
#ifndef CAMPAIGN_TYPIST_H
#define CAMPAIGN_TYPIST_H

#include "campaign_seat.h"
#include "helper.h"

enum typist_state {
    TYPIST_TYPES,
    TYPIST_REFUSED, /* has typed out of turn, and waits for the bell */
    TYPIST_ASKED,   /* has pressed Escape, and waits for the question */
    TYPIST_ANSWERS, /* has answered it, and waits until it is gone */
};

struct typist {
    struct dice *dice;
    uint32_t turn_least, turn_most; /* keys in a turn */
    uint32_t left;                  /* in this one */
    uint32_t width;                 /* of this line */
    bool begun;                     /* a turn */

    enum typist_state state;
    unsigned bells;

    uint64_t typed, refused, escapes, turns;
};

/* Type what comes to mind, about most keys more; other is who sits at the far end. */
void typist_step(struct typist *t, struct seat *self, const struct typist *other,
    const struct seat *far, uint64_t most);

/* Whether nothing is pending that waits for the screen. */
bool typist_is_idle(const struct typist *t);

/* The console was killed: what was pending is not. */
void typist_forget(struct typist *t);

#endif
