/*
 * opening_screen.h - the text before the first key: the book's briefing, the time and
 * the keys, for a judge without experience of terminals. Pure.
 *
 * Sources: rules/1996.txt, 14 and Key entry; rules/2003.txt, 42; rules/2004.txt, 4 and
 * 14; rules/2009.txt, 3 and 4; rules/wager.txt, Turing Test Interviews.
 */
#ifndef OPENING_SCREEN_H
#define OPENING_SCREEN_H

#include <stdbool.h>

#include "common/conversation/rulebook.h"

enum { OPENING_SCREEN_LINES = 8, OPENING_SCREEN_LINE_SIZE = 320 };

struct opening_screen_about {
    const struct rulebook *book;
    const char *title; /* title of the contest, or NULL */
    int stations;      /* number of stations of this judge */
    int minutes;       /* for each conversation or for the pair; 0: no limit */
    bool in_turn;      /* left side first, then the right */
    bool plain;        /* line by line, on a terminal without a screen */
    bool piped;        /* plain, and the keys come from a pipe */
};

/* Paragraphs, not wrapped. */
struct opening_screen {
    int count;
    char lines[OPENING_SCREEN_LINES][OPENING_SCREEN_LINE_SIZE];
};

/* Write the paragraphs for this judge. */
void opening_screen_write(
    struct opening_screen *o, const struct opening_screen_about *about);

#endif
