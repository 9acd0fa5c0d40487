/*
 * browser.h - choose a communications directory by browsing: no path is typed.
 *
 * Arrows move, Return goes in, the blank chooses. Curses stands on the screen only
 * while it is open.
 *
 * Source: rules/2009.txt, 1 (no path names are keyed in) and 2 (a "browse" function).
 */
#ifndef BROWSER_H
#define BROWSER_H

#include <limits.h>

#include "settings.h"

/*
 * Make settings->lpp the full path of the directory, in path[]: of the one that is
 * named there, or where it is empty of one that the person chooses.
 * Returns PROGRAM_GO; or the code to exit with, what had to be said having been
 * printed.
 */
int browser_settle(struct settings *settings, char path[static PATH_MAX]);

/* Print why the settings' directory cannot be opened, by errno; returns the code. */
int browser_fail(const struct settings *settings, int error);

#endif
