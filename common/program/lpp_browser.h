/*
 * lpp_browser.h - choose a communications directory by browsing: no path is typed.
 *
 * Arrows move the mark, Return opens the marked directory, Space chooses it. The caller
 * owns the screen and the loop: it passes keys on and draws when it likes.
 *
 * Source: rules/2009.txt, 1 (no path names are keyed in) and 2 (a "browse" function).
 */
#ifndef LPP_BROWSER_H
#define LPP_BROWSER_H

#include <limits.h>

#include "common/console/screen.h"
#include "common/console/settings.h"
#include "common/input/list.h"

enum lpp_browser_result { LPP_BROWSER_OPEN, LPP_BROWSER_CHOSEN, LPP_BROWSER_LEFT };

struct lpp_browser {
    char path[PATH_MAX]; /* full path of the directory shown, or chosen */
    char **names;        /* directories in it, after "." and ".." */
    size_t capacity;     /* names that fit */
    struct list list;    /* the names as a list */
    size_t rows;         /* rows of the screen for the list, as of the last drawing */
    enum lpp_browser_result result;
};

/* Open the browser at the current directory. Returns 0; or -1 with errno of realpath().
 * Free the names with lpp_browser_close(). */
int lpp_browser_open(struct lpp_browser *b);
void lpp_browser_close(struct lpp_browser *b);

/* Press a key or a command (keyboard.h); it may change b->result. */
void lpp_browser_press(struct lpp_browser *b, uint32_t code);

/* Draw the browser on the whole screen s. */
void lpp_browser_draw(struct lpp_browser *b, const struct screen *s);

/* Print that no directory was chosen, or that this terminal has no screen for it.
 * Returns the exit code. */
int lpp_browser_not_chosen(const struct settings *settings);
int lpp_browser_no_screen(const struct settings *settings);

/*
 * Make settings->lpp the full path of the directory that it names, in path[].
 * Returns PROGRAM_GO; or the exit code, after one line on standard error.
 */
int lpp_browser_resolve(struct settings *settings, char path[static PATH_MAX]);

/* Print why the directory cannot be opened, by errno. Returns the exit code. */
int lpp_browser_fail(const struct settings *settings, int error);

#endif
