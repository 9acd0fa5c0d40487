/*
 * digits.h - eight decimal digits at once, for the quick ways through long files. Pure.
 */
#ifndef DIGITS_H
#define DIGITS_H

#include <endian.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { DIGITS_EIGHT = 8 };

/* Read the DIGITS_EIGHT bytes at text, each a byte of a word. Returns false, *number
 * unchanged, if one of them is no digit. */
static inline bool digits_eight(const char *text, uint64_t *number)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t word;

    memcpy(&word, text, sizeof(word));
    word = le64toh(word) ^ 0x30 * ones;
    if ((((word + 0x76 * ones) | word) & 0x80 * ones) != 0)
        return false;
    /* The pairs, then the fours, then all of them. */
    word = word * 10 + (word >> 8);
    *number = (((word & UINT64_C(0x000000ff000000ff)) * UINT64_C(0x000f424000000064)) +
                  (((word >> 16) & UINT64_C(0x000000ff000000ff)) *
                      UINT64_C(0x0000271000000001))) >>
              32;
    return true;
}

#endif
