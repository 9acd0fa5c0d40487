#include "common/link/address.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int read_port(const char *text)
{
    char *end;
    long port = strtol(text, &end, 10);

    if (!isdigit((unsigned char)*text) || *end != '\0' || port < 1 || port > 65535)
        return -1;
    return (int)port;
}

int address_read(const char *text, char host[static ADDRESS_HOST_SIZE], int *port)
{
    bool bracketed = text[0] == '[';
    const char *start = bracketed ? text + 1 : text;
    const char *end = bracketed ? strchr(text, ']') : strrchr(text, ':');
    const char *colon = bracketed && end != NULL ? end + 1 : end;

    /* More than one colon and no brackets: an IPv6 address without a port. */
    if (!bracketed && (end == NULL || strchr(text, ':') != end))
        end = colon = text + strlen(text);
    if (end == NULL || end == start || (size_t)(end - start) >= ADDRESS_HOST_SIZE ||
        (*colon != '\0' && *colon != ':')) {
        errno = EINVAL;
        return -1;
    }
    snprintf(host, ADDRESS_HOST_SIZE, "%.*s", (int)(end - start), start);
    *port = *colon == ':' ? read_port(colon + 1) : ADDRESS_USUAL;
    if (*port > 0)
        return 0;
    errno = EINVAL;
    return -1;
}

void address_write(const char *host, int port, char *text, size_t size)
{
    bool bracketed = strchr(host, ':') != NULL;

    snprintf(text, size, "%s%s%s:%d", bracketed ? "[" : "", host, bracketed ? "]" : "",
        port);
}
