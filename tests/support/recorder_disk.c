#include "tests/support/recorder_disk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

struct disk disk = {
    .mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

void disk_mend(void)
{
    disk.room = DISK_UNLIMITED;
    disk.write_error = disk.sync_error = disk.syncs_good = disk.syncs_bad = 0;
    disk.create_error = disk.directory_error = disk.thread_error = 0;
    disk.memory = DISK_UNLIMITED;
    disk.impatient = false;
}

void disk_break_syncs(int error, int good, int bad)
{
    disk.syncs_good = good;
    disk.syncs_bad = bad;
    disk.sync_error = error;
}

void disk_hold_syncs(bool held)
{
    pthread_mutex_lock(&disk.mutex);
    disk.held = held;
    pthread_cond_broadcast(&disk.changed);
    pthread_mutex_unlock(&disk.mutex);
}

void disk_await_held_sync(void)
{
    pthread_mutex_lock(&disk.mutex);
    while (disk.waiting == 0)
        pthread_cond_wait(&disk.changed, &disk.mutex);
    pthread_mutex_unlock(&disk.mutex);
}

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_reallocarray(void *old, size_t count, size_t size);
void *__wrap_reallocarray(void *old, size_t count, size_t size);
int __real_openat(int directory, const char *name, int flags, ...);
int __wrap_openat(int directory, const char *name, int flags, ...);
ssize_t __real_write(int fd, const void *bytes, size_t length);
ssize_t __wrap_write(int fd, const void *bytes, size_t length);
int __real_fdatasync(int fd);
int __wrap_fdatasync(int fd);
int __real_fsync(int fd);
int __wrap_fsync(int fd);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
    void *(*start)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
    void *(*start)(void *), void *argument);
int __real_pthread_cond_timedwait(
    pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *until);
int __wrap_pthread_cond_timedwait(
    pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *until);

static bool has_memory(void)
{
    if (disk.memory == 0)
        errno = ENOMEM;
    return disk.memory == DISK_UNLIMITED || disk.memory-- > 0;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return has_memory() ? __real_calloc(count, size) : NULL;
}

void *__wrap_reallocarray(void *old, size_t count, size_t size)
{
    return has_memory() ? __real_reallocarray(old, count, size) : NULL;
}

int __wrap_openat(int directory, const char *name, int flags, ...)
{
    va_list arguments;
    mode_t mode;
    int fd;

    if (disk.create_error != 0 && strstr(name, disk.create_name) != NULL) {
        errno = disk.create_error;
        return -1;
    }
    va_start(arguments, flags);
    mode = va_arg(arguments, mode_t);
    va_end(arguments);
    fd = __real_openat(directory, name, flags, mode);
    if (fd >= 0 && fd < DISK_FDS)
        disk.first[fd] = strstr(name, "-01.") != NULL;
    return fd;
}

ssize_t __wrap_write(int fd, const void *bytes, size_t length)
{
    long room = disk.room;

    if (disk.write_error != 0 && fd < DISK_FDS && disk.first[fd]) {
        errno = disk.write_error;
        return -1;
    }
    if (room == DISK_UNLIMITED)
        return __real_write(fd, bytes, length);
    if (room == 0) {
        errno = ENOSPC;
        return -1;
    }
    if (length > (size_t)room)
        length = (size_t)room;
    disk.room = room - (long)length;
    return __real_write(fd, bytes, length);
}

int __wrap_fdatasync(int fd)
{
    pthread_mutex_lock(&disk.mutex);
    disk.waiting++;
    pthread_cond_broadcast(&disk.changed);
    while (disk.held)
        pthread_cond_wait(&disk.changed, &disk.mutex);
    disk.waiting--;
    pthread_mutex_unlock(&disk.mutex);
    if (disk.sync_error == 0)
        return __real_fdatasync(fd);
    if (disk.syncs_good > 0)
        disk.syncs_good--;
    else if (disk.syncs_bad > 0) {
        disk.syncs_bad--;
        errno = disk.sync_error;
        return -1;
    }
    return __real_fdatasync(fd);
}

int __wrap_fsync(int fd)
{
    if (disk.directory_error == 0)
        return __real_fsync(fd);
    errno = disk.directory_error;
    return -1;
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
    void *(*start)(void *), void *argument)
{
    if (disk.thread_error != 0)
        return disk.thread_error;
    return __real_pthread_create(thread, attributes, start, argument);
}

int __wrap_pthread_cond_timedwait(
    pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *until)
{
    static const struct timespec long_ago = {0, 0};

    return __real_pthread_cond_timedwait(
        cond, mutex, disk.impatient ? &long_ago : until);
}
