/*
 * process_tree.h - the descendants of this process, reaped and killed.
 */
#ifndef PROCESS_TREE_H
#define PROCESS_TREE_H

#include <stdbool.h>
#include <sys/types.h>

/* Make this process the parent of its descendants when their own parents end. */
void process_tree_adopt(void);

/*
 * Reap the children that have ended. If *program is one of them, *status becomes its
 * status and *program 0. Returns whether children are left.
 */
bool process_tree_reap(pid_t *program, int *status);

/*
 * Kill all descendants of this process and reap them as process_tree_reap() does. With
 * `first`, this is the first process of a PID namespace, and they are all others in it.
 * Returns when all are gone, or when none has ended for three seconds: a process that
 * waits for a dead disk cannot be killed.
 */
void process_tree_end(pid_t *program, int *status, bool first);

#endif
