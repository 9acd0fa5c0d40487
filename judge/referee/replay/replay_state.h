/*
 * replay_state.h - the state of a replay on a screen, and its keys. Pure.
 */
#ifndef REPLAY_STATE_H
#define REPLAY_STATE_H

#include "common/input/line_edit.h"
#include "judge/referee/replay/playback.h"

enum replay_result {
    REPLAY_CONTINUES,
    REPLAY_REDRAWS, /* the whole terminal is to be drawn again */
    REPLAY_LEAVES,
};

struct replay_state {
    struct playback playback;
    bool shows_seats; /* titles say which pane is the human's */
    bool shows_help;
    struct line_question question; /* in the status line */
    struct line_edit wanted;       /* text of the last search */
    const char *note;              /* shown until the next key; NULL: no note */
};

/* Press a key or a command (key.h, keyboard.h) at a tick of the playback. */
enum replay_result replay_state_press(
    struct replay_state *s, uint32_t code, int64_t tick);

#endif
