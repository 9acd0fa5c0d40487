/*
 * utf8.h - characters to bytes and back. Pure.
 */
#ifndef UTF8_H
#define UTF8_H

#include <stddef.h>
#include <stdint.h>

enum { UTF8_MAX = 4, UTF8_BROKEN = 0xfffd };

/* A character that is being read byte by byte. Zero it to start. */
struct utf8 {
    uint32_t code;
    uint32_t least; /* the smallest code that may have this many bytes */
    int missing;    /* bytes still to come */
};

/* Write a character's bytes to out[] and return how many. */
size_t utf8_encode(uint32_t code, char out[static UTF8_MAX]);

/* Write count characters to out[], which has room for UTF8_MAX bytes each; returns
 * the bytes written. */
size_t utf8_encode_all(const uint32_t *codes, size_t count, char *out);

/*
 * Read one byte. Writes the characters that it completes to out[] and returns how
 * many, 0 to 2: a broken sequence gives one UTF8_BROKEN, and what ended it is read
 * on its own.
 */
int utf8_decode(struct utf8 *u, unsigned char byte, uint32_t out[static 2]);

#endif
