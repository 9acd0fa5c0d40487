/*
 * finding.h - the datagrams by which judges find stations, to structs and back.
 *
 * A judge asks everybody on its wires; a station answers who has asked. Each datagram
 * is one line of ASCII that ends with its only '\n', and has exactly one spelling:
 *
 *   LP1 who NONCE                          a question
 *   LP1 here NONCE ID PORT STATE LABEL     its answer; STATE is free or busy
 *   LP1 ask NONCE PROOF                    a question from who has the key
 *   LP1 tell HEX                           its answer, sealed: see secret.h
 *
 * Nothing in an answer tells a person from a program. Pure.
 */
#ifndef FINDING_H
#define FINDING_H

#include "wire.h"

/* Where stations hear questions: this UDP port; by IPv6 in this group. */
#define FINDING_GROUP "ff12::1950"
enum {
    FINDING_PORT = 1950,
    FINDING_NONCE = 32, /* small hexadecimal digits, as all of these: */
    FINDING_ID = 16,    /* drawn by a station when it starts */
    FINDING_PROOF = 32,
    FINDING_SEALED = 272,
    FINDING_LINE_MAX = 9 + FINDING_SEALED + 1, /* bytes of a datagram, '\n' included */
};

enum finding_kind {
    FINDING_WHO,  /* nonce */
    FINDING_HERE, /* nonce, here */
    FINDING_ASK,  /* nonce, proof */
    FINDING_TELL, /* sealed */
};

/* What a station says of itself. */
struct finding_station {
    char id[FINDING_ID + 1];
    char label[WIRE_LABEL_MAX + 1];
    int port;  /* TCP, 1 to 65535 */
    bool busy; /* it talks to a judge */
};

struct finding_message {
    enum finding_kind kind;
    char nonce[FINDING_NONCE + 1];
    char proof[FINDING_PROOF + 1];
    char sealed[FINDING_SEALED + 1];
    struct finding_station here;
};

/*
 * Write a message as its line and a NUL to line[]. Returns the line's bytes, '\n'
 * included; or 0, line[] undefined, if a field is out of range.
 */
size_t finding_write(
    const struct finding_message *message, char line[static FINDING_LINE_MAX + 1]);

/*
 * Read the length bytes of a datagram. Returns 0; or -1 with errno EPROTO, *message
 * unchanged, for anything that is no message.
 */
int finding_read(const char *bytes, size_t length, struct finding_message *message);

#endif
