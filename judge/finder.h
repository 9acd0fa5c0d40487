/*
 * finder.h - looks for stations on every network that this machine is attached to.
 *
 * It asks at once, a few times more in quick succession, and then every second, out of
 * each interface that there is at that moment; also whenever an interface or an
 * address comes. So a cable that is plugged in while it looks is noticed by itself.
 */
#ifndef FINDER_H
#define FINDER_H

#include <poll.h>

#include "found.h"
#include "link.h"
#include "moment.h"
#include "secret.h"

enum {
    FINDER_FDS = 3,
    FINDER_AGAIN_MS = 900,  /* from one question to the next; the first come sooner */
    FINDER_SOON_MS = 100,   /* the least from one to the next */
    FINDER_ALL_MS = 1500,   /* after so long who is there has answered */
};

/* Large. Zero is as good as closed. */
struct finder {
    bool open;
    int fds[FINDER_FDS];         /* IPv4, IPv6 and news of interfaces; -1: none */
    const struct secret *secret; /* NULL: open stations are looked for */
    char nonce[FINDING_NONCE + 1],
        before[FINDING_NONCE + 1]; /* of the last questions */
    int asked;                     /* so many times */
    int networks;     /* interfaces with a cable in, at the last question, */
    int addresses;    /* and theirs; loopback aside */
    int64_t asked_at; /* tick of that */
    int64_t ask_at;   /* and of the next */
    struct found found;
};

/*
 * Begin to look for stations that have the secret, which is borrowed; or with NULL, for
 * those that have none. Returns 0; or -1 with errno, if there are no sockets to be had.
 */
int finder_open(struct finder *f, const struct secret *secret, struct moment now);
void finder_close(struct finder *f);

/* What to wait for: FINDER_FDS entries. */
void finder_fds(const struct finder *f, struct pollfd fds[static FINDER_FDS]);

/* Do what the sockets and the clock call for. Call it once a turn of the loop. */
void finder_step(
    struct finder *f, const struct pollfd fds[static FINDER_FDS], struct moment now);

/* The tick at which finder_step() is next needed. */
int64_t finder_due(const struct finder *f);

/*
 * Where a station can be connected to: at every address that it has answered from,
 * this machine's own first. Returns how many were written to out[].
 */
int finder_places(
    const struct found_station *s, struct link_address out[static LINK_ADDRESSES]);

/* Write such a place as HOST:PORT to text[], as hostport_write() does. */
void finder_format(const struct link_address *place, char *text, size_t size);

#endif
