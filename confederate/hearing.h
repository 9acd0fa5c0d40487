/*
 * hearing.h - what the host of a program has heard of the judge, and is to answer.
 *
 * Under a book with turns that is a turn; where there are none each finished line is
 * one, unless it is blank, and what comes before it was taken counts as one with it.
 * Pure: told the prompt's events, of both sides, also those of a conversation that was
 * cut short and is gone on with.
 */
#ifndef HEARING_H
#define HEARING_H

#include "prompt.h"

enum { HEARING_MAX = 256 * 1024 };

/* Large. */
struct hearing {
    bool turns; /* the book has some, */
    bool names; /* and judges who say their numbers */
    bool live;  /* what is heard now is no record of before a crash: set by the host */
    bool turn_over; /* there is something to answer */
    bool begun;     /* and some of the answer has been typed, before a crash */
    bool new_judge; /* who has just said a number */
    bool stop;      /* the judge wants the answer to end */
    size_t length;  /* lines of the judge's, each ended by '\n' */
    char text[HEARING_MAX];
};

/* Make *h one that has heard nothing, under a book. */
void hearing_init(struct hearing *h, const struct rulebook *book);

/* Another conversation begins, or the present one has ended. */
void hearing_forget(struct hearing *h);

/* An event of either side. */
void hearing_event(struct hearing *h, const struct event *event);

/* It is answered, or not to be: nothing was heard. */
void hearing_drop(struct hearing *h);

/* Take what was heard to text[]; there is room for two bytes more. Returns its length:
 * what is heard from now on is the next. */
size_t hearing_take(struct hearing *h, char text[static HEARING_MAX]);

#endif
