/*
 * seal.h - a sealed link: who connects and who answers prove to each other that they
 * have the shared key, agree on keys of this connection, and put each line of the wire
 * into a record of its own that nobody else can read, make, alter, repeat or leave out.
 *
 * It knows no socket: bytes come in, and it says which go out. DESIGN.md, 5, says what
 * is sealed; this is how:
 *
 *   LP1 seal SHARE PROOF
 *
 * comes from who connects (the judge, or a referee): its fresh X25519 key, and
 * BLAKE2b-128(key K, "LP1 judge" | SHARE). The same line comes from the station, with
 * BLAKE2b-128(key S, "LP1 station"), where S = BLAKE2b-256(key K, "LP1 secret" | D |
 * both SHAREs, the judge's first) and D is what X25519 makes of them. Then each sends
 * 24 bytes, the header of libsodium's secretstream, and records of 145 bytes, under
 * BLAKE2b-256(key S, "LP1 to station") or "... to judge".
 *
 * In the clear a station says nothing else but `LP1 refuse key`, and a judge believes
 * nothing else but that and `LP1 refuse open`.
 */
#ifndef SEAL_H
#define SEAL_H

#include "secret.h"
#include "wire.h"

enum {
    SEAL_SHARE = WIRE_SHARE_SIZE / 2,         /* bytes of an X25519 key */
    SEAL_STREAM = 52,                         /* of a stream's state */
    SEAL_HEADER = 24,                         /* of what a stream begins with */
    SEAL_RECORD = WIRE_LINE_MAX + 17,         /* and of each line in it */
    SEAL_SAY_MAX = SEAL_HEADER + SEAL_RECORD, /* most that seal_say() says at once */
};

/* One direction of a link. All zero: not sealed. */
struct seal_stream {
    bool on;
    unsigned char state[SEAL_STREAM];
};

enum seal_role {
    SEAL_JUDGE, /* who connects */
    SEAL_STATION
};

enum seal_state {
    SEAL_NONE,          /* the link is not sealed */
    SEAL_AWAITS_LINE,   /* the other side's share and proof, */
    SEAL_AWAITS_HEADER, /* the beginning of its stream, */
    SEAL_AWAITS_RECORD, /* and its records, one after the other */
    SEAL_BROKEN
};

/* All zero: the link is not sealed. */
struct seal {
    enum seal_state state;
    enum seal_role role;
    const struct secret *secret;
    struct wire_reader reader; /* of the line in the clear */
    /* What is wiped in the end. */
    struct seal_inside {
        unsigned char key[SEAL_SHARE], share[SEAL_SHARE]; /* ours, for this link */
        struct seal_stream out, in;
        size_t got; /* of a header or record, */
        char piece[SEAL_RECORD];
        size_t waits; /* of a line until the streams begin, */
        char line[WIRE_LINE_MAX];
        size_t says; /* and of what is to be sent before anything else */
        char say[SEAL_SAY_MAX];
    } inside;
};

/* Begin to seal a new connection with a key that outlives it. */
void seal_start(struct seal *s, const struct secret *secret, enum seal_role role);

/* Wipe what is secret about it. Nothing more can be read or written. */
void seal_end(struct seal *s);

/* Take the bytes that are to be sent now, before anything that seal_write() makes from
 * now on; call it after seal_start() and each seal_read(). Returns how many. */
size_t seal_say(struct seal *s, char bytes[static SEAL_SAY_MAX]);

/*
 * Read bytes from *bytes, *count of them, up to the end of one line; both are moved
 * past what was read. Returns 1 with line[] and its *length, '\n' included; 0 when all
 * bytes are read and more are needed; or -1 with errno when the connection has to end:
 * ENOKEY (a message in the clear from who has no key), EKEYREJECTED (its key is not
 * ours), EPROTO (anything else); from then on each call says EPROTO.
 */
int seal_read(struct seal *s, const char **bytes, size_t *count,
    char line[static WIRE_LINE_MAX], size_t *length);

/* Whether a line may be written now. */
bool seal_has_room(const struct seal *s);

/*
 * Make a record of a line of the wire, if seal_has_room(). Returns its length,
 * SEAL_RECORD; or 0 if the streams have not begun: then seal_say() will have it when
 * they do.
 */
size_t seal_write(
    struct seal *s, const char *line, size_t length, char record[static SEAL_RECORD]);

/* Whether a line has been written that nobody was given yet. */
bool seal_holds_line(const struct seal *s);

/* Make a record of a line in a stream of which only this side is wanted; of one that is
 * not on, the line itself. Returns its length. */
size_t seal_line(struct seal_stream *stream, const char *line, size_t length,
    char record[static SEAL_RECORD]);

#endif
