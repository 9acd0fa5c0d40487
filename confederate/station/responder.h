/*
 * responder.h - answers discovery datagrams, so that judges find the station.
 *
 * It receives on every network interface, also on those that come up later, and answers
 * through the interface of the question. Judges that have the station's address need no
 * responder. An answer has nothing that tells a person from a program.
 */
#ifndef RESPONDER_H
#define RESPONDER_H

#include <poll.h>

#include "common/link/discovery.h"
#include "common/link/link.h"
#include "common/link/secret.h"

enum {
    RESPONDER_FDS = 3,
    RESPONDER_A_TURN = 16, /* questions of a socket that one turn of the loop answers */
};

struct responder {
    int fds[RESPONDER_FDS];         /* IPv4, IPv6 and news of interfaces; -1: none */
    const struct secret *secret;    /* questions must prove this key; NULL: no key */
    int error;                      /* errno if a part does not work, or 0 */
    struct discovery_station is;    /* the station in the answers */
    int count;                      /* addresses in listens[] */
    struct link_address listens[2]; /* addresses that the station listens on */
};

/*
 * Open a responder for the station with this label and `count` listening sockets of one
 * port. With a secret, which is borrowed, it answers only questions that prove the key.
 * Sets b->error, EADDRINUSE if another program has the port.
 */
void responder_open(struct responder *b, const int *sockets, int count,
    const char *label, const struct secret *secret);
void responder_close(struct responder *b);

/* Fill in RESPONDER_FDS entries for poll(). */
void responder_fds(const struct responder *b, struct pollfd fds[static RESPONDER_FDS]);

/* Answer the questions that have come; busy: a new judge would have to wait. Call it
 * once a turn of the loop, after all that is more urgent. */
void responder_step(
    struct responder *b, const struct pollfd fds[static RESPONDER_FDS], bool busy);

#endif
