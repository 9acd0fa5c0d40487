/*
 * listeners.h - the connections of referees, which only receive.
 *
 * Each listener gets the present conversation from its start, and then each key of both
 * sides as it is made. A fresh `LP1 other` line opens each conversation. Nothing that a
 * listener sends is read.
 *
 * Listeners are served last: a new key goes to them LISTENERS_MOMENT_MS after the
 * judge's link and the screen had it, and each turn of the loop serves a few of them.
 * The protocol is in doc/protocol.md, 8.
 */
#ifndef LISTENERS_H
#define LISTENERS_H

#include <poll.h>

#include "common/console/console.h"

enum {
    LISTENERS_MAX = 128,
    LISTENERS_MOMENT_MS = 5,    /* from a key to its first listener */
    LISTENERS_A_TURN = 8,       /* listeners that are served in a turn of the loop */
    LISTENER_LINES = 64,        /* lines that one of them gets in a turn */
    LISTENER_SEALED_LINES = 16, /* the same on a sealed link: encryption takes time */
    LISTENER_DEAD_MS = 30000, /* from the last byte taken until a listener is closed */
};

struct listener {
    struct link link;
    int64_t since;         /* tick at which its socket last took bytes, or had none */
    bool told;             /* it has got the `LP1 other` line of `conversation` */
    unsigned conversation; /* number of the conversation */
    size_t next;           /* index of the next key to send */
    bool live;             /* it has got `live` */
    unsigned beat;         /* the last value of listeners.beat that it got a line for */
};

/* Large, and static: all zero before listeners_init(). */
struct listeners {
    struct listener all[LISTENERS_MAX];
    int count;     /* of connected listeners */
    int next;      /* index of the listener to serve next */
    bool more;     /* a listener waits for a line */
    int64_t from;  /* tick from which listeners are served */
    size_t keys;   /* number of keys of the conversation at the last step */
    unsigned beat; /* number of pings so far */
    int64_t spoke; /* tick of the last key or ping */
};

void listeners_init(struct listeners *a);

/* Add a listener at tick: moves its connection out of *l. Returns 0; or -1 with errno
 * EUSERS, all places taken, *l unchanged. */
int listeners_add(struct listeners *a, struct link *l, int64_t tick);

/* Fill in LISTENERS_MAX entries for poll(). */
void listeners_fds(const struct listeners *a, struct pollfd fds[static LISTENERS_MAX]);

/* Send the console's new keys, to a few listeners at a time. Call it once a turn of the
 * loop. */
void listeners_step(struct listeners *a, const struct console *c,
    const struct pollfd fds[static LISTENERS_MAX], int64_t tick);

/* The tick at which listeners_step() is next needed, INT64_MAX for never. */
int64_t listeners_due(const struct listeners *a);

/* Send the rest of the conversation to all listeners, before its keys are freed. A
 * listener that cannot take all of it is closed; the others stay for the next
 * conversation. */
void listeners_end(struct listeners *a, const struct console *c);

/* Close all connections, after sending the queued bytes as far as the sockets take
 * them. */
void listeners_close(struct listeners *a);

#endif
