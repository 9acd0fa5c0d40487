/*
 * followed_file.h - a growing file that is followed by its name, as `tail -F` follows
 * it: where the name has another inode, or the file is shorter than what was read, it
 * is another file.
 */
#ifndef FOLLOWED_FILE_H
#define FOLLOWED_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

enum { FOLLOWED_FILE_LOOK_MS = 1000 /* between two looks at the name */ };

struct followed_file {
    int fd; /* -1: closed */
    dev_t device;
    ino_t inode;
    uint64_t taken; /* bytes read */
    int64_t looked; /* tick of the last look at the name, in milliseconds */
};

/* Open a regular file for reading. Returns 0; or -1 with errno: EISDIR, EINVAL (another
 * kind of file), or that of open(2). */
int followed_file_open(struct followed_file *file, const char *path);
void followed_file_close(struct followed_file *file);

/* Read more bytes. Returns as read(2). */
ssize_t followed_file_read(struct followed_file *file, char *bytes, size_t size);

/* Look at the name, once in FOLLOWED_FILE_LOOK_MS. Returns whether it has another file:
 * that one is open then, at its beginning. A name without a file changes nothing. */
bool followed_file_changed(struct followed_file *file, const char *path, int64_t tick);

/* Whether stat(2) describes the open file. */
bool followed_file_is(const struct followed_file *file, const struct stat *about);

#endif
