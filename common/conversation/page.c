#include "common/conversation/page.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory/array.h"
#include "common/text/glyph.h"

/* Reserve memory for more characters. Returns 0; or -1 with errno ENOMEM. */
static int reserve_text(struct page *page, size_t more)
{
    uint32_t *text = array_reserve(page->text, &page->text_capacity, page->text_length,
        more, sizeof(page->text[0]));

    if (text == NULL)
        return -1;
    page->text = text;
    return 0;
}

static int reserve_lines(struct page *page, size_t more)
{
    struct page_line *lines = array_reserve(
        page->lines, &page->capacity, page->count, more, sizeof(page->lines[0]));

    if (lines == NULL)
        return -1;
    page->lines = lines;
    return 0;
}

int page_reserve(struct page *page)
{
    return reserve_text(page, PROMPT_EVENTS_MAX) < 0
               ? -1
               : reserve_lines(page, PROMPT_EVENTS_MAX);
}

/* The index of the unfinished line of a side. */
static size_t unfinished_of(const struct page *page, enum side side)
{
    size_t last = page->count - 1;

    return page->unfinished == 1 || page->lines[last].side == side ? last : last - 1;
}

/* Move the text of the lines below a line from index `from` to index `to`. */
static void shift_below(struct page *page, size_t line, size_t from, size_t to)
{
    memmove(page->text + to, page->text + from,
        (page->text_length - from) * sizeof(page->text[0]));
    page->text_length = page->text_length + to - from;
    for (size_t i = line + 1; i < page->count; i++)
        page->lines[i].start = page->lines[i].start + to - from;
}

static int add_character(struct page *page, size_t line, uint32_t code)
{
    size_t end = page->lines[line].start + page->lines[line].length;

    if (reserve_text(page, 1) < 0)
        return -1;
    shift_below(page, line, end, end + 1);
    page->text[end] = code;
    page->wide = page->wide || glyph_width(code) != 1;
    page->lines[line].length++;
    return 0;
}

static void erase_character(struct page *page, size_t line)
{
    size_t end = page->lines[line].start + page->lines[line].length;

    shift_below(page, line, end, end - 1);
    page->lines[line].length--;
}

/* Append an empty line of a side; the judge's begins with '>'. */
static int add_line(struct page *page, enum side side)
{
    if (reserve_lines(page, 1) < 0)
        return -1;
    page->lines[page->count++] =
        (struct page_line){.start = page->text_length, .side = side};
    if (side == SIDE_JUDGE && add_character(page, page->count - 1, '>') < 0) {
        page->count--;
        return -1;
    }
    return 0;
}

/* Exchange the last two lines. */
static void swap_last(struct page *page)
{
    struct page_line *upper = &page->lines[page->count - 2], *lower = upper + 1;
    struct page_line above = *upper;
    uint32_t text[PROMPT_LINE_MAX + 1];

    memcpy(text, page->text + above.start, above.length * sizeof(text[0]));
    memmove(page->text + above.start, page->text + lower->start,
        lower->length * sizeof(text[0]));
    upper->length = lower->length;
    upper->side = lower->side;
    lower->start = above.start + upper->length;
    lower->length = above.length;
    lower->side = above.side;
    memcpy(page->text + lower->start, text, above.length * sizeof(text[0]));
}

/* In books without turns: a side has finished its line and begins another. */
static int finish_line(struct page *page, enum side side)
{
    bool own = page->lines[page->count - 1].side == side;

    if (own)
        swap_last(page);
    if (add_line(page, side) == 0) {
        if (!own)
            swap_last(page);
        return 0;
    }
    if (own)
        swap_last(page);
    return -1;
}

/* Replace the unfinished line by an empty one of a side. */
static int replace_last(struct page *page, enum side side)
{
    struct page_line *last = &page->lines[page->count - 1];

    page->text_length = last->start;
    last->length = 0;
    last->side = side;
    return side == SIDE_JUDGE ? add_character(page, page->count - 1, '>') : 0;
}

/* Append the first unfinished line, or both. */
static int add_unfinished(
    struct page *page, const struct rulebook *book, enum side self)
{
    if (rulebook_has_turns(book))
        return add_line(page, book->first);
    page->unfinished = 2;
    return add_line(page, side_other(self)) < 0 ? -1 : add_line(page, self);
}

int page_init(struct page *page, const struct rulebook *book, enum side self)
{
    *page = (struct page){.unfinished = 1};
    if (add_unfinished(page, book, self) == 0)
        return 0;
    page_free(page);
    return -1;
}

void page_clear(struct page *page, const struct rulebook *book, enum side self)
{
    page->count = page->text_length = 0;
    page->unfinished = 1;
    page->wide = false;
    add_unfinished(page, book, self); /* page_init() has reserved its memory */
}

void page_free(struct page *page)
{
    free(page->lines);
    free(page->text);
    *page = (struct page){0};
}

int page_feed(struct page *page, const struct event *event)
{
    size_t line = unfinished_of(page, event->side);

    switch (event->kind) {
    case EV_ECHO:
        return add_character(page, line, event->code);
    case EV_ERASE:
        erase_character(page, line);
        return 0;
    case EV_LINE:
        if (event->side == SIDE_OTHER && prompt_is_blank(event->text, event->length)) {
            while (page->lines[line].length > 0)
                erase_character(page, line);
            return 0;
        }
        if (page->unfinished > 1)
            return finish_line(page, event->side);
        return add_line(page, event->side);
    case EV_TURN:
        return replace_last(page, side_other(event->side));
    default:
        return 0;
    }
}

/* Remove the far side's unfinished line if it is empty. */
static void drop_empty(struct page *page)
{
    const struct page_line *far = &page->lines[page->count - 2];

    if (far->length > (far->side == SIDE_JUDGE ? 1 : 0))
        return;
    swap_last(page);
    page->count--;
    page->text_length = page->lines[page->count].start;
}

int page_end(struct page *page)
{
    if (page->unfinished > 1)
        drop_empty(page);
    page->unfinished = 1;
    return page->lines[page->count - 1].length == 0 ? 0 : add_line(page, SIDE_OTHER);
}

const uint32_t *page_text(const struct page *page, size_t line)
{
    return page->text + page->lines[line].start;
}

/* The columns of the characters from start to before end of a line. */
static size_t columns_of(const struct page *page, size_t line, size_t start, size_t end)
{
    return page->wide ? glyph_columns(page_text(page, line) + start, end - start)
                      : end - start;
}

/* The index of the first character, from start on, that does not fit the width. A row
 * has at least one character. */
static size_t find_edge(
    const struct page *page, size_t line, size_t start, size_t width)
{
    const uint32_t *text = page_text(page, line);
    size_t end = start, columns = 0, length = page->lines[line].length;

    if (!page->wide)
        return start + width < length ? start + width : length;
    while (end < length && (columns += (size_t)glyph_width(text[end])) <= width)
        end++;
    return end > start || end == length ? end : end + 1;
}

size_t page_row_end(const struct page *page, size_t line, size_t start, size_t width)
{
    const uint32_t *text = page_text(page, line);
    size_t length = page->lines[line].length;
    size_t end = find_edge(page, line, start, width);

    if (length <= end)
        return length;
    if (text[end] == ' ')
        return end + 1;
    for (size_t i = end; i > start; i--)
        if (text[i - 1] == ' ')
            return i;
    return end;
}

size_t page_rows(const struct page *page, size_t line, size_t width)
{
    size_t length = page->lines[line].length;
    bool unfinished = line == page->count - 1;
    size_t rows = 0, start = 0, end;

    if (!page->wide && length < width)
        return 1;
    do {
        end = page_row_end(page, line, start, width);
        rows++;
        if (end == length && unfinished && columns_of(page, line, start, end) >= width)
            rows++;
        start = end;
    } while (start < length);
    return rows;
}

/* The last row of a line. */
static size_t last_row(const struct page *page, size_t line, size_t width)
{
    return page_rows(page, line, width) - 1;
}

static struct page_place clamp_place(
    const struct page *page, struct page_place place, size_t width)
{
    size_t last = last_row(page, place.line, width);

    if (place.row > last)
        place.row = last;
    return place;
}

struct page_place page_back(
    const struct page *page, struct page_place place, size_t rows, size_t width)
{
    place = clamp_place(page, place, width);
    while (rows > place.row && place.line > 0) {
        rows -= place.row + 1;
        place.line--;
        place.row = last_row(page, place.line, width);
    }
    place.row -= rows < place.row ? rows : place.row;
    return place;
}

struct page_place page_forward(
    const struct page *page, struct page_place place, size_t rows, size_t width)
{
    place = clamp_place(page, place, width);
    for (;;) {
        size_t below = last_row(page, place.line, width) - place.row;
        if (rows <= below || place.line == page->count - 1) {
            place.row += rows < below ? rows : below;
            return place;
        }
        rows -= below + 1;
        place.line++;
        place.row = 0;
    }
}

struct page_place page_live(const struct page *page, size_t width, size_t height)
{
    struct page_place end = {page->count - 1, SIZE_MAX};

    return page_back(page, end, height - 1, width);
}

bool page_is_before(struct page_place a, struct page_place b)
{
    return a.line < b.line || (a.line == b.line && a.row < b.row);
}

size_t page_row(
    const struct page *page, struct page_place place, size_t width, size_t *length)
{
    size_t start = 0, end;

    place = clamp_place(page, place, width);
    for (size_t row = 0; row < place.row; row++)
        start = page_row_end(page, place.line, start, width);
    end = page_row_end(page, place.line, start, width);
    *length = end - start;
    if (*length > 1 && columns_of(page, place.line, start, end) > width)
        --*length; /* the blank beyond the edge */
    return start;
}
