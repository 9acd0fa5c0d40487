#include "judge/referee/watch/flags.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "judge/ballot/csv.h"
#include "judge/referee/watch/feed.h"

#define HEADER "flagged,where,session,moment,note\n"

enum {
    TEXT_MAX = 1023, /* bytes */
    FIELD_SIZE = CSV_SIZE(TEXT_MAX) + 1,
    ROW_SIZE = 4 * FIELD_SIZE,
};

/* Write a CSV field and a NUL; the text is cut after TEXT_MAX bytes. */
static void write_field(const char *from, char to[static FIELD_SIZE])
{
    size_t length = strnlen(from, TEXT_MAX);

    to[csv_write(from, length, to, FIELD_SIZE - 1)] = '\0';
}

static int write_row(int fd, const char *row)
{
    size_t length = strlen(row);
    ssize_t written = write(fd, row, length);

    if (written >= 0 && (size_t)written != length)
        errno = ENOSPC;
    return written >= 0 && (size_t)written == length ? fdatasync(fd) : -1;
}

/* The text before a row: the names of the columns in a new file; a line's end, if a
 * full disk or an editor has left the last row without one. */
static const char *before_row(int fd, off_t size)
{
    char last = '\0';

    if (size == 0)
        return HEADER;
    return pread(fd, &last, 1, size - 1) == 1 && last != '\n' ? "\n" : "";
}

int flags_append(const char *file, uint64_t now, const char *where, const char *session,
    uint64_t moment, const char *note)
{
    char when[FEED_TIME_SIZE], then[FEED_TIME_SIZE], place[FIELD_SIZE],
        text[FIELD_SIZE];
    char row[ROW_SIZE];
    int fd = open(
        file, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0644);
    struct stat about;
    int result, saved;

    if (fd < 0)
        return -1;
    feed_time(now, "%Y/%m/%d %H:%M:%S", when);
    feed_time(moment, "%Y/%m/%d %H:%M:%S", then);
    write_field(where, place);
    write_field(note, text);
    flock(fd, LOCK_EX); /* not every file system has locks: without one, append */
    result = fstat(fd, &about);
    if (result == 0 && !S_ISREG(about.st_mode)) {
        errno = EINVAL;
        result = -1;
    }
    snprintf(row, sizeof(row), "%s%s,%s,%s,%s,%s\n",
        result == 0 ? before_row(fd, about.st_size) : "", when, place, session, then,
        text);
    if (result == 0)
        result = write_row(fd, row);
    saved = errno;
    close(fd);
    errno = saved;
    return result;
}
