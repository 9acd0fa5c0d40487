#include "judge/referee/record/record_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

int record_refuse(struct record_file *file, int code, const char *why)
{
    snprintf(file->why, sizeof(file->why), "%s", why);
    file->code = code;
    return code;
}

static int refuse_errno(struct record_file *file, int error)
{
    switch (error) {
    case ENOENT:
    case ENOTDIR:
        return record_refuse(file, EX_NOINPUT, "no such file: check the name");
    case EACCES:
    case EPERM:
        return record_refuse(
            file, EX_NOPERM, "no permission to read it: ask its owner");
    default:
        return record_refuse(file, EX_IOERR, strerror(error));
    }
}

/* Move the unread bytes to the front of the block and fill the rest. Returns 0; or -1
 * with errno. */
static int fill_block(struct record_file *file)
{
    memmove(file->block, file->block + file->at, file->end - file->at);
    file->end -= file->at;
    file->at = 0;
    while (file->end < RECORD_BLOCK && file->done < file->size) {
        size_t room = RECORD_BLOCK - file->end;
        uint64_t left = file->size - file->done;
        ssize_t got =
            read(file->fd, file->block + file->end, left < room ? (size_t)left : room);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            file->size = file->done; /* the file was truncated */
        file->end += (size_t)got;
        file->done += (uint64_t)got;
    }
    return 0;
}

/* Whether the first block may be text: its first line ends, and has no NULs. */
static bool is_text(const struct record_file *file)
{
    const char *newline = memchr(file->block, '\n', file->end);
    size_t line = newline != NULL ? (size_t)(newline - file->block) : file->end;

    return line <= RECORD_LINE_MAX && memchr(file->block, '\0', line) == NULL;
}

/* Determine the form by the first block. */
static int learn_form(struct record_file *file)
{
    if (fill_block(file) < 0)
        return refuse_errno(file, errno);
    if (!is_text(file))
        return record_refuse(file, EX_DATAERR, "not a text file: name another");
    if (record_init(&file->reader, record_sniff(file->block, file->end)) < 0)
        return record_refuse(file, EX_OSERR, "out of memory: close other programs");
    return 0;
}

static int open_regular(struct record_file *file, const char *path)
{
    struct stat about;

    /* A FIFO without a writer would block. */
    file->fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file->fd < 0)
        return refuse_errno(file, errno);
    if (fstat(file->fd, &about) < 0)
        return refuse_errno(file, errno);
    if (S_ISDIR(about.st_mode))
        return record_refuse(
            file, EX_DATAERR, "it is a directory: name the files in it");
    if (!S_ISREG(about.st_mode))
        return record_refuse(
            file, EX_DATAERR, "not a regular file: copy it to one first");
    file->size = (uint64_t)about.st_size;
    file->block = malloc(RECORD_BLOCK);
    if (file->block == NULL)
        return record_refuse(file, EX_OSERR, "out of memory: close other programs");
    return 0;
}

int record_open(struct record_file *file, const char *path)
{
    int code;

    *file = (struct record_file){.fd = -1};
    code = open_regular(file, path);
    if (code == 0)
        code = learn_form(file);
    if (code != 0)
        record_close(file);
    return code;
}

void record_close(struct record_file *file)
{
    if (file->fd >= 0)
        close(file->fd);
    free(file->block);
    file->fd = -1;
    file->block = NULL;
    record_free(&file->reader);
}

/* Return the end of the next line; NULL if it is not in the block yet. */
static const char *find_newline(const struct record_file *file)
{
    return memchr(file->block + file->at, '\n', file->end - file->at);
}

int record_next_line(
    struct record_file *file, const char **line, size_t *length, bool *whole)
{
    const char *newline = find_newline(file);

    if (newline == NULL && file->done < file->size) {
        if (fill_block(file) < 0) {
            refuse_errno(file, errno);
            return -1;
        }
        newline = find_newline(file);
    }
    *line = file->block + file->at;
    *length = newline != NULL ? (size_t)(newline - *line) : file->end - file->at;
    *whole = newline != NULL;
    if (*length > RECORD_LINE_MAX) {
        snprintf(file->why, sizeof(file->why),
            "line %llu is too long: the file is not text from there on",
            (unsigned long long)file->number + 1);
        file->code = EX_DATAERR;
        return -1;
    }
    if (newline == NULL && *length == 0)
        return 0;
    file->number++;
    file->at += *length + (newline != NULL ? 1 : 0);
    return 1;
}

/* Read the next line in the order of the file. */
static int next_in_file(struct record_file *file, struct record *out)
{
    const char *line;
    size_t length;
    bool whole;
    int got = record_next_line(file, &line, &length, &whole);

    if (got == 1)
        record_read(&file->reader, line, length, whole, out);
    return got;
}

int record_rewind(struct record_file *file)
{
    if (lseek(file->fd, 0, SEEK_SET) < 0)
        return -1;
    file->done = file->number = 0;
    file->at = file->end = 0;
    file->pair = 0;
    file->has_heading = false;
    record_restart(&file->reader);
    return 0;
}

/* Pairs of LPP v2 */

int record_sort(struct record_file *file)
{
    struct record record;
    int got;

    if (file->reader.form != RECORD_LPP2)
        return 0;
    do
        got = next_in_file(file, &record);
    while (got == 1);
    if (got < 0)
        return file->code;
    if (record_lost_pairs(&file->reader))
        return record_refuse(
            file, EX_DATAERR, "too many pairs: name the file of a single round");
    if (record_pairs(&file->reader) == 0)
        return record_refuse(
            file, EX_DATAERR, "it has no complete message: run 'referee check' on it");
    file->sorted = true;
    return record_rewind(file) < 0 ? refuse_errno(file, errno) : 0;
}

/* Whether a line belongs to the present pair; faulty lines belong to the first. */
static bool is_of_pair(const struct record_file *file, const struct record *record)
{
    return record->kind == RECORD_TORN ? file->pair == 0 : record->pair == file->pair;
}

/* Read the pairs one after the other, each in a pass over the file. */
static int next_by_pair(struct record_file *file, struct record *out)
{
    size_t next = file->pair + 1;
    int got;

    if (file->has_heading) {
        while ((got = next_in_file(file, out)) == 1)
            if (is_of_pair(file, out))
                return 1;
        if (got < 0 || next == record_pairs(&file->reader))
            return got;
        if (record_rewind(file) < 0) {
            refuse_errno(file, errno);
            return -1;
        }
        file->pair = next;
    }
    file->has_heading = true;
    record_begin_pair(&file->reader, file->pair, out);
    return 1;
}

int record_next(struct record_file *file, struct record *out)
{
    return (file->sorted ? next_by_pair : next_in_file)(file, out);
}
