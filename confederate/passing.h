/*
 * passing.h - what a 2009 entry is passed of a judge who talks by turns.
 *
 * The judge's keys are passed as they are made. But the entry knows no turns: it
 * answers a Return. So a turn becomes one line, ended by a Return, and an empty turn
 * nothing; a judge's number (@@nn) is never passed; and when another judge has sat
 * down, what the last one had begun is erased. Pure: told the prompt's events.
 *
 * Sources: rules/1996.txt, Key entry, a and d; rules/2009.txt, 2.
 */
#ifndef PASSING_H
#define PASSING_H

#include "prompt.h"

/* Codes of keys, first in, first out. Zero it to start. */
struct passing_keys {
    uint32_t *codes;
    size_t first, count, capacity;
};

/* Add a key; without memory it is lost. */
void passing_add(struct passing_keys *keys, uint32_t code);

/* Take the first key. Returns false if there is none. */
bool passing_take(struct passing_keys *keys, uint32_t *code);

/* Forget them all. */
void passing_forget(struct passing_keys *keys);

/* Zero it to start. */
struct passing {
    bool no_judges;           /* the book has no @@nn: such a line is text */
    struct passing_keys keys; /* to be passed */
    bool named;               /* the line that was finished last may name a judge */
    size_t length;            /* of the judge's line, */
    size_t sent;              /* and how much of it was passed, or left out for good */
    size_t there;             /* characters on the entry's line */
    uint32_t line[PROMPT_LINE_MAX];
};

/* A judge's event. */
void passing_hear(struct passing *p, const struct event *event);

/* What was heard so far has been passed before, or is not to be: the entry's line is
 * taken to be as it would then be. */
void passing_skip(struct passing *p);

/* Another conversation under the same book: forget everything. */
void passing_reset(struct passing *p);

#endif
