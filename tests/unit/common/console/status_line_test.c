/*
 * status_line_test.c - the layout of the bottom line (status_line.h).
 */
#include "common/console/status_line.h"

#include <string.h>

#include "tests/support/helper.h"

#include <cmocka.h>

enum { COLUMNS_MAX = 100 };

/* Draw a status line to text; the rows stand one after the other. */
static void draw(const struct status_line *line, int rows, int columns, char *text)
{
    struct status_line_piece pieces[STATUS_LINE_PIECES];

    memset(text, '.', (size_t)(rows * columns));
    text[rows * columns] = '\0';
    status_line_lay(line, rows, columns, pieces);
    for (int i = 0; i < STATUS_LINE_PIECES; i++) {
        if (pieces[i].length == 0)
            continue;
        assert_true(pieces[i].column + pieces[i].length <= columns);
        assert_true(pieces[i].row < rows && pieces[i].length >= 0);
        memcpy(text + pieces[i].row * columns + pieces[i].column, pieces[i].text,
            (size_t)pieces[i].length);
    }
}

static void one_row_has_all_texts(void **state)
{
    struct status_line line = {"left", "a hint", "right", false};
    char text[2 * COLUMNS_MAX];

    (void)state;
    draw(&line, 1, 30, text);
    assert_string_equal(text, ".left...a hint..........right.");
}

static void the_right_text_is_not_cut(void **state)
{
    struct status_line line = {"left", "a long hint", "right", false};
    char text[2 * COLUMNS_MAX];

    (void)state;
    draw(&line, 1, 20, text);
    assert_string_equal(text, ".left...a lon.right.");
    draw(&line, 1, 10, text);
    assert_string_equal(text, ".le.right.");
    draw(&line, 1, 3, text); /* no room for any text */
    assert_string_equal(text, "...");
}

static void a_narrow_screen_has_two_rows(void **state)
{
    struct status_line line = {"left", "a hint", "right", false};
    char text[2 * COLUMNS_MAX];

    (void)state;
    assert_int_equal(status_line_rows(79), 2);
    assert_int_equal(status_line_rows(80), 1);
    draw(&line, 2, 16, text);
    assert_string_equal(text, ".a hint........."
                              ".left.....right.");
}

static void the_same_texts_are_the_same(void **state)
{
    struct status_line a = {"left", "hint", "right", false}, b = a;

    (void)state;
    assert_true(status_line_is_same(&a, &b));
    b.alarming = true;
    assert_false(status_line_is_same(&a, &b));
    b = a;
    strcpy(b.hint, "other");
    assert_false(status_line_is_same(&a, &b));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_row_has_all_texts),
        cmocka_unit_test(the_right_text_is_not_cut),
        cmocka_unit_test(a_narrow_screen_has_two_rows),
        cmocka_unit_test(the_same_texts_are_the_same),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
