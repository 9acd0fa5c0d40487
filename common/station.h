/*
 * station.h - the hidden room's end of the wire: listen, let one judge in at a time,
 * answer everybody else. confederate and entry share it, so that nothing about the
 * link tells one from the other.
 *
 * Who connects is a guest until it has greeted; a greeting that is accepted makes it
 * the judge's link of the console's conversation.
 */
#ifndef STATION_H
#define STATION_H

#include <poll.h>

#include "console.h"

enum {
    STATION_GUESTS = 8,      /* connections that have not greeted yet */
    STATION_GREET_MS = 3000, /* how long they may take */
    STATION_FDS = 2 + STATION_GUESTS + 1,
};

struct station_guest {
    struct link link;
    int64_t until; /* tick by which it must have greeted */
};

struct station {
    int listeners[2];
    int listening; /* how many of them there are */
    struct station_guest guests[STATION_GUESTS];
    struct link judge;
};

/*
 * Listen where the settings say, and give the console its label and where it is.
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
