/*
 * pace.h - schedule the release of a station's keys. Pure: ticks are milliseconds of a
 * monotonic clock; delays are drawn from a seed.
 *
 * The drafts of a person at `confederate` and the replies of a program behind `entry`
 * are the same here: text that is submitted at some tick. A policy and the model of
 * rhythm.h decide when each key is due:
 *
 *   raw   at once
 *   line  each line from its submission on, in the rhythm of rhythm_gap()
 *   turn  the whole reply in the same rhythm, from its submission or from the delay of
 *         rhythm_wait() after the judge's last Return, whichever is later
 *   rate  as line, but evenly, a number of keys a second
 *
 * In books without turns the first line after a line of the judge begins like a turn;
 * keys submitted before the judge's line are not the answer to it. In books with whole
 * messages all keys of a message are due when its last key would be. No key is due
 * before the book's delay is over.
 *
 * Sources: rules/2003.txt, 30 (the delay); rules/2004.txt, 5 and 6 (key by key, by
 * persons and programs alike).
 */
#ifndef PACE_H
#define PACE_H

#include <stdbool.h>

#include "common/pace/rhythm.h"

enum pace_how { PACE_RAW, PACE_LINE, PACE_TURN, PACE_RATE };

enum {
    PACE_RATE_MAX = 1000,       /* keys a second */
    PACE_KEYS_MAX = 128 * 1024, /* keys that wait */
};

struct pace_policy {
    enum pace_how how;
    int rate; /* PACE_RATE: keys a second, 1 to PACE_RATE_MAX */
};

/* Properties of the rule book. */
struct pace_manner {
    bool turns;       /* the sides alternate */
    bool whole;       /* all keys of a message are released at once */
    int64_t delay_ms; /* least time from the judge's last Return to a reply */
};

/* Large. Keys are codes of key.h; each line ends with K_RETURN. */
struct pace {
    struct pace_policy policy;
    struct pace_manner manner;
    struct rhythm rhythm;
    int64_t heard;     /* tick of the judge's last Return */
    size_t read;       /* characters of the judge's turn */
    bool fresh;        /* no key of the answer was released yet */
    size_t earlier;    /* waiting keys submitted before the judge's last Return */
    size_t message;    /* keys of the present message that wait */
    bool going;        /* a key is due at some tick */
    bool closing;      /* Returns follow the keys until the turn is over */
    uint32_t before;   /* last key released in this turn; 0: no key yet */
    int64_t due;       /* tick of the next key, if going */
    int64_t start;     /* PACE_RATE: tick at which counting began */
    int64_t count;     /* PACE_RATE: keys due since start */
    size_t at, length; /* the waiting keys are keys[at] to keys[length - 1] */
    uint32_t keys[PACE_KEYS_MAX];
};

/* Make *p a scheduler without keys. */
void pace_init(struct pace *p, struct pace_policy policy, struct pace_manner manner,
    uint64_t seed);

/* With turns: the judge has ended a turn of `read` characters, and the station's turn
 * begins. Waiting keys are dropped. */
void pace_listen(struct pace *p, int64_t tick, size_t read);

/* Without turns: the judge has ended a line, after `read` characters since the
 * station's last line. Waiting keys stay. */
void pace_hear(struct pace *p, int64_t tick, size_t read);

/* Whether there is room for this number of keys. */
bool pace_has_room(const struct pace *p, size_t length);

/* Append one key. There must be room. */
void pace_add(struct pace *p, uint32_t key);

/* Submit the appended keys for release. If they end the turn, Returns follow them until
 * pace_listen(). */
void pace_go(struct pace *p, bool ends_turn, int64_t tick);

/* The judge asks for the end of the turn: drop all keys except the rest of a partly
 * released line (if line_begun), and end the turn with Returns. */
void pace_stop(struct pace *p, bool line_begun, int64_t tick);

/* The tick of the next key; INT64_MAX if no key is to be released. */
int64_t pace_due(const struct pace *p);

/* Postpone the next key to tick. */
void pace_put_off(struct pace *p, int64_t tick);

/* The waiting keys, *length of them. */
const uint32_t *pace_waiting(const struct pace *p, size_t *length);

/* Release the next key at tick, which is pace_due() or later; a key must be due. After
 * a delay (no link, the machine slept) the rhythm continues; lost time is not caught
 * up. */
uint32_t pace_next(struct pace *p, int64_t tick);

#endif
