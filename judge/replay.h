/*
 * replay.h - what a replay on a screen is made of: its state, how it is drawn, and what
 * keys do to it. Its loop is in replay_screen.c.
 */
#ifndef REPLAY_H
#define REPLAY_H

#include "tape.h"

/* What the status line asks for. */
enum asking { ASKS_NOTHING, ASKS_TEXT, ASKS_TIME };

struct replay {
    struct tape *tape;
    struct grid grid;
    bool reveals; /* who sits where */
    bool helps;
    enum asking asking;
    char answer[TAPE_FIND_MAX + 1];
    size_t answer_length;
    uint32_t wanted[TAPE_FIND_MAX]; /* was looked for last */
    size_t wanted_length;
    const char *news; /* instead of the hint; NULL: none */
    int code;         /* to end with, */
    bool ends;        /* once it is to end */
};

/* The clock that a tape goes by, microseconds. */
int64_t replay_now(void);

/* Where its tape stands now. */
uint64_t replay_position(const struct replay *replay);

/* Draw all of it. */
void replay_draw(struct replay *replay);

/* The viewer has pressed a key, as getch() names it. */
void replay_press(struct replay *replay, int key);

#endif
