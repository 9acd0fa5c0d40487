/*
 * glyph.h - which characters of Unicode may be shown, and how many columns they take.
 *
 * What can move the cursor, hide, or turn text round is none of them: controls (C1
 * too), formats, all blanks but one, whatever shows nothing, what is not assigned, and
 * letters that are written from right to left, since a terminal that knows how would
 * turn the text around them. Pure, and no locale's.
 */
#ifndef GLYPH_H
#define GLYPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Marks that one character may bear: what a cell of a screen has room for. */
enum { GLYPH_MARKS_MAX = 4 };

/* Whether a character may be shown. */
bool glyph_is_shown(uint32_t code);

/* The columns that one of those takes: 1, 2, or 0 for a mark on the one before. */
int glyph_width(uint32_t code);

/* The columns that length of them take. */
size_t glyph_columns(const uint32_t *text, size_t length);

/* Whether a character may stand behind the length characters of a line: a mark needs
 * something that bears it, and not GLYPH_MARKS_MAX of them already. */
bool glyph_may_follow(const uint32_t *text, size_t length, uint32_t code);

#endif
