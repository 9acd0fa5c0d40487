/*
 * page.h - a conversation as lines of text, as the 1996 terminal shows it, and the rows
 * that the lines wrap into at a given width. Pure.
 *
 * The judge's lines begin with '>'; blank lines of the station are omitted, as in the
 * example of the rule book. In books without turns the page ends with two unfinished
 * lines: the far side's, and below it this side's.
 *
 * Sources: rules/1996.txt, Key entry, c to e and the example; for pages without turns
 * rules/2009.txt, 2 (character by character, both ways).
 */
#ifndef PAGE_H
#define PAGE_H

#include <stdbool.h>

#include "common/conversation/prompt.h"

/* The last line of a page is always unfinished; the cursor is at its end. */
struct page {
    size_t unfinished; /* lines at the end: 2 on a page without turns, else 1 */
    bool wide;         /* some characters take no column or two (glyph.h) */
    struct page_line *lines;
    size_t count;
    size_t capacity;
    uint32_t *text; /* characters of all lines, concatenated */
    size_t text_length;
    size_t text_capacity;
};

struct page_line {
    size_t start;  /* index in the page's text */
    size_t length; /* characters, '>' included */
    enum side side;
};

/*
 * Make *page an empty page of a book; self is the side of this end.
 * Returns 0; or -1 with errno ENOMEM. Free the memory with page_free().
 */
int page_init(struct page *page, const struct rulebook *book, enum side self);
void page_free(struct page *page);

/* Make a page empty again. */
void page_clear(struct page *page, const struct rulebook *book, enum side self);

/*
 * Reserve memory for the events of one keystroke: page_feed() cannot fail for these.
 * Returns 0; or -1 with errno ENOMEM, nothing changed.
 */
int page_reserve(struct page *page);

/*
 * Apply one event of the prompt to the page.
 * Returns 0; or -1 with errno ENOMEM, the page unchanged.
 */
int page_feed(struct page *page, const struct event *event);

/* The conversation is over: finish the unfinished lines. Returns as page_feed(). */
int page_end(struct page *page);

/* The characters of a line of the page, 0 to count - 1. */
const uint32_t *page_text(const struct page *page, size_t line);

/*
 * The index of the end of the row that begins at character start of a line, at a width
 * in columns; the next row begins there. Rows break after the last blank that fits (one
 * more blank may lie beyond the edge); a word wider than the row is broken.
 */
size_t page_row_end(const struct page *page, size_t line, size_t start, size_t width);

/* The number of rows of a line; the last line of the page has room for the cursor. */
size_t page_rows(const struct page *page, size_t line, size_t width);

/* A row of a page at a given width. */
struct page_place {
    size_t line; /* index in the page */
    size_t row;  /* index in the line */
};

/* The place a number of rows up or down from another, the first or the last row at
 * most. A row beyond its line's end, after a change of width, counts as the last. */
struct page_place page_back(
    const struct page *page, struct page_place place, size_t rows, size_t width);
struct page_place page_forward(
    const struct page *page, struct page_place place, size_t rows, size_t width);

/* The top row of a pane of this size that shows the end of the page. */
struct page_place page_live(const struct page *page, size_t width, size_t height);

/* Whether a is above b. */
bool page_is_before(struct page_place a, struct page_place b);

/*
 * The characters of a row: returns their index in page_text() of the line; *length
 * becomes the number of characters that fit width columns.
 */
size_t page_row(
    const struct page *page, struct page_place place, size_t width, size_t *length);

#endif
