/*
 * caller.h - the judge's end of the wire: connect to a station, greet it, and come
 * back by itself whenever the link is lost.
 *
 * A station that was never met is tried once at each of its addresses, or by a patient
 * caller for as long as nothing answers there. One that was met is
 * tried for as long as it takes: every second at the address at which it answered, in
 * between at one of the others, and each address that answers nonsense at intervals
 * that grow. All limits are such that a line that has come back is found in two
 * seconds.
 */
#ifndef CALLER_H
#define CALLER_H

#include "console.h"

enum {
    CALLER_CONNECT_MS = 10000, /* how long one address may take to answer */
    CALLER_GREET_MS = 10000,   /* and a station, whose record may be on a slow stick; */
    CALLER_AGAIN_MS = 1000,    /* the same for a station that was met, at the address */
    CALLER_GREET_AGAIN_MS = 1500, /* at which it answered, */
    CALLER_ELSEWHERE_MS = 300,    /* and how long another address may take for both */
    CALLER_RETRY_MS = 1000,
    CALLER_RETRY_MOST_MS = 30000,
    CALLER_ERROR_SIZE = 512,
};

enum caller_state {
    CALLER_IDLE,
    CALLER_CONNECTING,
    CALLER_GREETING,
    CALLER_LINKED,
    CALLER_STOPPED
};

struct caller_place {
    struct link_address address;
    int64_t due; /* tick of the next attempt there */
    int64_t gap; /* from one answer of nonsense to the next attempt */
};

struct caller {
    struct link link;
    struct caller_place places[LINK_ADDRESSES];
    int count, at; /* places, and the one in use, */
    int home;      /* the one at which the station last answered, */
    int elsewhere; /* and the one that was last tried in between */
    enum caller_state state;
    int64_t until;   /* tick at which the state is given up, or left if idle */
    int64_t begun;   /* tick of the last attempt, */
    int64_t linked;  /* and of the last success */
    bool met;        /* the station has been talked to */
    bool patient;    /* there is a round that its failure would end: the owner's word */
    bool complained; /* the person was told of nonsense, or that nobody answers */
    int exit_code;   /* of <sysexits.h>, when error[] says why nothing works */
    char error[CALLER_ERROR_SIZE];
};

/*
 * Look the station up that the settings name, for a conversation of the console's.
 * Returns 0; or -1 with exit_code and error[] set.
 */
int caller_open(struct caller *w, struct console *c, struct moment now);

/* The same for a station that was found, at count addresses, 1 to LINK_ADDRESSES; the
 * first one stands for all in the key log, as address says. People know it by its
 * label. */
void caller_open_found(struct caller *w, struct console *c, const char *label,
    const char *address, const struct link_address *places, int count,
    struct moment now);
void caller_close(struct caller *w);

/* What poll() is to wait for; -1 where there is nothing. */
int caller_fd(const struct caller *w);
short caller_events(const struct caller *w);

/*
 * Do what the socket and the clock call for. Call it once a turn of the loop. Where
 * nothing can be done, the console is done and error[] says why.
 */
void caller_step(struct caller *w, struct console *c, short revents, struct moment now);

/* A script is not asked: the station has forgotten the conversation, or has ended it
 * before all was said. The console is done, and error[] says so. */
void caller_cut_short(struct caller *w, struct console *c);

/* The tick at which caller_step() is next needed, INT64_MAX for never. */
int64_t caller_due(const struct caller *w);

#endif
