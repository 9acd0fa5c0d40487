/*
 * lpp_turn.h - the judge's keys in the form that a 2009 entry is sent. Pure.
 *
 * The keys are sent as they are made. But the entry has no turns: it answers a Return.
 * So a turn becomes one line with a Return at its end, and an empty turn nothing; a
 * judge's number (@@nn) is never sent; and when another judge sits down, the line begun
 * by the last one is erased.
 *
 * Sources: rules/1996.txt, Key entry, a and d; rules/2009.txt, 2.
 */
#ifndef LPP_TURN_H
#define LPP_TURN_H

#include "common/conversation/prompt.h"

/* A queue of key codes. Zero it to start. */
struct lpp_keys {
    uint32_t *codes;
    size_t count, capacity;
};

/* Add a key; without memory it is dropped. */
void lpp_keys_add(struct lpp_keys *k, uint32_t code);

/* Take the first key. Returns false if there is none. */
bool lpp_keys_take(struct lpp_keys *k, uint32_t *code);

/* Drop all keys. */
void lpp_keys_forget(struct lpp_keys *k);

/* Zero it to start. */
struct lpp_turn {
    bool no_judges;       /* the book has no @@nn: such a line is text */
    struct lpp_keys keys; /* to be sent */
    bool named;           /* the last finished line may be a judge's number */
    size_t length;        /* characters in line[] */
    size_t sent;          /* of these, the first that were sent or left out for good */
    size_t there;         /* characters on the entry's line */
    uint32_t line[PROMPT_LINE_MAX]; /* the judge's unfinished line */
};

/* An event of the judge's. */
void lpp_turn_hear(struct lpp_turn *t, const struct event *event);

/* Drop the keys to be sent: they were sent before a crash. The entry's line counts as
 * if it had them. */
void lpp_turn_skip(struct lpp_turn *t);

/* Forget the conversation, but not no_judges. */
void lpp_turn_forget(struct lpp_turn *t);

#endif
