/*
 * child.h - a program that reads standard input and writes standard output, run as it
 * is. One that dies, or never starts, is an event and not an accident.
 */
#ifndef CHILD_H
#define CHILD_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "warden.h"

enum {
    CHILD_FDS = 4, /* that poll() is to wait for */
    CHILD_PATH_SIZE = 4096,
    CHILD_INPUT_MAX = 1024 * 1024, /* bytes that may wait for a program to read them */
    CHILD_TERM_MS = 1000,          /* from the request to go to SIGKILL */
};

struct child {
    struct warden warden;
    bool alive;       /* there is a program, or something that it has started */
    int in, out, err; /* its standard streams, in and out one for both with a terminal;
                         -1: closed */
    char *input;      /* what it has not taken yet */
    size_t length;
    int64_t ended;   /* tick at which its output ended; 0: it has not */
    bool ending;     /* it has been asked to go */
    int64_t kill_at; /* tick at which it is made to */
};

/*
 * Find a program as a shell would, and write its path to path[].
 * Returns 0; or -1 with errno ENOENT, or EACCES if it may not be run.
 */
int child_find(const char *name, char path[static CHILD_PATH_SIZE]);

/*
 * Make *c ready to run this program, as warden_open() says: early, while no other
 * thread runs. child_shut() ends it and all that it started; a program that has not
 * been asked to go gets CHILD_TERM_MS to do so.
 */
int child_open(struct child *c, const struct warden_program *program);
void child_shut(struct child *c);

/*
 * Start it. A terminal that it gets does not echo.
 * Returns 0; or -1 with errno, also where the program could not be executed.
 */
int child_start(struct child *c);

/* Whether there is a program, and it has not been asked to go. */
bool child_is_running(const struct child *c);

/* What poll() is to wait for: room for its input, its output, its standard error, and
 * its end. */
void child_fds(const struct child *c, struct pollfd fds[static CHILD_FDS]);

/*
 * Hand it text; what it does not take at once waits. Returns 0; or -1 with errno
 * EPIPE if it reads no longer, or ENOBUFS past CHILD_INPUT_MAX.
 */
int child_write(struct child *c, const char *text, size_t length);
int child_flush(struct child *c);

/* Read what it has printed. Returns the bytes, 0 for none yet, or -1 at its end. */
ssize_t child_read(struct child *c, char *bytes, size_t size);

/* The same for its standard error, which is closed at its end. */
ssize_t child_read_errors(struct child *c, char *bytes, size_t size);

/* Its output has come to its end: wait for no more of it. */
void child_close_output(struct child *c, int64_t tick);

/* Close its streams and ask it to go; child_reap() sees to it that it does. */
void child_end(struct child *c, int64_t tick);

/*
 * Whether the program is gone, and all that it started: *status is then as waitpid()
 * gives it. What it printed last can still be read; child_close() forgets it.
 */
bool child_reap(struct child *c, int64_t tick, int *status);
void child_close(struct child *c);

#endif
