/*
 * listeners.h - the silent listeners of a station: who greets as a referee is told the
 * present conversation from its start, and then each keystroke of both sides as it is
 * made; a fresh `LP1 other` line opens each conversation.
 *
 * They only listen: nothing is ever read from them, and they come after everything
 * else. A new keystroke is theirs when the judge's line, the screen and whoever waits
 * for either have had it for a moment; then each turn of the loop serves a few of them.
 */
#ifndef LISTENERS_H
#define LISTENERS_H

#include <poll.h>

#include "common/console/console.h"

enum {
    LISTENERS_MAX = 128,
    LISTENERS_MOMENT_MS = 5,            /* from a keystroke until they are told, */
    LISTENERS_A_TURN = 8,               /* so many in one turn of the loop, */
    LISTENER_LINES = 64,                /* each of them so many lines, */
    LISTENER_SEALED_LINES = 16,         /* or sealed ones, which take longer to make */
    LISTENER_QUEUE = 65536,             /* bytes of lines that wait for one of them, */
    LISTENER_RING = 4 * LISTENER_QUEUE, /* or of the same lines sealed */
    LISTENER_DEAD_MS = 30000,           /* who takes nothing for so long is given up */
};

struct listener {
    int fd;                /* -1: nobody */
    bool stuck;            /* its socket takes no more for now, */
    int64_t since;         /* from this tick on */
    bool told;             /* of a conversation, or that there is none: */
    unsigned conversation; /* the one of this number, */
    size_t next;           /* of whose keys this is the next, */
    bool live;             /* and whose past has been told */
    bool caught_up;        /* and sent, to the last byte */
    unsigned beat;         /* of the last ping, or what stood for it */
    size_t start, length;  /* of what waits in its queue, a ring */
    struct seal_stream stream;
};

/* Large, and static: all zero before listeners_init(). */
struct listeners {
    struct listener all[LISTENERS_MAX];
    int count;    /* of them that are there */
    int next;     /* whose turn it is to be served */
    bool more;    /* somebody can be told something, */
    int64_t from; /* from this tick on */
    size_t keys;
    unsigned beat; /* counts the seconds in which there was nothing to say */
    int64_t spoke; /* tick at which there was, or at which that was said */
    char queues[LISTENERS_MAX][LISTENER_RING]; /* only pages in use take memory */
};

void listeners_init(struct listeners *a);

/* Let one more in: the connection of *l is taken over. Returns 0; or -1 with errno
 * EUSERS, all places taken, *l untouched. */
int listeners_add(struct listeners *a, struct link *l);

/* What to wait for: LISTENERS_MAX entries. */
void listeners_fds(const struct listeners *a, struct pollfd fds[static LISTENERS_MAX]);

/* Tell them what is new at the console, as far as it goes in one turn. */
void listeners_step(struct listeners *a, const struct console *c,
    const struct pollfd fds[static LISTENERS_MAX], int64_t tick);

/* The tick at which listeners_step() is next needed; INT64_MAX for never. */
int64_t listeners_due(const struct listeners *a);

/* The conversation's keys are about to go: queue the rest of it for everybody. Who
 * cannot take that is dropped; the others stay for the next one. */
void listeners_end(struct listeners *a, const struct console *c);

/* Send what is queued as far as it goes, and hang up on all of them. */
void listeners_close(struct listeners *a);

#endif
