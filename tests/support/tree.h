/*
 * tree.h - remove a directory tree.
 */
#ifndef TREE_H
#define TREE_H

/* Remove a directory and its contents, without following links. Returns 0; or -1 with
 * errno, some files left. */
int tree_remove(const char *directory);

#endif
