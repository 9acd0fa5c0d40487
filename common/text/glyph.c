#include "common/text/glyph.h"

#include "common/text/glyph_table.h"

enum { ASCII_LAST = '~' };

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static bool is_in(const struct glyph_range *table, size_t count, uint32_t code)
{
    size_t first = 0, end = count;

    while (first < end) {
        size_t middle = first + (end - first) / 2;
        if (code < table[middle].from)
            end = middle;
        else if (code > table[middle].to)
            first = middle + 1;
        else
            return true;
    }
    return false;
}

bool glyph_is_shown(uint32_t code)
{
    return is_in(shown, COUNT(shown), code);
}

int glyph_width(uint32_t code)
{
    if (code <= ASCII_LAST)
        return 1;
    if (is_in(combining, COUNT(combining), code))
        return 0;
    return is_in(wide, COUNT(wide), code) ? 2 : 1;
}

size_t glyph_columns(const uint32_t *text, size_t length)
{
    size_t columns = 0;

    for (size_t i = 0; i < length; i++)
        columns += (size_t)glyph_width(text[i]);
    return columns;
}

bool glyph_may_follow(const uint32_t *text, size_t length, uint32_t code)
{
    size_t marks = 0;

    if (glyph_width(code) > 0)
        return true;
    while (marks < length && glyph_width(text[length - 1 - marks]) == 0)
        marks++;
    return marks < length && marks < GLYPH_MARKS_MAX && text[length - 1 - marks] != ' ';
}
