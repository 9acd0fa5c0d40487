/*
 * whole.h - read and write files as a whole, whatever parts the system takes them in.
 */
#ifndef WHOLE_H
#define WHOLE_H

#include <stddef.h>
#include <sys/types.h>

/* Read up to size bytes of a file from that place on. Returns how many there were, or
 * -1 with errno. */
ssize_t whole_read(int fd, char *bytes, size_t size, off_t at);

/* Write all of that, in one write unless the system takes it in parts. Returns 0; or -1
 * with errno, and some of it may have been written. */
int whole_write(int fd, const char *bytes, size_t length);

#endif
