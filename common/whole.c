#include "whole.h"

#include <errno.h>
#include <unistd.h>

ssize_t whole_read(int fd, char *bytes, size_t size, off_t at)
{
    size_t length = 0;

    while (length < size) {
        ssize_t got = pread(fd, bytes + length, size - length, at + (off_t)length);

        if (got < 0 && errno != EINTR)
            return -1;
        if (got == 0)
            break;
        length += got > 0 ? (size_t)got : 0;
    }
    return (ssize_t)length;
}

int whole_write(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(fd, bytes, length);

        if (written == 0)
            errno = EIO; /* or it would be tried for ever */
        if (written == 0 || (written < 0 && errno != EINTR))
            return -1;
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        }
    }
    return 0;
}
