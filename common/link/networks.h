/*
 * networks.h - the networks attached to this machine: membership of an address, and
 * notice of changes.
 *
 * A station without a key serves this machine and directly attached networks only.
 * Addresses can be forged; therefore its packets also have a hop limit of 1 and die at
 * the first router.
 */
#ifndef NETWORKS_H
#define NETWORKS_H

#include <ifaddrs.h>
#include <stdbool.h>
#include <sys/socket.h>

enum { NETWORKS_HOPS = 1 }; /* hop limit of packets for attached networks */

/*
 * Whether the address of a peer is loopback, link-local, one of this machine, in one of
 * its networks, or the other end of a point-to-point line; all are the machine's
 * addresses from getifaddrs(). An IPv4 address mapped to IPv6 counts as IPv4.
 */
bool networks_among(const struct ifaddrs *all, const struct sockaddr *peer);

/* The same for the peer of a connected socket. Returns 1 or 0; or -1 with errno of
 * getpeername() or getifaddrs(): ENOTCONN, EMFILE, ... */
int networks_peer(int fd);

/* Whether an address is assigned to the interface with this index. Ignores scopes. */
bool networks_has(
    const struct ifaddrs *all, unsigned index, const struct sockaddr *address);

/* Watch for added and removed interfaces and addresses. Returns a descriptor for
 * poll(), which the caller closes; or -1 with errno. */
int networks_watch(void);

/* Discard the messages of such a descriptor. Returns whether there were any. */
bool networks_has_news(int fd);

#endif
