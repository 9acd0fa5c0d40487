/*
 * ascii.h - how a person at an English keyboard would type a character that is not on
 * it: the 1996 rules know ASCII only. Pure.
 */
#ifndef ASCII_H
#define ASCII_H

#include <stdint.h>

/* What stands for a character from U+0080 on: printable ASCII, empty for one that shows
 * nothing, "?" for one that nobody could type. */
const char *ascii_typed(uint32_t code);

/* The character of a byte from 0x80 on in text that is not UTF-8: Latin-1, with the
 * quotation marks and dashes that Windows-1252 has where Latin-1 has controls. */
uint32_t ascii_of_latin1(unsigned char byte);

#endif
