/*
 * link.h - one TCP connection: connect or listen, read messages, queue and send them.
 *
 * Only link_resolve() blocks. IPv4 and IPv6; every socket has TCP_NODELAY and
 * close-on-exec. A link holds one small buffer each way: while the far end does not
 * read, link_send() fails with EAGAIN and the sender waits. After link_seal() all bytes
 * are encrypted; messages sent before the far end has proved the key wait for its
 * proof.
 */
#ifndef LINK_H
#define LINK_H

#include <stdbool.h>
#include <sys/socket.h>

#include "common/conversation/wire.h"
#include "common/link/address.h"
#include "common/link/seal.h"

enum {
    LINK_PORT = ADDRESS_USUAL, /* the first port that a station tries */
    LINK_PORTS = 50,           /* number of ports that it tries */
    LINK_ADDRESSES = 8,        /* most addresses of a host */
    LINK_BUFFER = 16384,       /* bytes; a hundred sealed lines */
    LINK_FROM_SIZE = 64,       /* a numeric address with its interface */
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
 * Look up a host; blocks. Returns the number of addresses in out[], 1 or more; or -1
 * with errno ENOENT for an unknown host.
 */
int link_resolve(
    const char *host, int port, struct link_address out[static LINK_ADDRESSES]);

/* Make *l a link without a connection. */
void link_init(struct link *l);

/* Make fd, a connected socket, the connection of *l. */
void link_attach(struct link *l, int fd);

/* Begin to connect. Returns 0; or -1 with errno, *l without a connection. */
int link_connect(struct link *l, const struct link_address *address);

/* Finish link_connect() when the socket is writable. Returns 0 if it is connected; or
 * -1 with errno, the socket closed. */
int link_connected(struct link *l);

/* Seal a new connection; a NULL secret leaves it in the clear. */
void link_seal(struct link *l, const struct secret *secret, enum seal_role role);

/* Move the connection of *from to *to, which must not have a connection. */
void link_move(struct link *to, struct link *from);

/* Close the connection, if any. Queued bytes are lost. */
void link_close(struct link *l);

/* Events for poll(): POLLIN, and POLLOUT while bytes are queued. */
short link_events(const struct link *l);

/*
 * Read from the socket. Returns 0; or -1 with errno if the connection is lost
 * (ECONNRESET for an end of file). Messages read earlier can still be taken.
 */
int link_receive(struct link *l);

/*
 * Take the next received message. Returns 1 with *message set; 0 if no whole message is
 * there; or -1 with errno: EPROTO for a line that is not a message (link_offence()
 * shows it), and on a sealed link ENOKEY or EKEYREJECTED (seal.h): the far end has then
 * received a refusal.
 */
int link_take(struct link *l, struct wire_message *message);

/* Write the printable part of the line that caused EPROTO, cut to size. */
void link_offence(const struct link *l, char *text, size_t size);

/* Whether link_send() has room for any message. */
bool link_has_room(const struct link *l);

/* Whether the queue is empty. */
bool link_is_empty(const struct link *l);

/* Queue a message. Returns 0; or -1 with errno EINVAL (it cannot be encoded) or EAGAIN
 * (no room). */
int link_send(struct link *l, const struct wire_message *message);

/* Send queued bytes until the socket would block. Returns 0; or -1 with errno if the
 * connection is lost. */
int link_flush(struct link *l);

/*
 * Bind a new non-blocking socket, SOCK_STREAM or SOCK_DGRAM, to an address that other
 * sockets may share; IPv6 without IPv4. hops as link_listen(). Returns the socket; or
 * -1 with errno.
 */
int link_bind(int type, const struct sockaddr *address, socklen_t length, int hops);

/*
 * Listen on a port of an address (NULL: all addresses of this machine). hops is the hop
 * limit of all packets of accepted connections, 0 the system's default. Returns the
 * number of sockets in fds[], 1 or 2; or -1 with errno: EADDRINUSE, EADDRNOTAVAIL,
 * EACCES, ENOENT (no such address), ...
 */
int link_listen(const char *address, int port, int hops, int fds[static 2]);

/*
 * Accept a connection and write the peer's numeric address to from[]. Returns the
 * socket; or -1 with errno (EAGAIN: no connection waits).
 */
int link_accept(int fd, char from[static LINK_FROM_SIZE]);

#endif
