/*
 * discovery.h - encode and decode the datagrams by which judges find stations.
 *
 * A judge sends a question to all hosts of its networks; stations answer its sender.
 * Each datagram is one line of ASCII with a final '\n', and has exactly one spelling:
 *
 *   LP1 who NONCE                          question
 *   LP1 here NONCE ID PORT STATE LABEL     answer; STATE is free or busy
 *   LP1 ask NONCE PROOF                    question of a judge with the key
 *   LP1 tell HEX                           sealed answer, see secret.h
 *
 * An answer has nothing that differs between a person and a program. Pure.
 */
#ifndef DISCOVERY_H
#define DISCOVERY_H

#include "common/conversation/wire.h"

/* Stations receive questions on this UDP port; those of IPv6 in this group. */
#define DISCOVERY_GROUP "ff12::1950"
enum {
    DISCOVERY_PORT = 1950,
    DISCOVERY_NONCE = 32,   /* lower-case hex digits */
    DISCOVERY_ID = 16,      /* hex digits; a station draws its id at start */
    DISCOVERY_PROOF = 32,   /* hex digits */
    DISCOVERY_SEALED = 272, /* hex digits */
    DISCOVERY_LINE_MAX =
        9 + DISCOVERY_SEALED + 1, /* bytes of a datagram, '\n' included */
};

enum discovery_kind {
    DISCOVERY_WHO,  /* uses nonce */
    DISCOVERY_HERE, /* uses nonce, here */
    DISCOVERY_ASK,  /* uses nonce, proof */
    DISCOVERY_TELL, /* uses sealed */
};

/* A station, as its answer describes it. */
struct discovery_station {
    char id[DISCOVERY_ID + 1];
    char label[WIRE_LABEL_MAX + 1];
    int port;  /* TCP, 1 to 65535 */
    bool busy; /* in a conversation */
};

struct discovery_message {
    enum discovery_kind kind;
    char nonce[DISCOVERY_NONCE + 1];
    char proof[DISCOVERY_PROOF + 1];
    char sealed[DISCOVERY_SEALED + 1];
    struct discovery_station here;
};

/*
 * Write a message as a line and a NUL to line[]. Returns the length of the line, '\n'
 * included; or 0, line[] undefined, if a field is out of range.
 */
size_t discovery_write(
    const struct discovery_message *m, char line[static DISCOVERY_LINE_MAX + 1]);

/*
 * Decode a datagram of length bytes. Returns 0; or -1 with errno EPROTO, *message
 * unchanged, if it is not a message.
 */
int discovery_read(const char *bytes, size_t length, struct discovery_message *message);

#endif
