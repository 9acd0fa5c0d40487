/*
 * status_line.h - the bottom line of every screen: a text at the left, a hint, a text
 * at the right, laid out for the width. Pure; screen_draw_status() draws it.
 *
 * From STATUS_LINE_WIDE columns all three stand on one row, the hint behind the left
 * text. Below, the hint has a row of its own, above the other two. Texts are ASCII: a
 * byte is a column. A text that does not fit is cut at its end, but never the right
 * one.
 */
#ifndef STATUS_LINE_H
#define STATUS_LINE_H

#include <stdbool.h>

enum {
    STATUS_LINE_WIDE = 80,
    STATUS_LINE_TEXT_SIZE = 160,
    STATUS_LINE_PIECES = 3,
};

struct status_line {
    char left[STATUS_LINE_TEXT_SIZE];
    char hint[STATUS_LINE_TEXT_SIZE];
    char right[STATUS_LINE_TEXT_SIZE];
    bool alarming; /* drawn to be noticed: bold, and white on red with colours */
};

/* A text at its place. */
struct status_line_piece {
    const char *text; /* in the status line */
    int row;          /* 0 is the first row of the status line */
    int column;
    int length; /* bytes that fit, 0 or more */
};

/* Rows of a status line with a hint: 1, or 2 on a narrow screen. */
int status_line_rows(int columns);

/* Lay the texts out on `rows` rows, 1 or 2, of a screen of `columns` columns. */
void status_line_lay(const struct status_line *line, int rows, int columns,
    struct status_line_piece pieces[static STATUS_LINE_PIECES]);

/* Whether two status lines show the same. */
bool status_line_is_same(const struct status_line *a, const struct status_line *b);

#endif
