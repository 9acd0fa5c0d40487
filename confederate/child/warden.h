/*
 * warden.h - entry's side of the warden, a small process that starts entry's programs
 * and kills each with all its descendants, also after entry has been killed.
 *
 * One warden serves all programs of an entry; it is forked while no descriptor is open
 * and no other thread runs. It is a subreaper: descendants of a program become its
 * children, whatever sessions and double forks they used. End of file on its socket
 * means that entry has ended. If the warden is killed, the kernel kills the program,
 * and entry becomes the parent of the other descendants.
 *
 * An isolated program runs in namespaces of its own: users, so that no privilege is
 * needed; network, empty, with loopback down; System V IPC; and processes, which the
 * kernel kills together.
 *
 * Sources: rules/1996.txt 9, 2003.txt 20, 2004.txt 5 (no telecommunications).
 */
#ifndef WARDEN_H
#define WARDEN_H

#include <stdbool.h>
#include <sys/types.h>

#include "confederate/child/warden_process.h"

struct warden {
    struct warden_program program;
    pid_t pid; /* of the warden; 0: there is none */
    int fd;    /* socket to the warden; poll() it for warden_hear() */
};

/*
 * Fork the warden. This process becomes a subreaper too.
 * Returns 0; or -1 with errno, also if the program is to be isolated and the system
 * does not allow that.
 */
int warden_open(struct warden *w, const struct warden_program *program);

/*
 * Start the program with these streams, which stay the caller's; the last program must
 * be gone. A dead warden is replaced. Returns 0; or -1 with errno, also if the program
 * cannot be executed.
 */
int warden_start(struct warden *w, const int streams[static WARDEN_STREAMS]);

/* Send SIGTERM to the program's group; or SIGKILL to it and all its descendants. */
void warden_terminate(struct warden *w);
void warden_kill(struct warden *w);

/* Whether the program and its descendants are gone; *status is then as waitpid() gives
 * it. When the program ends, the warden kills its descendants. */
bool warden_hear(struct warden *w, int *status);

/* Kill the program, its descendants and the warden, and wait for their end. */
void warden_close(struct warden *w);

#endif
