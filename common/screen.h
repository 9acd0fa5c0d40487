/*
 * screen.h - a console under curses: one pane and the status line below it, drawn
 * from state. Only output goes through curses; keyboard.h reads what is typed.
 */
#ifndef SCREEN_H
#define SCREEN_H

#include <stdbool.h>
#include <stdint.h>

struct console;
struct screen;

/*
 * Take the terminal over. Returns the screen, or NULL if this terminal cannot do what
 * curses needs; it is then as it was.
 */
struct screen *screen_open(void);

/* Put the terminal back in order. NULL is allowed. */
void screen_close(struct screen *s);

/* Take over the terminal's size after a SIGWINCH: screen_measure() does as well. */
void screen_fit(void);

/* Tell the console the size of its pane; again after each SIGWINCH. Returns 0; or -1
 * with errno ENOMEM. */
int screen_measure(struct screen *s, struct console *c);

/* Where a pane is on the terminal. */
struct screen_area {
    int row, column, rows, columns;
    bool closed; /* nobody writes there any more: it has no room for drafts */
};

/* A place on the terminal; row -1: not to be seen. */
struct screen_spot {
    int row, column;
};

/*
 * A pane on a terminal that another screen has taken over, which has no status line.
 * Returns it, for screen_close(); or NULL for want of memory.
 */
struct screen *screen_open_pane(void);

/* Put it there, and tell its console how large it is: at least one row and column. What
 * was drawn there is taken to be gone. Returns 0; or -1 with errno ENOMEM. */
int screen_place(struct screen *s, struct console *c, const struct screen_area *area);

/* Draw a console's pane alone, without refreshing the terminal. Returns where its
 * cursor stands. */
struct screen_spot screen_draw_pane(struct screen *s, const struct console *c);

/* The name and version of the library, as it is at run time. */
const char *screen_library(void);

/* Draw. Nothing of the console is changed. */
void screen_draw(struct screen *s, const struct console *c, int64_t tick);

#endif
