/*
 * warden.h - the small process between entry and its program: it starts the program,
 * and ends it with all that it has started, also when entry is no more.
 *
 * There is one for all the programs of an entry, forked while nothing else is open and
 * no other thread runs. What a program leaves behind falls to it (it is a subreaper),
 * whatever sessions and double forks it went through; and it learns that entry is gone,
 * be it by SIGKILL, from the end of file on the socket that joins the two. If the
 * warden itself is killed the kernel ends the program, and the rest falls to entry.
 *
 * An isolated program lives in namespaces of its own: users, so that no privilege is
 * needed; network, with nothing in it, not even a loopback that is up; System V
 * messages and memory; and processes, whose end the kernel sees to, atomically.
 *
 * Sources: rules/1996.txt 9, 2003.txt 20, 2004.txt 5 (no telecommunications).
 */
#ifndef WARDEN_H
#define WARDEN_H

#include <stdbool.h>
#include <sys/types.h>

enum { WARDEN_STREAMS = 3 };

/* What it is to start. Borrowed. */
struct warden_program {
    const char *path;
    char *const *arguments;
    bool terminal; /* its standard input is one, to be its controlling terminal */
    bool isolated;
};

struct warden {
    struct warden_program program;
    pid_t pid; /* 0: there is none */
    int fd;    /* the socket to it; poll() it for warden_hear() */
};

/*
 * Make a warden. From then on what it leaves behind falls to this process.
 * Returns 0; or -1 with errno, also where the program is to be isolated and this system
 * does not allow it.
 */
int warden_open(struct warden *w, const struct warden_program *program);

/*
 * Start the program on these streams, which stay the caller's; the one before must be
 * gone. A warden that has died is replaced.
 * Returns 0; or -1 with errno, also where the program could not be executed.
 */
int warden_start(struct warden *w, const int streams[static WARDEN_STREAMS]);

/* Ask the program to go (SIGTERM), or end it and all that it started. */
void warden_ask_to_go(struct warden *w);
void warden_end(struct warden *w);

/* Whether the program is gone, and all that it started: *status is then as waitpid()
 * gives it. Whatever is left when the program itself goes is ended. */
bool warden_hear(struct warden *w, int *status);

/* End whatever is left, and the warden; returns when that is done. */
void warden_close(struct warden *w);

#endif
