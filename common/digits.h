/*
 * digits.h - eight decimal digits at once, read and written, for the quick ways through
 * long files. Pure.
 */
#ifndef DIGITS_H
#define DIGITS_H

#include <endian.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { DIGITS_EIGHT = 8, DIGITS_HUNDRED_MILLIONS = 100000000 };

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

/* Write a number below a hundred million as DIGITS_EIGHT digits, zeros in front. */
static inline void digits_put_eight(char *to, uint32_t number)
{
    /* A number in each half of a word, in each quarter, in each byte. */
    uint64_t fours = number / 10000 | (uint64_t)(number % 10000) << 32;
    uint64_t hundreds = (fours * 5243 >> 19) & UINT64_C(0x0000007f0000007f);
    uint64_t pairs = hundreds | (fours - hundreds * 100) << 16;
    uint64_t tens = (pairs * 103 >> 10) & UINT64_C(0x000f000f000f000f);
    uint64_t word = htole64(
        (tens | (pairs - tens * 10) << 8) | 0x30 * UINT64_C(0x0101010101010101));

    memcpy(to, &word, sizeof(word));
}

#endif
