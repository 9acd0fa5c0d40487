/*
 * campaign_storm.h - the events of one conversation: typing, faults of the link and the
 * consoles, the time to heal, and the end.
 */
#ifndef CAMPAIGN_STORM_H
#define CAMPAIGN_STORM_H

#include "tests/campaign/campaign_pair.h"
#include "tests/campaign/campaign_typist.h"

/* Times to heal, in milliseconds. All zero: no time was measured. */
struct heals {
    int64_t *ms;
    size_t count, capacity;
};

/* The events of all conversations. */
struct toll {
    uint64_t cuts, kills, disturbances, keys, lost, refused, escapes, turns;
    struct heals cut, killed;
};

enum storm_state {
    STORM_CALM,
    STORM_OUT,     /* something is wrong on purpose */
    STORM_HEALING, /* nothing is, and the conversation is to be as before */
    STORM_PAST,    /* no more is to come: the logs are to be level */
};

struct storm {
    struct pair *pair;
    struct toll *toll;
    struct dice dice;
    struct typist typist[2];
    uint64_t cuts, kills, keys; /* still to come; keys in all */
    uint64_t faults;            /* cuts and kills in all */
    int64_t until;              /* tick after which no more is to come */
    uint32_t outage;            /* milliseconds, at most */

    enum storm_state state;
    int64_t next;     /* tick at which something is to happen, */
    uint64_t enough;  /* and keys that are to be typed before */
    int64_t known;    /* tick at which both ends can know of the cut */
    int64_t back;     /* tick of recovery on this side */
    int64_t again;    /* tick of a cut while it heals, or INT64_MAX */
    bool cut, killed; /* the fault that heals */
    unsigned joined;  /* connections when it was cut */
    size_t goal;      /* records that both logs are to have */
};

/* The planned events of a conversation. */
struct storm_plan {
    uint64_t seed, cuts, kills, keys;
    int64_t until;  /* tick after which no more cuts, kills and keys are to come */
    int64_t outage; /* milliseconds that the line is down, at most */
};

void storm_init(struct storm *s, struct pair *pair, const struct storm_plan *plan,
    struct toll *toll);

/* Start the events that are due. Call it after every pairs_step(). */
void storm_step(struct storm *s);

/* Note a time; print their distribution; forget them. */
void heals_add(struct heals *h, int64_t ms);
void heals_print(struct heals *h, const char *after);
void heals_free(struct heals *h);

#endif
