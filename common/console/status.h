/*
 * status.h - the texts of the status line and of the messages in line mode: the state
 * of a console, and the keys to press now.
 */
#ifndef STATUS_H
#define STATUS_H

#include "common/console/console.h"
#include "common/console/status_line.h"

/* Write the status line of a console under curses. */
void status_read(const struct console *c, int64_t tick, struct status_line *line);

/* Write the hint: the most important fact now, and the key to press. */
void status_hint(const struct console *c, char text[static CONSOLE_TEXT_SIZE]);

/* Write the message for line mode: as status_hint(), but empty while the conversation
 * runs normally. */
void status_message(const struct console *c, char text[static CONSOLE_TEXT_SIZE]);

/* A short name of a disk's fault. error is an errno; 0: the disk is slow. */
const char *status_error(int error);

/* Write the state of the link alone to text[size]. */
void status_bare_link(const struct console *c, int64_t tick, char *text, size_t size);

/* Whether the record or the link is in danger, or the keyboard paused. */
bool status_is_alarming(const struct console *c);

#endif
