#include "judge/ballot/ballots.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "common/system/fileio.h"

enum { TRIES = 50, TRY_MS = 20, MODE = 0644 };

/* BALLOTS.CSV, open and locked. */
struct ballot_file {
    int directory;
    int fd;
    off_t size;
};

static int fail_errno(int error)
{
    errno = error;
    return -1;
}

/* Lock the file. Another console holds the lock while it appends a row. */
static int lock_file(int fd)
{
    const struct timespec pause = {.tv_nsec = TRY_MS * 1000000L};

    for (int i = 0; i < TRIES; i++) {
        if (flock(fd, LOCK_EX | LOCK_NB) == 0)
            return 0;
        if (errno != EWOULDBLOCK && errno != EINTR)
            return -1;
        nanosleep(&pause, NULL);
    }
    return fail_errno(EWOULDBLOCK);
}

static void close_file(struct ballot_file *s)
{
    int error = errno;

    close(s->fd);
    close(s->directory);
    errno = error;
}

/* Open the file without blocking; it must be a regular file. */
static int open_file(int directory, int flags)
{
    struct stat about;
    int fd = openat(directory, BALLOTS_NAME,
        flags | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, MODE);

    if (fd < 0)
        return errno == EISDIR || errno == ENXIO ? fail_errno(ENOTSUP) : -1;
    if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode))
        return fd;
    close(fd);
    return fail_errno(ENOTSUP);
}

static int open_ballots(struct ballot_file *s, const char *directory)
{
    struct stat about;

    s->directory = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (s->directory < 0)
        return -1;
    s->fd = open_file(s->directory, O_RDWR | O_CREAT);
    if (s->fd < 0) {
        int error = errno;

        close(s->directory);
        return fail_errno(error);
    }
    if (lock_file(s->fd) < 0 || fstat(s->fd, &about) < 0) {
        close_file(s);
        return -1;
    }
    s->size = about.st_size;
    return 0;
}

static int read_part(int fd, char *text, size_t length, off_t at)
{
    ssize_t got = fileio_read_full(fd, text, length, at);

    if (got < 0)
        return -1;
    return (size_t)got == length ? 0 : fail_errno(EIO); /* the file was truncated */
}

/* Check the header of a file, of which a crash may have left only a part. */
static int check_header(const struct ballot_file *s)
{
    static const char header[] = BALLOT_HEADER "\n";
    char start[sizeof(header)];
    size_t length = sizeof(header) - 1;

    if (s->size < (off_t)length)
        length = (size_t)s->size;
    if (read_part(s->fd, start, length, 0) < 0)
        return -1;
    return memcmp(start, header, length) == 0 ? 0 : fail_errno(EBADMSG);
}

/* Whether a row lacks only its '\n' and is the same ballot as the new row. */
static bool is_same_ballot(
    const char *text, size_t length, const struct ballot_row *row)
{
    static struct ballot_row torn;
    const char *why;

    return ballot_row_read(text, length, &torn, &why) == 0 && torn.kind == row->kind &&
           strcmp(torn.seat[0].session, row->seat[0].session) == 0;
}

/*
 * Write to text[] the bytes to append before a new row: none; or '\n' after an
 * incomplete row, with '"' before it if that row has open quotes, for other readers of
 * CSV. A '?' makes an incomplete copy of the new ballot invalid: its judge has not been
 * thanked for it. Returns their number; or -1 with errno.
 */
static int mend_tail(
    const struct ballot_file *s, const struct ballot_row *row, char text[static 2])
{
    static char tail[BALLOT_ROW_SIZE];
    size_t length = s->size < (off_t)sizeof(tail) ? (size_t)s->size : sizeof(tail);
    bool quoted = false;
    size_t at = length;
    int count = 0;

    if (read_part(s->fd, tail, length, s->size - (off_t)length) < 0)
        return -1;
    while (at > 0 && tail[at - 1] != '\n')
        if (tail[--at] == '"')
            quoted = !quoted;
    if (at == length)
        return 0;
    if (quoted)
        text[count++] = '"';
    else if (is_same_ballot(tail + at, length - at, row))
        text[count++] = '?';
    text[count++] = '\n';
    return count;
}

/* Append the missing bytes of the header. */
static int add_header(const struct ballot_file *s)
{
    static const char header[] = BALLOT_HEADER "\n";

    if (s->size >= (off_t)sizeof(header) - 1)
        return 0;
    return fileio_write_full(
        s->fd, header + s->size, sizeof(header) - 1 - (size_t)s->size);
}

/* Sync the file, and the directory of a new file. */
static int sync_file(const struct ballot_file *s)
{
    if (fdatasync(s->fd) < 0)
        return -1;
    return s->size == 0 ? fsync(s->directory) : 0;
}

int ballots_check(const char *directory)
{
    struct ballot_file s;
    int result;

    if (open_ballots(&s, directory) < 0)
        return -1;
    result = check_header(&s);
    if (result == 0)
        result = add_header(&s);
    if (result == 0)
        result = sync_file(&s);
    close_file(&s);
    return result;
}

static int append_row(const struct ballot_file *s, const struct ballot_row *row)
{
    static char text[2 + BALLOT_ROW_SIZE];
    size_t length;
    int between = 0;

    if (check_header(s) < 0 || add_header(s) < 0)
        return -1;
    if (s->size >= (off_t)sizeof(BALLOT_HEADER))
        between = mend_tail(s, row, text);
    if (between < 0)
        return -1;
    length = ballot_row_write(row, text + between);
    if (length == 0)
        return fail_errno(EINVAL);
    if (fileio_write_full(s->fd, text, (size_t)between + length) < 0)
        return -1;
    return sync_file(s);
}

int ballots_append(const char *directory, const struct ballot_row *row)
{
    struct ballot_file s;
    int result;

    if (open_ballots(&s, directory) < 0)
        return -1;
    result = append_row(&s, row);
    close_file(&s);
    return result;
}

int ballots_visit(const char *directory, ballots_visitor *visit, void *to)
{
    static char line[BALLOT_ROW_SIZE + 1];
    static struct ballot_row row;
    int place = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int fd = place < 0 ? -1 : open_file(place, O_RDONLY);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "r");
    int found = 0, error = errno;

    if (place >= 0)
        close(place);
    if (file == NULL)
        return error == ENOENT ? 0 : fail_errno(error);
    while (found == 0 && fgets(line, sizeof(line), file) != NULL) {
        const char *why;
        size_t length = strlen(line);

        if (length > 0 && line[length - 1] == '\n' &&
            ballot_row_read(line, length - 1, &row, &why) == 0)
            found = visit(to, &row);
    }
    if (ferror(file))
        found = fail_errno(errno);
    fclose(file);
    return found;
}

/* The row to find. */
struct wanted {
    enum ballot_kind kind;
    const char *session; /* NULL: any session of the round below */
    const struct rulebook *book;
    unsigned judge;
    int round;
};

static bool is_wanted(void *to, const struct ballot_row *row)
{
    const struct wanted *w = to;

    if (row->kind != w->kind)
        return false;
    if (w->session == NULL)
        return row->book == w->book && row->judge == w->judge && row->round == w->round;
    for (int i = 0; i < row->seats; i++)
        if (strcmp(row->seat[i].session, w->session) == 0)
            return true;
    return false;
}

int ballots_has(const char *directory, enum ballot_kind kind, const char *session)
{
    struct wanted wanted = {.kind = kind, .session = session};

    return ballots_visit(directory, is_wanted, &wanted);
}

int ballots_has_round(
    const char *directory, const struct rulebook *book, unsigned judge, int round)
{
    struct wanted wanted = {BALLOT_KIND_BALLOT, NULL, book, judge, round};

    return ballots_visit(directory, is_wanted, &wanted);
}
