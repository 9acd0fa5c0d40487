#include "common/system/fileio.h"

#include <errno.h>
#include <unistd.h>

ssize_t fileio_read_full(int fd, char *bytes, size_t size, off_t offset)
{
    size_t length = 0;

    while (length < size) {
        ssize_t got = pread(fd, bytes + length, size - length, offset + (off_t)length);

        if (got < 0 && errno != EINTR)
            return -1;
        if (got == 0)
            break;
        length += got > 0 ? (size_t)got : 0;
    }
    return (ssize_t)length;
}

int fileio_write_full(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(fd, bytes, length);

        if (written == 0)
            errno = EIO; /* else the loop would not end */
        if (written == 0 || (written < 0 && errno != EINTR))
            return -1;
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        }
    }
    return 0;
}

int fileio_close_failed(int fd)
{
    int saved = errno;

    close(fd);
    errno = saved;
    return -1;
}
