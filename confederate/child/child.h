/*
 * child.h - a program with its standard streams, started by the warden. A program that
 * dies or cannot be started is an event, not an error of the caller.
 */
#ifndef CHILD_H
#define CHILD_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "confederate/child/warden.h"

enum {
    CHILD_FDS = 4, /* descriptors for poll() */
    CHILD_PATH_SIZE = 4096,
    CHILD_INPUT_MAX = 1024 * 1024, /* bytes that may wait for the program to read */
    CHILD_TERM_MS = 1000,          /* from SIGTERM to SIGKILL */
};

struct child {
    struct warden warden;
    bool alive;      /* the program, or a process that it started, is there */
    int in, out;     /* standard input and output, -1: closed */
    int err;         /* standard error, -1: closed */
    char *input;     /* bytes that the program has not read yet */
    size_t length;   /* of input */
    int64_t ended;   /* tick of the end of its output; 0: not yet */
    bool ending;     /* SIGTERM was sent */
    int64_t kill_at; /* tick of SIGKILL, INT64_MAX once it was sent */
};

/*
 * Find a program as a shell does, and write its path to path[].
 * Returns 0; or -1 with errno ENOENT, or EACCES if it may not be executed.
 */
int child_find(const char *name, char path[static CHILD_PATH_SIZE]);

/*
 * Make *c ready to run this program. Call it while no other thread runs.
 * Returns 0; or -1 with errno as warden_open() says.
 */
int child_open(struct child *c, const struct warden_program *program);

/* End the program and all processes that it started; a program without SIGTERM gets
 * one, and CHILD_TERM_MS to exit. */
void child_shut(struct child *c);

/*
 * Start the program. Its terminal, if it gets one, does not echo.
 * Returns 0; or -1 with errno, also if the program cannot be executed.
 */
int child_start(struct child *c);

/* Whether the program is there, without SIGTERM. */
bool child_is_running(const struct child *c);

/* Whether the program has put its terminal into raw mode, as line editors do. */
bool child_edits_lines(const struct child *c);

/* Fill in entries for poll(): input, output, standard error, the warden's socket. */
void child_fds(const struct child *c, struct pollfd fds[static CHILD_FDS]);

/*
 * Write to standard input; bytes that the program does not read yet wait for
 * child_flush(). Both return 0; or -1 with errno EPIPE if the program has closed its
 * input, or ENOBUFS past CHILD_INPUT_MAX.
 */
int child_write(struct child *c, const char *text, size_t length);
int child_flush(struct child *c);

/* Read standard output. Returns the number of bytes, 0 for none yet, or -1 at its end.
 */
ssize_t child_read(struct child *c, char *bytes, size_t size);

/* Read standard error in the same way; it is closed at its end. */
ssize_t child_read_errors(struct child *c, char *bytes, size_t size);

/* Close standard output, which has come to its end at tick. */
void child_close_output(struct child *c, int64_t tick);

/* Close standard input and output and send SIGTERM; child_reap() sends SIGKILL. */
void child_end(struct child *c, int64_t tick);

/*
 * Whether the program and all processes that it started are gone; *status is then as
 * waitpid() gives it. Its last output can still be read, until child_close().
 */
bool child_reap(struct child *c, int64_t tick, int *status);
void child_close(struct child *c);

#endif
