#include "common/link/networks.h"

#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>
#include <unistd.h>

#include "common/system/fileio.h"

/* The 4 or 16 bytes of an IP address. */
struct bytes {
    const unsigned char *at;
    size_t size; /* 0: not an IP address */
};

static struct bytes bytes_of(const struct sockaddr *address)
{
    const struct sockaddr_in6 *six;
    const struct sockaddr_in *four;

    if (address == NULL)
        return (struct bytes){0};
    switch (address->sa_family) {
    case AF_INET:
        four = (const struct sockaddr_in *)(const void *)address;
        return (struct bytes){(const unsigned char *)&four->sin_addr, 4};
    case AF_INET6:
        six = (const struct sockaddr_in6 *)(const void *)address;
        if (IN6_IS_ADDR_V4MAPPED(&six->sin6_addr))
            return (struct bytes){six->sin6_addr.s6_addr + 12, 4};
        return (struct bytes){six->sin6_addr.s6_addr, 16};
    default:
        return (struct bytes){0};
    }
}

static bool is_same(struct bytes a, struct bytes b)
{
    return a.size > 0 && a.size == b.size && memcmp(a.at, b.at, a.size) == 0;
}

/* An empty mask would match every address. */
static bool is_in_network(struct bytes a, struct bytes b, struct bytes mask)
{
    unsigned char any = 0;

    if (a.size == 0 || a.size != b.size || a.size != mask.size)
        return false;
    for (size_t i = 0; i < a.size; i++) {
        any |= mask.at[i];
        if (((a.at[i] ^ b.at[i]) & mask.at[i]) != 0)
            return false;
    }
    return any != 0;
}

static bool is_loopback(struct bytes a)
{
    static const struct in6_addr loopback = IN6ADDR_LOOPBACK_INIT;

    return (a.size == 4 && a.at[0] == IN_LOOPBACKNET) ||
           is_same(a, (struct bytes){loopback.s6_addr, sizeof(loopback.s6_addr)});
}

static bool is_link_local(struct bytes a)
{
    return (a.size == 4 && a.at[0] == 169 && a.at[1] == 254) ||
           (a.size == 16 && a.at[0] == 0xfe && (a.at[1] & 0xc0) == 0x80);
}

bool networks_among(const struct ifaddrs *all, const struct sockaddr *peer)
{
    struct bytes address = bytes_of(peer);

    if (is_loopback(address) || is_link_local(address))
        return true;
    for (const struct ifaddrs *i = all; i != NULL; i = i->ifa_next) {
        struct bytes own = bytes_of(i->ifa_addr);
        if ((i->ifa_flags & IFF_UP) == 0)
            continue;
        if (is_same(address, own) ||
            is_in_network(address, own, bytes_of(i->ifa_netmask)) ||
            ((i->ifa_flags & IFF_POINTOPOINT) != 0 &&
                is_same(address, bytes_of(i->ifa_dstaddr))))
            return true;
    }
    return false;
}

int networks_peer(int fd)
{
    struct sockaddr_storage storage;
    const struct sockaddr *peer = (const struct sockaddr *)&storage;
    socklen_t length = sizeof(storage);
    struct ifaddrs *all;
    bool is_near;

    if (getpeername(fd, (struct sockaddr *)&storage, &length) < 0)
        return -1;
    if (networks_among(NULL, peer))
        return 1;
    if (getifaddrs(&all) < 0)
        return -1;
    is_near = networks_among(all, peer);
    freeifaddrs(all);
    return is_near;
}

bool networks_has(
    const struct ifaddrs *all, unsigned index, const struct sockaddr *address)
{
    for (const struct ifaddrs *i = all; i != NULL; i = i->ifa_next)
        if (is_same(bytes_of(i->ifa_addr), bytes_of(address)) &&
            if_nametoindex(i->ifa_name) == index)
            return true;
    return false;
}

int networks_watch(void)
{
    struct sockaddr_nl address = {
        .nl_family = AF_NETLINK,
        .nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV6_IFADDR,
    };
    int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, NETLINK_ROUTE);

    if (fd < 0)
        return -1;
    if (bind(fd, (const struct sockaddr *)&address, sizeof(address)) == 0)
        return fd;
    return fileio_close_failed(fd);
}

bool networks_has_news(int fd)
{
    char bytes[8192];
    bool news = false;
    ssize_t got;

    /* ENOBUFS reports lost messages, once: a change as well. */
    while (
        (got = recv(fd, bytes, sizeof(bytes), 0)) > 0 || (got < 0 && errno == ENOBUFS))
        news = true;
    return news;
}
