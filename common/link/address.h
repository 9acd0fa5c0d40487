/*
 * address.h - parse and format station addresses: HOST, HOST:PORT or
 * [IPV6%INTERFACE]:PORT. Pure.
 */
#ifndef ADDRESS_H
#define ADDRESS_H

#include <stddef.h>

enum {
    ADDRESS_USUAL = 1950, /* the port of an address without one */
    ADDRESS_HOST_SIZE = 256,
};

/*
 * Split an address into host and port; an IPv6 address without brackets has no port.
 * The host is not checked: see link_resolve(). Returns 0; or -1 with errno EINVAL,
 * host[] and *port undefined.
 */
int address_read(const char *text, char host[static ADDRESS_HOST_SIZE], int *port);

/* Write HOST:PORT or [IPV6]:PORT to text[], cut to size. address_read() reads it. */
void address_write(const char *host, int port, char *text, size_t size);

#endif
