/*
 * stage_text.c - text that grows, text in rows, and rows that were hoped for.
 */
#include "tests/stage/stage_text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *grown(void *memory, size_t size)
{
    void *more = realloc(memory, size);

    if (more == NULL) {
        perror("stage");
        abort();
    }
    return more;
}

/* Make room for length more bytes and a NUL. */
static void text_reserve(struct text *text, size_t length)
{
    size_t need = text->length + length + 1;

    if (need <= text->room)
        return;
    text->room = need < 2 * text->room ? 2 * text->room : need + 32;
    text->data = grown(text->data, text->room);
}

void text_add(struct text *text, const void *bytes, size_t length)
{
    text_reserve(text, length);
    if (length > 0)
        memcpy(text->data + text->length, bytes, length);
    text->length += length;
    text->data[text->length] = '\0';
}

void text_put(struct text *text, char byte)
{
    text_add(text, &byte, 1);
}

void text_say(struct text *text, const char *format, ...)
{
    va_list list;
    char *said = NULL;
    int length;

    va_start(list, format);
    length = vasprintf(&said, format, list);
    va_end(list);
    if (length < 0)
        abort();
    text_add(text, said, (size_t)length);
    free(said);
}

void text_show(struct text *text, const char *string)
{
    for (; *string != '\0'; string++) {
        unsigned char byte = (unsigned char)*string;

        if (byte < 0x20 || byte == 0x7f)
            text_say(text, "\\x%02x", byte);
        else
            text_put(text, *string);
    }
}

void text_behead(struct text *text, size_t length)
{
    text->length -= length;
    memmove(text->data, text->data + length, text->length + 1);
}

void text_clear(struct text *text)
{
    text->length = 0;
    if (text->data != NULL)
        text->data[0] = '\0';
}

void text_free(struct text *text)
{
    free(text->data);
    *text = (struct text){0};
}

const char *text_string(const struct text *text)
{
    return text->data == NULL ? "" : text->data;
}

bool text_contains(const struct text *text, const struct text *wanted)
{
    return memmem(text_string(text), text->length, text_string(wanted),
               wanted->length) != NULL;
}

int text_read(struct text *text, const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    char bytes[8192];
    ssize_t length = 0;
    int error;

    if (fd < 0)
        return -1;
    while ((length = read(fd, bytes, sizeof bytes)) > 0)
        text_add(text, bytes, (size_t)length);
    error = errno;
    close(fd);
    errno = error;
    return length < 0 ? -1 : 0;
}

void rows_add(struct rows *rows, const char *bytes, size_t length)
{
    struct text row = {0};
    const char *nul;

    while ((nul = memchr(bytes, '\0', length)) != NULL) {
        text_add(&row, bytes, (size_t)(nul - bytes));
        text_say(&row, "\\x00");
        length -= (size_t)(nul + 1 - bytes);
        bytes = nul + 1;
    }
    text_add(&row, bytes, length);
    if ((rows->count & (rows->count - 1)) == 0) /* room for a power of two */
        rows->row = grown(
            rows->row, (rows->count == 0 ? 1 : 2 * rows->count) * sizeof *rows->row);
    rows->row[rows->count++] = row.data;
}

void rows_free(struct rows *rows)
{
    for (size_t i = 0; i < rows->count; i++)
        free(rows->row[i]);
    free(rows->row);
    *rows = (struct rows){0};
}

void rows_split(struct rows *rows, const struct text *text)
{
    const char *at = text_string(text), *end = at + text->length;

    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));

        rows->unfinished = newline == NULL;
        rows_add(rows, at, (size_t)((newline == NULL ? end : newline) - at));
        at = newline == NULL ? end : newline + 1;
    }
}

bool rows_contain(const struct rows *rows, const struct text *wanted)
{
    for (size_t i = 0; i < rows->count; i++) {
        if (strstr(rows->row[i], text_string(wanted)) != NULL)
            return true;
    }
    return false;
}

/* In a form, d is a decimal digit and x a lower-case hexadecimal one. */
static const struct {
    const char *name, *form;
} placeholders[] = {
    {"{time}", "dd:dd:dd"},
    {"{stamp}", "dddd/dd/dd dd:dd:dd"},
    {"{year}", "dddd"},
    {"{left}", "d:dd"},
    {"{ms}", "dddddddddddddddddd"},
    {"{hex32}", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"},
};

static const char placeholder_any[] = "{any}";

static bool has_form(const char *form, const char *line)
{
    for (; *form != '\0'; form++, line++) {
        bool digit = *line >= '0' && *line <= '9';
        bool letter = *line >= 'a' && *line <= 'f';

        if (*form == 'd' ? !digit : *form == 'x' ? !digit && !letter : *line != *form)
            return false;
    }
    return true;
}

/*
 * Step over the first element of the pattern and its match in the line.
 * Returns false, nothing changed, if the line does not begin with it.
 */
static bool step(const char **pattern, const char **line)
{
    for (size_t i = 0; i < sizeof placeholders / sizeof *placeholders; i++) {
        size_t length = strlen(placeholders[i].name);

        if (strncmp(*pattern, placeholders[i].name, length) != 0)
            continue;
        if (!has_form(placeholders[i].form, *line))
            return false;
        *pattern += length;
        *line += strlen(placeholders[i].form);
        return true;
    }
    if (**pattern == '\0' || **pattern != **line)
        return false;
    ++*pattern;
    ++*line;
    return true;
}

bool pattern_fits(const char *pattern, const char *line)
{
    const size_t any = sizeof placeholder_any - 1;
    const char *again = NULL, *from = line; /* after the last {any}: its rest */

    while (*pattern != '\0' || *line != '\0') {
        if (strncmp(pattern, placeholder_any, any) == 0) {
            again = pattern += any;
            from = line;
        } else if (!step(&pattern, &line)) {
            if (again == NULL || *from == '\0')
                return false;
            pattern = again;
            line = ++from;
        }
    }
    return true;
}

bool rows_fit(const struct rows *wanted, const struct rows *got)
{
    if (wanted->count != got->count || wanted->unfinished != got->unfinished)
        return false;
    for (size_t i = 0; i < got->count; i++) {
        if (!pattern_fits(wanted->row[i], got->row[i]))
            return false;
    }
    return true;
}

/* Add row i behind its bar. */
static void show_row(const struct rows *rows, size_t i, struct text *out)
{
    text_put(out, rows->unfinished && i + 1 == rows->count ? '\\' : '|');
    text_show(out, rows->row[i]);
    text_put(out, '\n');
}

void rows_show(const struct rows *rows, size_t count, struct text *out)
{
    for (size_t i = 0; i < count; i++)
        show_row(rows, i, out);
}

/* Add rows from..to-1, each behind a mark of its own. */
static void mark_rows(
    const struct rows *rows, size_t from, size_t to, char mark, struct text *out)
{
    for (size_t i = from; i < to; i++) {
        text_put(out, mark);
        show_row(rows, i, out);
    }
}

/* Whether row i of one and row j of the other are alike to the end of the line. */
static bool alike(const struct rows *wanted, size_t i, const struct rows *got, size_t j)
{
    bool open = wanted->unfinished && i + 1 == wanted->count;
    bool open_too = got->unfinished && j + 1 == got->count;

    return open == open_too && pattern_fits(wanted->row[i], got->row[j]);
}

void rows_differ(const struct rows *wanted, const struct rows *got, struct text *out)
{
    size_t before = 0, w = wanted->count, g = got->count;

    while (before < w && before < g && alike(wanted, before, got, before))
        before++;
    while (w > before && g > before && alike(wanted, w - 1, got, g - 1)) {
        w--;
        g--;
    }
    text_say(out, "they differ at line %zu ('-' wanted, '+' there):\n", before + 1);
    mark_rows(got, 0, before, ' ', out);
    mark_rows(wanted, before, w, '-', out);
    mark_rows(got, before, g, '+', out);
    mark_rows(got, g, got->count, ' ', out);
}
