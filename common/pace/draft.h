/*
 * draft.h - edit the text of a person that the judge has not seen yet: at a console
 * with a pace, or in a book with whole messages. Pure.
 *
 * The text has the form of a program's reply (reply.h), so that only the words differ:
 * no blanks at the ends of lines, no blank lines, a blank for a Tab.
 */
#ifndef DRAFT_H
#define DRAFT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/conversation/rulebook.h"

enum { DRAFT_MAX = 64 * 1024 };

enum draft_result {
    DRAFT_TAKEN,    /* the key is done; a blank line adds no text */
    DRAFT_LINE,     /* send the text, then call draft_sent() */
    DRAFT_TURN,     /* the same, and end the turn */
    DRAFT_FULL,     /* the line or the draft is full */
    DRAFT_NOTHING,  /* the draft is empty: nothing to erase */
    DRAFT_ALPHABET, /* the book does not allow this character */
};

/* Large. */
struct draft {
    enum alphabet alphabet;
    bool turns;    /* a Return on an empty line ends the turn */
    bool whole;    /* a draft is a whole turn; else a line */
    bool open;     /* the judge has seen the beginning of the first line */
    bool returned; /* the turn has had a Return before the text */
    size_t length;
    uint32_t text[DRAFT_MAX]; /* lines, each except the last ended by K_RETURN */
};

/* Make *d an empty draft for a book. In a book with turns, whole drafts are whole
 * turns; all other drafts are lines. */
void draft_init(struct draft *d, const struct rulebook *book, bool whole);

/* Begin a turn with an empty draft; open and returned are true only for a turn resumed
 * after a crash. */
void draft_begin(struct draft *d, bool open, bool returned);

/*
 * Press a key: a character, K_TAB, K_BACKSPACE (in a whole turn it also erases the end
 * of a line) or K_RETURN. The draft is unchanged after DRAFT_FULL, DRAFT_NOTHING and
 * DRAFT_ALPHABET.
 */
enum draft_result draft_press(struct draft *d, uint32_t code);

/* The text was sent: empty the draft. */
void draft_sent(struct draft *d);

/* The last line of the draft, *length characters. */
const uint32_t *draft_line(const struct draft *d, size_t *length);

/* Whether a Return would end the turn. */
bool draft_may_end(const struct draft *d);

#endif
