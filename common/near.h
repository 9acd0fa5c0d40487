/*
 * near.h - the networks that this machine is attached to: who is on them, and that
 * they have changed.
 *
 * A station without a key serves its own wire only: this machine, and directly attached
 * networks. Addresses can be forged, so who is let in by its address alone must also be
 * unable to come through a router: what a station sends dies at the first one.
 */
#ifndef NEAR_H
#define NEAR_H

#include <ifaddrs.h>
#include <stdbool.h>
#include <sys/socket.h>

enum { NEAR_HOPS = 1 }; /* of what stays on its wire */

/*
 * Whether a peer with that address is near, all being the machine's addresses as from
 * getifaddrs(): loopback and link-local ones are, and those of this machine, of its
 * networks and of the other end of a point-to-point line. An IPv4 address mapped to
 * IPv6 is what it stands for.
 */
bool near_among(const struct ifaddrs *all, const struct sockaddr *peer);

/* The same of the far end of a connected socket. Returns 1 or 0; or -1 with errno if
 * that, or where we are, cannot be found out: ENOTCONN, EMFILE, ... */
int near_peer(int fd);

/* Whether an address is assigned to the interface of that index, scopes aside. */
bool near_has(
    const struct ifaddrs *all, unsigned index, const struct sockaddr *address);

/* Watch for interfaces and addresses that come and go. Returns a descriptor for
 * poll(), to be closed; or -1 with errno. */
int near_watch(void);

/* Read away what has come to it. Returns whether there was anything. */
bool near_has_news(int fd);

#endif
