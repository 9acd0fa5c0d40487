/*
 * pace.h - the one scheduler of keys: when each key of a station is released.
 *
 * What a person has drafted at `confederate` and what a program has printed behind
 * `entry` is the same thing here: text, handed over at some tick. A policy and the
 * model of rhythm.h say when each key of it is due. Pure: it is handed the clock, in
 * milliseconds (ticks), and a seed.
 *
 *   raw   at once; a person's keys do not come by here
 *   line  each line when it is handed over, in the common rhythm
 *   turn  the whole reply, beginning at the later of the moment at which it is handed
 *         over and one drawn by rhythm_wait() from the judge's last Return
 *   rate  as line, but so many keys a second, evenly
 *
 * Where there are no turns the first line after the judge's begins as a turn would;
 * what was handed over before the judge's line, and still waits, is no answer to it.
 * Where messages go out whole, all of a message's keys are due when the last of them
 * would be. And no key is due before the book's delay is over, whatever the policy.
 *
 * Sources: rules/2003.txt, 30 (the delay); rules/2004.txt, 5 and 6 (key by key, and as
 * the program does it).
 */
#ifndef PACE_H
#define PACE_H

#include <stdbool.h>

#include "common/pace/rhythm.h"

enum pace_how { PACE_RAW, PACE_LINE, PACE_TURN, PACE_RATE };

enum {
    PACE_RATE_MAX = 1000, /* keys a second */
    PACE_KEYS_MAX = 128 * 1024,
};

struct pace_policy {
    enum pace_how how;
    int rate; /* of PACE_RATE, 1 to PACE_RATE_MAX */
};

/* What the book in force has of it. */
struct pace_manner {
    bool turns;       /* the sides alternate */
    bool whole;       /* messages: what is sent is released in one burst */
    int64_t delay_ms; /* least time from the judge's last Return to a reply */
};

/* Large. Text is in codes of keys (key.h), each line ended by K_RETURN. */
struct pace {
    struct pace_policy policy;
    struct pace_manner manner;
    struct rhythm rhythm;
    int64_t heard;     /* tick of the judge's last Return */
    size_t read;       /* characters in that turn */
    bool fresh;        /* no answer to it was released yet */
    size_t earlier;    /* waiting keys from before that Return: not its answer */
    size_t message;    /* keys of the message that is going out, still to be released */
    bool going;        /* a key is due at some time */
    bool closing;      /* behind the keys come Returns, until the turn is over */
    uint32_t before;   /* the key released last in this turn; 0: none */
    int64_t due;       /* tick of the next key, if there is one */
    int64_t start;     /* PACE_RATE: tick from which keys are counted, */
    int64_t count;     /* and how many were due since */
    size_t at, length; /* of the keys, those that wait: at to length */
    uint32_t keys[PACE_KEYS_MAX];
};

/* Make *p a scheduler with nothing to release. */
void pace_init(struct pace *p, struct pace_policy policy, struct pace_manner manner,
    uint64_t seed);

/* The judge has ended a turn of so many characters: the station's begins. What was
 * not released is forgotten. */
void pace_listen(struct pace *p, int64_t tick, size_t read);

/* Where there are no turns: the judge has ended a line, and written so many characters
 * since the station did. What waits still waits. */
void pace_hear(struct pace *p, int64_t tick, size_t read);

/* Whether there is room for so many more keys. */
bool pace_has_room(const struct pace *p, size_t length);

/* Put one more key behind those that wait. There must be room. */
void pace_add(struct pace *p, uint32_t key);

/* All that was added is handed over, and is to be released from now on. If it ends the
 * turn, Returns come behind it until pace_listen(). */
void pace_go(struct pace *p, bool ends_turn, int64_t tick);

/* The judge wants the turn to end: only the rest of the line that has begun
 * (line_begun: some of it is out) is released, and the Returns that end the turn. */
void pace_stop(struct pace *p, bool line_begun, int64_t tick);

/* The tick at which the next key is due: INT64_MAX if nothing is to be released. */
int64_t pace_due(const struct pace *p);

/* The next key could not be taken: it is due later, at tick. */
void pace_put_off(struct pace *p, int64_t tick);

/* The keys that wait, *length of them. */
const uint32_t *pace_waiting(const struct pace *p, size_t *length);

/* Release the next key, at tick, not before it is due; there must be one. A turn that
 * was held up (no link could take it, the machine slept) is not hurried afterwards. */
uint32_t pace_next(struct pace *p, int64_t tick);

#endif
