/*
 * judge_turn.h - the turn of the judge that an entry's partner is to answer. Pure.
 *
 * In books without turns each finished line is a turn, unless it is blank; lines that
 * come before judge_turn_take() are one turn. Events of both sides come in, also those
 * of the record of a conversation that is resumed after a crash.
 */
#ifndef JUDGE_TURN_H
#define JUDGE_TURN_H

#include "common/conversation/prompt.h"

enum { JUDGE_TURN_MAX = 256 * 1024 };

/* Large. */
struct judge_turn {
    bool turns;                /* the book has turns */
    bool names;                /* judges of this book may type @@nn */
    bool live;                 /* events are new, not from the record of a crash */
    bool turn_over;            /* there is a turn to answer */
    bool begun;                /* not live: some of its answer has been typed */
    bool new_judge;            /* a judge has typed @@nn in this turn */
    bool stop;                 /* the judge stops the answer */
    size_t length;             /* bytes of text */
    char text[JUDGE_TURN_MAX]; /* the judge's lines, each ended by '\n' */
};

/* Make *t empty, under a book. */
void judge_turn_init(struct judge_turn *t, const struct rulebook *book);

/* Another conversation begins, or the present one has ended. */
void judge_turn_forget(struct judge_turn *t);

/* An event of either side. */
void judge_turn_event(struct judge_turn *t, const struct event *event);

/* Drop the turn: it has its answer, or gets none. */
void judge_turn_drop(struct judge_turn *t);

/* The answer has been stopped. */
void judge_turn_clear_stop(struct judge_turn *t);

/* From now on events are new. Returns whether some of the turn's answer was typed
 * before a crash; the turn is then dropped. */
bool judge_turn_go_live(struct judge_turn *t);

/*
 * Take the turn in the form in which a program reads it: its lines and an empty line;
 * or joined, its lines as one line with blanks between them, without words nothing.
 * Writes it and a NUL to text[], and returns its length in bytes.
 */
size_t judge_turn_take(
    struct judge_turn *t, bool joined, char text[static JUDGE_TURN_MAX]);

#endif
