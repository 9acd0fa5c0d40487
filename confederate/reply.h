/*
 * reply.h - what a computer entry prints, byte by byte, to a reply that can be typed.
 *
 * Pure. A reply ends at an empty line, at the program's own prompt, or after a
 * silence; what was printed before the judge's turn is at its head, and its blank
 * lines and prompts end nothing. Only printable ASCII and '\n' come out.
 */
#ifndef REPLY_H
#define REPLY_H

#include "keyboard.h"

enum {
    REPLY_MAX = 64 * 1024, /* bytes; a program that prints more in a turn floods */
    REPLY_HUNG_MS = 60000, /* of nothing at all */
};

enum reply_state {
    REPLY_WAITING, /* for the program */
    REPLY_DONE,    /* reply_take() has it */
    REPLY_HUNG,    /* nothing has come for REPLY_HUNG_MS */
    REPLY_FLOOD,   /* more than REPLY_MAX */
};

struct reply {
    const char *prompt; /* borrowed; NULL: it has none */
    int64_t idle_ms;    /* the silence that ends a reply without other sign */
    struct keyboard bytes;
    bool escaped;  /* within a short escape sequence */
    int64_t asked; /* tick at which the turn was handed over */
    int64_t heard; /* and of the last output since */
    bool answered; /* there was some */
    bool flooded;
    size_t printed; /* bytes since the turn was handed over */
    bool prompted;  /* the program's prompt has come, and no turn since */
    size_t head;    /* characters printed before the turn */
    size_t length;
    char text[REPLY_MAX];
};

/* Make *r the reply of a program that has just been started. */
void reply_init(struct reply *r, const char *prompt, int64_t idle_ms);

/* The program has printed these bytes. */
void reply_feed(struct reply *r, const char *bytes, size_t count, int64_t tick);

/* Whether the program is known to wait for the judge: always, unless it has a prompt
 * and has not printed it yet. */
bool reply_is_ready(const struct reply *r);

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
 * takes. Writes them to keys[] and returns how many. What came after the reply's end
 * stays for the next.
 */
size_t reply_take(struct reply *r, char keys[static 2 * REPLY_MAX]);

#endif
