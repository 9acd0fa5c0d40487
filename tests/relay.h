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

/* What becomes of who connects from now on. */
enum relay_line {
    RELAY_OPEN,   /* it is joined to the far end */
    RELAY_MUTE,   /* it is accepted, and its bytes wait until the line is open */
    RELAY_CLOSED, /* it is refused */
};

/* What an end sees of a cut; or what is wrong with one byte, of which no TCP tells. */
enum relay_cut {
    RELAY_RST,
    RELAY_FIN,
    RELAY_SILENT, /* nothing: what it sends is swallowed, and it hears no more */
    RELAY_ALTER,  /* it is another one, */
    RELAY_OMIT,   /* it is missing, */
    RELAY_REPEAT, /* or it comes twice */
};

struct relay;

enum { RELAY_HOST_SIZE = 16 };

/*
 * An address of the loopback that no other process uses, and one of its ports that is
 * free, another one each time (0: there is none): a line that is closed for a while
 * finds its port again.
 */
const char *relay_host(char host[static RELAY_HOST_SIZE]);
int relay_free_port(const char *host);

/*
 * Make a relay from one port of an IPv4 address of this machine to another; its line is
 * open.
 * Returns it, to be given back with relay_free(); or NULL with errno of socket(2),
 * bind(2), listen(2) or malloc(3), or EINVAL for what is no address.
 */
struct relay *relay_new(const char *host, int port, int target);

/* NULL is allowed. Both ends see a reset. */
void relay_free(struct relay *r);

/* What to wait for, and until when (a tick; INT64_MAX: for ever). */
void relay_fds(const struct relay *r, struct pollfd fds[static RELAY_FDS]);
int64_t relay_due(const struct relay *r);

/* Do what the sockets and the clock call for. now is the tick in milliseconds of any
 * steady clock; what delays are counted by. */
void relay_step(
    struct relay *r, const struct pollfd fds[static RELAY_FDS], int64_t now);

/*
 * Say what becomes of who connects; the connections that there are stay as they are,
 * but those that waited for an open line go on, or are reset if it is closed.
 * Returns 0; or -1 with errno if the port cannot be listened on any more.
 */
int relay_set_line(struct relay *r, enum relay_line line);

/* Cut all present connections; each end sees its own, down to RELAY_SILENT. What waits
 * is lost. */
void relay_cut(struct relay *r, enum relay_cut near, enum relay_cut far);

/* Lose what goes one way on all present connections from now on. */
void relay_drop(struct relay *r, enum relay_way way);

/* Keep what goes one way, and deliver it when told so; later connections included. */
void relay_hold(struct relay *r, enum relay_way way, bool hold);

/* Deliver what comes from now on so many milliseconds later. */
void relay_delay(struct relay *r, int ms);

/* Deliver at most so many bytes at once, one piece a step; 0: as they come. */
void relay_split(struct relay *r, int bytes);

/*
 * Cut all connections (as relay_cut() with the same for both ends) when exactly so
 * many more bytes have been delivered this way, or both ways together: at once, or
 * with 0 when the next connection is joined. relay_cuts() counts it. With RELAY_ALTER
 * and what follows it nothing is cut, but the next byte this way is not what it was.
 */
void relay_cut_after(
    struct relay *r, enum relay_way way, uint64_t bytes, enum relay_cut how);

/* How often relay_cut_after() has come true. */
unsigned relay_cuts(const struct relay *r);

/* Connections joined so far, bytes delivered one way by all of them, and by the
 * youngest. */
unsigned relay_joined(const struct relay *r);
uint64_t relay_count(const struct relay *r, enum relay_way way);
uint64_t relay_passed(const struct relay *r, enum relay_way way);

#endif
