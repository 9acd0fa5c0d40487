/*
 * utf8.h - encode and decode UTF-8. Pure.
 */
#ifndef UTF8_H
#define UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { UTF8_MAX = 4, UTF8_BROKEN = 0xfffd };

/* The state of the decoder; all zeros at the start. */
struct utf8 {
    uint32_t code;  /* bits of the character so far */
    uint32_t least; /* smallest valid code for the number of bytes */
    int missing;    /* bytes still to come */
};

/* Encode a character to out[]. Returns its length in bytes. */
size_t utf8_encode(uint32_t code, char out[static UTF8_MAX]);

/* Encode count characters to out[], UTF8_MAX bytes for each. Returns the bytes
 * written. */
size_t utf8_encode_all(const uint32_t *codes, size_t count, char *out);

/*
 * Decode one byte. Writes the characters that it completes to out[] and returns their
 * number, 0 to 2: an invalid sequence gives one UTF8_BROKEN, and the byte that ended it
 * is decoded by itself.
 */
int utf8_decode(struct utf8 *u, unsigned char byte, uint32_t out[static 2]);

/* Whether length bytes are complete and valid UTF-8. */
bool utf8_is_valid(const char *text, size_t length);

#endif
