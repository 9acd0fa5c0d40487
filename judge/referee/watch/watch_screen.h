/*
 * watch_screen.h - the wall or a pane in full (watch_state.h), under curses.
 */
#ifndef WATCH_SCREEN_H
#define WATCH_SCREEN_H

#include "common/console/screen.h"
#include "judge/referee/watch/watch_state.h"

enum {
    WATCH_SCREEN_PANE_WIDTH = 40, /* columns of a pane on the wall, at least */
    WATCH_SCREEN_PANE_HEIGHT = 7, /* rows of a pane on the wall, at least */
};

/* Draw the screen, and store the sizes of wall and pane in *s. */
void watch_screen_draw(
    const struct screen *screen, struct watch_state *s, const struct watch_set *set);

/* Draw the whole terminal again at the next drawing. */
void watch_screen_redraw(void);

/* Ring the terminal's bell. */
void watch_screen_ring(void);

#endif
