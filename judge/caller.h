/*
 * caller.h - the judge's end of the wire: connect to a station, greet it, and come
 * back by itself whenever the link is lost.
 */
#ifndef CALLER_H
#define CALLER_H

#include "console.h"

enum {
    CALLER_CONNECT_MS = 10000, /* how long one address may take to answer */
    CALLER_GREET_MS = 3000,    /* and a station to answer a greeting */
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

struct caller {
    struct link link;
    struct link_address addresses[LINK_ADDRESSES];
    int count, at; /* addresses, and the one in use */
    enum caller_state state;
    int64_t until;  /* tick at which the state is given up, or left if idle */
    int64_t begun;  /* tick of the last attempt, */
    int64_t linked; /* and of the last success */
    int64_t gap;    /* between attempts, after a protocol error */
    bool met;       /* the station has been talked to */
    int exit_code;  /* of <sysexits.h>, when error[] says why nothing works */
    char error[CALLER_ERROR_SIZE];
};

/*
 * Look the station up that the settings name, for a conversation of the console's.
 * Returns 0; or -1 with exit_code and error[] set.
 */
int caller_open(struct caller *w, struct console *c, struct moment now);
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
