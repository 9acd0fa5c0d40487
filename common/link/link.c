#include "common/link/link.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/system/fileio.h"

/* Returns the TCP addresses of a host, for freeaddrinfo(); or NULL with errno. */
static struct addrinfo *find_addresses(const char *host, int port, int flags)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = flags};
    struct addrinfo *found;
    char service[16];

    snprintf(service, sizeof(service), "%d", port);
    if (getaddrinfo(host, service, &hints, &found) == 0)
        return found;
    errno = ENOENT;
    return NULL;
}

int link_resolve(
    const char *host, int port, struct link_address out[static LINK_ADDRESSES])
{
    struct addrinfo *found = find_addresses(host, port, 0);
    int count = 0;

    if (found == NULL)
        return -1;
    for (struct addrinfo *a = found; a != NULL && count < LINK_ADDRESSES;
         a = a->ai_next) {
        memcpy(&out[count].storage, a->ai_addr, a->ai_addrlen);
        out[count++].length = a->ai_addrlen;
    }
    freeaddrinfo(found);
    return count;
}

void link_init(struct link *l)
{
    l->fd = -1;
    l->connecting = false;
    l->reader = (struct wire_reader){0};
    l->seal = (struct seal){0};
    l->in_start = l->in_length = l->out_length = 0;
}

void link_attach(struct link *l, int fd)
{
    int on = 1;

    link_init(l);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    l->fd = fd;
}

/* Queue the bytes of the handshake. The queue has room: they are the first on a link.
 */
static void queue_seal(struct link *l)
{
    l->out_length += seal_say(&l->seal, l->out + l->out_length);
}

void link_seal(struct link *l, const struct secret *secret, enum seal_role role)
{
    if (secret == NULL)
        return;
    seal_start(&l->seal, secret, role);
    queue_seal(l);
}

void link_move(struct link *to, struct link *from)
{
    *to = *from;
    from->fd = -1;
    seal_end(&from->seal);
}

int link_connect(struct link *l, const struct link_address *address)
{
    int fd = socket(
        address->storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    link_init(l);
    if (fd < 0)
        return -1;
    link_attach(l, fd);
    if (connect(fd, (const struct sockaddr *)&address->storage, address->length) == 0 ||
        errno == EINPROGRESS) {
        l->connecting = true;
        return 0;
    }
    link_close(l);
    return -1;
}

int link_connected(struct link *l)
{
    int error = 0;
    socklen_t size = sizeof(error);

    l->connecting = false;
    if (getsockopt(l->fd, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0)
        return 0;
    link_close(l);
    errno = error;
    return -1;
}

void link_close(struct link *l)
{
    int saved = errno;

    if (l->fd >= 0)
        close(l->fd);
    l->fd = -1;
    l->connecting = false;
    seal_end(&l->seal);
    errno = saved;
}

short link_events(const struct link *l)
{
    if (l->connecting)
        return POLLOUT;
    return (short)(POLLIN | (l->out_length > 0 ? POLLOUT : 0));
}

int link_receive(struct link *l)
{
    ssize_t got;

    if (l->in_start > 0) {
        memmove(l->in, l->in + l->in_start, l->in_length);
        l->in_start = 0;
    }
    if (l->in_length == sizeof(l->in))
        return 0;
    got = recv(l->fd, l->in + l->in_length, sizeof(l->in) - l->in_length, 0);
    if (got > 0) {
        l->in_length += (size_t)got;
        return 0;
    }
    if (got == 0)
        errno = ECONNRESET;
    return got < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
}

/* link_take() on a sealed link. */
static int take_sealed(
    struct link *l, const char **bytes, size_t *count, struct wire_message *message)
{
    char line[WIRE_LINE_MAX];
    const char *at = line;
    size_t length;
    int result = seal_read(&l->seal, bytes, count, line, &length);
    int saved = errno;

    queue_seal(l);
    link_flush(l); /* a lost connection is reported by link_receive() */
    errno = saved;
    return result > 0 ? wire_read(&l->reader, &at, &length, message) : result;
}

int link_take(struct link *l, struct wire_message *message)
{
    const char *bytes = l->in + l->in_start;
    size_t count = l->in_length;
    int result = l->seal.state != SEAL_NONE
                     ? take_sealed(l, &bytes, &count, message)
                     : wire_read(&l->reader, &bytes, &count, message);

    l->in_start = (size_t)(bytes - l->in);
    l->in_length = count;
    return result;
}

void link_offence(const struct link *l, char *text, size_t size)
{
    const struct wire_reader *reader =
        l->reader.length > 0 ? &l->reader : &l->seal.reader;
    size_t length = 0;

    for (size_t i = 0; i < reader->length && length + 1 < size; i++)
        if (reader->line[i] >= ' ' && reader->line[i] <= '~')
            text[length++] = reader->line[i];
    text[length] = '\0';
}

bool link_has_room(const struct link *l)
{
    return sizeof(l->out) - l->out_length >= SEAL_RECORD && seal_has_room(&l->seal);
}

bool link_is_empty(const struct link *l)
{
    return l->out_length == 0 && !seal_holds_line(&l->seal);
}

int link_send(struct link *l, const struct wire_message *message)
{
    char line[WIRE_LINE_MAX];
    size_t length;

    if (!link_has_room(l)) {
        errno = EAGAIN;
        return -1;
    }
    length = wire_encode(message, line);
    if (length == 0) {
        errno = EINVAL;
        return -1;
    }
    l->out_length += seal_write(&l->seal, line, length, l->out + l->out_length);
    return 0;
}

int link_flush(struct link *l)
{
    while (l->out_length > 0) {
        ssize_t sent = send(l->fd, l->out, l->out_length, MSG_NOSIGNAL);
        if (sent < 0)
            return errno == EAGAIN || errno == EINTR ? 0 : -1;
        l->out_length -= (size_t)sent;
        memmove(l->out, l->out + sent, l->out_length);
    }
    return 0;
}

static void limit_hops(int fd, int family, int hops)
{
    if (family == AF_INET6)
        setsockopt(fd, IPPROTO_IPV6, IPV6_UNICAST_HOPS, &hops, sizeof(hops));
    else
        setsockopt(fd, IPPROTO_IP, IP_TTL, &hops, sizeof(hops));
}

int link_bind(int type, const struct sockaddr *address, socklen_t length, int hops)
{
    int on = 1, family = address->sa_family;
    int fd = socket(family, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
    if (family == AF_INET6)
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof(on));
    if (hops > 0)
        limit_hops(fd, family, hops);
    return bind(fd, address, length) == 0 ? fd : fileio_close_failed(fd);
}

/*
 * The hop limit must also hold for the kernel's answers after close(): in FIN-WAIT-2
 * the kernel replaces the socket by a short-lived one with the default limit, unless
 * TCP_LINGER2 is more than a minute.
 */
static int listen_on(const struct addrinfo *a, int hops)
{
    int kept_s = 120;
    int fd = link_bind(SOCK_STREAM, a->ai_addr, a->ai_addrlen, hops);

    if (fd < 0)
        return -1;
    if (hops > 0)
        setsockopt(fd, IPPROTO_TCP, TCP_LINGER2, &kept_s, sizeof(kept_s));
    return listen(fd, SOMAXCONN) == 0 ? fd : fileio_close_failed(fd);
}

int link_listen(const char *address, int port, int hops, int fds[static 2])
{
    struct addrinfo *found = find_addresses(address, port, AI_PASSIVE);
    int count = 0, error = 0;

    if (found == NULL)
        return -1;
    for (struct addrinfo *a = found; a != NULL && count < 2; a = a->ai_next) {
        fds[count] = listen_on(a, hops);
        /* Continue without IPv6 or without IPv4, but not if the port is in use. */
        if (fds[count] >= 0)
            count++;
        else if (error == 0 || errno == EADDRINUSE)
            error = errno;
    }
    freeaddrinfo(found);
    if (error == EADDRINUSE)
        while (count > 0)
            close(fds[--count]);
    errno = error;
    return count > 0 ? count : -1;
}

int link_accept(int fd, char from[static LINK_FROM_SIZE])
{
    struct sockaddr_storage address;
    socklen_t length = sizeof(address);
    int accepted =
        accept4(fd, (struct sockaddr *)&address, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);

    if (accepted >= 0 && getnameinfo((const struct sockaddr *)&address, length, from,
                             LINK_FROM_SIZE, NULL, 0, NI_NUMERICHOST) != 0)
        snprintf(from, LINK_FROM_SIZE, "somewhere");
    return accepted;
}
