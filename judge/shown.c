#include "shown.h"

#include <stdbool.h>

/* A byte, and the one behind it. */
static bool begins_c1(unsigned char byte, unsigned char next)
{
    return byte == 0xc2 && next >= 0x80 && next < 0xa0;
}

/* Whether a byte is a control character, or part of one; before is the byte in front.
 */
static bool controls(unsigned char before, unsigned char byte, unsigned char next)
{
    return byte < ' ' || byte == 0x7f || begins_c1(byte, next) ||
           begins_c1(before, byte);
}

void shown_clean(char *text)
{
    unsigned char before = 0;

    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        if (controls(before, byte, (unsigned char)text[1]))
            *text = '?';
        before = byte;
    }
}

void shown_put(FILE *to, const char *text)
{
    unsigned char before = 0;

    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        putc(controls(before, byte, (unsigned char)text[1]) ? '?' : byte, to);
        before = byte;
    }
}
