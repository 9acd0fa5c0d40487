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

#include "common/console/terminal.h"
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

/*
 * Open the browser at the current directory, on a terminal that is open: the keys go to
 * it until b->result is no longer LPP_BROWSER_OPEN. lpp_browser_end() is then due.
 * Returns PROGRAM_GO; or the exit code, after a line on standard error.
 */
int lpp_browser_open(
    struct lpp_browser *b, const struct settings *settings, struct terminal *terminal);

/* Draw the browser on the whole screen s. */
void lpp_browser_draw(struct lpp_browser *b, const struct screen *s);

/* Leave without a choice. */
void lpp_browser_leave(struct lpp_browser *b);

/*
 * Give the keys back to the console. settings->lpp becomes the chosen directory, in
 * *b. Returns PROGRAM_GO; or the exit code, after a line on standard error, if none was
 * chosen.
 */
int lpp_browser_end(
    struct lpp_browser *b, struct settings *settings, struct terminal *terminal);

/*
 * Without browsing, make settings->lpp the full path of the directory that it names, in
 * *b. Returns PROGRAM_GO; or the exit code, after a line on standard error.
 */
int lpp_browser_resolve(struct lpp_browser *b, struct settings *settings);

/* Print why the directory cannot be opened, by errno. Returns the exit code. */
int lpp_browser_fail(const struct settings *settings, int error);

#endif
