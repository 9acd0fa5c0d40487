#include "judge/referee/watch/followed_file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int followed_file_open(struct followed_file *file, const char *path)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    struct stat about;

    if (fd < 0)
        return -1;
    if (fstat(fd, &about) < 0 || !S_ISREG(about.st_mode)) {
        close(fd);
        errno = S_ISDIR(about.st_mode) ? EISDIR : EINVAL;
        return -1;
    }
    *file =
        (struct followed_file){.fd = fd, .device = about.st_dev, .inode = about.st_ino};
    return 0;
}

void followed_file_close(struct followed_file *file)
{
    if (file->fd >= 0)
        close(file->fd);
    file->fd = -1;
}

ssize_t followed_file_read(struct followed_file *file, char *bytes, size_t size)
{
    ssize_t got = read(file->fd, bytes, size);

    if (got > 0)
        file->taken += (uint64_t)got;
    return got;
}

bool followed_file_is(const struct followed_file *file, const struct stat *about)
{
    return file->fd >= 0 && file->device == about->st_dev &&
           file->inode == about->st_ino;
}

bool followed_file_changed(struct followed_file *file, const char *path, int64_t tick)
{
    struct followed_file now;
    struct stat about;

    if (tick < file->looked + FOLLOWED_FILE_LOOK_MS)
        return false;
    file->looked = tick;
    if (stat(path, &about) < 0 ||
        (followed_file_is(file, &about) && (uint64_t)about.st_size >= file->taken))
        return false;
    if (followed_file_open(&now, path) < 0)
        return false;
    followed_file_close(file);
    *file = now;
    file->looked = tick;
    return true;
}
