#include "sheet.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "key.h"
#include "utf8.h"

void sheet_init(struct sheet *sheet, int fd)
{
    sheet->fd = fd;
    sheet->error = 0;
    sheet->used = 0;
}

static void write_all(struct sheet *sheet, const char *bytes, size_t length)
{
    while (length > 0 && sheet->error == 0) {
        ssize_t written = write(sheet->fd, bytes, length);

        if (written < 0 && errno != EINTR)
            sheet->error = errno;
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        }
    }
}

int sheet_flush(struct sheet *sheet)
{
    write_all(sheet, sheet->bytes, sheet->used);
    sheet->used = 0;
    if (sheet->error == 0)
        return 0;
    errno = sheet->error;
    return -1;
}

void sheet_put(struct sheet *sheet, const char *text, size_t length)
{
    if (length > SHEET_SIZE - sheet->used) {
        write_all(sheet, sheet->bytes, sheet->used);
        sheet->used = 0;
    }
    if (length > SHEET_SIZE) {
        write_all(sheet, text, length);
        return;
    }
    memcpy(sheet->bytes + sheet->used, text, length);
    sheet->used += length;
}

void sheet_line(struct sheet *sheet, const char *text, size_t length, bool whole)
{
    sheet_put(sheet, text, length);
    if (!whole)
        return;
    if (sheet->used == SHEET_SIZE)
        sheet_put(sheet, "\n", 1);
    else
        sheet->bytes[sheet->used++] = '\n';
}

void sheet_text(struct sheet *sheet, const char *text)
{
    sheet_put(sheet, text, strlen(text));
}

void sheet_print(struct sheet *sheet, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    sheet_put(
        sheet, text, (size_t)length < sizeof(text) ? (size_t)length : sizeof(text) - 1);
}

void sheet_number(struct sheet *sheet, uint64_t number, int digits)
{
    char text[24];

    sheet_put(sheet, text, (size_t)(key_put_number(text, number, digits) - text));
}

static void put_json(struct sheet *sheet, uint32_t code)
{
    char bytes[UTF8_MAX];

    if (code == '"' || code == '\\') {
        bytes[0] = '\\';
        bytes[1] = (char)code;
        sheet_put(sheet, bytes, 2);
    } else if (code < ' ' || code == 0x7f)
        sheet_print(sheet, "\\u%04x", (unsigned)code);
    else
        sheet_put(sheet, bytes, utf8_encode(code, bytes));
}

void sheet_json(struct sheet *sheet, const char *text, size_t length)
{
    struct utf8 utf8 = {0};
    uint32_t codes[2];

    sheet_put(sheet, "\"", 1);
    for (size_t i = 0; i < length; i++) {
        int count = utf8_decode(&utf8, (unsigned char)text[i], codes);

        for (int c = 0; c < count; c++)
            put_json(sheet, codes[c]);
    }
    if (utf8.missing > 0)
        put_json(sheet, UTF8_BROKEN);
    sheet_put(sheet, "\"", 1);
}

void sheet_csv(struct sheet *sheet, const char *text, size_t length)
{
    bool plain = true;

    for (size_t i = 0; i < length && plain; i++)
        plain = text[i] != '"' && text[i] != ',' && text[i] != '\n' && text[i] != '\r';
    if (plain) {
        sheet_put(sheet, text, length);
        return;
    }
    sheet_put(sheet, "\"", 1);
    for (size_t i = 0; i < length; i++)
        sheet_put(sheet, text[i] == '"' ? "\"\"" : text + i, text[i] == '"' ? 2 : 1);
    sheet_put(sheet, "\"", 1);
}
