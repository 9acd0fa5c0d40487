#include "common/record/record_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/system/fileio.h"

void record_files_name(char name[static RECORD_FILES_NAME_SIZE], const char *prefix,
    int number, const char *ending)
{
    snprintf(name, RECORD_FILES_NAME_SIZE, "%s-%02d.%s", prefix, number, ending);
}

/* Whether a name exists: 1 or 0; or -1 with errno if the directory cannot be read. */
static int is_taken(int directory, const char *name)
{
    struct stat st;

    if (fstatat(directory, name, &st, AT_SYMLINK_NOFOLLOW) == 0)
        return 1;
    return errno == ENOENT ? 0 : -1;
}

/* Return the numbers in order of use: 01 to 99, then 00. */
static int nth_number(int n)
{
    return (n + 1) % RECORD_FILES_NUMBERS;
}

/* Whether a number is in use, as is_taken(). */
static int is_number_taken(int directory, const char *prefix, int number)
{
    static const char *const endings[] = {"TXT", "KEY", "ERR"};
    char name[RECORD_FILES_NAME_SIZE];
    int taken = 0;

    for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]) && taken == 0; i++) {
        record_files_name(name, prefix, number, endings[i]);
        taken = is_taken(directory, name);
    }
    return taken;
}

/* Create an unnamed file to test a directory, or, where O_TMPFILE is missing, a named
 * file that is removed at once. */
static int check_writable(int directory)
{
    int fd = openat(directory, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    char name[RECORD_FILES_NAME_SIZE];

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

int record_files_check(const struct recorder_place *place)
{
    int directory = open_directory(place->directory);
    int taken = 1, result = -1;

    if (directory < 0)
        return -1;
    for (int n = 0; n < RECORD_FILES_NUMBERS && taken > 0; n++)
        taken = is_number_taken(directory, place->prefix, nth_number(n));
    if (taken > 0)
        errno = EEXIST;
    else if (taken == 0)
        result = check_writable(directory);
    close(directory);
    return result;
}

static int create_file(int directory, const char *name)
{
    int flags = O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;

    return openat(directory, name, flags, 0644);
}

/* Write both headings. */
static int write_headings(const struct record_files *p,
    const struct record_files_heading *h, const char *transcript, const char *continues)
{
    char text[TRANSCRIPT_HEADER_SIZE + RECORD_FILES_ABOUT_SIZE +
              4 * RECORD_FILES_NAME_SIZE];
    int length = snprintf(text, sizeof(text), "%sKeystrokes of %s\n%s# continues %s\n",
        h->notice, transcript, h->about, continues);

    if (fileio_write_full(p->fd[RECORD_FILES_KEYS], text, (size_t)length) < 0)
        return -1;
    return fileio_write_full(p->fd[RECORD_FILES_LINES], h->title, strlen(h->title));
}

void record_files_close(const struct record_files *p)
{
    close(p->fd[RECORD_FILES_KEYS]);
    close(p->fd[RECORD_FILES_LINES]);
}

/* Create both files with a number, with headings and the lock on the key log. No file
 * is left after an error; EEXIST if one of the names is in use. */
static int create_numbered(struct record_files *p, int directory, const char *prefix,
    int number, const struct record_files_heading *h, const char *continues)
{
    char lines[RECORD_FILES_NAME_SIZE], keys[RECORD_FILES_NAME_SIZE];
    int taken = is_number_taken(directory, prefix, number), saved;

    record_files_name(lines, prefix, number, "TXT");
    record_files_name(keys, prefix, number, "KEY");
    if (taken > 0)
        errno = EEXIST;
    if (taken != 0)
        return -1;
    p->fd[RECORD_FILES_LINES] = create_file(directory, lines);
    if (p->fd[RECORD_FILES_LINES] < 0)
        return -1;
    p->fd[RECORD_FILES_KEYS] = create_file(directory, keys);
    if (p->fd[RECORD_FILES_KEYS] >= 0) {
        flock(p->fd[RECORD_FILES_KEYS],
            LOCK_EX); /* no effect on a file system without locks */
        if (write_headings(p, h, lines, continues) == 0)
            return 0;
    }
    saved = errno;
    unlinkat(directory, lines, 0);
    close(p->fd[RECORD_FILES_LINES]);
    if (p->fd[RECORD_FILES_KEYS] >= 0) {
        unlinkat(directory, keys, 0);
        close(p->fd[RECORD_FILES_KEYS]);
    }
    errno = saved;
    return -1;
}

void record_files_beside(
    const struct record_files *p, const char *ending, char *path, size_t size)
{
    snprintf(
        path, size, "%.*s%s", (int)(strlen(p->path) - strlen("TXT")), p->path, ending);
}

void record_files_discard(const struct record_files *p)
{
    int saved = errno;
    char path[PATH_MAX];
    struct stat st;

    record_files_beside(p, "ERR", path, sizeof(path));
    if (lstat(path, &st) == 0 && st.st_size == 0)
        unlink(path);
    record_files_beside(p, "KEY", path, sizeof(path));
    unlink(path);
    unlink(p->path);
    record_files_close(p);
    errno = saved;
}

/* Some file systems cannot sync a directory. */
static int sync_directory(int directory)
{
    if (fsync(directory) == 0 || errno == EINVAL || errno == ENOSYS ||
        errno == EOPNOTSUPP)
        return 0;
    return -1;
}

int record_files_create(struct record_files *p, const struct recorder_place *place,
    const struct record_files_heading *heading, const char *continues)
{
    int directory = open_directory(place->directory);
    char name[RECORD_FILES_NAME_SIZE];
    int result = -1;

    if (directory < 0)
        return -1;
    errno = EEXIST;
    for (int n = 0; n < RECORD_FILES_NUMBERS && result < 0 && errno == EEXIST; n++) {
        result = create_numbered(
            p, directory, place->prefix, nth_number(n), heading, continues);
        record_files_name(name, place->prefix, nth_number(n), "TXT");
    }
    snprintf(p->path, sizeof(p->path), "%s/%s", place->directory, name);
    if (result == 0 && sync_directory(directory) < 0) {
        record_files_discard(p);
        result = -1;
    }
    close(directory);
    return result;
}

int record_files_sync(const struct record_files *p)
{
    int error = fdatasync(p->fd[RECORD_FILES_KEYS]) < 0 ? errno : 0;

    if (fdatasync(p->fd[RECORD_FILES_LINES]) < 0 && error == 0)
        error = errno;
    return error;
}
