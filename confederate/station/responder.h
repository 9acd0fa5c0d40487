/*
 * responder.h - by what judges find a station: it hears their questions on every
 * network that this machine is attached to, also on those that come later, and answers
 * each by the interface that the question came by.
 *
 * Never fatal: without it a station works for who knows its address. Who asks learns
 * what every judge's list shows, and nothing of who sits there.
 */
#ifndef RESPONDER_H
#define RESPONDER_H

#include <poll.h>

#include "common/link/discovery.h"
#include "common/link/link.h"
#include "common/link/secret.h"

enum {
    RESPONDER_FDS = 3,
    RESPONDER_A_TURN = 16, /* questions that are answered in one turn of the loop */
};

/* All zero before responder_open(). */
struct responder {
    bool open;
    int fds[RESPONDER_FDS];      /* IPv4, IPv6 and news of interfaces; -1: none */
    const struct secret *secret; /* NULL: none is needed to ask */
    int error;                   /* errno: not all of it works; 0: it does */
    struct discovery_station is;
    int count; /* of the addresses that the station listens on */
    struct link_address listens[2];
};

/*
 * Begin to answer for the station of that label, with count listening sockets on one
 * port; with a secret, which is borrowed, only who asks with it. b->error says whether
 * that worked: EADDRINUSE if another program has the port.
 */
void responder_open(struct responder *b, const int *listeners, int count,
    const char *label, const struct secret *secret);
void responder_close(struct responder *b);

/* What to wait for: RESPONDER_FDS entries. */
void responder_fds(const struct responder *b, struct pollfd fds[static RESPONDER_FDS]);

/* Answer questions that have come; busy is whether the station would have a new judge
 * wait. Call it once a turn of the loop, after what is more urgent. */
void responder_step(
    struct responder *b, const struct pollfd fds[static RESPONDER_FDS], bool busy);

#endif
