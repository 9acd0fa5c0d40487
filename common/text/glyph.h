/*
 * glyph.h - displayable characters of Unicode, and their widths in columns. Pure, and
 * independent of the locale.
 *
 * Excluded are characters that could move the cursor, hide text or reverse it:
 * controls (C0 and C1), formats, blanks other than U+0020, invisible and unassigned
 * characters, and letters of scripts written from right to left, around which some
 * terminals reverse the text.
 */
#ifndef GLYPH_H
#define GLYPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Combining marks on one character: the limit of a screen cell. */
enum { GLYPH_MARKS_MAX = 4 };

/* Whether a character is displayable. */
bool glyph_is_shown(uint32_t code);

/* Return the width of a displayable character: 1 or 2 columns, or 0 for a combining
 * mark. */
int glyph_width(uint32_t code);

/* Return the width of a text of length characters. */
size_t glyph_columns(const uint32_t *text, size_t length);

/* Whether a character may be appended to a line of length characters: a mark needs a
 * character other than a blank, with fewer than GLYPH_MARKS_MAX marks. */
bool glyph_may_follow(const uint32_t *text, size_t length, uint32_t code);

#endif
