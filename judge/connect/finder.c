#include "judge/connect/finder.h"

#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/link/address.h"
#include "common/link/networks.h"
#include "common/system/random.h"

enum { FOUR, SIX, NEWS };
enum { ANSWERS_A_TURN = 256 };

_Static_assert(
    (int)STATION_LIST_WAYS == (int)LINK_ADDRESSES, "each way is a place to call");
_Static_assert((int)sizeof(struct sockaddr_in6) <= (int)STATION_LIST_ADDRESS_MAX,
    "a way has room for its address");

/* Opening */

/* A socket for questions. The option, of that level, sets the number of hops. IPv6 has
 * no broadcast and ignores SO_BROADCAST. */
static int open_socket(int family, int level, int option)
{
    int on = 1, hops = NETWORKS_HOPS;
    int fd = socket(family, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_BROADCAST, &on, sizeof(on));
    setsockopt(fd, level, option, &hops, sizeof(hops));
    return fd;
}

int finder_open(struct finder *f, const struct secret *secret, struct moment now)
{
    *f = (struct finder){.open = true, .secret = secret, .ask_at = now.tick};
    f->fds[NEWS] = networks_watch();
    f->fds[SIX] = open_socket(AF_INET6, IPPROTO_IPV6, IPV6_MULTICAST_HOPS);
    f->fds[FOUR] = open_socket(AF_INET, IPPROTO_IP, IP_TTL);
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
    return clock_earlier(f->ask_at, station_list_due(&f->found));
}

/* Questions */

/* A late answer has the nonce of the question before. */
static int draw_nonce(struct finder *f)
{
    char nonce[sizeof(f->nonce)];

    if (random_hex(nonce, DISCOVERY_NONCE) < 0)
        return -1;
    memcpy(f->before, f->nonce, sizeof(f->before));
    memcpy(f->nonce, nonce, sizeof(f->nonce));
    return 0;
}

/* Send by IPv4 from an address, out of its interface. A datagram that is not sent is
 * sent again within a second. */
static void ask_address(const struct finder *f, struct in_addr from, unsigned interface,
    in_addr_t to, char *line, size_t length)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
        .sin_port = htons(DISCOVERY_PORT),
        .sin_addr.s_addr = to};
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

/* Stations of other networks hear 255.255.255.255. Stations that ignore it hear the
 * network's broadcast address. */
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
        .sin6_port = htons(DISCOVERY_PORT),
        .sin6_scope_id = interface};

    inet_pton(AF_INET6, DISCOVERY_GROUP, &group.sin6_addr);
    sendto(f->fds[SIX], line, length, MSG_NOSIGNAL, (const struct sockaddr *)&group,
        sizeof(group));
}

/* Whether this is the first IPv6 address of its interface: one question is enough. */
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
    struct discovery_message m = {
        .kind = f->secret == NULL ? DISCOVERY_WHO : DISCOVERY_ASK};

    memcpy(m.nonce, f->nonce, sizeof(m.nonce));
    if (f->secret != NULL && secret_ask(f->secret, m.nonce, m.proof) < 0)
        return 0;
    return discovery_write(&m, line);
}

static void send_question(struct finder *f, int64_t tick)
{
    static const int64_t gaps[] = {FINDER_SOON_MS, 2 * FINDER_SOON_MS};
    enum { GAPS = sizeof(gaps) / sizeof(gaps[0]) };
    char line[DISCOVERY_LINE_MAX + 1];
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

/* Open the sealed answer in *m to the question with that nonce. Returns 0 or -1. */
static int open_answer(
    const struct finder *f, const char *nonce, struct discovery_message *m)
{
    char line[SECRET_ANSWER_SIZE + 1];

    if (nonce[0] == '\0' || secret_untell(f->secret, nonce, m->sealed, line) < 0)
        return -1;
    return discovery_read(line, strlen(line), m);
}

/* Whether a datagram answers one of the last two questions. */
static bool is_answer(const struct finder *f, const char *bytes, size_t length,
    struct discovery_message *m)
{
    if (discovery_read(bytes, length, m) < 0)
        return false;
    if (f->secret != NULL &&
        (m->kind != DISCOVERY_TELL ||
            (open_answer(f, f->nonce, m) < 0 && open_answer(f, f->before, m) < 0)))
        return false;
    return m->kind == DISCOVERY_HERE &&
           (strcmp(m->nonce, f->nonce) == 0 || strcmp(m->nonce, f->before) == 0);
}

/* The judge connects to the sender of the answer, at the port in it. */
static void set_port(struct sockaddr_storage *address, int port)
{
    void *any = address;

    if (address->ss_family == AF_INET6)
        ((struct sockaddr_in6 *)any)->sin6_port = htons((uint16_t)port);
    else
        ((struct sockaddr_in *)any)->sin_port = htons((uint16_t)port);
}

/* Read a datagram. Returns false if none was waiting. */
static bool read_answer(struct finder *f, int fd, int64_t tick)
{
    char bytes[DISCOVERY_LINE_MAX + 1]; /* one more byte, to detect a long datagram */
    struct sockaddr_storage from = {0};
    socklen_t from_length = sizeof(from);
    struct discovery_message m;
    ssize_t got =
        recvfrom(fd, bytes, sizeof(bytes), 0, (struct sockaddr *)&from, &from_length);

    if (got < 0)
        return false;
    if (!is_answer(f, bytes, (size_t)got, &m))
        return true;
    set_port(&from, m.here.port);
    station_list_add(&f->found, &m.here, &from, from_length, tick);
    return true;
}

void finder_step(
    struct finder *f, const struct pollfd fds[static FINDER_FDS], struct moment now)
{
    for (int i = FOUR; i <= SIX; i++)
        for (int n = 0; fds[i].revents != 0 && n < ANSWERS_A_TURN &&
                        read_answer(f, fds[i].fd, now.tick);
             n++)
            continue;
    if (fds[NEWS].revents != 0 && networks_has_news(f->fds[NEWS]))
        f->ask_at = clock_earlier(f->ask_at, f->asked_at + FINDER_SOON_MS);
    if (now.tick >= f->ask_at)
        send_question(f, now.tick);
    station_list_expire(&f->found, now.tick);
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
    const struct listed_station *s, struct link_address out[static LINK_ADDRESSES])
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
    char host[ADDRESS_HOST_SIZE], port[8];

    if (getnameinfo((const struct sockaddr *)&place->storage, place->length, host,
            sizeof(host), port, sizeof(port), NI_NUMERICHOST | NI_NUMERICSERV) == 0)
        address_write(host, atoi(port), text, size);
    else
        snprintf(text, size, "?");
}
