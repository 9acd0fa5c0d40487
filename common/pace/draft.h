/*
 * draft.h - what a person has written and the judge has not been shown: the keys of a
 * paced console become text, its corrections already made.
 *
 * Text comes out as a program's reply does (reply.h): no blanks at the end of a line,
 * no blank lines, a blank for a Tab. So nothing but the words tells who wrote it. Pure.
 */
#ifndef DRAFT_H
#define DRAFT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/conversation/rulebook.h"

enum { DRAFT_MAX = 64 * 1024 };

enum draft_result {
    DRAFT_TAKEN,    /* part of the draft, or of nothing */
    DRAFT_LINE,     /* the text is to be handed over: draft_sent() follows */
    DRAFT_TURN,     /* and with it the turn ends */
    DRAFT_FULL,     /* the line, or the whole draft, holds no more */
    DRAFT_NOTHING,  /* there is nothing to erase */
    DRAFT_ALPHABET, /* the book in force does not allow this character */
};

/* Large. */
struct draft {
    enum alphabet alphabet;
    bool turns;    /* a Return on an empty line ends one */
    bool whole;    /* a turn goes out whole; else each line */
    bool open;     /* the judge sees the beginning of the line to which this belongs */
    bool returned; /* a Return of this turn came before the text */
    size_t length;
    uint32_t text[DRAFT_MAX]; /* lines, each but the last ended by K_RETURN */
};

/* Make *d an empty draft under a book: where it has turns, of whole ones if that is
 * asked for, and else of lines. */
void draft_init(struct draft *d, const struct rulebook *book, bool whole);

/* A turn begins, or goes on after a crash: then open and returned tell how the judge
 * sees it. */
void draft_begin(struct draft *d, bool open, bool returned);

/*
 * A key has been pressed: a character, K_TAB, K_BACKSPACE (it takes back the end of a
 * line, too, where a turn goes out whole) or K_RETURN. Returns what became of it;
 * after the last three the draft is as it was.
 */
enum draft_result draft_press(struct draft *d, uint32_t code);

/* The text has been handed over. */
void draft_sent(struct draft *d);

/* The line that is being written, *length characters of it. */
const uint32_t *draft_line(const struct draft *d, size_t *length);

/* Whether a Return now ends the turn: one has come, and nothing after it. */
bool draft_may_end(const struct draft *d);

#endif
