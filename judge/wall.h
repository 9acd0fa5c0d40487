/*
 * wall.h - what a referee looks at, under curses: view.h says what that is.
 */
#ifndef WALL_H
#define WALL_H

#include "view.h"

enum { WALL_PANE_WIDTH = 40, WALL_PANE_HEIGHT = 7 }; /* the least of a pane */

/* Draw it all, and tell *v how large things have become. */
void wall_draw(struct view *v, const struct lookout *r);

/* The terminal is to be drawn anew. */
void wall_redraw(void);

/* Ring the terminal's bell. */
void wall_ring(void);

#endif
