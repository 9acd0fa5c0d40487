#include "outlet.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "key.h"
#include "utf8.h"
#include "whole.h"

void outlet_init(struct outlet *outlet, int fd)
{
    outlet->fd = fd;
    outlet->error = 0;
    outlet->used = 0;
}

static void write_out(struct outlet *outlet, const char *bytes, size_t length)
{
    if (outlet->error == 0 && whole_write(outlet->fd, bytes, length) < 0)
        outlet->error = errno;
}

int outlet_flush(struct outlet *outlet)
{
    write_out(outlet, outlet->bytes, outlet->used);
    outlet->used = 0;
    if (outlet->error == 0)
        return 0;
    errno = outlet->error;
    return -1;
}

void outlet_put(struct outlet *outlet, const char *text, size_t length)
{
    if (length > OUTLET_SIZE - outlet->used) {
        write_out(outlet, outlet->bytes, outlet->used);
        outlet->used = 0;
    }
    /* What fills most of the buffer needs not go through it. */
    if (outlet->used == 0 && length > OUTLET_SIZE / 2) {
        write_out(outlet, text, length);
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

void outlet_number(struct outlet *outlet, uint64_t number, int digits)
{
    char text[24];

    outlet_put(outlet, text, (size_t)(key_put_number(text, number, digits) - text));
}

static void put_json(struct outlet *outlet, uint32_t code)
{
    char bytes[UTF8_MAX];

    if (code == '"' || code == '\\') {
        bytes[0] = '\\';
        bytes[1] = (char)code;
        outlet_put(outlet, bytes, 2);
    } else if (code < ' ' || code == 0x7f)
        outlet_print(outlet, "\\u%04x", (unsigned)code);
    else
        outlet_put(outlet, bytes, utf8_encode(code, bytes));
}

void outlet_json(struct outlet *outlet, const char *text, size_t length)
{
    struct utf8 utf8 = {0};
    uint32_t codes[2];

    outlet_put(outlet, "\"", 1);
    for (size_t i = 0; i < length; i++) {
        int count = utf8_decode(&utf8, (unsigned char)text[i], codes);

        for (int c = 0; c < count; c++)
            put_json(outlet, codes[c]);
    }
    if (utf8.missing > 0)
        put_json(outlet, UTF8_BROKEN);
    outlet_put(outlet, "\"", 1);
}

void outlet_csv(struct outlet *outlet, const char *text, size_t length)
{
    bool plain = true;

    for (size_t i = 0; i < length && plain; i++)
        plain = text[i] != '"' && text[i] != ',' && text[i] != '\n' && text[i] != '\r';
    if (plain) {
        outlet_put(outlet, text, length);
        return;
    }
    outlet_put(outlet, "\"", 1);
    for (size_t i = 0; i < length; i++)
        outlet_put(outlet, text[i] == '"' ? "\"\"" : text + i, text[i] == '"' ? 2 : 1);
    outlet_put(outlet, "\"", 1);
}
