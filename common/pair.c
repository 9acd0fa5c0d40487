#include "pair.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "whole.h"

void pair_name(char name[static PAIR_NAME_SIZE], const char *prefix, int number,
    const char *ending)
{
    snprintf(name, PAIR_NAME_SIZE, "%s-%02d.%s", prefix, number, ending);
}

/* 1 if it is, 0 if not; or -1 with errno for a directory that cannot tell. */
static int is_taken(int directory, const char *name)
{
    struct stat st;

    if (fstatat(directory, name, &st, AT_SYMLINK_NOFOLLOW) == 0)
        return 1;
    return errno == ENOENT ? 0 : -1;
}

/* 01 to 99 and then 00. */
static int nth_number(int n)
{
    return (n + 1) % PAIR_NUMBERS;
}

/* The same, of a number. */
static int is_number_taken(int directory, const char *prefix, int number)
{
    static const char *const endings[] = {"TXT", "KEY", "ERR"};
    char name[PAIR_NAME_SIZE];
    int taken = 0;

    for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]) && taken == 0; i++) {
        pair_name(name, prefix, number, endings[i]);
        taken = is_taken(directory, name);
    }
    return taken;
}

/* Whether files can be made in a directory: an unnamed one leaves nothing behind, and
 * where there is no such thing a named one is taken away at once. */
static int check_writable(int directory)
{
    int fd = openat(directory, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    char name[PAIR_NAME_SIZE];

    if (fd >= 0)
        return close(fd);
    if (errno != EOPNOTSUPP && errno != EISDIR)
        return -1;
    snprintf(name, sizeof(name), ".record-%d", (int)getpid());
    fd = openat(directory, name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    if (fd < 0)
        return -1;
    unlinkat(directory, name, 0);
    return close(fd);
}

static int open_directory(const char *path)
{
    return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

int pair_check(const struct recorder_place *place)
{
    int directory = open_directory(place->directory);
    int taken = 1, result = -1;

    if (directory < 0)
        return -1;
    for (int n = 0; n < PAIR_NUMBERS && taken > 0; n++)
        taken = is_number_taken(directory, place->prefix, nth_number(n));
    if (taken > 0)
        errno = EEXIST;
    else if (taken == 0)
        result = check_writable(directory);
    close(directory);
    return result;
}

static int create(int directory, const char *name)
{
    int flags = O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;

    return openat(directory, name, flags, 0644);
}

/* Both headings; the key log says which one it continues, "-" for none. */
static int write_headings(const struct pair *p, const struct pair_heading *h,
    const char *transcript, const char *continues)
{
    char text[TRANSCRIPT_HEADER_SIZE + PAIR_ABOUT_SIZE + 4 * PAIR_NAME_SIZE];
    int length = snprintf(text, sizeof(text), "%sKeystrokes of %s\n%s# continues %s\n",
        h->notice, transcript, h->about, continues);

    if (whole_write(p->fd[PAIR_KEYS], text, (size_t)length) < 0)
        return -1;
    return whole_write(p->fd[PAIR_LINES], h->title, strlen(h->title));
}

void pair_close(const struct pair *p)
{
    close(p->fd[PAIR_KEYS]);
    close(p->fd[PAIR_LINES]);
}

/* Both files under one number, with their headings, the key log locked. Nothing is
 * left behind where that fails: EEXIST if either name is taken. */
static int create_numbered(struct pair *p, int directory, const char *prefix,
    int number, const struct pair_heading *h, const char *continues)
{
    char lines[PAIR_NAME_SIZE], keys[PAIR_NAME_SIZE];
    int taken = is_number_taken(directory, prefix, number), saved;

    pair_name(lines, prefix, number, "TXT");
    pair_name(keys, prefix, number, "KEY");
    if (taken > 0)
        errno = EEXIST;
    if (taken != 0)
        return -1;
    p->fd[PAIR_LINES] = create(directory, lines);
    if (p->fd[PAIR_LINES] < 0)
        return -1;
    p->fd[PAIR_KEYS] = create(directory, keys);
    if (p->fd[PAIR_KEYS] >= 0) {
        flock(p->fd[PAIR_KEYS], LOCK_EX); /* as far as this file system has locks */
        if (write_headings(p, h, lines, continues) == 0)
            return 0;
    }
    saved = errno;
    unlinkat(directory, lines, 0);
    close(p->fd[PAIR_LINES]);
    if (p->fd[PAIR_KEYS] >= 0) {
        unlinkat(directory, keys, 0);
        close(p->fd[PAIR_KEYS]);
    }
    errno = saved;
    return -1;
}

void pair_beside(const struct pair *p, const char *ending, char *path, size_t size)
{
    snprintf(
        path, size, "%.*s%s", (int)(strlen(p->path) - strlen("TXT")), p->path, ending);
}

void pair_discard(const struct pair *p)
{
    int saved = errno;
    char path[PATH_MAX];
    struct stat st;

    pair_beside(p, "ERR", path, sizeof(path));
    if (lstat(path, &st) == 0 && st.st_size == 0)
        unlink(path);
    pair_beside(p, "KEY", path, sizeof(path));
    unlink(path);
    unlink(p->path);
    pair_close(p);
    errno = saved;
}

/* Not every file system can sync a directory. */
static int sync_directory(int directory)
{
    if (fsync(directory) == 0 || errno == EINVAL || errno == ENOSYS ||
        errno == EOPNOTSUPP)
        return 0;
    return -1;
}

int pair_create(struct pair *p, const struct recorder_place *place,
    const struct pair_heading *heading, const char *continues)
{
    int directory = open_directory(place->directory);
    char name[PAIR_NAME_SIZE];
    int result = -1;

    if (directory < 0)
        return -1;
    errno = EEXIST;
    for (int n = 0; n < PAIR_NUMBERS && result < 0 && errno == EEXIST; n++) {
        result = create_numbered(
            p, directory, place->prefix, nth_number(n), heading, continues);
        pair_name(name, place->prefix, nth_number(n), "TXT");
    }
    snprintf(p->path, sizeof(p->path), "%s/%s", place->directory, name);
    if (result == 0 && sync_directory(directory) < 0) {
        pair_discard(p);
        result = -1;
    }
    close(directory);
    return result;
}

int pair_sync(const struct pair *p)
{
    int error = fdatasync(p->fd[PAIR_KEYS]) < 0 ? errno : 0;

    if (fdatasync(p->fd[PAIR_LINES]) < 0 && error == 0)
        error = errno;
    return error;
}
