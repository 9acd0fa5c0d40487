#include "flags.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define HEADER "flagged,where,session,moment,note\n"

enum { FIELD_SIZE = 1024, ROW_SIZE = 4 * FIELD_SIZE, STAMP_SIZE = 32 };

static void stamp(uint64_t ms, char text[static STAMP_SIZE])
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm local;

    text[0] = '\0';
    if (ms > 0 && localtime_r(&seconds, &local) != NULL)
        strftime(text, STAMP_SIZE, "%Y/%m/%d %H:%M:%S", &local);
}

/* In quotes where it has to be, each quote doubled. */
static void quote(const char *from, char to[static FIELD_SIZE])
{
    size_t at = 0;

    if (strpbrk(from, ",\"\r\n") == NULL) {
        snprintf(to, FIELD_SIZE, "%s", from);
        return;
    }
    to[at++] = '"';
    for (; *from != '\0' && at + 3 < FIELD_SIZE; from++) {
        if (*from == '"')
            to[at++] = '"';
        to[at++] = *from;
    }
    to[at++] = '"';
    to[at] = '\0';
}

static int write_row(int fd, const char *row)
{
    size_t length = strlen(row);
    ssize_t written = write(fd, row, length);

    if (written >= 0 && (size_t)written != length)
        errno = ENOSPC;
    return written >= 0 && (size_t)written == length ? fdatasync(fd) : -1;
}

/* What stands before a row: in a new file the names of the columns; a line's end where
 * the last row has none, cut short by a full disk or written by somebody's editor. */
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
    char when[STAMP_SIZE], then[STAMP_SIZE], place[FIELD_SIZE], text[FIELD_SIZE];
    char row[ROW_SIZE];
    int fd = open(
        file, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0644);
    struct stat about;
    int result, saved;

    if (fd < 0)
        return -1;
    stamp(now, when);
    stamp(moment, then);
    quote(where, place);
    quote(note, text);
    flock(fd, LOCK_EX); /* as far as this file system has locks */
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
