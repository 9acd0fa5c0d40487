/*
 * screen.h - a console under curses: one pane and the status line below it, drawn
 * from state. Only output goes through curses; keyboard.h reads the keys.
 */
#ifndef SCREEN_H
#define SCREEN_H

#include <stdbool.h>
#include <stdint.h>

#include "common/console/status_line.h"
#include "common/input/line_edit.h"

struct console;
struct screen;

/*
 * Take over the terminal. Returns the screen; or NULL, the terminal being unchanged, if
 * it is not fit for curses.
 */
struct screen *screen_open(void);

/* Restore the terminal. NULL is allowed. */
void screen_close(struct screen *s);

/* Give curses the terminal's new size after a SIGWINCH. (screen_measure() calls it.) */
void screen_fit(void);

/* Set the size of the pane in the console; call it after each SIGWINCH. */
void screen_measure(struct screen *s, struct console *c);

/* The place and the size of a pane on the terminal. */
struct screen_area {
    int row, column, rows, columns;
    bool closed; /* no key can be typed there any more: no rows for drafts */
};

/* A place on the terminal; row -1: hidden. */
struct screen_spot {
    int row, column;
};

/*
 * Make a pane, without a status line, on a terminal that another screen has taken over.
 * Returns the pane, for screen_close(); or NULL without memory.
 */
struct screen *screen_open_pane(void);

/* Place a pane, of at least one row and column, and set its size in the console. The
 * next draw draws all of it. */
void screen_place(struct screen *s, struct console *c, const struct screen_area *area);

/* Draw a console's pane alone, without refreshing the terminal. Returns the place
 * of its cursor. */
struct screen_spot screen_draw_pane(struct screen *s, const struct console *c);

/* Draw the status line on the last `rows` rows of the terminal (status_line_lay()),
 * without refreshing it. s is the screen of screen_open(). */
void screen_draw_status(
    const struct screen *s, const struct status_line *line, int rows);

/*
 * Write all that was drawn since to the terminal, with the cursor at its place. bells
 * and redraws are the bells and redraws of the whole screen asked for so far: those
 * that are new are done. s is the screen of screen_open().
 */
void screen_show(
    struct screen *s, struct screen_spot cursor, unsigned bells, unsigned redraws);

/* Draw a question and the part of its answer that fits on the last row of the terminal,
 * and put the cursor there, without refreshing it. */
void screen_draw_question(const char *question, const struct line_edit *answer);

/* Name and version of the curses library at run time. */
const char *screen_library(void);

/* Draw the console at tick, and refresh the terminal. */
void screen_draw(struct screen *s, const struct console *c, int64_t tick);

#endif
