/*
 * finder.h - ask for stations on every network of this machine (discovery.h).
 *
 * A question goes out of each interface at once, twice more shortly afterwards, then
 * about every second, and when an interface or an address appears. A cable can be
 * plugged in at any time.
 */
#ifndef FINDER_H
#define FINDER_H

#include <poll.h>

#include "common/link/link.h"
#include "common/link/secret.h"
#include "common/system/clock.h"
#include "judge/connect/station_list.h"

enum {
    FINDER_FDS = 3,
    FINDER_AGAIN_MS = 900, /* between questions, after the first three */
    FINDER_SOON_MS = 100,  /* least time between two questions */
    FINDER_ALL_MS = 1500,  /* all stations have answered by then */
};

/* Large. All zero: closed. */
struct finder {
    bool open;
    int fds[FINDER_FDS];              /* IPv4, IPv6, news of interfaces; -1: none */
    const struct secret *secret;      /* NULL: open stations are looked for */
    char nonce[DISCOVERY_NONCE + 1];  /* nonce of the last question */
    char before[DISCOVERY_NONCE + 1]; /* nonce of the question before the last */
    int asked;                        /* number of questions */
    int networks;     /* linked interfaces at the last question, without loopback */
    int addresses;    /* their addresses */
    int64_t asked_at; /* tick of the last question */
    int64_t ask_at;   /* tick of the next question */
    struct station_list found;
};

/*
 * Start looking for stations with this secret, which is borrowed; NULL for stations
 * without one. Returns 0; or -1 with errno of socket(). finder_close() ends it.
 */
int finder_open(struct finder *f, const struct secret *secret, struct moment now);
void finder_close(struct finder *f);

/* The descriptors to poll: FINDER_FDS entries. */
void finder_fds(const struct finder *f, struct pollfd fds[static FINDER_FDS]);

/* Read answers and send questions that are due. Once a turn of the loop. */
void finder_step(
    struct finder *f, const struct pollfd fds[static FINDER_FDS], struct moment now);

/* The tick at which finder_step() is next needed. */
int64_t finder_due(const struct finder *f);

/*
 * Write all addresses from which the station has answered to out[], loopback first.
 * Returns their number.
 */
int finder_places(
    const struct listed_station *s, struct link_address out[static LINK_ADDRESSES]);

/* Write an address as HOST:PORT to text[], as address_write() does. */
void finder_format(const struct link_address *place, char *text, size_t size);

#endif
