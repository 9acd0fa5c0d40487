/*
 * signals.h - signals as flags for the program's loop.
 *
 * Signals are blocked except inside signals_poll(), so that a signal between a check of
 * a flag and the wait is not lost. SIGPIPE is ignored.
 */
#ifndef SIGNALS_H
#define SIGNALS_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Catch SIGTERM, SIGHUP (unless it is ignored, as under nohup), SIGINT, SIGWINCH and
 * SIGCHLD. Call it after curses has started, which installs its own SIGWINCH handler.
 */
void signals_open(void);

enum { SIGNALS_FDS_MAX = 256 };

/* poll() count descriptors, at most SIGNALS_FDS_MAX, from tick now until tick until
 * (INT64_MAX: no limit) or until a signal. Entries with a negative fd are ignored.
 * After a failed poll() all revents are 0; after 200 failures in a row (2 s)
 * signals_ending() is true. */
void signals_poll(struct pollfd *fds, size_t count, int64_t now, int64_t until);

/* Whether SIGWINCH has arrived since the last call. */
bool signals_resized(void);

/* Whether the program has to end. */
bool signals_ending(void);

/* The errno if the program has to end because poll() keeps failing; else 0. */
int signals_error(void);

/* Restore the default handlers and the mask, in a child before exec(). */
void signals_reset(void);

#endif
