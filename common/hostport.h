/*
 * hostport.h - where a station is, in words: HOST, HOST:PORT or [IPV6%INTERFACE]:PORT.
 */
#ifndef HOSTPORT_H
#define HOSTPORT_H

#include <stddef.h>

enum {
    HOSTPORT_USUAL = 1950, /* the port of who names none */
    HOSTPORT_HOST_SIZE = 256,
};

/*
 * Split such a word; an IPv6 address without brackets has no port. Only the port is
 * looked into: whether there is such a host is for whoever looks it up. Returns 0; or
 * -1 with errno EINVAL, host[] and *port undefined.
 */
int hostport_read(const char *text, char host[static HOSTPORT_HOST_SIZE], int *port);

/* Write HOST:PORT or [IPV6]:PORT to text[], cut to fit: what hostport_read() reads. */
void hostport_write(const char *host, int port, char *text, size_t size);

#endif
