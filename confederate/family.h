/*
 * family.h - the children of this process, and what falls to it when they go.
 */
#ifndef FAMILY_H
#define FAMILY_H

#include <stdbool.h>
#include <sys/types.h>

/* Let what children leave behind fall to this process. */
void family_adopt(void);

/*
 * Reap those that have ended. Of the program, if it is among them, *status is kept, and
 * *program becomes 0; it may be 0. Returns whether there are children left.
 */
bool family_reap(pid_t *program, int *status);

/*
 * End all children of this process, theirs, and so on, and reap them as family_reap()
 * does; first: this is the first process of a namespace, and they are all others in it.
 * Returns when all are gone, or when none has ended for three seconds: a process that
 * waits for a dead disk obeys no signal.
 */
void family_end(pid_t *program, int *status, bool first);

#endif
