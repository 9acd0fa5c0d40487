/*
 * reply.h - what a computer entry prints, byte by byte, to a reply that can be typed.
 *
 * Pure. A reply ends at an empty line, at the program's own prompt, or after a
 * silence; what was printed before the judge's turn is at its head, and its blank
 * lines and prompts end nothing, unless it was a banner that nobody is to see.
 */
#ifndef REPLY_H
#define REPLY_H

#include <stdint.h>

#include "teletype.h"

enum {
    REPLY_MAX = TELETYPE_MAX, /* bytes; a program that prints more in a turn floods */
    REPLY_KEYS_SIZE = (UTF8_MAX + 1) * REPLY_MAX, /* what is typed for it, in bytes */
    REPLY_HUNG_MS = 60000,                        /* of nothing at all */
};

enum reply_state {
    REPLY_WAITING, /* for the program */
    REPLY_DONE,    /* reply_take() has it */
    REPLY_HUNG,    /* nothing has come for REPLY_HUNG_MS */
    REPLY_FLOOD,   /* more than REPLY_MAX */
};

/* What is known of a program's way to answer. */
struct reply_manner {
    const char *prompt; /* borrowed; NULL: it has none */
    int64_t idle_ms;    /* the silence that ends a reply without other sign */
    bool skip_banner;   /* what it prints before its first turn is not for the judge */
    bool unicode;       /* the book has more characters than ASCII */
};

struct reply {
    struct reply_manner manner;
    int64_t asked; /* tick at which the turn was handed over */
    int64_t heard; /* and of the last output since */
    bool answered; /* there was some */
    bool flooded;
    bool begun;     /* a turn has been handed over, ever */
    size_t printed; /* bytes since the turn was handed over */
    bool prompted;  /* the program's prompt has come, and no turn since */
    size_t head;    /* characters printed before the turn */
    struct teletype paper;
};

/* Make *r the reply of a program that has just been started. */
void reply_init(struct reply *r, struct reply_manner manner);

/* The program has printed these bytes. */
void reply_feed(struct reply *r, const char *bytes, size_t count, int64_t tick);

/*
 * Whether the program is known to wait for the judge at tick: always, unless it has a
 * prompt and has not printed it yet, or a banner of which there may be more.
 * reply_ready_due() is the tick at which that may change by itself.
 */
bool reply_is_ready(const struct reply *r, int64_t tick);
int64_t reply_ready_due(const struct reply *r);

/* Throw away what has come so far: the judge has asked not to hear it. */
void reply_drop(struct reply *r);

/* The judge's turn has been handed to the program. */
void reply_begin(struct reply *r, int64_t tick);

/* How it stands at tick, and the tick at which that may next change by itself. */
enum reply_state reply_state(const struct reply *r, int64_t tick);
int64_t reply_due(const struct reply *r);

/*
 * Take the reply, all that has come so far if it is not done, as keys to type: lines
 * without blank ends, each ended by '\r', none blank and none longer than the prompt
 * takes. Writes them to keys[], in UTF-8, and returns how many bytes. What came after
 * the reply's end stays for the next.
 */
size_t reply_take(struct reply *r, char keys[static REPLY_KEYS_SIZE]);

#endif
