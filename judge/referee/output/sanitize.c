#include "judge/referee/output/sanitize.h"

#include <stdbool.h>

/* Whether two bytes are a C1 control in UTF-8. */
static bool is_c1(unsigned char first, unsigned char second)
{
    return first == 0xc2 && second >= 0x80 && second < 0xa0;
}

/* Whether a byte, between two others, is a control character or a part of one. */
static bool is_control(unsigned char before, unsigned char byte, unsigned char next)
{
    return byte < ' ' || byte == 0x7f || is_c1(byte, next) || is_c1(before, byte);
}

void sanitize_clean(char *text)
{
    unsigned char before = 0;

    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        if (is_control(before, byte, (unsigned char)text[1]))
            *text = '?';
        before = byte;
    }
}

void sanitize_put(FILE *to, const char *text)
{
    unsigned char before = 0;

    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;
        putc(is_control(before, byte, (unsigned char)text[1]) ? '?' : byte, to);
        before = byte;
    }
}
