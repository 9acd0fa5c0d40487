/*
 * opening.h - what a judge reads before the first key: what the book has judges told,
 * how much time there is, and which keys do what, in words for somebody who has never
 * used a terminal. Pure.
 *
 * Sources: rules/1996.txt, 14 and Key entry; rules/2003.txt, 42; rules/2004.txt, 4 and
 * 14; rules/2009.txt, 3 and 4; rules/wager.txt, Turing Test Interviews.
 */
#ifndef OPENING_H
#define OPENING_H

#include <stdbool.h>

#include "rulebook.h"

enum { OPENING_LINES = 8, OPENING_LINE_SIZE = 320 };

struct opening_about {
    const struct rulebook *book;
    const char *title; /* of the contest; NULL: it has none */
    int stations;      /* that this judge talks to */
    int minutes;       /* for each conversation or for the pair; 0: without end */
    bool in_turn;      /* the left side first, and then the right */
    bool plain;        /* on a terminal that has no screen, line by line; */
    bool piped;        /* and then: what is said comes from a pipe */
};

/* Paragraphs, as long as they happen to be. */
struct opening {
    int count;
    char lines[OPENING_LINES][OPENING_LINE_SIZE];
};

/* Write what this judge is to know. */
void opening_write(struct opening *o, const struct opening_about *about);

#endif
