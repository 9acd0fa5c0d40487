/*
 * strangers.h - who has called a station and is neither judge nor referee: counted,
 * and told to the operator in one line that is renewed once a minute at most and takes
 * no other note's place.
 */
#ifndef STRANGERS_H
#define STRANGERS_H

#include "console.h"

enum {
    STRANGERS_GAP_MS = 60000, /* from one line to the next */
    STRANGERS_WORDS_MAX = 26, /* characters that are shown of what one said */
};

/* All zero: nobody has called. */
struct strangers {
    unsigned long count, told;
    int64_t told_at;               /* tick of the last line, if there was one */
    char last[LINK_FROM_SIZE];     /* where the last one called from, */
    char words[CONSOLE_TEXT_SIZE]; /* and what that one said */
    char note[CONSOLE_TEXT_SIZE];  /* the last line */
};

/* One more has called; words are what it said, printable, and may be none. */
void strangers_add(struct strangers *s, const char *from, const char *words);

/* One more has called, of whom there is this to say. */
void strangers_add_fault(struct strangers *s, const char *from, const char *fault);

/* Whether a note of the station's takes no other's place: there is none, or it is only
 * the one about strangers. */
bool strangers_may_note(const struct strangers *s, const struct console *c);

/* Tell the operator, if there is news and it is time. */
void strangers_tell(struct strangers *s, struct console *c, int64_t tick);

/* The tick at which the clock alone calls for strangers_tell(), INT64_MAX for never. */
int64_t strangers_due(const struct strangers *s, int64_t tick);

#endif
