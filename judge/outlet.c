#include "outlet.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "key.h"
#include "printable.h"
#include "utf8.h"
#include "whole.h"

void outlet_init(struct outlet *outlet, int fd)
{
    outlet->fd = fd;
    outlet->error = 0;
    outlet->used = 0;
}

static void write_all(struct outlet *outlet, const char *bytes, size_t length)
{
    if (outlet->error == 0 && whole_write(outlet->fd, bytes, length) < 0)
        outlet->error = errno;
}

static void empty(struct outlet *outlet)
{
    write_all(outlet, outlet->bytes, outlet->used);
    outlet->used = 0;
}

int outlet_flush(struct outlet *outlet)
{
    empty(outlet);
    if (outlet->error == 0)
        return 0;
    errno = outlet->error;
    return -1;
}

void outlet_put(struct outlet *outlet, const char *text, size_t length)
{
    /* What fills most of the buffer needs not go through it. */
    bool large = length > OUTLET_SIZE / 2;

    if (large || length > OUTLET_SIZE - outlet->used)
        empty(outlet);
    if (large) {
        write_all(outlet, text, length);
        return;
    }
    memcpy(outlet->bytes + outlet->used, text, length);
    outlet->used += length;
}

void outlet_line(struct outlet *outlet, const char *text, size_t length, bool whole)
{
    outlet_put(outlet, text, length);
    if (!whole)
        return;
    if (outlet->used == OUTLET_SIZE)
        outlet_put(outlet, "\n", 1);
    else
        outlet->bytes[outlet->used++] = '\n';
}

void outlet_text(struct outlet *outlet, const char *text)
{
    outlet_put(outlet, text, strlen(text));
}

void outlet_print(struct outlet *outlet, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    outlet_put(outlet, text,
        (size_t)length < sizeof(text) ? (size_t)length : sizeof(text) - 1);
}

char *outlet_room(struct outlet *outlet, size_t most)
{
    if (most > OUTLET_SIZE - outlet->used)
        empty(outlet);
    return outlet->bytes + outlet->used;
}

void outlet_filled(struct outlet *outlet, const char *end)
{
    outlet->used = (size_t)(end - outlet->bytes);
}

/* JSON */

static char *put_escaped(char *to, uint32_t code)
{
    static const char hex[] = "0123456789abcdef";

    if (code == '"' || code == '\\') {
        *to++ = '\\';
        *to++ = (char)code;
        return to;
    }
    if (code >= ' ' && code != 0x7f)
        return to + utf8_encode(code, to);
    to = key_put_text(to, "\\u00");
    *to++ = hex[code / 16];
    *to++ = hex[code % 16];
    return to;
}

/* Bytes that stand as they are in a string. */
static size_t count_plain(const char *text, size_t length)
{
    size_t plain = printable_length(text, length);
    const char *quote = memchr(text, '"', plain);
    const char *slash;

    plain = quote != NULL ? (size_t)(quote - text) : plain;
    slash = memchr(text, '\\', plain);
    return slash != NULL ? (size_t)(slash - text) : plain;
}

/* A part of a string, without quotes; utf8 goes on from part to part. */
static char *put_part(char *to, struct utf8 *utf8, const char *text, size_t length)
{
    uint32_t codes[2];

    for (size_t i = 0; i < length; i++) {
        size_t plain = utf8->missing == 0 ? count_plain(text + i, length - i) : 0;
        int count;

        to = key_put(to, text + i, plain);
        i += plain;
        if (i == length)
            break;
        count = utf8_decode(utf8, (unsigned char)text[i], codes);
        for (int c = 0; c < count; c++)
            to = put_escaped(to, codes[c]);
    }
    return to;
}

static char *end_string(char *to, const struct utf8 *utf8)
{
    if (utf8->missing > 0)
        to = put_escaped(to, UTF8_BROKEN);
    *to++ = '"';
    return to;
}

char *outlet_put_json(char *to, const char *text, size_t length)
{
    struct utf8 utf8 = {0};

    *to++ = '"';
    return end_string(put_part(to, &utf8, text, length), &utf8);
}

/* So much of a text at a time has room, whatever it is written as. */
enum { PART = OUTLET_SIZE / 2 / OUTLET_WIDEST };

void outlet_json(struct outlet *outlet, const char *text, size_t length)
{
    struct utf8 utf8 = {0};

    outlet_put(outlet, "\"", 1);
    while (length > 0) {
        size_t part = length < PART ? length : PART;
        char *to = outlet_room(outlet, OUTLET_WIDEST * part + 8);

        outlet_filled(outlet, put_part(to, &utf8, text, part));
        text += part;
        length -= part;
    }
    outlet_filled(outlet, end_string(outlet_room(outlet, 8), &utf8));
}

/* CSV */

static bool needs_quotes(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] == '"' || text[i] == ',' || text[i] == '\n' || text[i] == '\r')
            return true;
    return false;
}

char *outlet_put_csv(char *to, const char *text, size_t length)
{
    if (!needs_quotes(text, length))
        return key_put(to, text, length);
    *to++ = '"';
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '"')
            *to++ = '"';
        *to++ = text[i];
    }
    *to++ = '"';
    return to;
}

void outlet_csv(struct outlet *outlet, const char *text, size_t length)
{
    const char *quote;

    if (memchr(text, '"', length) == NULL && memchr(text, ',', length) == NULL &&
        memchr(text, '\n', length) == NULL && memchr(text, '\r', length) == NULL) {
        outlet_put(outlet, text, length);
        return;
    }
    outlet_put(outlet, "\"", 1);
    while ((quote = memchr(text, '"', length)) != NULL) {
        size_t part = (size_t)(quote + 1 - text);

        outlet_put(outlet, text, part);
        outlet_put(outlet, "\"", 1);
        text += part;
        length -= part;
    }
    outlet_put(outlet, text, length);
    outlet_put(outlet, "\"", 1);
}
