/*
 * replay_screen.h - a replay under curses: its drawing and its loop.
 */
#ifndef REPLAY_SCREEN_H
#define REPLAY_SCREEN_H

#include "judge/referee/record/timeline.h"

/*
 * Replay a timeline that has a key, on the terminal, until the viewer leaves.
 * speed is as playback.h has it; paused stands before the first key.
 * Returns 0; EX_UNAVAILABLE if the terminal cannot do it, or EX_OSERR without memory:
 * the reason is then on standard error.
 */
int replay_screen(struct timeline *timeline, unsigned speed, bool paused);

#endif
