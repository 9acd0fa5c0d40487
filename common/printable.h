/*
 * printable.h - printable ASCII, eight bytes at once, for the readers of long files.
 * Pure.
 */
#ifndef PRINTABLE_H
#define PRINTABLE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* As many bytes as text begins with that are printable ASCII, of length bytes. */
static inline size_t printable_length(const char *text, size_t length)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    size_t at = 0;
    uint64_t word;

    for (; at + sizeof(word) <= length; at += sizeof(word)) {
        memcpy(&word, text + at, sizeof(word));
        /* A byte below a blank, or DEL or beyond, has its highest bit set by this. */
        if ((((word - 0x20 * ones) | (word + ones) | word) & 0x80 * ones) != 0)
            break;
    }
    while (at < length && text[at] >= ' ' && text[at] <= '~')
        at++;
    return at;
}

#endif
