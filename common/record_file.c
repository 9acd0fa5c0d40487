#include "record_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

static int fail(char *why, int code, const char *what)
{
    snprintf(why, RECORD_WHY_SIZE, "%s", what);
    return code;
}

static int fail_system(char *why, int error)
{
    switch (error) {
    case ENOENT:
    case ENOTDIR:
        return fail(why, EX_NOINPUT, "there is no such file: look at its name");
    case EACCES:
    case EPERM:
        return fail(why, EX_NOPERM, "you may not read it: ask whose it is");
    default:
        return fail(why, EX_IOERR, strerror(error));
    }
}

/* Move what is left to the front of the block, and fill it up. Returns 0, or -1 with
 * errno. */
static int fill(struct record_file *file)
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
            file->size = file->done; /* it has become shorter */
        file->end += (size_t)got;
        file->done += (uint64_t)got;
    }
    return 0;
}

/* Whether the first block can be text: its first line has an end, and no zeros. */
static bool is_text(const struct record_file *file)
{
    const char *newline = memchr(file->block, '\n', file->end);
    size_t line = newline != NULL ? (size_t)(newline - file->block) : file->end;

    return line <= RECORD_LINE_MAX && memchr(file->block, '\0', line) == NULL;
}

/* The first block tells the form. */
static int begin(struct record_file *file, char *why)
{
    if (fill(file) < 0)
        return fail_system(why, errno);
    if (!is_text(file))
        return fail(why, EX_DATAERR, "it is no text, and so no record: name another");
    record_init(&file->reader, record_sniff(file->block, file->end));
    if (file->reader.form == RECORD_LPP2)
        file->lpp2 = lpp2_new();
    if (file->reader.form == RECORD_LPP2 && file->lpp2 == NULL)
        return fail(why, EX_OSERR, "there is no memory for it");
    return 0;
}

static int open_regular(struct record_file *file, const char *path, char *why)
{
    struct stat about;

    /* A FIFO without a writer would block. */
    file->fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file->fd < 0)
        return fail_system(why, errno);
    if (fstat(file->fd, &about) < 0)
        return fail_system(why, errno);
    if (S_ISDIR(about.st_mode))
        return fail(
            why, EX_DATAERR, "it is a directory: name the files that are in it");
    if (!S_ISREG(about.st_mode))
        return fail(why, EX_DATAERR, "it is no regular file: copy it to one first");
    /* It is read from its beginning to its end; only speed hangs on that. */
    posix_fadvise(file->fd, 0, 0, POSIX_FADV_SEQUENTIAL);
    file->size = (uint64_t)about.st_size;
    file->block = malloc(RECORD_BLOCK);
    if (file->block == NULL)
        return fail(why, EX_OSERR, "there is no memory for it");
    return 0;
}

int record_open(
    struct record_file *file, const char *path, char why[static RECORD_WHY_SIZE])
{
    int code;

    *file = (struct record_file){.fd = -1};
    code = open_regular(file, path, why);
    if (code == 0)
        code = begin(file, why);
    if (code != 0)
        record_close(file);
    return code;
}

void record_close(struct record_file *file)
{
    if (file->fd >= 0)
        close(file->fd);
    free(file->block);
    free(file->lpp2);
    file->fd = -1;
    file->block = NULL;
    file->lpp2 = NULL;
}

/* The end of the line that is next in the block, or NULL if that is not there yet. */
static const char *find_newline(const struct record_file *file)
{
    return memchr(file->block + file->at, '\n', file->end - file->at);
}

int record_next(struct record_file *file, struct record *out, int *code,
    char why[static RECORD_WHY_SIZE])
{
    const char *line, *newline = find_newline(file);
    size_t length;

    if (newline == NULL && file->done < file->size) {
        if (fill(file) < 0) {
            *code = fail_system(why, errno);
            return -1;
        }
        newline = find_newline(file);
    }
    line = file->block + file->at;
    length = newline != NULL ? (size_t)(newline - line) : file->end - file->at;
    if (length > RECORD_LINE_MAX) {
        *code = fail(why, EX_DATAERR, "");
        snprintf(why, RECORD_WHY_SIZE,
            "line %llu does not end: it is no text from there on",
            (unsigned long long)file->number + 1);
        return -1;
    }
    if (newline == NULL && length == 0)
        return 0;
    file->number++;
    file->at += length + (newline != NULL ? 1 : 0);
    if (file->lpp2 != NULL)
        lpp2_read(file->lpp2, &file->reader, line, length, newline != NULL, out);
    else
        record_read(&file->reader, line, length, newline != NULL, out);
    return 1;
}

int record_next_block(struct record_file *file, const char **bytes, size_t *length,
    int *code, char why[static RECORD_WHY_SIZE])
{
    const char *newline;

    if (file->done < file->size && fill(file) < 0) {
        *code = fail_system(why, errno);
        return -1;
    }
    *bytes = file->block + file->at;
    *length = file->end - file->at;
    newline = memrchr(*bytes, '\n', *length);
    if (newline == NULL && *length > RECORD_LINE_MAX) {
        *code = fail(why, EX_DATAERR, "a line does not end: it is no text there");
        return -1;
    }
    if (newline == NULL)
        return 0;
    *length = (size_t)(newline + 1 - *bytes);
    file->at += *length;
    return 1;
}

size_t record_next_keys(struct record_file *file, const char **bytes)
{
    uint64_t records;
    size_t length;

    if (!record_has_keys(file->reader.form))
        return 0;
    *bytes = file->block + file->at;
    length = keylog_skim(*bytes, file->end - file->at, &records);
    file->at += length;
    file->number += records;
    return length;
}

int record_rewind(struct record_file *file)
{
    if (lseek(file->fd, 0, SEEK_SET) < 0)
        return -1;
    file->done = file->number = 0;
    file->at = file->end = 0;
    record_init(&file->reader, file->reader.form);
    return 0;
}
