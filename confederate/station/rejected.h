/*
 * rejected.h - the connections that a station has rejected, for a note to the operator:
 * their number, and the address and the first words of the last one.
 *
 * A new note comes once a minute at most, and does not replace a note of another kind.
 */
#ifndef REJECTED_H
#define REJECTED_H

#include "common/console/console.h"

enum {
    REJECTED_GAP_MS = 60000, /* between two notes */
    REJECTED_WORDS_MAX = 26, /* characters of the first words that a note shows */
};

/* Zero it to start. */
struct rejected {
    unsigned long count;           /* rejected connections */
    unsigned long told;            /* count in the last note */
    int64_t told_at;               /* tick of the last note, if told is not 0 */
    char last[LINK_FROM_SIZE];     /* address of the last connection */
    char words[CONSOLE_TEXT_SIZE]; /* its first words in quotes, or its fault */
    char note[CONSOLE_TEXT_SIZE];  /* the last note */
};

/* Count a connection from an address, with its first words: printable, "" for none. */
void rejected_add(struct rejected *r, const char *from, const char *words);

/* Count a connection from an address, with its fault. */
void rejected_add_fault(struct rejected *r, const char *from, const char *fault);

/* Whether the console's note may be replaced: it is empty or one of rejected_tell(). */
bool rejected_may_note(const struct rejected *r, const struct console *c);

/* Put a note on the console, if the count has changed and the note is due. */
void rejected_tell(struct rejected *r, struct console *c, int64_t tick);

/* The tick at which rejected_tell() is next needed, INT64_MAX for never. */
int64_t rejected_due(const struct rejected *r, int64_t tick);

#endif
