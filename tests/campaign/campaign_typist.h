/*
 * campaign_typist.h - types at a console at random, like a person:
 * words, lines, blanks, BackSpaces, ^U, turns, judge numbers, keys out of turn,
 * Escapes.
 *
 * A key out of turn is typed only while the other side's turn is sure to last until its
 * refusal: so each key's place in the log is known.
 */
#ifndef CAMPAIGN_TYPIST_H
#define CAMPAIGN_TYPIST_H

#include "tests/campaign/campaign_seat.h"
#include "tests/support/helper.h"

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

/* Type random input, about most keys more; other is the far end. */
void typist_step(struct typist *t, struct seat *self, const struct typist *other,
    const struct seat *far, uint64_t most);

/* Whether nothing is pending that waits for the screen. */
bool typist_is_idle(const struct typist *t);

/* The console was killed: pending keys are dropped. */
void typist_forget(struct typist *t);

#endif
