/*
 * station.h - the hidden room's end of the wire: listen, let one judge in at a time,
 * and referees to listen; answer everybody else. confederate and entry share it, so
 * that nothing about the link tells one from the other.
 *
 * Who connects is a guest until it has greeted; a greeting that is accepted makes it
 * the judge's link of the console's conversation, or a silent listener. There is a
 * place for a few guests; when all are taken, who has waited longest makes room. But
 * everybody has a moment, in which others wait in the kernel: a judge gets in also
 * among hundreds of strangers.
 *
 * Unless it is told to be open, a station serves its own wire only: who is neither on
 * this machine nor on a network that it is attached to is refused, and what it sends
 * dies at the first router, the answer to a call included.
 */
#ifndef STATION_H
#define STATION_H

#include <poll.h>

#include "common/console/console.h"
#include "confederate/station/listeners.h"
#include "confederate/station/rejected.h"
#include "confederate/station/responder.h"

enum {
    STATION_GUESTS = 32,     /* connections that have not greeted yet */
    STATION_GREET_MS = 3000, /* how long they may take */
    STATION_MOMENT_MS = 20,  /* how long nobody takes their place */
    STATION_PAUSE_MS = 1000, /* without callers, when the system has no more sockets */
    STATION_FDS = 2 + STATION_GUESTS + 1 + LISTENERS_MAX + RESPONDER_FDS,
};

struct station_guest {
    struct link link;
    int64_t until; /* tick by which it must have greeted */
    char from[LINK_FROM_SIZE];
};

/* Large, and static: all zero before station_open(). */
struct station {
    int listeners[2];
    int listening;     /* how many of them there are */
    int64_t tick;      /* of the last turn */
    int64_t accept_at; /* tick before which nobody is let in */
    struct station_guest guests[STATION_GUESTS];
    struct link judge;
    struct listeners audience;
    struct rejected strangers;
    struct responder beacon;
    const struct console *console; /* whose last keys listeners get when it closes */
};

/*
 * Listen where the settings say, and give the console its label and where it is; let
 * judges find it (s->beacon.error says whether they can).
 * Returns 0; or -1 with errno as link_listen() says, EADDRINUSE for the port that was
 * asked for, or all of them.
 */
int station_open(struct station *s, struct console *c);
void station_close(struct station *s);

/* What to wait for: STATION_FDS entries. */
void station_fds(const struct station *s, struct pollfd fds[static STATION_FDS]);

/* Do what the sockets and the clock call for. Call it once a turn of the loop. */
void station_step(struct station *s, struct console *c,
    const struct pollfd fds[static STATION_FDS], struct moment now);

/* The tick at which station_step() is next needed, INT64_MAX for never. */
int64_t station_due(const struct station *s);

#endif
