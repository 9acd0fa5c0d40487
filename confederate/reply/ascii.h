/*
 * ascii.h - ASCII in place of other characters, as a person at an English keyboard
 * types them: the 1996 rules have ASCII only. Pure.
 */
#ifndef ASCII_H
#define ASCII_H

#include <stdint.h>

/* Printable ASCII for a character from U+0080 on: "" for an invisible one, "?" for one
 * without a substitute. */
const char *ascii_typed(uint32_t code);

/* The character of a byte from 0x80 on in text that is not UTF-8: Windows-1252, which
 * is Latin-1 with quotation marks and dashes in place of controls. */
uint32_t ascii_of_latin1(unsigned char byte);

#endif
