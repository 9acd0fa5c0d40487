/*
 * grid.h - a rectangle of characters, as a terminal shows it. Pure.
 */
#ifndef GRID_H
#define GRID_H

#include <stddef.h>
#include <stdint.h>

#include "common/text/glyph.h"
#include "common/text/utf8.h"

enum {
    GRID_ROWS_MAX = 512,
    GRID_COLUMNS_MAX = 1024,
    GRID_CELL_BYTES = (1 + GLYPH_MARKS_MAX) * UTF8_MAX, /* of a cell as UTF-8 */
};

struct grid_cell {
    uint32_t code;                   /* 0: the right half of a wide character */
    uint32_t marks[GLYPH_MARKS_MAX]; /* combining marks; 0 behind the last */
};

struct grid {
    size_t rows, columns;
    struct grid_cell *cells; /* row by row */
    size_t cursor_row, cursor_column;
};

/* Make an empty grid, its size brought within the limits above; two rows and eight
 * columns at least. Returns 0, or -1 with errno ENOMEM. grid_free() frees it. */
int grid_init(struct grid *grid, size_t rows, size_t columns);
void grid_free(struct grid *grid);

/* Fill it with blanks, the cursor at the top left. */
void grid_clear(struct grid *grid);

/* The cell at a row and a column. */
struct grid_cell *grid_at(const struct grid *grid, size_t row, size_t column);

/* Write characters to a row, from a column on, in `width` columns at most. Returns the
 * columns that they take. */
size_t grid_put(struct grid *grid, size_t row, size_t column, size_t width,
    const uint32_t *text, size_t length);

/* Write the cells of a row, columns `from` to before `until`, as UTF-8 to out[], which
 * has room for GRID_CELL_BYTES for each. Returns the bytes written. */
size_t grid_text(
    const struct grid *grid, size_t row, size_t from, size_t until, char *out);

#endif
