/*
 * outlet.h - bytes on their way to a file, gathered into large writes, and the few
 * shapes of text that exports need.
 */
#ifndef OUTLET_H
#define OUTLET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OUTLET_SIZE = 128 * 1024 };

struct outlet {
    int fd;
    int error; /* errno of the first write that failed; nothing is written after it */
    size_t used;
    char bytes[OUTLET_SIZE];
};

/* Make *outlet an empty outlet for an open file. */
void outlet_init(struct outlet *outlet, int fd);

/* Write what has been gathered. Returns 0, or -1 with errno of this or an earlier write
 * that failed. */
int outlet_flush(struct outlet *outlet);

void outlet_put(struct outlet *outlet, const char *text, size_t length);
/* A line, and its newline where it has one. */
void outlet_line(struct outlet *outlet, const char *text, size_t length, bool whole);
void outlet_text(struct outlet *outlet, const char *text);
void outlet_print(struct outlet *outlet, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Bytes of UTF-8 as a JSON string with its quotes; what is no UTF-8 becomes U+FFFD.
 * RFC 8259. */
void outlet_json(struct outlet *outlet, const char *text, size_t length);

/* Bytes as a field of CSV, quoted if they must be. RFC 4180. */
void outlet_csv(struct outlet *outlet, const char *text, size_t length);

/*
 * What is written for each of many records is put in place, and is far quicker so: room
 * for most bytes, at most OUTLET_SIZE. outlet_filled() says up to where it was used.
 */
char *outlet_room(struct outlet *outlet, size_t most);
void outlet_filled(struct outlet *outlet, const char *end);

/* outlet_json() and outlet_csv() in place: each returns the byte behind what it has
 * written, and has used up to OUTLET_WIDEST bytes for one of the text, and 8 more. */
enum { OUTLET_WIDEST = 6 };
char *outlet_put_json(char *to, const char *text, size_t length);
char *outlet_put_csv(char *to, const char *text, size_t length);

#endif
