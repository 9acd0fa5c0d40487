/*
 * link.h - one TCP connection: connect or listen, read messages, queue and send them.
 *
 * Never blocks, but for link_resolve(). Both IPv4 and IPv6; TCP_NODELAY and
 * close-on-exec are set on every socket. A link holds at most one small buffer each
 * way: when the far end does not read, link_send() says so and the sender waits.
 * With link_seal() all that goes over it is sealed, and nothing else changes for who
 * uses it: messages that are sent before the far end has proved itself wait until it
 * has.
 */
#ifndef LINK_H
#define LINK_H

#include <stdbool.h>
#include <sys/socket.h>

#include "hostport.h"
#include "seal.h"
#include "wire.h"

enum {
    LINK_PORT = HOSTPORT_USUAL, /* the first that a station listens on */
    LINK_PORTS = 50,            /* how many it tries */
    LINK_ADDRESSES = 8,         /* of one host that are tried */
    LINK_BUFFER = 16384,        /* a hundred sealed lines */
    LINK_FROM_SIZE = 64,        /* an address in numbers, with its interface */
};

struct link {
    int fd; /* -1: no connection */
    bool connecting;
    struct wire_reader reader;
    struct seal seal;
    size_t in_start, in_length;
    size_t out_length;
    char in[LINK_BUFFER];
    char out[LINK_BUFFER];
};

struct link_address {
    struct sockaddr_storage storage;
    socklen_t length;
};

/*
 * Look a host up; this may take a while. Returns the number of addresses written to
 * out[], 1 or more; or -1 with errno ENOENT if there is no such host.
 */
int link_resolve(
    const char *host, int port, struct link_address out[static LINK_ADDRESSES]);

/* Make *l a link without a connection. */
void link_init(struct link *l);

/* Make fd, a connected socket, the connection of *l. */
void link_attach(struct link *l, int fd);

/*
 * Begin to connect. Returns 0; or -1 with errno, *l without a connection.
 */
int link_connect(struct link *l, const struct link_address *address);

/*
 * A socket that was connecting has become writable. Returns 0 if it is connected; or
 * -1 with errno, and then it is closed.
 */
int link_connected(struct link *l);

/* Seal a connection that has just been made, as the side that it says; with a secret of
 * NULL it stays open to all. */
void link_seal(struct link *l, const struct secret *secret, enum seal_role role);

/* Make the connection of *from that of *to, which has none; *from is left without. */
void link_move(struct link *to, struct link *from);

/* Give a connection away to somebody who only writes: *stream is where its lines go
 * through. Returns the socket; or -1, *l unchanged, if it has not sent all of its own.
 */
int link_give(struct link *l, struct seal_stream *stream);

/* Close the connection, if there is one; what is queued is lost. */
void link_close(struct link *l);

/* What poll() is to wait for: POLLIN, and POLLOUT while bytes wait to be sent. */
short link_events(const struct link *l);

/*
 * Read what has come. Returns 0; or -1 with errno (ECONNRESET for an end of file)
 * if the connection is lost; what was read before can still be taken.
 */
int link_receive(struct link *l);

/*
 * Take the next message that has come. Returns 1 with *message set, 0 if there is
 * none yet, or -1 with errno for what is none: EPROTO, and link_offence() shows it; or
 * on a sealed link also ENOKEY or EKEYREJECTED (seal.h), and then the far end has been
 * told.
 */
int link_take(struct link *l, struct wire_message *message);

/* The line that was no message, printable, cut to fit. */
void link_offence(const struct link *l, char *text, size_t size);

/* Whether link_send() has room for any message. */
bool link_has_room(const struct link *l);

/* Whether all that was queued has been sent. */
bool link_is_empty(const struct link *l);

/* Queue a message. Returns 0; or -1 with errno EINVAL (it has no line) or EAGAIN. */
int link_send(struct link *l, const struct wire_message *message);

/* Send what is queued, as far as it goes. Returns 0; or -1 with errno if the
 * connection is lost. */
int link_flush(struct link *l);

/*
 * Listen on a port of an address (NULL: every address of this machine). What is sent to
 * who comes dies after so many routers, from the first answer to the last
 * acknowledgement; 0: the system's own limit. Returns the number of sockets written to
 * fds[], 1 or 2; or -1 with errno: EADDRINUSE, EADDRNOTAVAIL, EACCES, ENOENT (no such
 * address), ...
 */
int link_listen(const char *address, int port, int hops, int fds[static 2]);

/*
 * Accept one connection; from[] becomes the caller's address in numbers. Returns its
 * socket; or -1 with errno (EAGAIN: none waits).
 */
int link_accept(int fd, char from[static LINK_FROM_SIZE]);

#endif
