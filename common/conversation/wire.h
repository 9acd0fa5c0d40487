/*
 * wire.h - the lines of the wire to messages and back.
 *
 * Lines of ASCII ended by '\n', WIRE_LINE_MAX bytes at most with it; each message has
 * exactly one spelling, and nothing else is read. Pure: it never touches a socket.
 *
 *   LP1 judge NN SESSION GOT MADE BOOK     the judge's greeting
 *   LP1 referee - - 0 0 -                  a referee's: it only listens
 *   LP1 other LABEL SESSION GOT MADE BOOK  the station's answer
 *   LP1 refuse WORD                        its other answer, then it hangs up
 *   LP1 seal SHARE PROOF                   of either: what follows is sealed (seal.h)
 *   TIME.KEY.SIDE                          a keystroke (key.h)
 *   live                                   what was missing has been sent
 *   ping LEFT                              nothing else to send for a second
 *   bye                                    an orderly end
 */
#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>

#include "common/conversation/key.h"

enum {
    WIRE_LINE_MAX = 128,    /* bytes in a line, '\n' included */
    WIRE_LABEL_MAX = 16,    /* letters, digits and hyphens in a station's label */
    WIRE_WORD_MAX = 16,     /* small letters in the reason of a refusal */
    WIRE_BOOK_MAX = 8,      /* letters and digits in a rule book's name */
    WIRE_SESSION_SIZE = 32, /* hexadecimal digits of a session, */
    WIRE_SHARE_SIZE = 64,   /* of a side's share in the keys of a sealed link, */
    WIRE_PROOF_SIZE = 32    /* and of the proof that it has the shared key */
};

/* What a ping says of the judge's clock besides milliseconds left. */
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
    uint64_t got;   /* time of the last keystroke held from the other side, 0: none */
    uint64_t made;  /* time of the last one held of one's own, 0: none */
    int64_t left;   /* milliseconds, or WIRE_LEFT_ */
    struct key key;
    char label[WIRE_LABEL_MAX + 1];
    char session[WIRE_SESSION_SIZE + 1]; /* empty: none yet */
    char book[WIRE_BOOK_MAX + 1];
    char word[WIRE_WORD_MAX + 1];
    char share[WIRE_SHARE_SIZE + 1];
    char proof[WIRE_PROOF_SIZE + 1];
};

/* What has come of the line being read. Zero it for a new connection. */
struct wire_reader {
    bool broken; /* what was read is no message */
    size_t length;
    char line[WIRE_LINE_MAX];
};

/*
 * Write a message as its line, '\n' included, to line[] (no NUL is added).
 * Returns the bytes written; or 0, line[] undefined, if a field is out of range.
 */
size_t wire_encode(const struct wire_message *message, char line[static WIRE_LINE_MAX]);

/*
 * Read bytes from *bytes, *count of them, up to the end of one message; both are
 * moved past what was read.
 * Returns 1 with *message set; 0 when all bytes are read and the line goes on; or -1
 * with errno EPROTO, *message unchanged, for anything that is no message: the reader
 * then holds the offending line (what there is of it), and reads no further.
 */
int wire_read(struct wire_reader *reader, const char **bytes, size_t *count,
    struct wire_message *message);

/* Whether text is a label: 1 to WIRE_LABEL_MAX letters, digits and hyphens. */
bool wire_is_label(const char *text);

/* Whether text is a session: WIRE_SESSION_SIZE hexadecimal digits, 0 to 9 and a to f.
 */
bool wire_is_session(const char *text);

#endif
