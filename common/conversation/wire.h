/*
 * wire.h - encode and decode the lines of the wire. Pure.
 *
 * A line is ASCII, ends with '\n' and has WIRE_LINE_MAX bytes at most. Each message has
 * exactly one spelling; any other line is an error.
 *
 *   LP1 judge NN SESSION GOT MADE BOOK     the judge's greeting
 *   LP1 referee - - 0 0 -                  a referee's greeting: it only listens
 *   LP1 other LABEL SESSION GOT MADE BOOK  the station's answer
 *   LP1 refuse WORD                        the station's refusal; it then hangs up
 *   LP1 seal SHARE PROOF                   of both ends: the link is sealed (seal.h)
 *   TIME.KEY.SIDE                          a keystroke (key.h)
 *   live                                   all missing keystrokes have been sent
 *   ping LEFT                              sign of life, with the judge's time left
 *   bye                                    an orderly end
 */
#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>

#include "common/conversation/key.h"

enum {
    WIRE_LINE_MAX = 128,    /* bytes in a line, '\n' included */
    WIRE_FIELDS_MAX = 7,    /* fields of a line */
    WIRE_LABEL_MAX = 16,    /* letters, digits and hyphens in a station's label */
    WIRE_WORD_MAX = 16,     /* lower-case letters in the reason of a refusal */
    WIRE_BOOK_MAX = 8,      /* lower-case letters and digits in a rule book's name */
    WIRE_SESSION_SIZE = 32, /* hex digits of a session */
    WIRE_SHARE_SIZE = 64,   /* hex digits of a public key of a sealed link */
    WIRE_PROOF_SIZE = 32    /* hex digits of the proof of the shared key */
};

/* Values of a ping in place of milliseconds left: no clock, and the judge is with the
 * other side of the pair. */
enum { WIRE_LEFT_NONE = -1, WIRE_LEFT_LOCKED = -2 };

enum wire_kind {
    WIRE_JUDGE, /* judge, session, got, made, book */
    WIRE_REFEREE,
    WIRE_OTHER,  /* label, session, got, made, book */
    WIRE_REFUSE, /* word */
    WIRE_SEAL,   /* share, proof */
    WIRE_KEY,    /* key */
    WIRE_LIVE,
    WIRE_PING, /* left */
    WIRE_BYE,
};

struct wire_message {
    enum wire_kind kind;
    unsigned judge; /* 0 to 99 */
    uint64_t got;   /* time of the sender's last keystroke of the other side; 0: none */
    uint64_t made;  /* time of the sender's last keystroke of its own side; 0: none */
    int64_t left;   /* milliseconds, or WIRE_LEFT_ */
    struct key key;
    char label[WIRE_LABEL_MAX + 1];
    char session[WIRE_SESSION_SIZE + 1]; /* empty: no session yet */
    char book[WIRE_BOOK_MAX + 1];
    char word[WIRE_WORD_MAX + 1];
    char share[WIRE_SHARE_SIZE + 1];
    char proof[WIRE_PROOF_SIZE + 1];
};

/* The received part of a line. All zero for a new connection. */
struct wire_reader {
    bool broken;   /* the line is not a message */
    size_t length; /* bytes of line[] */
    char line[WIRE_LINE_MAX];
};

/*
 * Encode a message as a line, '\n' included, without a NUL.
 * Returns its length in bytes; or 0, line[] undefined, if a field is out of range.
 */
size_t wire_encode(const struct wire_message *message, char line[static WIRE_LINE_MAX]);

/*
 * Read up to *count bytes at *bytes, until a message is complete; moves both past the
 * read bytes.
 * Returns 1 with *message set; 0 when more bytes are needed; or -1 with errno EPROTO,
 * *message unchanged, for a line that is not a message. The reader then keeps the line,
 * as far as it was received, and reads no more.
 */
int wire_read(struct wire_reader *reader, const char **bytes, size_t *count,
    struct wire_message *message);

/* Whether text is a label: 1 to WIRE_LABEL_MAX letters, digits and hyphens. */
bool wire_is_label(const char *text);

/* Whether text is a session: WIRE_SESSION_SIZE lower-case hex digits. */
bool wire_is_session(const char *text);

/* Whether text is exactly this number of lower-case hex digits. */
bool wire_is_hex(const char *text, size_t digits);

/* Split a line at blanks, in place. Returns the number of fields, at most
 * WIRE_FIELDS_MAX. */
size_t wire_split(char *line, char *fields[static WIRE_FIELDS_MAX]);

#endif
