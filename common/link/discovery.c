#include "common/link/discovery.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PORT_MAX = 65535 };

static bool is_station(const struct discovery_station *s)
{
    return wire_is_hex(s->id, DISCOVERY_ID) && wire_is_label(s->label) &&
           s->port >= 1 && s->port <= PORT_MAX;
}

size_t discovery_write(
    const struct discovery_message *m, char line[static DISCOVERY_LINE_MAX + 1])
{
    const size_t size = DISCOVERY_LINE_MAX + 1;
    const struct discovery_station *here = &m->here;
    int length = 0;

    if (m->kind != DISCOVERY_TELL && !wire_is_hex(m->nonce, DISCOVERY_NONCE))
        return 0;
    switch (m->kind) {
    case DISCOVERY_WHO:
        length = snprintf(line, size, "LP1 who %s\n", m->nonce);
        break;
    case DISCOVERY_HERE:
        if (is_station(here))
            length = snprintf(line, size, "LP1 here %s %s %d %s %s\n", m->nonce,
                here->id, here->port, here->busy ? "busy" : "free", here->label);
        break;
    case DISCOVERY_ASK:
        if (wire_is_hex(m->proof, DISCOVERY_PROOF))
            length = snprintf(line, size, "LP1 ask %s %s\n", m->nonce, m->proof);
        break;
    case DISCOVERY_TELL:
        if (wire_is_hex(m->sealed, DISCOVERY_SEALED))
            length = snprintf(line, size, "LP1 tell %s\n", m->sealed);
        break;
    }
    return (size_t)length;
}

/* Decoding: split loosely, then encode again and compare: one spelling only. */

static void read_here(struct discovery_station *here, char *fields[static 4])
{
    snprintf(here->id, sizeof(here->id), "%s", fields[0]);
    here->port = strlen(fields[1]) <= 5 ? atoi(fields[1]) : 0;
    here->busy = strcmp(fields[2], "busy") == 0;
    snprintf(here->label, sizeof(here->label), "%s", fields[3]);
}

static bool read_fields(
    char *fields[static WIRE_FIELDS_MAX], size_t count, struct discovery_message *m)
{
    static const char *const words[] = {"who", "here", "ask", "tell"};
    static const size_t counts[] = {3, 7, 4, 3};
    int kind = 0;

    if (count < 3)
        return false;
    while (kind <= DISCOVERY_TELL && strcmp(fields[1], words[kind]) != 0)
        kind++;
    if (kind > DISCOVERY_TELL || count != counts[kind])
        return false;
    m->kind = (enum discovery_kind)kind;
    if (kind == DISCOVERY_TELL) {
        snprintf(m->sealed, sizeof(m->sealed), "%s", fields[2]);
        return true;
    }
    snprintf(m->nonce, sizeof(m->nonce), "%s", fields[2]);
    if (kind == DISCOVERY_ASK)
        snprintf(m->proof, sizeof(m->proof), "%s", fields[3]);
    else if (kind == DISCOVERY_HERE)
        read_here(&m->here, fields + 3);
    return true;
}

int discovery_read(const char *bytes, size_t length, struct discovery_message *message)
{
    char text[DISCOVERY_LINE_MAX + 1], again[DISCOVERY_LINE_MAX + 1];
    struct discovery_message m = {0};
    char *fields[WIRE_FIELDS_MAX];

    if (length <= DISCOVERY_LINE_MAX) {
        memcpy(text, bytes, length);
        text[length] = '\0';
        if (read_fields(fields, wire_split(text, fields), &m) &&
            discovery_write(&m, again) == length && memcmp(again, bytes, length) == 0) {
            *message = m;
            return 0;
        }
    }
    errno = EPROTO;
    return -1;
}
