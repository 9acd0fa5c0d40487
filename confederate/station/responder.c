#include "confederate/station/responder.h"

#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/link/networks.h"
#include "common/system/random.h"

enum { FOUR, SIX, NEWS };

/* A datagram. */
struct question {
    struct sockaddr_storage from;
    socklen_t from_length;
    char bytes[DISCOVERY_LINE_MAX + 1]; /* a byte more than a valid line has */
    size_t length;
    /* Its interface and local address, as recvmsg() and sendmsg() have them. */
    _Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(struct in6_pktinfo))];
    size_t control_length;
};

/* Opening */

/* The stations of one machine share the port: each receives every broadcast and
 * multicast. The hop limit keeps answers on their network. */
static int open_socket(const struct sockaddr *address, socklen_t length)
{
    int on = 1, fd = link_bind(SOCK_DGRAM, address, length, NETWORKS_HOPS);

    if (fd >= 0 && address->sa_family == AF_INET)
        setsockopt(fd, IPPROTO_IP, IP_PKTINFO, &on, sizeof(on));
    else if (fd >= 0)
        setsockopt(fd, IPPROTO_IPV6, IPV6_RECVPKTINFO, &on, sizeof(on));
    return fd;
}

/* Open the family of an address that the station listens on: by the other family no
 * judge can connect. */
static void open_family(struct responder *b, int family)
{
    struct sockaddr_in four = {
        .sin_family = AF_INET, .sin_port = htons(DISCOVERY_PORT)};
    struct sockaddr_in6 six = {
        .sin6_family = AF_INET6, .sin6_port = htons(DISCOVERY_PORT)};
    int at = family == AF_INET ? FOUR : SIX;

    if (b->fds[at] >= 0)
        return;
    b->fds[at] = at == FOUR ? open_socket((struct sockaddr *)&four, sizeof(four))
                            : open_socket((struct sockaddr *)&six, sizeof(six));
    if (b->fds[at] < 0 && b->error != EADDRINUSE)
        b->error = errno;
}

/* Join the group on every interface; on most of them this is a repetition. */
static void join_group(const struct responder *b)
{
    struct if_nameindex *all = b->fds[SIX] >= 0 ? if_nameindex() : NULL;
    struct ipv6_mreq group = {0};

    if (all == NULL)
        return;
    inet_pton(AF_INET6, DISCOVERY_GROUP, &group.ipv6mr_multiaddr);
    for (const struct if_nameindex *i = all; i->if_index != 0; i++) {
        group.ipv6mr_interface = i->if_index;
        setsockopt(b->fds[SIX], IPPROTO_IPV6, IPV6_JOIN_GROUP, &group, sizeof(group));
    }
    if_freenameindex(all);
}

static int port_of(const struct sockaddr_storage *address)
{
    const void *any = address;

    return address->ss_family == AF_INET6
               ? ntohs(((const struct sockaddr_in6 *)any)->sin6_port)
               : ntohs(((const struct sockaddr_in *)any)->sin_port);
}

static int learn_addresses(struct responder *b, const int *sockets, int count)
{
    for (; b->count < count; b->count++) {
        struct link_address *address = &b->listens[b->count];
        address->length = sizeof(address->storage);
        if (getsockname(sockets[b->count], (struct sockaddr *)&address->storage,
                &address->length) < 0)
            return -1;
    }
    b->is.port = port_of(&b->listens[0].storage);
    return 0;
}

void responder_open(struct responder *b, const int *sockets, int count,
    const char *label, const struct secret *secret)
{
    *b = (struct responder){.fds = {-1, -1, -1}, .secret = secret};
    snprintf(b->is.label, sizeof(b->is.label), "%s", label);
    if (random_hex(b->is.id, DISCOVERY_ID) < 0 ||
        learn_addresses(b, sockets, count) < 0) {
        b->error = errno;
        return;
    }
    for (int i = 0; i < b->count; i++)
        open_family(b, b->listens[i].storage.ss_family);
    b->fds[NEWS] = networks_watch();
    if (b->fds[NEWS] < 0 && b->error == 0)
        b->error = errno;
    join_group(b);
}

void responder_close(struct responder *b)
{
    for (int i = 0; i < RESPONDER_FDS; i++)
        if (b->fds[i] >= 0)
            close(b->fds[i]);
}

void responder_fds(const struct responder *b, struct pollfd fds[static RESPONDER_FDS])
{
    for (int i = 0; i < RESPONDER_FDS; i++)
        fds[i] = (struct pollfd){.fd = b->fds[i], .events = POLLIN};
}

/* Questions */

/* Receive a question. Returns false if no datagram is there. */
static bool receive_question(int fd, struct question *q)
{
    struct iovec bytes = {q->bytes, sizeof(q->bytes)};
    struct msghdr head = {
        .msg_name = &q->from,
        .msg_namelen = sizeof(q->from),
        .msg_iov = &bytes,
        .msg_iovlen = 1,
        .msg_control = q->control,
        .msg_controllen = sizeof(q->control),
    };
    ssize_t got = recvmsg(fd, &head, 0);

    if (got < 0)
        return false;
    q->length = (size_t)got;
    q->from_length = head.msg_namelen;
    q->control_length = head.msg_controllen;
    return true;
}

/* The network interface of a question, 0 if it is not known. */
static unsigned interface_of(const struct question *q)
{
    const void *data = q->control + CMSG_LEN(0);

    if (q->control_length == 0)
        return 0;
    return q->from.ss_family == AF_INET6
               ? ((const struct in6_pktinfo *)data)->ipi6_ifindex
               : (unsigned)((const struct in_pktinfo *)data)->ipi_ifindex;
}

/* Answers */

static bool is_any(const struct sockaddr_storage *address)
{
    const void *any = address;

    return address->ss_family == AF_INET6
               ? IN6_IS_ADDR_UNSPECIFIED(&((const struct sockaddr_in6 *)any)->sin6_addr)
               : ((const struct sockaddr_in *)any)->sin_addr.s_addr == INADDR_ANY;
}

/* A question by the loopback interface is from this machine, which reaches all its
 * addresses. */
static bool is_loopback(unsigned interface)
{
    char name[IF_NAMESIZE];

    return if_indextoname(interface, name) != NULL && strcmp(name, "lo") == 0;
}

/* The address to answer from, to which the judge then connects: the address that the
 * station listens on, which may be "any". Returns NULL if the asking machine cannot
 * reach it. */
static const struct sockaddr_storage *answer_from(
    const struct responder *b, const struct question *q)
{
    for (int i = 0; i < b->count; i++) {
        const struct sockaddr_storage *own = &b->listens[i].storage;
        struct ifaddrs *all;
        bool reached;
        if (own->ss_family != q->from.ss_family)
            continue;
        if (is_any(own) || is_loopback(interface_of(q)))
            return own;
        if (getifaddrs(&all) < 0)
            return NULL;
        reached = networks_has(all, interface_of(q), (const struct sockaddr *)own);
        freeifaddrs(all);
        if (reached)
            return own;
    }
    return NULL;
}

/* Send an answer from an own address, through the interface of the question. A failure
 * is ignored: judges repeat their questions. */
static void send_answer(int fd, struct question *q, const struct sockaddr_storage *own,
    char *line, size_t length)
{
    const void *any = own;
    void *data = q->control + CMSG_LEN(0);
    struct iovec bytes = {line, length};
    struct msghdr head = {
        .msg_name = &q->from,
        .msg_namelen = q->from_length,
        .msg_iov = &bytes,
        .msg_iovlen = 1,
        .msg_control = q->control,
        .msg_controllen = q->control_length,
    };

    if (q->control_length > 0 && own->ss_family == AF_INET6)
        ((struct in6_pktinfo *)data)->ipi6_addr =
            ((const struct sockaddr_in6 *)any)->sin6_addr;
    else if (q->control_length > 0)
        ((struct in_pktinfo *)data)->ipi_spec_dst =
            ((const struct sockaddr_in *)any)->sin_addr;
    sendmsg(fd, &head, MSG_DONTWAIT | MSG_NOSIGNAL);
}

/* Whether a message is a question for this station: with a proof of its key, or without
 * one if it has no key. */
static bool is_question(const struct responder *b, const struct discovery_message *m)
{
    if (b->secret == NULL)
        return m->kind == DISCOVERY_WHO;
    return m->kind == DISCOVERY_ASK && secret_is_asked(b->secret, m->nonce, m->proof);
}

/* Write the line of the answer. Returns its length; or 0 if the datagram is no question
 * for this station. */
static size_t make_answer(const struct responder *b, const struct question *q,
    bool busy, char line[static DISCOVERY_LINE_MAX + 1])
{
    struct discovery_message m;
    size_t length;

    if (discovery_read(q->bytes, q->length, &m) < 0 || !is_question(b, &m))
        return 0;
    m.kind = DISCOVERY_HERE;
    m.here = b->is;
    m.here.busy = busy;
    length = discovery_write(&m, line);
    if (b->secret == NULL || length == 0)
        return length;
    m.kind = DISCOVERY_TELL;
    return secret_tell(b->secret, m.nonce, line, m.sealed) == 0
               ? discovery_write(&m, line)
               : 0;
}

static void answer_question(struct responder *b, int fd, struct question *q, bool busy)
{
    char line[DISCOVERY_LINE_MAX + 1];
    size_t length = make_answer(b, q, busy, line);
    const struct sockaddr_storage *own = length > 0 ? answer_from(b, q) : NULL;

    if (own != NULL)
        send_answer(fd, q, own, line, length);
}

void responder_step(
    struct responder *b, const struct pollfd fds[static RESPONDER_FDS], bool busy)
{
    struct question q;

    if (fds[NEWS].revents != 0 && networks_has_news(b->fds[NEWS]))
        join_group(b);
    for (int i = FOUR; i <= SIX; i++)
        for (int n = 0; fds[i].revents != 0 && n < RESPONDER_A_TURN &&
                        receive_question(fds[i].fd, &q);
             n++)
            answer_question(b, fds[i].fd, &q, busy);
}
