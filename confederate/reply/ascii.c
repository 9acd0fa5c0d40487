#include "confederate/reply/ascii.h"

#include <stddef.h>

enum { LATIN_FIRST = 0xa0, LATIN_LAST = 0x17f };

/* clang-format off */
/* U+00A0 to U+017F, sixteen a row: letters without their accents. */
static const char *const latin[] = {
    " ", "!", "c", "GBP", "?", "JPY", "|", "?", "\"", "(c)", "a", "\"", "-", "", "(R)", "-",
    " deg", "+/-", "2", "3", "'", "u", "?", "*", ",", "1", "o", "\"", "1/4", "1/2", "3/4", "?",
    "A", "A", "A", "A", "A", "A", "AE", "C", "E", "E", "E", "E", "I", "I", "I", "I",
    "D", "N", "O", "O", "O", "O", "O", "x", "O", "U", "U", "U", "U", "Y", "Th", "ss",
    "a", "a", "a", "a", "a", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i", "i",
    "d", "n", "o", "o", "o", "o", "o", "/", "o", "u", "u", "u", "u", "y", "th", "y",
    "A", "a", "A", "a", "A", "a", "C", "c", "C", "c", "C", "c", "C", "c", "D", "d",
    "D", "d", "E", "e", "E", "e", "E", "e", "E", "e", "E", "e", "G", "g", "G", "g",
    "G", "g", "G", "g", "H", "h", "H", "h", "I", "i", "I", "i", "I", "i", "I", "i",
    "I", "i", "IJ", "ij", "J", "j", "K", "k", "k", "L", "l", "L", "l", "L", "l", "L",
    "l", "L", "l", "N", "n", "N", "n", "N", "n", "'n", "N", "n", "O", "o", "O", "o",
    "O", "o", "OE", "oe", "R", "r", "R", "r", "R", "r", "S", "s", "S", "s", "S", "s",
    "S", "s", "T", "t", "T", "t", "T", "t", "U", "u", "U", "u", "U", "u", "U", "u",
    "U", "u", "U", "u", "W", "w", "Y", "y", "Y", "Z", "z", "Z", "z", "Z", "z", "s",
};

/* The bytes 0x80 to 0x9f of Windows-1252; 0 for five unused ones. */
static const uint16_t windows[] = {
    0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
    0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017d, 0,
    0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
    0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178,
};
/* clang-format on */

_Static_assert(sizeof(latin) / sizeof(latin[0]) == LATIN_LAST - LATIN_FIRST + 1,
    "each letter has a substitute");
_Static_assert(
    sizeof(windows) / sizeof(windows[0]) == 0x20, "each byte has a character");

/* The other characters, sorted. The empty ones join, turn round or colour others. */
static const struct {
    uint32_t from, to;
    const char *typed;
} others[] = {
    {0x0192, 0x0192, "f"},
    {0x02b9, 0x02bf, "'"},
    {0x02c6, 0x02c6, "^"},
    {0x02dc, 0x02dc, "~"},
    {0x0300, 0x036f, ""},
    {0x2000, 0x200a, " "},
    {0x200b, 0x200f, ""},
    {0x2010, 0x2015, "-"},
    {0x2018, 0x201b, "'"},
    {0x201c, 0x201f, "\""},
    {0x2020, 0x2021, "+"},
    {0x2022, 0x2022, "*"},
    {0x2024, 0x2024, "."},
    {0x2025, 0x2025, ".."},
    {0x2026, 0x2026, "..."},
    {0x2028, 0x2029, " "},
    {0x202a, 0x202e, ""},
    {0x202f, 0x202f, " "},
    {0x2030, 0x2030, "%o"},
    {0x2032, 0x2032, "'"},
    {0x2033, 0x2033, "\""},
    {0x2039, 0x203a, "'"},
    {0x2044, 0x2044, "/"},
    {0x205f, 0x205f, " "},
    {0x2060, 0x206f, ""},
    {0x20ac, 0x20ac, "EUR"},
    {0x2116, 0x2116, "No."},
    {0x2122, 0x2122, "(TM)"},
    {0x2190, 0x2190, "<-"},
    {0x2192, 0x2192, "->"},
    {0x21d0, 0x21d0, "<="},
    {0x21d2, 0x21d2, "=>"},
    {0x2212, 0x2212, "-"},
    {0x2215, 0x2215, "/"},
    {0x2217, 0x2217, "*"},
    {0x2248, 0x2248, "~"},
    {0x2260, 0x2260, "!="},
    {0x2264, 0x2264, "<="},
    {0x2265, 0x2265, ">="},
    {0x3000, 0x3000, " "},
    {0xfb00, 0xfb00, "ff"},
    {0xfb01, 0xfb01, "fi"},
    {0xfb02, 0xfb02, "fl"},
    {0xfb03, 0xfb03, "ffi"},
    {0xfb04, 0xfb04, "ffl"},
    {0xfe00, 0xfe0f, ""},
    {0xfeff, 0xfeff, ""},
};

enum { OTHERS = sizeof(others) / sizeof(others[0]) };

const char *ascii_typed(uint32_t code)
{
    if (code < LATIN_FIRST)
        return ""; /* the controls of C1 */
    if (code <= LATIN_LAST)
        return latin[code - LATIN_FIRST];
    for (size_t i = 0; i < OTHERS; i++)
        if (code >= others[i].from && code <= others[i].to)
            return others[i].typed;
    return "?";
}

uint32_t ascii_of_latin1(unsigned char byte)
{
    if (byte >= LATIN_FIRST)
        return byte;
    return byte >= 0x80 ? windows[byte - 0x80] : 0;
}
