/*
 * aside.h - what an operator is to know of a program besides the conversation: its
 * state, and its last error lines. The judge never sees any of it. Pure.
 */
#ifndef ASIDE_H
#define ASIDE_H

#include <stddef.h>

enum {
    ASIDE_LINES = 3,       /* that are kept */
    ASIDE_TEXT_SIZE = 160, /* a longer one is cut */
};

/* Zero it to start. */
struct aside {
    char state[ASIDE_TEXT_SIZE]; /* of the program, as of now */
    char news[ASIDE_TEXT_SIZE];  /* what of it a console without a screen tells */
    char lines[ASIDE_LINES][ASIDE_TEXT_SIZE]; /* line n is at n % ASIDE_LINES */
    unsigned long count;                      /* of the lines so far */
};

/* Add a line that the program has complained with: length bytes, of which those that
 * are no printable ASCII become '?'. A blank one is left out. */
void aside_add(struct aside *a, const char *line, size_t length);

/* One of the last lines, 0 the newest; NULL if there is none, or it is not kept. */
const char *aside_line(const struct aside *a, size_t back);

#endif
