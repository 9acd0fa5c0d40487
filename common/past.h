/*
 * past.h - what a key log of ours tells of a conversation that may have been cut short:
 * whose it was, and every keystroke up to the last whole record.
 *
 * A record counts only with its newline, and nothing counts behind one that is broken,
 * or that is not later than the last of its side: what a power cut has left is read as
 * far as it is the log that was written, and no further. Pure.
 */
#ifndef PAST_H
#define PAST_H

#include <stdbool.h>
#include <stddef.h>

#include "key.h"
#include "wire.h"

enum {
    PAST_WORD_MAX = 15,
    PAST_ADDRESS_MAX = 271,
    PAST_DRAW_MAX = 64,
    PAST_CLOCK_MAX = 47
};

/* One record. */
struct past_key {
    uint64_t posted; /* by the log's clock, milliseconds */
    struct key key;
};

struct past {
    char session[WIRE_SESSION_SIZE + 1]; /* empty: this is no log of ours */
    char role[PAST_WORD_MAX + 1];        /* judge, confederate or entry */
    char book[PAST_WORD_MAX + 1];
    char station[WIRE_LABEL_MAX + 1];   /* its label */
    char address[PAST_ADDRESS_MAX + 1]; /* HOST:PORT */
    uint64_t began;                     /* milliseconds; 0: an older log, without it */
    char abandons[WIRE_SESSION_SIZE + 1];
    char pane[PAST_WORD_MAX + 1];      /* left or right, of a pair; else empty */
    char draw[PAST_DRAW_MAX + 1];      /* what commits to who is which; else empty, */
    char nonce[WIRE_SESSION_SIZE + 1]; /* and what it was made with */
    char clock[PAST_CLOCK_MAX + 1];    /* the last note of the clock, or empty */
    bool ended;
    unsigned judge; /* who sat there when the first key was made; 0: nobody said */
    struct past_key *keys;
    size_t count;
};

/*
 * Read the first bytes of a key log, or all of them: its heading alone, as far as it is
 * whole. *past needs no past_free() for that.
 */
void past_read_heading(struct past *past, const char *bytes, size_t length);

/*
 * Read all of a key log.
 * Returns 0; or -1 with errno ENOMEM. Give it back with past_free() in either case.
 */
int past_read(struct past *past, const char *bytes, size_t length);
void past_free(struct past *past);

/* Whether the end of a key log, some of its last bytes, says that the conversation
 * ended in order. */
bool past_has_end(const char *bytes, size_t length);

#endif
