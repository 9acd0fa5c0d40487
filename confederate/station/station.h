/*
 * station.h - the listening end of the wire: it accepts one judge at a time, and
 * listeners (listeners.h). confederate and entry share it, so that the link does not
 * tell a person from a program.
 *
 * A connection is pending until it greets. A greeting makes it the judge's link of the
 * console's conversation, or a listener; or it is refused. Pending connections are few.
 * When all places are taken, a new one replaces the oldest, but not before that had
 * STATION_MOMENT_MS: meanwhile new connections wait in the kernel, and a judge gets in
 * through a flood of connections.
 *
 * Without --open a station serves its own networks only: it refuses a judge from behind
 * a router, and the hop limit of its packets keeps them on the network.
 */
#ifndef STATION_H
#define STATION_H

#include <poll.h>

#include "common/console/console.h"
#include "confederate/station/listeners.h"
#include "confederate/station/rejected.h"
#include "confederate/station/responder.h"

enum {
    STATION_PENDING = 32,
    STATION_GREET_MS = 3000, /* from a connection to its greeting, at most */
    STATION_MOMENT_MS = 20,  /* a pending connection is not replaced before */
    STATION_PAUSE_MS = 1000, /* between attempts to accept when sockets are exhausted */
    STATION_FDS = 2 + STATION_PENDING + 1 + LISTENERS_MAX + RESPONDER_FDS,
};

/* A connection that has not greeted. */
struct station_pending {
    struct link link;
    int64_t until; /* tick by which it must have greeted */
    char from[LINK_FROM_SIZE];
};

/* Large, and static: all zero before station_open(). */
struct station {
    int sockets[2];    /* that listen */
    int listening;     /* number of sockets */
    int64_t tick;      /* of the last step */
    int64_t accept_at; /* tick before which no connection is accepted */
    struct station_pending pending[STATION_PENDING];
    struct link judge;
    struct listeners listeners;
    struct rejected rejected;
    struct responder responder;
    const struct console *console; /* of station_open() */
};

/*
 * Listen on the port of the settings; set the console's label and address; open the
 * responder, whose error is s->responder.error.
 * Returns 0; or -1 with errno of link_listen(); EADDRINUSE if the port of the settings,
 * or else each of LINK_PORTS, is in use.
 */
int station_open(struct station *s, struct console *c);
void station_close(struct station *s);

/* Fill in STATION_FDS entries for poll(). */
void station_fds(const struct station *s, struct pollfd fds[static STATION_FDS]);

/* Serve the sockets and the clock. Call it once a turn of the loop. */
void station_step(struct station *s, struct console *c,
    const struct pollfd fds[static STATION_FDS], struct moment now);

/* The tick at which station_step() is next needed, INT64_MAX for never. */
int64_t station_due(const struct station *s);

#endif
