#include "judge/contest/inifile.h"

#include <errno.h>
#include <fcntl.h>
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include "common/system/fileio.h"
#include "common/text/utf8.h"

/* The text for inih, which reads it line by line. Its handler does not know the number
 * of the line, so lines are counted here. */
struct lines {
    const char *at, *end;
    int line;
    bool continues;
    bool failed; /* *error is set; no more lines are read */
    const struct inirow_reader *reader;
    void *to;
    struct inirow_error *error;
};

static void refuse_line(struct lines *l, const char *why)
{
    l->failed = true;
    inirow_refuse(l->error, l->line, "%s", why);
}

/* No control characters: they would reach terminals, and a NUL would hide the rest of
 * its line. U+0080 to U+009F are two bytes. */
static bool is_printable(const char *text, size_t length)
{
    unsigned char before = 0;

    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        if ((byte < ' ' && byte != '\t') || byte == 0x7f ||
            (before == 0xc2 && byte < 0xa0))
            return false;
        before = byte;
    }
    return true;
}

/* The length of the next line, its end included. */
static size_t measure(const struct lines *l)
{
    size_t left = (size_t)(l->end - l->at);
    const char *newline = memchr(l->at, '\n', left);

    return newline != NULL ? (size_t)(newline - l->at) + 1 : left;
}

/* The length without its end, LF or CRLF. */
static size_t without_end(const char *text, size_t length)
{
    if (length > 0 && text[length - 1] == '\n')
        length--;
    if (length > 0 && text[length - 1] == '\r')
        length--;
    return length;
}

static bool is_good(struct lines *l, size_t length, int room)
{
    size_t most = (size_t)room < INIFILE_LINE_MOST ? (size_t)room : INIFILE_LINE_MOST;
    char why[64];

    snprintf(why, sizeof(why), "the line is too long: the limit is %zu bytes", most);
    if (length > most)
        refuse_line(l, why);
    else if (!is_printable(l->at, length))
        refuse_line(l, "it has a control character: this is not a text file");
    else if (!utf8_is_valid(l->at, length))
        refuse_line(l, "it is not UTF-8: save the file as UTF-8");
    return !l->failed;
}

/* The next line, as fgets() returns it. */
static char *next_line(char *out, int size, void *context)
{
    struct lines *l = context;
    size_t length;

    if (l->failed || l->at == l->end)
        return NULL;
    l->line++;
    length = measure(l);
    if (!is_good(l, without_end(l->at, length), size - 3))
        return NULL;
    memcpy(out, l->at, length);
    out[length] = '\0';
    l->continues = out[0] == ' ' || out[0] == '\t';
    l->at += length;
    return out;
}

static int take_row(
    void *context, const char *section, const char *name, const char *value)
{
    struct lines *l = context;
    struct inirow row = {l->line, section, name, value, l->continues};

    if (l->failed)
        return 0;
    if (l->reader->take(l->to, &row, l->error))
        return 1;
    l->failed = true;
    return 0;
}

int inifile_parse(const char *text, size_t length, const struct inirow_reader *reader,
    void *to, struct inirow_error *error)
{
    struct lines l = {
        .at = text, .end = text + length, .reader = reader, .to = to, .error = error};
    int first;

    reader->init(to);
    first = ini_parse_stream(next_line, &l, take_row, &l);
    /* inih continues after a line that it cannot read; the first mistake counts. */
    if (first > 0 && (!l.failed || first < error->line)) {
        l.line = first;
        refuse_line(
            &l, "write [SECTION], NAME = VALUE, or a comment that begins with ;");
    } else if (first < 0) {
        refuse_line(&l, "out of memory: close other programs");
    }
    return !l.failed && reader->finish(to, error) ? 0 : -1;
}

static int refuse_file(struct inirow_error *error, int code, const char *why)
{
    inirow_refuse(error, 0, "%s", why);
    return code;
}

static int refuse_errno(struct inirow_error *error)
{
    switch (errno) {
    case ENOENT:
    case ENOTDIR:
        return refuse_file(error, EX_NOINPUT, "no such file: check the path");
    case EACCES:
        return refuse_file(error, EX_NOPERM, "you may not read it: ask its owner");
    default:
        return refuse_file(error, EX_IOERR, strerror(errno));
    }
}

static int read_open(
    int fd, const struct inirow_reader *reader, void *to, struct inirow_error *error)
{
    struct stat st;
    ssize_t length;
    char *text;
    int code = 0;

    if (fstat(fd, &st) < 0)
        return refuse_errno(error);
    if (!S_ISREG(st.st_mode))
        return refuse_file(error, EX_NOINPUT, "it is not a file: name a text file");
    if (st.st_size > INIFILE_MOST)
        return refuse_file(
            error, EX_DATAERR, "it is larger than 1 MiB: name another file");
    text = malloc(INIFILE_MOST);
    if (text == NULL)
        return refuse_file(error, EX_OSERR, "out of memory: close other programs");
    length = fileio_read_full(fd, text, INIFILE_MOST, 0);
    if (length < 0)
        code = refuse_errno(error);
    else if (inifile_parse(text, (size_t)length, reader, to, error) < 0)
        code = EX_DATAERR;
    free(text);
    return code;
}

int inifile_read(const char *file, const struct inirow_reader *reader, void *to,
    struct inirow_error *error)
{
    /* O_NONBLOCK: refuse a pipe instead of waiting for its writer. */
    int fd = open(file, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    int code;

    if (fd < 0)
        return refuse_errno(error);
    code = read_open(fd, reader, to, error);
    close(fd);
    return code;
}

const char *inifile_why(struct inirow_error *error)
{
    struct inirow_error bare = *error;

    if (bare.line > 0)
        inirow_refuse(error, 0, "line %d: %s", bare.line, bare.why);
    return error->why;
}
