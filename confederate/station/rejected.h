/*
 * rejected.h - who has called a station and is neither judge nor referee: counted,
 * and told to the operator in one line that is renewed once a minute at most and takes
 * no other note's place.
 */
#ifndef REJECTED_H
#define REJECTED_H

#include "common/console/console.h"

enum {
    REJECTED_GAP_MS = 60000, /* from one line to the next */
    REJECTED_WORDS_MAX = 26, /* characters that are shown of what one said */
};

/* All zero: nobody has called. */
struct rejected {
    unsigned long count, told;
    int64_t told_at;               /* tick of the last line, if there was one */
    char last[LINK_FROM_SIZE];     /* where the last one called from, */
    char words[CONSOLE_TEXT_SIZE]; /* and what that one said */
    char note[CONSOLE_TEXT_SIZE];  /* the last line */
};

/* One more has called; words are what it said, printable, and may be none. */
void rejected_add(struct rejected *s, const char *from, const char *words);

/* One more has called, of whom there is this to say. */
void rejected_add_fault(struct rejected *s, const char *from, const char *fault);

/* Whether a note of the station's takes no other's place: there is none, or it is only
 * the one about strangers. */
bool rejected_may_note(const struct rejected *s, const struct console *c);

/* Tell the operator, if there is news and it is time. */
void rejected_tell(struct rejected *s, struct console *c, int64_t tick);

/* The tick at which the clock alone calls for rejected_tell(), INT64_MAX for never. */
int64_t rejected_due(const struct rejected *s, int64_t tick);

#endif
