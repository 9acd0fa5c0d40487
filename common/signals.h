/*
 * signals.h - signals as flags that the loop looks at.
 *
 * They are blocked but for the time in signals_poll(), so none is missed between a
 * look and the wait. SIGPIPE is ignored.
 */
#ifndef SIGNALS_H
#define SIGNALS_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Take charge of SIGTERM, SIGHUP, SIGINT, SIGWINCH and SIGCHLD. Call it after curses
 * has been started, which would take SIGWINCH for itself. */
void signals_open(void);

enum { SIGNALS_FDS_MAX = 256 };

/* poll() on fds, SIGNALS_FDS_MAX of them at most, until tick until (INT64_MAX: without
 * end; now is the present one), or until a signal comes. Entries whose fd is negative
 * are passed over. A poll() that fails is as one that has seen nothing; only when it
 * has failed for seconds on end is the program told to end. */
void signals_poll(struct pollfd *fds, size_t count, int64_t now, int64_t until);

/* Whether the window's size has changed since the last call. */
bool signals_resized(void);

/* Whether the program is to end. */
bool signals_ending(void);

/* If that is because there is no waiting any more, the errno; else 0. */
int signals_error(void);

/* In a child, before it runs another program: signals as a program expects them. */
void signals_reset(void);

#endif
