#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "tally.h"

/* Lines as they come from a file, in a buffer that has room for the longest row. */
struct lines {
    int fd;
    struct ballotbox *box;
    struct ballotbox_place place;
    struct progress *progress;
    uint64_t done, size; /* bytes */
    bool headed;         /* the header has been seen */
    bool long_line;      /* what comes is the rest of a line that is no row */
    size_t length;
    char buffer[4 * BALLOT_ROW_SIZE];
};

static int explain(
    char why[static TALLY_WHY_SIZE], int code, const char *file, const char *what)
{
    snprintf(why, TALLY_WHY_SIZE, "%s: %s", file, what);
    return code;
}

/* Not even a pipe that nobody writes to is waited for. */
static int open_file(struct lines *lines, char why[static TALLY_WHY_SIZE])
{
    const char *file = lines->place.file;
    struct stat about;
    int error;

    lines->fd = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    error = errno;
    if (lines->fd < 0)
        return explain(why,
            error == ENOENT || error == ENOTDIR ? EX_NOINPUT
            : error == EACCES                   ? EX_NOPERM
                                                : EX_IOERR,
            file,
            error == ENOENT   ? "there is no such file: name the judges' BALLOTS.CSV"
            : error == EACCES ? "you may not read it: ask whose it is"
                              : strerror(error));
    if (fstat(lines->fd, &about) == 0 && S_ISREG(about.st_mode)) {
        lines->size = (uint64_t)about.st_size;
        return 0;
    }
    close(lines->fd);
    return explain(why, EX_NOINPUT, file, "this is no file: name a BALLOTS.CSV");
}

static void take_line(struct lines *lines, const char *line, size_t length)
{
    struct ballot_row row;
    const char *problem = NULL;

    if (ballot_is_header(line, length))
        return;
    if (ballot_row_read(line, length, &row, &problem) == 0)
        ballotbox_take(lines->box, lines->place, &row);
    else
        ballotbox_refuse(lines->box, lines->place, problem);
}

/* Returns whether the file may be one of ballots: its first line is the header. */
static bool end_line(struct lines *lines, const char *line, size_t length)
{
    lines->place.line++;
    if (!lines->headed && !ballot_is_header(line, length))
        return false;
    lines->headed = true;
    if (!lines->long_line)
        take_line(lines, line, length);
    lines->long_line = false;
    return true;
}

/* Take the whole lines that are in the buffer; what is left moves to its start. */
static bool take_lines(struct lines *lines)
{
    char *at = lines->buffer, *end = at + lines->length, *newline;

    while ((newline = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        if (!end_line(lines, at, (size_t)(newline - at)))
            return false;
        at = newline + 1;
    }
    lines->length = (size_t)(end - at);
    memmove(lines->buffer, at, lines->length);
    if (lines->length < BALLOT_ROW_SIZE)
        return true;
    if (!lines->headed)
        return false;
    if (!lines->long_line)
        ballotbox_refuse(lines->box,
            (struct ballotbox_place){lines->place.file, lines->place.line + 1},
            "longer than a ballot can be");
    lines->long_line = true;
    lines->length = 0;
    return true;
}

static int read_lines(struct lines *lines, char why[static TALLY_WHY_SIZE])
{
    const char *file = lines->place.file;
    const char *other = "its first line is not that of a BALLOTS.CSV: name one";
    ssize_t got;

    while ((got = read(lines->fd, lines->buffer + lines->length,
                sizeof(lines->buffer) - lines->length)) != 0) {
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return explain(why, EX_IOERR, file, strerror(errno));
        lines->length += (size_t)got;
        lines->done += (uint64_t)got;
        if (!take_lines(lines))
            return explain(why, EX_DATAERR, file, other);
        progress_tell(lines->progress, 0, 0, file, lines->done, lines->size);
    }
    /* A last line without its end: torn by a crash, or saved by an editor. */
    if (lines->length > 0 && !end_line(lines, lines->buffer, lines->length))
        return explain(why, EX_DATAERR, file, other);
    return 0;
}

int tally_read(struct ballotbox *box, const char *file, struct progress *progress,
    char why[static TALLY_WHY_SIZE])
{
    static struct lines lines; /* too large for a stack */
    int result;

    lines = (struct lines){.box = box, .place = {.file = file}, .progress = progress};
    result = open_file(&lines, why);
    if (result != 0)
        return result;
    result = read_lines(&lines, why);
    close(lines.fd);
    return result;
}
