/*
 * reply.h - the reply of a computer entry, from the bytes that the program prints.
 * Pure.
 *
 * A reply ends at an empty line, at the program's own prompt, or after a silence. Text
 * from before the judge's turn is the reply's head: its empty lines and prompts end
 * nothing, and a banner is dropped with reply_manner.skip_banner. Behind the head may
 * come the preface, which is not part of the reply: a prompt for each line of the turn
 * but the last, and the echo of these lines by a program that has a terminal.
 */
#ifndef REPLY_H
#define REPLY_H

#include <stdint.h>

#include "confederate/reply/teletype.h"

enum {
    REPLY_MAX = TELETYPE_MAX, /* bytes; a program that prints more in a turn floods */
    REPLY_KEYS_SIZE = (UTF8_MAX + 1) * REPLY_MAX, /* bytes of the longest reply */
    REPLY_HUNG_MS = 60000,                        /* silence of a hung program */
};

enum reply_state {
    REPLY_WAITING, /* for the program */
    REPLY_DONE,    /* reply_take() has it */
    REPLY_HUNG,    /* no answer, and no output for REPLY_HUNG_MS */
    REPLY_FLOOD,   /* more than REPLY_MAX bytes */
};

/* How a program prints its replies. */
struct reply_manner {
    const char *prompt; /* borrowed; NULL: it has no prompt */
    int64_t idle_ms;    /* silence that ends a reply without a prompt */
    bool skip_banner;   /* drop the output from before the first turn */
    bool unicode;       /* the book allows characters beyond ASCII */
    bool terminal;      /* the program has a terminal, and may echo its input */
};

struct reply {
    struct reply_manner manner;
    const char *turn;      /* the turn being answered; borrowed until reply_take() */
    size_t turn_length;    /* bytes of it */
    bool echoes;           /* the program edits its lines: its echo is no answer */
    int64_t asked;         /* tick of reply_begin() */
    int64_t heard;         /* tick of the last output, or of reply_begin() */
    bool answered;         /* output has come since reply_begin() */
    bool flooded;          /* more output than a reply may have */
    bool begun;            /* a turn has been handed over since reply_init() */
    bool unwanted;         /* reply_drop() was called since the last turn */
    bool prompted;         /* the last reply ended at the prompt */
    size_t printed;        /* bytes since reply_begin() */
    size_t head;           /* characters from before reply_begin() */
    struct teletype paper; /* head, preface and reply */
};

/* Make *r the reply of a program that has just been started. */
void reply_init(struct reply *r, struct reply_manner manner);

/* Add output of the program, count bytes of it, at tick. */
void reply_feed(struct reply *r, const char *bytes, size_t count, int64_t tick);

/*
 * Whether the program waits for the judge's turn at tick. A program with a prompt does
 * when it has printed it; with skip_banner one without a prompt does after its banner;
 * any other always does. reply_ready_due() is the tick at which the clock alone changes
 * this, INT64_MAX for never.
 */
bool reply_is_ready(const struct reply *r, int64_t tick);
int64_t reply_ready_due(const struct reply *r);

/* Drop all output up to the next reply_begin(). */
void reply_drop(struct reply *r);

/*
 * The program has been handed a turn at tick: its reply begins. The turn is length
 * bytes of lines, each ended by '\n', borrowed until reply_take().
 */
void reply_begin(struct reply *r, const char *turn, size_t length, int64_t tick);

/* Whether the program is known to echo its input: then an echo alone is no answer. */
void reply_expect_echo(struct reply *r, bool echoes);

/* The reply may be empty: silence ends it without any output. */
void reply_allow_none(struct reply *r);

/* Set the silence that ends the reply, in milliseconds. */
void reply_set_idle(struct reply *r, int64_t idle_ms);

/* Whether some of the reply has come: more than echoes and the prompts for the lines.
 */
bool reply_is_answered(const struct reply *r);

/* The state at tick, and the tick at which the clock alone changes it. */
enum reply_state reply_state(const struct reply *r, int64_t tick);
int64_t reply_due(const struct reply *r);

/*
 * Take the reply, or its text so far if it is not done, as keys to type: lines without
 * blanks at their end, each ended by '\r', none blank and none longer than the prompt
 * takes. Writes them to keys[], in UTF-8, and returns the number of bytes. Output
 * behind the reply's end stays for the next reply.
 */
size_t reply_take(struct reply *r, char keys[static REPLY_KEYS_SIZE]);

#endif
