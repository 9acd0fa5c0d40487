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

/* The name and version of the library, as it is at run time. */
const char *screen_library(void);

/* Draw. Nothing of the console is changed. */
void screen_draw(struct screen *s, const struct console *c, int64_t tick);

#endif
