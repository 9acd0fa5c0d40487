/*
 * status.h - the words beside the conversation: what a console's state means to the
 * person before it, and what that person may do now.
 */
#ifndef STATUS_H
#define STATUS_H

#include "console.h"

/* The one thing to know now. */
void status_hint(const struct console *c, char text[static CONSOLE_TEXT_SIZE]);

/* Where there is no status line: as status_hint(), but empty for what only says that
 * all goes its way. */
void status_message(const struct console *c, char text[static CONSOLE_TEXT_SIZE]);

/* What is wrong with a disk, in the few columns that there are; error is an errno, 0
 * for a slow one. */
const char *status_error(int error);

/* How the link is at tick, and before it the clock, if there is one. */
void status_link(
    const struct console *c, int64_t tick, char text[static CONSOLE_TEXT_SIZE]);

/* The link alone, to text[] of that size. */
void status_bare_link(const struct console *c, int64_t tick, char *text, size_t size);

/* Whether the record or the link is in danger, or the keyboard paused. */
bool status_is_alarming(const struct console *c);

#endif
