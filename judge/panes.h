/*
 * panes.h - what one or two panes of a conversation look like on a screen of some size:
 * keystrokes in, a grid of characters out. A replay and an exported cast show the same,
 * since both show this.
 *
 *    left                         | right
 *   >Hello.                       |>Hi
 *   Hello, judge.                 |
 *
 * The first row has the panes' titles; where there is one pane only it is as wide as
 * the screen. Memory is bounded: lines that have scrolled far away are let go. Pure.
 */
#ifndef PANES_H
#define PANES_H

#include "glyph.h"
#include "page.h"
#include "record.h"
#include "utf8.h"

enum {
    PANES_ROWS_MAX = 512, /* of a grid */
    PANES_COLUMNS_MAX = 1024,
    PANES_TITLE_MAX = 120,
    GRID_CELL_BYTES = (1 + GLYPH_MARKS_MAX) * UTF8_MAX,
};

/* A rectangle of characters; blanks where there is nothing. A wide character has two
 * cells, of which the second is 0. */
struct grid {
    size_t rows, columns;
    uint32_t *cells; /* row by row */
    uint32_t *marks; /* that cells bear, GLYPH_MARKS_MAX each; 0 where there is none */
    bool has_marks;
    size_t cursor_row, cursor_column;
};

struct panes {
    const struct rulebook *book;
    bool shown[PANES]; /* there is such a pane */
    struct prompt prompt[PANES];
    struct page page[PANES];
    enum record_pane last; /* who typed last; the cursor is there */
    char title[PANES][PANES_TITLE_MAX];
};

/*
 * Make *panes empty panes for keys under a book; shown says which there are.
 * Returns 0; or -1 with errno ENOMEM, nothing to free.
 */
int panes_init(
    struct panes *panes, const struct rulebook *book, const bool shown[static PANES]);
void panes_free(struct panes *panes);

/* A round begins: make them empty again. */
void panes_clear(struct panes *panes);

/*
 * A key was made in a pane; events[] gets what it meant to the prompt. A Return that it
 * wants first (record_breaks()) is fed and shown, and not among them.
 * Returns the number of events; or -1 with errno ENOMEM, what is seen unchanged.
 */
int panes_feed(struct panes *panes, enum record_pane pane, const struct key *key,
    struct event events[static PROMPT_EVENTS_MAX]);

/* Draw the panes. grid has room for rows * columns cells, which are all written. */
void panes_draw(const struct panes *panes, struct grid *grid);

/* Write the characters of a row, of its columns from one to before another, as UTF-8 to
 * out[], which has room for GRID_CELL_BYTES each. Returns the bytes written. */
size_t grid_text(
    const struct grid *grid, size_t row, size_t from, size_t until, char *out);

/* Make a grid of that size, within the limits above. Returns 0, or -1 with errno
 * ENOMEM. grid_free() gives it back. */
int grid_init(struct grid *grid, size_t rows, size_t columns);
void grid_free(struct grid *grid);

#endif
