/*
 * relay.h - a cable that a test can pull: a TCP relay that cuts, loses, holds, delays
 * and splits.
 *
 * It listens on a port of a host (the near end connects there) and joins every
 * connection to another port of it (the far end). Nothing happens but in relay_step(),
 * and nothing blocks. Bytes that are lost are lost for good, as no TCP would let them
 * be: a connection that has lost some never carries that way again.
 */
#ifndef RELAY_H
#define RELAY_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    RELAY_LINKS = 24, /* connections at a time; the next ones wait */
    RELAY_FDS = 1 + 2 * RELAY_LINKS,
};

enum relay_way {
    RELAY_UP,   /* from the near end to the far one */
    RELAY_DOWN, /* and back */
    RELAY_BOTH, /* where a count or a fault concerns either */
};

/* The treatment of new connections. */
enum relay_line {
    RELAY_OPEN,   /* joined to the far end */
    RELAY_MUTE,   /* accepted; bytes wait until the line is open */
    RELAY_CLOSED, /* refused */
};

/* The form of a cut at one end; or an error in one byte, invisible to TCP. */
enum relay_cut {
    RELAY_RST,
    RELAY_FIN,
    RELAY_SILENT, /* no packet; its bytes are discarded, and it receives no more */
    RELAY_ALTER,  /* the byte is changed */
    RELAY_OMIT,   /* the byte is missing */
    RELAY_REPEAT, /* the byte comes twice */
};

struct relay;

enum { RELAY_HOST_SIZE = 16 };

/*
 * A loopback address that no other process uses, and a free port of it, a new one each
 * time (0: all are used): a line that is closed for a while finds its port again.
 */
const char *relay_host(char host[static RELAY_HOST_SIZE]);
int relay_free_port(const char *host);

/*
 * Make a relay from one port of an IPv4 address of this machine to another; its line is
 * open.
 * Returns it, to be given back with relay_free(); or NULL with errno of socket(2),
 * bind(2), listen(2) or malloc(3), or EINVAL for an invalid address.
 */
struct relay *relay_new(const char *host, int port, int target);

/* NULL is allowed. Both ends see a reset. */
void relay_free(struct relay *r);

/* The descriptors for poll(), and the tick of the next step (INT64_MAX: never). */
void relay_fds(const struct relay *r, struct pollfd fds[static RELAY_FDS]);
int64_t relay_due(const struct relay *r);

/* Handle the events of sockets and clock. now is the tick in ms of any steady clock;
 * delays are measured by it. */
void relay_step(
    struct relay *r, const struct pollfd fds[static RELAY_FDS], int64_t now);

/*
 * Set the treatment of new connections. Present connections stay, except that those
 * waiting for an open line are joined, or reset if the line is closed.
 * Returns 0; or -1 with errno if the port cannot be listened on any more.
 */
int relay_set_line(struct relay *r, enum relay_line line);

/* Cut all present connections, in a form for each end. Undelivered bytes are lost. */
void relay_cut(struct relay *r, enum relay_cut near, enum relay_cut far);

/* Discard the bytes of one way on all present connections from now on. */
void relay_drop(struct relay *r, enum relay_way way);

/* Hold or release the bytes of one way, also of later connections. */
void relay_hold(struct relay *r, enum relay_way way, bool hold);

/* Delay bytes received from now on. */
void relay_delay(struct relay *r, int ms);

/* Deliver at most this number of bytes in a step; 0: no limit. */
void relay_split(struct relay *r, int bytes);

/*
 * Cut all connections (as relay_cut() with the same form for both ends) when exactly
 * this number of further bytes has been delivered one way, or both ways together; 0:
 * when the next connection is joined. relay_cuts() counts it. RELAY_ALTER, RELAY_OMIT
 * and RELAY_REPEAT cut no connection but change the next byte of this way.
 */
void relay_cut_after(
    struct relay *r, enum relay_way way, uint64_t bytes, enum relay_cut how);

/* Number of cuts made by relay_cut_after(). */
unsigned relay_cuts(const struct relay *r);

/* Connections joined so far, bytes delivered one way by all of them, and by the
 * youngest. */
unsigned relay_joined(const struct relay *r);
uint64_t relay_count(const struct relay *r, enum relay_way way);
uint64_t relay_passed(const struct relay *r, enum relay_way way);

#endif
