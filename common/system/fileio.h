/*
 * fileio.h - read(2) and write(2) repeated until all bytes are transferred; close(2)
 * after an error.
 */
#ifndef FILEIO_H
#define FILEIO_H

#include <stddef.h>
#include <sys/types.h>

/* Read size bytes at the offset, or as many as there are before the end of the file.
 * Returns their number; or -1 with errno. */
ssize_t fileio_read_full(int fd, char *bytes, size_t size, off_t offset);

/* Write length bytes, in one call if the system takes them all. Returns 0; or -1 with
 * errno, and a part may have been written. */
int fileio_write_full(int fd, const char *bytes, size_t length);

/* Close a descriptor after an error. Returns -1, errno unchanged. */
int fileio_close_failed(int fd);

#endif
