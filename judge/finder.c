#include "finder.h"

#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chance.h"
#include "hostport.h"
#include "near.h"

enum { FOUR, SIX, NEWS };
enum { ANSWERS_A_TURN = 256 };

_Static_assert((int)FOUND_WAYS == (int)LINK_ADDRESSES, "each way is a place to call");
_Static_assert((int)sizeof(struct sockaddr_in6) <= (int)FOUND_ADDRESS_MAX,
    "a way has room for its address");

/* Opening */

static int open_four(void)
{
    int on = 1, hops = NEAR_HOPS;
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_BROADCAST, &on, sizeof(on));
    setsockopt(fd, IPPROTO_IP, IP_TTL, &hops, sizeof(hops));
    return fd;
}

static int open_six(void)
{
    int hops = NEAR_HOPS;
    int fd = socket(AF_INET6, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    if (fd < 0)
        return -1;
    setsockopt(fd, IPPROTO_IPV6, IPV6_MULTICAST_HOPS, &hops, sizeof(hops));
    return fd;
}

int finder_open(struct finder *f, const struct secret *secret, struct moment now)
{
    *f = (struct finder){.open = true, .secret = secret, .ask_at = now.tick};
    f->fds[NEWS] = near_watch();
    f->fds[SIX] = open_six();
    f->fds[FOUR] = open_four();
    if (f->fds[FOUR] >= 0 || f->fds[SIX] >= 0)
        return 0;
    finder_close(f);
    return -1;
}

void finder_close(struct finder *f)
{
    int saved = errno;

    for (int i = 0; f->open && i < FINDER_FDS; i++)
        if (f->fds[i] >= 0)
            close(f->fds[i]);
    f->open = false;
    errno = saved;
}

void finder_fds(const struct finder *f, struct pollfd fds[static FINDER_FDS])
{
    for (int i = 0; i < FINDER_FDS; i++)
        fds[i] = (struct pollfd){.fd = f->fds[i], .events = POLLIN};
}

int64_t finder_due(const struct finder *f)
{
    return moment_earlier(f->ask_at, found_due(&f->found));
}

/* Questions */

/* Each has a number of its own; a late answer may be to the one before. */
static int draw_nonce(struct finder *f)
{
    char nonce[sizeof(f->nonce)];

    if (chance_hex(nonce, FINDING_NONCE) < 0)
        return -1;
    memcpy(f->before, f->nonce, sizeof(f->before));
    memcpy(f->nonce, nonce, sizeof(f->nonce));
    return 0;
}

/* By IPv4 from an address of an interface, out of that interface. What cannot be sent,
 * for whatever reason, is sent again in a second. */
static void ask_address(const struct finder *f, struct in_addr from, unsigned interface,
    in_addr_t to, char *line, size_t length)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(FINDING_PORT), .sin_addr.s_addr = to};
    struct in_pktinfo info = {.ipi_ifindex = (int)interface, .ipi_spec_dst = from};
    union {
        struct cmsghdr header; /* aligns it */
        char bytes[CMSG_SPACE(sizeof(info))];
    } room = {.header = {CMSG_LEN(sizeof(info)), IPPROTO_IP, IP_PKTINFO}};
    struct iovec bytes = {line, length};
    struct msghdr head = {
        .msg_name = &address,
        .msg_namelen = sizeof(address),
        .msg_iov = &bytes,
        .msg_iovlen = 1,
        .msg_control = &room,
        .msg_controllen = sizeof(room.bytes),
    };

    memcpy(CMSG_DATA(&room.header), &info, sizeof(info));
    sendmsg(f->fds[FOUR], &head, MSG_NOSIGNAL);
}

static struct sockaddr_in four_of(const struct sockaddr *address)
{
    struct sockaddr_in four;

    memcpy(&four, address, sizeof(four));
    return four;
}

/* Who is on no network of ours hears 255.255.255.255, and who is on ours but takes that
 * for a mistake hears the network's own address for all. */
static void ask_by_four(
    const struct finder *f, const struct ifaddrs *i, char *line, size_t length)
{
    struct in_addr own = four_of(i->ifa_addr).sin_addr;
    unsigned interface = if_nametoindex(i->ifa_name);

    if ((i->ifa_flags & IFF_LOOPBACK) != 0 && ntohl(own.s_addr) >> 24 == IN_LOOPBACKNET)
        ask_address(f, own, interface, htonl(0x7fffffff), line, length);
    if ((i->ifa_flags & IFF_BROADCAST) == 0)
        return;
    if (i->ifa_broadaddr != NULL)
        ask_address(
            f, own, interface, four_of(i->ifa_broadaddr).sin_addr.s_addr, line, length);
    ask_address(f, own, interface, INADDR_BROADCAST, line, length);
}

static void ask_by_six(
    const struct finder *f, unsigned interface, const char *line, size_t length)
{
    struct sockaddr_in6 group = {.sin6_family = AF_INET6,
        .sin6_port = htons(FINDING_PORT),
        .sin6_scope_id = interface};

    inet_pton(AF_INET6, FINDING_GROUP, &group.sin6_addr);
    sendto(f->fds[SIX], line, length, MSG_NOSIGNAL, (const struct sockaddr *)&group,
        sizeof(group));
}

/* Whether that is the first IPv6 address of its interface: one question is enough. */
static bool is_first(const struct ifaddrs *all, const struct ifaddrs *i)
{
    for (; all != i; all = all->ifa_next)
        if (all->ifa_addr != NULL && all->ifa_addr->sa_family == AF_INET6 &&
            strcmp(all->ifa_name, i->ifa_name) == 0)
            return false;
    return true;
}

static void ask_out_of(struct finder *f, const struct ifaddrs *all,
    const struct ifaddrs *i, char *line, size_t length)
{
    bool wire = (i->ifa_flags & (IFF_LOOPBACK | IFF_RUNNING)) == IFF_RUNNING;

    if (i->ifa_addr == NULL || (i->ifa_flags & IFF_UP) == 0)
        return;
    if (i->ifa_addr->sa_family == AF_PACKET)
        f->networks += wire;
    else
        f->addresses += wire;
    switch (i->ifa_addr->sa_family) {
    case AF_INET:
        if (f->fds[FOUR] >= 0)
            ask_by_four(f, i, line, length);
        break;
    case AF_INET6:
        if (f->fds[SIX] >= 0 && is_first(all, i))
            ask_by_six(f, if_nametoindex(i->ifa_name), line, length);
        break;
    }
}

static size_t make_question(const struct finder *f, char *line)
{
    struct finding_message m = {.kind = f->secret == NULL ? FINDING_WHO : FINDING_ASK};

    memcpy(m.nonce, f->nonce, sizeof(m.nonce));
    if (f->secret != NULL && secret_ask(f->secret, m.nonce, m.proof) < 0)
        return 0;
    return finding_write(&m, line);
}

static void ask(struct finder *f, int64_t tick)
{
    static const int64_t gaps[] = {FINDER_SOON_MS, 2 * FINDER_SOON_MS};
    enum { GAPS = sizeof(gaps) / sizeof(gaps[0]) };
    char line[FINDING_LINE_MAX + 1];
    struct ifaddrs *all;
    size_t length;

    f->asked_at = tick;
    f->ask_at = tick + (f->asked < GAPS ? gaps[f->asked] : FINDER_AGAIN_MS);
    f->asked++;
    f->networks = f->addresses = 0;
    if (draw_nonce(f) < 0 || getifaddrs(&all) < 0)
        return;
    length = make_question(f, line);
    for (const struct ifaddrs *i = all; i != NULL; i = i->ifa_next)
        ask_out_of(f, all, i, line, length);
    freeifaddrs(all);
}

/* Answers */

/* What is sealed in *m, if that answers a question of that number. */
static int unseal(const struct finder *f, const char *nonce, struct finding_message *m)
{
    char line[SECRET_ANSWER_SIZE + 1];

    if (nonce[0] == '\0' || secret_untell(f->secret, nonce, m->sealed, line) < 0)
        return -1;
    return finding_read(line, strlen(line), m);
}

/* Returns whether that is an answer to one of the last questions. */
static bool is_answer(
    const struct finder *f, const char *bytes, size_t length, struct finding_message *m)
{
    if (finding_read(bytes, length, m) < 0)
        return false;
    if (f->secret != NULL &&
        (m->kind != FINDING_TELL ||
            (unseal(f, f->nonce, m) < 0 && unseal(f, f->before, m) < 0)))
        return false;
    return m->kind == FINDING_HERE &&
           (strcmp(m->nonce, f->nonce) == 0 || strcmp(m->nonce, f->before) == 0);
}

/* A judge connects where the answer came from, at the port that it names. */
static void set_port(struct sockaddr_storage *address, int port)
{
    void *any = address;

    if (address->ss_family == AF_INET6)
        ((struct sockaddr_in6 *)any)->sin6_port = htons((uint16_t)port);
    else
        ((struct sockaddr_in *)any)->sin_port = htons((uint16_t)port);
}

/* Returns whether a datagram was there. */
static bool hear(struct finder *f, int fd, int64_t tick)
{
    char bytes[FINDING_LINE_MAX + 1]; /* one more, so that what is too long shows */
    struct sockaddr_storage from = {0};
    socklen_t from_length = sizeof(from);
    struct finding_message m;
    ssize_t got =
        recvfrom(fd, bytes, sizeof(bytes), 0, (struct sockaddr *)&from, &from_length);

    if (got < 0)
        return false;
    if (!is_answer(f, bytes, (size_t)got, &m))
        return true;
    set_port(&from, m.here.port);
    found_add(&f->found, &m.here, &from, from_length, tick);
    return true;
}

void finder_step(
    struct finder *f, const struct pollfd fds[static FINDER_FDS], struct moment now)
{
    for (int i = FOUR; i <= SIX; i++)
        for (int n = 0;
             fds[i].revents != 0 && n < ANSWERS_A_TURN && hear(f, fds[i].fd, now.tick);
             n++)
            continue;
    if (fds[NEWS].revents != 0 && near_has_news(f->fds[NEWS]))
        f->ask_at = moment_earlier(f->ask_at, f->asked_at + FINDER_SOON_MS);
    if (now.tick >= f->ask_at)
        ask(f, now.tick);
    found_expire(&f->found, now.tick);
}

/* Places */

static bool is_own(const struct link_address *address)
{
    const void *any = &address->storage;

    return address->storage.ss_family == AF_INET6
               ? IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)any)->sin6_addr)
               : ntohl(((const struct sockaddr_in *)any)->sin_addr.s_addr) >> 24 ==
                     IN_LOOPBACKNET;
}

int finder_places(
    const struct found_station *s, struct link_address out[static LINK_ADDRESSES])
{
    int count = 0;

    for (int own = 1; own >= 0; own--)
        for (int i = 0; i < s->count; i++) {
            struct link_address place = {.length = (socklen_t)s->ways[i].length};
            memcpy(&place.storage, s->ways[i].address, s->ways[i].length);
            if (is_own(&place) == (own == 1))
                out[count++] = place;
        }
    return count;
}

void finder_format(const struct link_address *place, char *text, size_t size)
{
    char host[HOSTPORT_HOST_SIZE], port[8];

    if (getnameinfo((const struct sockaddr *)&place->storage, place->length, host,
            sizeof(host), port, sizeof(port), NI_NUMERICHOST | NI_NUMERICSERV) == 0)
        hostport_write(host, atoi(port), text, size);
    else
        snprintf(text, size, "?");
}
