/*
 * sheet.h - bytes on their way to a file, gathered into large writes, and the few
 * shapes of text that exports need.
 */
#ifndef SHEET_H
#define SHEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SHEET_SIZE = 128 * 1024 };

struct sheet {
    int fd;
    int error; /* errno of the first write that failed; nothing is written after it */
    size_t used;
    char bytes[SHEET_SIZE];
};

/* Make *sheet an empty sheet for an open file. */
void sheet_init(struct sheet *sheet, int fd);

/* Write what has been gathered. Returns 0, or -1 with errno of this or an earlier write
 * that failed. */
int sheet_flush(struct sheet *sheet);

void sheet_put(struct sheet *sheet, const char *text, size_t length);
/* A line, and its newline where it has one. */
void sheet_line(struct sheet *sheet, const char *text, size_t length, bool whole);
void sheet_text(struct sheet *sheet, const char *text);
void sheet_print(struct sheet *sheet, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A number in decimal, zero-filled to so many digits, 20 at most. */
void sheet_number(struct sheet *sheet, uint64_t number, int digits);

/* Bytes of UTF-8 as a JSON string with its quotes; what is no UTF-8 becomes U+FFFD.
 * RFC 8259. */
void sheet_json(struct sheet *sheet, const char *text, size_t length);

/* Bytes as a field of CSV, quoted if they must be. RFC 4180. */
void sheet_csv(struct sheet *sheet, const char *text, size_t length);

#endif
