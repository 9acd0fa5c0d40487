/*
 * page_test.c - lines, and the rows that they wrap into (page.h).
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "common/conversation/page.h"

enum { WIDEST = 80, ROW_MAX = 128 };

struct shown {
    struct prompt prompt;
    struct page page;
};

static void show_event(void *context, const struct event *event)
{
    struct page *page = context;

    assert_int_equal(page_feed(page, event), 0);
}

static void begin(struct shown *shown)
{
    prompt_init(&shown->prompt, rulebook_find("1996"));
    assert_int_equal(page_init(&shown->page, rulebook_find("1996"), SIDE_JUDGE), 0);
}

static void type(struct shown *shown, enum side side, const char *keys)
{
    type_keys(&shown->prompt, &(struct typed){side, keys}, show_event, &shown->page);
}

/* A line of the page, or part of it. */
static const char *part(
    const struct page *page, size_t line, size_t start, size_t length)
{
    static char text[PROMPT_LINE_MAX + 2];

    for (size_t i = 0; i < length; i++)
        text[i] = (char)page_text(page, line)[start + i];
    text[length] = '\0';
    return text;
}

static const char *whole(const struct page *page, size_t line)
{
    return part(page, line, 0, page->lines[line].length);
}

struct page_case {
    const char *what;
    struct typed typed[8];
    const char *lines[12]; /* the last one is unfinished */
};

/* The lines of the page; a judge's line begins with '>'. */
static const struct page_case cases[] = {
    {"nothing", {{SIDE_JUDGE, ""}}, {">"}},
    {"a line begun", {{SIDE_JUDGE, "Hel"}}, {">Hel"}},
    {"a character erased", {{SIDE_JUDGE, "Hel\b"}}, {">He"}},
    {"nothing to erase", {{SIDE_JUDGE, "H\b\b\b"}}, {">"}},
    {"a line", {{SIDE_JUDGE, "Hello\r"}}, {">Hello", ">"}},
    {"a turn", {{SIDE_JUDGE, "Hello\r\r"}}, {">Hello", ">", ""}},
    {"a turn that ends with blanks", {{SIDE_JUDGE, "Hello\r  \r"}},
        {">Hello", ">  ", ""}},
    {"an empty turn", {{SIDE_JUDGE, "\r\r"}}, {">", ">", ""}},
    {"a new judge", {{SIDE_JUDGE, "@@04\r\r"}}, {">@@04", ">", ""}},
    {"a wrong one", {{SIDE_JUDGE, "@@4\r"}}, {">@@4", ">"}},
    {"an answer begun", {{SIDE_JUDGE, "\r\r"}, {SIDE_OTHER, "Hi"}}, {">", ">", "Hi"}},
    {"an answer erased", {{SIDE_JUDGE, "\r\r"}, {SIDE_OTHER, "H\b\b"}}, {">", ">", ""}},
    {"an answer's line", {{SIDE_JUDGE, "\r\r"}, {SIDE_OTHER, "Hi\r"}},
        {">", ">", "Hi", ""}},
    {"an answer", {{SIDE_JUDGE, "\r\r"}, {SIDE_OTHER, "Hi\r\r"}},
        {">", ">", "Hi", ">"}},
    {"an empty answer", {{SIDE_JUDGE, "\r\r"}, {SIDE_OTHER, "\r\r"}}, {">", ">", ">"}},
    {"an answer of blanks", {{SIDE_JUDGE, "\r\r"}, {SIDE_OTHER, " \r  \r"}},
        {">", ">", ">"}},
    {"a blank line before an answer",
        {{SIDE_JUDGE, "\r\r"}, {SIDE_OTHER, "  \rHi\r  \r"}}, {">", ">", "Hi", ">"}},
    {"a stop", {{SIDE_JUDGE, "\r\r"}, {SIDE_OTHER, "Hi"}, {SIDE_JUDGE, "\x1b"}},
        {">", ">", "Hi"}},
    {"keys out of turn", {{SIDE_OTHER, "Hi"}, {SIDE_JUDGE, "\r\rx"}}, {">", ">", ""}},
    {"two turns each",
        {{SIDE_JUDGE, "a\r\r"}, {SIDE_OTHER, "b\r\r"}, {SIDE_JUDGE, "c\rd\r\r"},
            {SIDE_OTHER, "e\rf\r\r"}, {SIDE_JUDGE, "g"}},
        {">a", ">", "b", ">c", ">d", ">", "e", "f", ">g"}},
};

static void begin_case(struct shown *shown, const struct page_case *c)
{
    begin(shown);
    for (size_t i = 0; i < COUNT(c->typed) && c->typed[i].keys != NULL; i++)
        type(shown, c->typed[i].side, c->typed[i].keys);
}

static void a_page_holds_its_lines(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct shown shown;
        size_t count = 0;

        begin_case(&shown, &cases[i]);
        for (; cases[i].lines[count] != NULL; count++) {
            const char *expected = cases[i].lines[count];
            bool judge = expected[0] == '>';

            assert_true(count < shown.page.count);
            if (strcmp(whole(&shown.page, count), expected) != 0 ||
                judge != (shown.page.lines[count].side == SIDE_JUDGE))
                fail_msg("%s: line %zu is %s", cases[i].what, count,
                    whole(&shown.page, count));
        }
        assert_int_equal(shown.page.count, count);
        page_free(&shown.page);
    }
}

static void a_page_begins_with_either_side(void **state)
{
    struct rulebook book = {.returns_to_send = 2, .first = SIDE_OTHER};
    struct page page;

    (void)state;
    assert_int_equal(page_init(&page, &book, SIDE_JUDGE), 0);
    assert_int_equal(page.count, 1);
    assert_int_equal(page.lines[0].length, 0);
    assert_int_equal(page.lines[0].side, SIDE_OTHER);
    page_free(&page);
    assert_null(page.lines);
    assert_null(page.text);
    assert_int_equal(page.count, 0);
}

/* An unfinished line stays with its '>'; an empty one is dropped. */
static void the_end_leaves_the_unfinished_line(void **state)
{
    static const struct {
        struct typed typed[2];
        const char *last[2]; /* the lines at the end */
    } ends[] = {
        {{{SIDE_JUDGE, "Hel"}, {SIDE_OTHER, ""}}, {">Hel", ""}},
        {{{SIDE_JUDGE, "a\r"}, {SIDE_OTHER, ""}}, {">", ""}},
        {{{SIDE_JUDGE, "\r\r"}, {SIDE_OTHER, ""}}, {">", ""}},
        {{{SIDE_JUDGE, "\r\r"}, {SIDE_OTHER, "Hel"}}, {"Hel", ""}},
        {{{SIDE_JUDGE, "\r\r"}, {SIDE_OTHER, "Hel\r"}}, {"Hel", ""}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(ends); i++) {
        struct shown shown;
        size_t count;

        begin(&shown);
        for (size_t t = 0; t < COUNT(ends[i].typed); t++)
            type(&shown, ends[i].typed[t].side, ends[i].typed[t].keys);
        assert_int_equal(page_end(&shown.page), 0);
        count = shown.page.count;
        assert_string_equal(whole(&shown.page, count - 2), ends[i].last[0]);
        assert_string_equal(whole(&shown.page, count - 1), ends[i].last[1]);
        assert_int_equal(shown.page.lines[count - 1].side, SIDE_OTHER);
        assert_int_equal(page_end(&shown.page), 0);
        assert_int_equal(shown.page.count, count);
        page_free(&shown.page);
    }
}

/* Without memory for one more character, or line, a page stays as it is. */
static void without_memory_nothing_changes(void **state)
{
    struct event echo = {EV_ECHO, .side = SIDE_JUDGE, .code = 'x'};
    struct event line = {EV_LINE, .side = SIDE_JUDGE};
    struct shown shown;
    size_t length, capacity;

    (void)state;
    begin(&shown);
    type(&shown, SIDE_JUDGE, "Hello");
    length = shown.page.text_length;
    capacity = shown.page.text_capacity;
    shown.page.text_length = shown.page.text_capacity = TOO_MANY;
    assert_int_equal(page_feed(&shown.page, &echo), -1);
    assert_int_equal(page_feed(&shown.page, &line), -1);
    assert_int_equal(shown.page.count, 1);
    assert_int_equal(page_end(&shown.page), 0);
    assert_int_equal(shown.page.text_length, TOO_MANY);
    assert_int_equal(shown.page.count, 2);
    shown.page.text_length = length;
    shown.page.text_capacity = capacity;
    assert_string_equal(whole(&shown.page, 0), ">Hello");
    capacity = shown.page.capacity;
    shown.page.count = shown.page.capacity = TOO_MANY;
    assert_int_equal(page_feed(&shown.page, &line), -1);
    assert_int_equal(shown.page.count, TOO_MANY);
    assert_int_equal(shown.page.text_length, length);
    shown.page.count = 2;
    shown.page.capacity = capacity;
    page_free(&shown.page);
}

struct wrapped {
    size_t width;
    const char *line;
    const char *rows[12];
    bool cursor_row; /* an unfinished line has one more */
};

/* Rows end after the last blank that fits; one more blank is beyond the edge. */
static const struct wrapped wraps[] = {
    {10, "", {">"}, false},
    {10, "12345678", {">12345678"}, false},
    {10, "123456789", {">123456789"}, true},
    {10, "1234567890", {">123456789", "0"}, false},
    {10, "123456789012345678", {">123456789", "012345678"}, false},
    {10, "1234567890123456789", {">123456789", "0123456789"}, true},
    {10, "12345678 ", {">12345678 "}, true},
    {10, "123456789 ", {">123456789"}, true},
    {10, "123456789  ", {">123456789", " "}, false},
    {10, "123456789 1", {">123456789", "1"}, false},
    {10, "12345678 12", {">12345678 ", "12"}, false},
    {10, "1234567 123", {">1234567 ", "123"}, false},
    {10, "1 3 5 7 9 1", {">1 3 5 7 9", "1"}, false},
    {10, "1 34567890", {">1 ", "34567890"}, false},
    {10, " 234567890123456789012", {"> ", "2345678901", "2345678901", "2"}, false},
    {10, "one two three four five", {">one two ", "three four", "five"}, false},
    {10, "                       ", {">         ", "          ", "  "}, false},
    {3, "a b c", {">a ", "b c"}, true},
    {3, "abcdefg", {">ab", "cde", "fg"}, false},
    {2, "ab c", {">a", "b ", "c"}, false},
    {1, "", {">"}, true},
    {1, "a", {">", "a"}, true},
    {1, "ab", {">", "a", "b"}, true},
    {1, "a b", {">", "a", "b"}, true},
    {1, " b", {">", "b"}, true},
};

/* The visible part of a row. */
static const char *row_of(
    const struct page *page, struct page_place place, size_t width, size_t *start)
{
    size_t length;

    *start = page_row(page, place, width, &length);
    assert_true(length <= width);
    return part(page, place.line, *start, length);
}

static void assert_rows(
    const struct page *page, size_t line, const struct wrapped *wrap, bool cursor_row)
{
    size_t count = 0, start;

    for (; wrap->rows[count] != NULL; count++) {
        struct page_place place = {line, count};
        const char *row = row_of(page, place, wrap->width, &start);

        if (strcmp(row, wrap->rows[count]) != 0)
            fail_msg("\"%s\" at %zu: row %zu is \"%s\"", wrap->line, wrap->width, count,
                row);
    }
    if (cursor_row) {
        struct page_place place = {line, count++};

        assert_string_equal(row_of(page, place, wrap->width, &start), "");
        assert_int_equal(start, page->lines[line].length);
    }
    if (page_rows(page, line, wrap->width) != count)
        fail_msg("\"%s\" at %zu has %zu rows", wrap->line, wrap->width,
            page_rows(page, line, wrap->width));
}

static void lines_wrap_after_blanks(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(wraps); i++) {
        struct shown shown;

        begin(&shown);
        type(&shown, SIDE_JUDGE, wraps[i].line);
        assert_rows(&shown.page, 0, &wraps[i], wraps[i].cursor_row);
        type(&shown, SIDE_JUDGE, "\r");
        assert_rows(&shown.page, 0, &wraps[i], false);
        page_free(&shown.page);
    }
}

static void a_row_may_begin_anywhere(void **state)
{
    struct shown shown;

    (void)state;
    begin(&shown);
    type(&shown, SIDE_JUDGE, "abc def ghi"); /* >abc def ghi */
    assert_int_equal(page_row_end(&shown.page, 0, 0, 4), 5);
    assert_int_equal(page_row_end(&shown.page, 0, 0, 6), 5);
    assert_int_equal(page_row_end(&shown.page, 0, 5, 4), 9);
    assert_int_equal(page_row_end(&shown.page, 0, 5, 2), 7);
    assert_int_equal(page_row_end(&shown.page, 0, 6, 6), 12);
    assert_int_equal(page_row_end(&shown.page, 0, 12, 6), 12);
    page_free(&shown.page);
}

/* A conversation with lines of all kinds. */
static void type_long(struct shown *shown, uint64_t seed)
{
    static const char keys[] = "  abcdefgh  ijklmnop  qrstuvwxyz \b\r";
    struct dice dice = {seed};
    char one[] = "?";

    begin(shown);
    for (int i = 0; i < 3000; i++) {
        one[0] = keys[dice_roll(&dice, sizeof(keys) - 1)];
        type(shown, shown->prompt.turn, one);
    }
    type(shown, shown->prompt.turn, "an end with some words that wrap");
}

/* At any width the rows of a line are contiguous, have at most the width and one blank,
 * and hide only that blank. */
static void rows_hold_all_of_a_line(void **state)
{
    struct shown shown;

    (void)state;
    type_long(&shown, 1);
    for (size_t width = 1; width <= WIDEST; width++)
        for (size_t line = 0; line < shown.page.count; line++) {
            size_t rows = page_rows(&shown.page, line, width);
            size_t at = 0, length;

            for (size_t row = 0; row < rows; row++) {
                struct page_place place = {line, row};

                assert_int_equal(page_row(&shown.page, place, width, &length), at);
                at = page_row_end(&shown.page, line, at, width);
            }
            assert_int_equal(at, shown.page.lines[line].length);
            assert_true(line < shown.page.count - 1 || length < width);
        }
    page_free(&shown.page);
}

static bool same_place(struct page_place a, struct page_place b)
{
    return a.line == b.line && a.row == b.row;
}

/* Every place of the page, from first to last, at one width. */
static size_t all_places(
    const struct page *page, size_t width, struct page_place *places)
{
    size_t count = 0;

    for (size_t line = 0; line < page->count; line++)
        for (size_t row = 0; row < page_rows(page, line, width); row++)
            places[count++] = (struct page_place){line, row};
    return count;
}

/* From each place the place a number of rows up or down is that far away, or the first
 * or last. */
static void back_and_forward_are_inverse(void **state)
{
    static const size_t steps[] = {0, 1, 2, 3, 7, 24, 100, SIZE_MAX};
    static const size_t widths[] = {1, 2, 5, 20, 79, 80};
    static struct page_place places[8192];
    struct shown shown;

    (void)state;
    type_long(&shown, 2);
    for (size_t w = 0; w < COUNT(widths); w++) {
        size_t count = all_places(&shown.page, widths[w], places);

        for (size_t i = 0; i < count; i++)
            for (size_t s = 0; s < COUNT(steps); s++) {
                size_t back = steps[s] < i ? i - steps[s] : 0;
                size_t on = steps[s] < count - 1 - i ? i + steps[s] : count - 1;

                assert_true(same_place(places[back],
                    page_back(&shown.page, places[i], steps[s], widths[w])));
                assert_true(same_place(places[on],
                    page_forward(&shown.page, places[i], steps[s], widths[w])));
            }
    }
    page_free(&shown.page);
}

/* A place beyond its line's end, after a change of width, is the line's last row. */
static void a_lost_place_is_the_last_of_its_line(void **state)
{
    struct shown shown;
    struct page_place lost = {0, 50}, place;

    (void)state;
    begin(&shown);
    type(&shown, SIDE_JUDGE, "1234567890123456789\rsecond\rthird"); /* 2 rows of 10 */
    place = page_back(&shown.page, lost, 0, 10);
    assert_true(same_place(place, (struct page_place){0, 1}));
    place = page_forward(&shown.page, lost, 0, 10);
    assert_true(same_place(place, (struct page_place){0, 1}));
    place = page_back(&shown.page, lost, 1, 10);
    assert_true(same_place(place, (struct page_place){0, 0}));
    place = page_forward(&shown.page, lost, 1, 10);
    assert_true(same_place(place, (struct page_place){1, 0}));
    page_free(&shown.page);
}

/* A pane shows the end of the page; in a full pane the cursor is in the last row. */
static void a_live_pane_shows_the_end(void **state)
{
    static struct page_place places[8192];
    struct shown shown;

    (void)state;
    type_long(&shown, 3);
    for (size_t width = 1; width <= WIDEST; width += 13) {
        size_t count = all_places(&shown.page, width, places);

        for (size_t height = 1; height < count + 2; height += 1 + height / 4) {
            size_t top = height < count ? count - height : 0;

            assert_true(same_place(page_live(&shown.page, width, height), places[top]));
        }
    }
    page_free(&shown.page);
}

static void places_have_an_order(void **state)
{
    static const struct {
        struct page_place a, b;
        bool before;
    } rows[] = {
        {{0, 0}, {0, 0}, false},
        {{0, 0}, {0, 1}, true},
        {{0, 1}, {0, 0}, false},
        {{0, 5}, {1, 0}, true},
        {{1, 0}, {0, 5}, false},
        {{1, 2}, {1, 2}, false},
        {{1, 1}, {2, 1}, true},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_int_equal(page_is_before(rows[i].a, rows[i].b), rows[i].before);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_holds_its_lines),
        cmocka_unit_test(a_page_begins_with_either_side),
        cmocka_unit_test(the_end_leaves_the_unfinished_line),
        cmocka_unit_test(without_memory_nothing_changes),
        cmocka_unit_test(lines_wrap_after_blanks),
        cmocka_unit_test(a_row_may_begin_anywhere),
        cmocka_unit_test(rows_hold_all_of_a_line),
        cmocka_unit_test(back_and_forward_are_inverse),
        cmocka_unit_test(a_lost_place_is_the_last_of_its_line),
        cmocka_unit_test(a_live_pane_shows_the_end),
        cmocka_unit_test(places_have_an_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
