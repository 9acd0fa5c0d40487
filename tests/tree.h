/*
 * tree.h - a test takes away what it has made.
 */
#ifndef TREE_H
#define TREE_H

/* Remove a directory and all that is in it, following no links. Returns 0, or -1 with
 * errno; what could not be removed then stays. */
int tree_remove(const char *directory);

#endif
