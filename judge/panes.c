#include "panes.h"

#include <stdlib.h>
#include <string.h>

enum {
    PAGE_FULL = 4 * PANES_ROWS_MAX, /* lines of a page, of which */
    PAGE_KEEP = PANES_ROWS_MAX,     /* so many are still to be seen */
};

int panes_init(
    struct panes *panes, const struct rulebook *book, const bool shown[static PANES])
{
    *panes = (struct panes){.book = book};
    for (int i = 0; i < PANES; i++) {
        panes->shown[i] = shown[i];
        if (page_init(&panes->page[i], book, SIDE_JUDGE) < 0) {
            panes_free(panes);
            return -1;
        }
        strcpy(panes->title[i], record_pane_name((enum record_pane)i));
    }
    panes->shown[PANE_LEFT] = panes->shown[PANE_LEFT] || !panes->shown[PANE_RIGHT];
    panes_clear(panes);
    return 0;
}

void panes_free(struct panes *panes)
{
    for (int i = 0; i < PANES; i++)
        page_free(&panes->page[i]);
}

void panes_clear(struct panes *panes)
{
    for (int i = 0; i < PANES; i++) {
        prompt_init(&panes->prompt[i], panes->book);
        /* In a record whoever has begun has begun. */
        panes->prompt[i].begun = !panes->prompt[i].turns;
        page_clear(&panes->page[i], panes->book, SIDE_JUDGE);
    }
    panes->last = panes->shown[PANE_LEFT] ? PANE_LEFT : PANE_RIGHT;
}

int panes_feed(struct panes *panes, enum record_pane pane, const struct key *key,
    struct event events[static PROMPT_EVENTS_MAX])
{
    struct key end = {key->time, K_RETURN, key->side};
    struct page *page = &panes->page[pane];
    int count;

    if (record_breaks(panes->book, &panes->prompt[pane], key) &&
        panes_feed(panes, pane, &end, events) < 0)
        return -1;
    if (page_reserve(page) < 0)
        return -1;
    if (page->count >= PAGE_FULL)
        page_forget(page, page->count - PAGE_KEEP);
    count = prompt_feed(&panes->prompt[pane], key, events);
    for (int i = 0; i < count; i++)
        if (page_feed(page, &events[i]) < 0)
            return -1;
    panes->last = pane;
    return count;
}

/* Drawing */

static void put_title(struct grid *grid, const char *title, size_t left, size_t width)
{
    uint32_t *cell = grid->cells + left;

    for (size_t i = 0; i + 1 < width && title[i] != '\0'; i++)
        cell[i + 1] = (unsigned char)title[i];
}

/* Whether each of so many characters takes a column. */
static bool is_ascii(const uint32_t *text, size_t length)
{
    uint32_t all = 0;

    for (size_t i = 0; i < length; i++)
        all |= text[i];
    return all < 0x80;
}

/* A row's characters, each in its column. Returns the columns that they take. */
static size_t put_row(
    struct grid *grid, size_t at, size_t width, const uint32_t *text, size_t length)
{
    size_t column = 0, base = 0, marks = 0;

    if (length <= width && is_ascii(text, length)) {
        memcpy(grid->cells + at, text, length * sizeof(text[0]));
        return length;
    }
    for (size_t i = 0; i < length; i++) {
        size_t columns = (size_t)glyph_width(text[i]);

        if (columns > 0 && column + columns > width)
            break;
        if (columns > 0) {
            base = column;
            marks = 0;
            grid->cells[at + base] = text[i];
            if (columns > 1)
                grid->cells[at + base + 1] = 0;
        } else if (column > 0 && marks < GLYPH_MARKS_MAX) {
            grid->marks[(at + base) * GLYPH_MARKS_MAX + marks++] = text[i];
            grid->has_marks = true;
        }
        column += columns;
    }
    return column;
}

/* The end of a pane's page, below its title. */
static void draw_pane(const struct panes *panes, enum record_pane pane,
    struct grid *grid, size_t left, size_t width)
{
    const struct page *page = &panes->page[pane];
    size_t height = grid->rows > 1 ? grid->rows - 1 : 1;
    struct page_place place = page_live(page, width, height);

    put_title(grid, panes->title[pane], left, width);
    for (size_t row = 1; row < grid->rows; row++) {
        struct page_place next = page_forward(page, place, 1, width);
        size_t length, start = page_row(page, place, width, &length);
        size_t columns = put_row(grid, row * grid->columns + left, width,
            page_text(page, place.line) + start, length);

        if (pane == panes->last) {
            grid->cursor_row = row;
            grid->cursor_column = left + (columns < width ? columns : width - 1);
        }
        if (!page_is_before(place, next))
            break;
        place = next;
    }
}

static void clear(struct grid *grid)
{
    for (size_t i = 0; i < grid->columns; i++)
        grid->cells[i] = ' ';
    for (size_t row = 1; row < grid->rows; row++)
        memcpy(grid->cells + row * grid->columns, grid->cells,
            grid->columns * sizeof(grid->cells[0]));
    if (grid->has_marks)
        memset(grid->marks, 0,
            grid->rows * grid->columns * GLYPH_MARKS_MAX * sizeof(grid->marks[0]));
    grid->has_marks = false;
}

void panes_draw(const struct panes *panes, struct grid *grid)
{
    bool both = panes->shown[PANE_LEFT] && panes->shown[PANE_RIGHT];
    size_t middle = both ? grid->columns / 2 : 0;

    clear(grid);
    grid->cursor_row = grid->cursor_column = 0;
    if (!both) {
        draw_pane(panes, panes->last, grid, 0, grid->columns);
        return;
    }
    draw_pane(panes, PANE_LEFT, grid, 0, middle);
    draw_pane(panes, PANE_RIGHT, grid, middle + 1, grid->columns - middle - 1);
    for (size_t row = 0; row < grid->rows; row++)
        grid->cells[row * grid->columns + middle] = '|';
}

size_t grid_text(
    const struct grid *grid, size_t row, size_t from, size_t until, char *out)
{
    const uint32_t *cells = grid->cells + row * grid->columns;
    const uint32_t *marks = grid->marks + row * grid->columns * GLYPH_MARKS_MAX;
    char *to = out;

    for (size_t column = from; column < until; column++) {
        if (cells[column] == 0)
            continue;
        to += utf8_encode(cells[column], to);
        for (size_t i = 0; grid->has_marks && i < GLYPH_MARKS_MAX; i++)
            if (marks[column * GLYPH_MARKS_MAX + i] != 0)
                to += utf8_encode(marks[column * GLYPH_MARKS_MAX + i], to);
    }
    return (size_t)(to - out);
}

int grid_init(struct grid *grid, size_t rows, size_t columns)
{
    *grid = (struct grid){.rows = rows < PANES_ROWS_MAX ? rows : PANES_ROWS_MAX,
        .columns = columns < PANES_COLUMNS_MAX ? columns : PANES_COLUMNS_MAX};
    /* Two panes and what parts them need a column each. */
    if (grid->rows < 2)
        grid->rows = 2;
    if (grid->columns < 8)
        grid->columns = 8;
    grid->cells = calloc(grid->rows * grid->columns, sizeof(grid->cells[0]));
    grid->marks =
        calloc(grid->rows * grid->columns, GLYPH_MARKS_MAX * sizeof(grid->marks[0]));
    if (grid->cells != NULL && grid->marks != NULL)
        return 0;
    grid_free(grid);
    return -1;
}

void grid_free(struct grid *grid)
{
    free(grid->cells);
    free(grid->marks);
    grid->cells = grid->marks = NULL;
}
