#include "judge/referee/record/grid.h"

#include <stdlib.h>

enum { ROWS_MIN = 2, COLUMNS_MIN = 8 }; /* a title and a row; two panes and a border */

static size_t bounded(size_t value, size_t least, size_t most)
{
    return value < least ? least : value > most ? most : value;
}

int grid_init(struct grid *grid, size_t rows, size_t columns)
{
    *grid = (struct grid){.rows = bounded(rows, ROWS_MIN, GRID_ROWS_MAX),
        .columns = bounded(columns, COLUMNS_MIN, GRID_COLUMNS_MAX)};
    grid->cells = calloc(grid->rows * grid->columns, sizeof(grid->cells[0]));
    if (grid->cells == NULL)
        return -1;
    grid_clear(grid);
    return 0;
}

void grid_free(struct grid *grid)
{
    free(grid->cells);
    grid->cells = NULL;
}

void grid_clear(struct grid *grid)
{
    for (size_t i = 0; i < grid->rows * grid->columns; i++)
        grid->cells[i] = (struct grid_cell){.code = ' '};
    grid->cursor_row = grid->cursor_column = 0;
}

struct grid_cell *grid_at(const struct grid *grid, size_t row, size_t column)
{
    return &grid->cells[row * grid->columns + column];
}

size_t grid_put(struct grid *grid, size_t row, size_t column, size_t width,
    const uint32_t *text, size_t length)
{
    struct grid_cell *start = grid_at(grid, row, column), *base = start;
    size_t taken = 0, marks = 0;

    for (size_t i = 0; i < length; i++) {
        size_t columns = (size_t)glyph_width(text[i]);

        if (columns == 0) {
            if (taken > 0 && marks < GLYPH_MARKS_MAX)
                base->marks[marks++] = text[i];
            continue;
        }
        if (taken + columns > width)
            break;
        base = start + taken;
        base->code = text[i];
        if (columns > 1)
            base[1].code = 0;
        marks = 0;
        taken += columns;
    }
    return taken;
}

size_t grid_text(
    const struct grid *grid, size_t row, size_t from, size_t until, char *out)
{
    char *to = out;

    for (size_t column = from; column < until; column++) {
        const struct grid_cell *cell = grid_at(grid, row, column);

        if (cell->code == 0)
            continue;
        to += utf8_encode(cell->code, to);
        for (size_t i = 0; i < GLYPH_MARKS_MAX && cell->marks[i] != 0; i++)
            to += utf8_encode(cell->marks[i], to);
    }
    return (size_t)(to - out);
}
