/*
 * seal.h - encrypt a link. Both ends prove that they have the shared key K, agree on
 * keys for this connection, and send each line of the wire as a record of fixed length,
 * encrypted and authenticated, in order.
 *
 * Uses no socket: the caller passes received bytes in and sends the bytes that come
 * out.
 *
 *   LP1 seal SHARE PROOF
 *
 * is the first line from the connecting end (judge or referee): SHARE is its fresh
 * X25519 public key, PROOF is BLAKE2b-128(key K, "LP1 judge" | SHARE). The station
 * answers with the same line; its PROOF is BLAKE2b-128(key S, "LP1 station"), where
 * S = BLAKE2b-256(key K, "LP1 secret" | D | both SHAREs, the judge's first) and D is
 * the X25519 product. Then each end sends 24 bytes, the header of libsodium's
 * secretstream, and records of 145 bytes, under BLAKE2b-256(key S, "LP1 to station") or
 * "LP1 to judge".
 *
 * In the clear a station sends only `LP1 refuse key`; a judge accepts that and
 * `LP1 refuse open`. Source: doc/protocol.md, 13.
 */
#ifndef SEAL_H
#define SEAL_H

#include "common/conversation/wire.h"
#include "common/link/secret.h"

enum {
    SEAL_SHARE = WIRE_SHARE_SIZE / 2,         /* bytes of an X25519 key */
    SEAL_STREAM = 52,                         /* bytes of a stream's state */
    SEAL_HEADER = 24,                         /* bytes of a stream's header */
    SEAL_RECORD = WIRE_LINE_MAX + 17,         /* bytes of an encrypted line */
    SEAL_SAY_MAX = SEAL_HEADER + SEAL_RECORD, /* most bytes of one seal_say() */
};

/* One direction of a link. All zero: not sealed. */
struct seal_stream {
    bool on;
    unsigned char state[SEAL_STREAM];
};

enum seal_role {
    SEAL_JUDGE, /* the connecting end */
    SEAL_STATION
};

enum seal_state {
    SEAL_NONE,          /* the link is not sealed */
    SEAL_AWAITS_LINE,   /* next: the other end's share and proof */
    SEAL_AWAITS_HEADER, /* next: the header of its stream */
    SEAL_AWAITS_RECORD, /* next: a record */
    SEAL_BROKEN
};

/* All zero: the link is not sealed. */
struct seal {
    enum seal_state state;
    enum seal_role role;
    const struct secret *secret;
    struct wire_reader reader; /* for the line in the clear */
    /* Wiped by seal_end(). */
    struct seal_inside {
        unsigned char key[SEAL_SHARE];   /* own X25519 private key */
        unsigned char share[SEAL_SHARE]; /* own X25519 public key */
        struct seal_stream out, in;
        size_t got; /* bytes of the unfinished header or record */
        char piece[SEAL_RECORD];
        size_t waits; /* bytes of the line that waits for the stream */
        char line[WIRE_LINE_MAX];
        size_t says; /* bytes that go out before all others */
        char say[SEAL_SAY_MAX];
    } inside;
};

/* Begin the handshake on a new connection. The key must outlive it. */
void seal_start(struct seal *s, const struct secret *secret, enum seal_role role);

/* Wipe the secrets. Nothing can be read or written afterwards. */
void seal_end(struct seal *s);

/* Take the bytes of the handshake that have to be sent now, before later results of
 * seal_write(). Call it after seal_start() and each seal_read(). Returns their number.
 */
size_t seal_say(struct seal *s, char bytes[static SEAL_SAY_MAX]);

/*
 * Read up to *count bytes at *bytes, until a line is complete; moves both past the read
 * bytes. Returns 1 with line[] and its *length, '\n' included; 0 when more bytes are
 * needed; or -1 with errno when the connection has to end: ENOKEY (a message in the
 * clear: the other end has no key), EKEYREJECTED (it has another key), EPROTO (anything
 * else). Later calls fail with EPROTO.
 */
int seal_read(struct seal *s, const char **bytes, size_t *count,
    char line[static WIRE_LINE_MAX], size_t *length);

/* Whether a line may be written now. */
bool seal_has_room(const struct seal *s);

/*
 * Encrypt a line, if seal_has_room(). Returns SEAL_RECORD, the length of the record; or
 * 0 if the stream has not begun: seal_say() then returns the record when it begins.
 */
size_t seal_write(
    struct seal *s, const char *line, size_t length, char record[static SEAL_RECORD]);

/* Whether a written line waits for the stream. */
bool seal_holds_line(const struct seal *s);

#endif
