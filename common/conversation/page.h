/*
 * page.h - a conversation as a 1996 terminal shows it: lines, and the rows that they
 * wrap into at any width.
 *
 * The judge's lines follow a '>', the answers stand bare; a blank line of the
 * station's takes no row, as in the example of the rule book. Where there are no turns
 * the page ends with two unfinished lines, the far side's and one's own below it. Pure:
 * fed the prompt's events, read by whatever draws.
 *
 * Sources: rules/1996.txt, Key entry, c to e and the example; for pages without turns
 * rules/2009.txt, 2 (character by character, both ways).
 */
#ifndef PAGE_H
#define PAGE_H

#include <stdbool.h>

#include "common/conversation/prompt.h"

/* The last line of a page is always unfinished, and where the cursor stands. */
struct page {
    size_t unfinished; /* lines at the end: 2 on a page without turns, else 1 */
    struct page_line *lines;
    size_t count;
    size_t capacity;
    uint32_t *text; /* of all lines, one after the other */
    size_t text_length;
    size_t text_capacity;
};

struct page_line {
    size_t start;  /* in the page's text */
    size_t length; /* the '>' included */
    enum side side;
};

/*
 * Make *page an empty page under a book, as one's own side sees it.
 * Returns 0; or -1 with errno ENOMEM. page_free() gives back what it holds.
 */
int page_init(struct page *page, const struct rulebook *book, enum side self);
void page_free(struct page *page);

/* Make it empty again. */
void page_clear(struct page *page, const struct rulebook *book, enum side self);

/*
 * Make room for all that one keystroke may mean: page_feed() then can't fail.
 * Returns 0; or -1 with errno ENOMEM, nothing changed.
 */
int page_reserve(struct page *page);

/*
 * Show one event of the prompt.
 * Returns 0; or -1 with errno ENOMEM, the page unchanged.
 */
int page_feed(struct page *page, const struct event *event);

/* The conversation is over: unfinished lines stand as they are. Errors: as above. */
int page_end(struct page *page);

/* The characters of a line of the page, 0 to count - 1. */
const uint32_t *page_text(const struct page *page, size_t line);

/*
 * Where the row that begins at character start of a line ends, at a width of width
 * columns: behind the last blank that fits (one more may hang over the edge), or
 * in mid word where a word is wider than the row. The next row begins there.
 */
size_t page_row_end(const struct page *page, size_t line, size_t start, size_t width);

/* The rows that a line takes; the unfinished line always has room for the cursor. */
size_t page_rows(const struct page *page, size_t line, size_t width);

/* A row of a page at some width. */
struct page_place {
    size_t line;
    size_t row; /* of that line */
};

/* The place a number of rows before or behind another, or the first or last row.
 * A place that a change of width has left behind its line's end counts as its last. */
struct page_place page_back(
    const struct page *page, struct page_place place, size_t rows, size_t width);
struct page_place page_forward(
    const struct page *page, struct page_place place, size_t rows, size_t width);

/* The place at the top of a pane of that size that shows the end of the page. */
struct page_place page_live(const struct page *page, size_t width, size_t height);

/* Whether a stands before b. */
bool page_is_before(struct page_place a, struct page_place b);

/*
 * The characters of a row: where they start in page_text() of its line, and in
 * *length how many are to be seen in width columns.
 */
size_t page_row(
    const struct page *page, struct page_place place, size_t width, size_t *length);

#endif
