/*
 * line_edit_test.c - keys that change a line of text (line_edit.h).
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <string.h>

#include "common/input/keyboard.h"
#include "common/input/line_edit.h"

enum { KEYS_MAX = 16, MARK = 0x301, WIDE = 0x4e2d };

struct edit_case {
    uint32_t keys[KEYS_MAX]; /* 0 after the last one */
    const char *text;
    size_t cursor;
};

static const struct edit_case table[] = {
    {{'a', 'b'}, "ab", 2},
    {{'a', K_BACKSPACE, 'b'}, "b", 1},
    {{0xe9, K_BACKSPACE, 'D', 'o'}, "Do", 2},
    {{'x', 'e', MARK, K_BACKSPACE}, "x", 1},
    {{'x', 'e', MARK, COMMAND_LEFT, 'y'}, "xye\xcc\x81", 2},
    {{'e', MARK, 'x', COMMAND_OLDEST, COMMAND_RIGHT, K_BACKSPACE}, "x", 0},
    {{WIDE, K_BACKSPACE}, "", 0},
    {{'a', 'b', COMMAND_LEFT, 'c'}, "acb", 2},
    {{'a', 'b', COMMAND_OLDEST, 'c', COMMAND_NEWEST, 'd'}, "cabd", 4},
    {{'a', 'b', ' ', 'c', ' ', COMMAND_ERASE_WORD}, "ab ", 3},
    {{'a', ' ', 'b', COMMAND_LEFT, COMMAND_ERASE_WORD}, "b", 0},
    {{'a', 'b', COMMAND_LEFT, COMMAND_ERASE_LINE}, "", 0},
};

static void keys_change_the_line(void **state)
{
    char text[LINE_EDIT_UTF8_SIZE];
    struct line_edit e;

    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        line_edit_init(&e, LINE_EDIT_MAX, NULL);
        for (const uint32_t *key = table[i].keys; *key != 0; key++)
            assert_int_equal(line_edit_press(&e, *key), LINE_EDIT_CHANGED);
        assert_int_equal(line_edit_utf8(&e, text), strlen(table[i].text));
        assert_string_equal(text, table[i].text);
        assert_int_equal(e.cursor, table[i].cursor);
    }
}

static void keys_without_effect_change_nothing(void **state)
{
    static const uint32_t without[] = {K_BACKSPACE, COMMAND_ERASE_WORD,
        COMMAND_ERASE_LINE, COMMAND_LEFT, COMMAND_RIGHT, COMMAND_OLDEST,
        COMMAND_NEWEST};
    struct line_edit e;

    (void)state;
    line_edit_init(&e, 2, NULL);
    for (size_t i = 0; i < sizeof(without) / sizeof(without[0]); i++)
        assert_int_equal(line_edit_press(&e, without[i]), LINE_EDIT_UNCHANGED);
    assert_int_equal(line_edit_press(&e, K_RETURN), LINE_EDIT_DONE);
    assert_int_equal(line_edit_press(&e, K_ESCAPE), LINE_EDIT_CANCELLED);
    assert_int_equal(line_edit_press(&e, K_TAB), LINE_EDIT_PASSED);
    assert_int_equal(line_edit_press(&e, COMMAND_LEAVE), LINE_EDIT_PASSED);
    assert_int_equal(line_edit_press(&e, COMMAND_LINE_UP), LINE_EDIT_PASSED);
    assert_int_equal(e.length, 0);
}

static void a_full_line_refuses_more(void **state)
{
    struct line_edit e;

    (void)state;
    line_edit_init(&e, 2, NULL);
    line_edit_press(&e, 'a');
    line_edit_press(&e, 'b');
    assert_int_equal(line_edit_press(&e, 'c'), LINE_EDIT_FULL);
    assert_int_equal(e.length, 2);
    line_edit_press(&e, COMMAND_ERASE_LINE);
    assert_int_equal(line_edit_press(&e, 'c'), LINE_EDIT_CHANGED);
    assert_int_equal(e.text[0], 'c');
}

static void the_filter_refuses_characters(void **state)
{
    struct line_edit e;

    (void)state;
    line_edit_init(&e, 8, line_edit_is_ascii);
    assert_int_equal(line_edit_press(&e, 0xe9), LINE_EDIT_REFUSED);
    assert_int_equal(line_edit_press(&e, '~'), LINE_EDIT_CHANGED);
    line_edit_init(&e, 8, NULL);
    assert_int_equal(
        line_edit_press(&e, MARK), LINE_EDIT_REFUSED); /* nothing bears it */
    assert_int_equal(line_edit_press(&e, 0x202e), LINE_EDIT_REFUSED);
    assert_int_equal(line_edit_press(&e, 0xfffd), LINE_EDIT_REFUSED);
}

static void assert_window(
    const struct line_edit *e, size_t width, size_t start, size_t length, size_t column)
{
    struct line_edit_window window = line_edit_window(e, width);

    assert_int_equal(window.start, start);
    assert_int_equal(window.length, length);
    assert_int_equal(window.column, column);
}

static void the_window_follows_the_cursor(void **state)
{
    struct line_edit e;

    (void)state;
    line_edit_init(&e, 8, NULL);
    assert_window(&e, 4, 0, 0, 0);
    for (const char *key = "abcde"; *key != '\0'; key++)
        line_edit_press(&e, (unsigned char)*key);
    assert_window(&e, 9, 0, 5, 5);
    assert_window(&e, 5, 1, 4, 4); /* the cursor takes a column behind the text */
    assert_window(&e, 2, 4, 1, 1);
    line_edit_press(&e, COMMAND_OLDEST);
    assert_window(&e, 3, 0, 3, 0);
}

static void the_window_splits_no_character(void **state)
{
    struct line_edit e;

    (void)state;
    line_edit_init(&e, 8, NULL);
    line_edit_press(&e, 'e');
    line_edit_press(&e, MARK);
    line_edit_press(&e, WIDE);
    assert_window(&e, 4, 0, 3, 3);
    assert_window(&e, 3, 2, 1, 2);
    line_edit_press(&e, COMMAND_OLDEST);
    assert_window(&e, 2, 0, 2, 0); /* no half of the wide character */
}

/* Only Return with a text answers; Escape and F10 end the question too. */
static void a_text_is_an_answer(void **state)
{
    static const struct {
        const char *typed;
        uint32_t end;
        bool answers;
    } rows[] = {
        {"ab", K_RETURN, true},
        {"", K_RETURN, false},
        {"ab", K_ESCAPE, false},
        {"ab", COMMAND_LEAVE, false},
    };
    struct line_question question = {0};

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        line_question_ask(&question, "Find: ", 10);
        for (const char *c = rows[i].typed; *c != '\0'; c++)
            assert_false(line_question_press(&question, (unsigned char)*c));
        assert_string_equal(question.text, "Find: ");
        assert_int_equal(line_question_press(&question, rows[i].end), rows[i].answers);
        assert_null(question.text);
        assert_int_equal(question.answer.length, strlen(rows[i].typed));
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_change_the_line),
        cmocka_unit_test(keys_without_effect_change_nothing),
        cmocka_unit_test(a_full_line_refuses_more),
        cmocka_unit_test(the_filter_refuses_characters),
        cmocka_unit_test(the_window_follows_the_cursor),
        cmocka_unit_test(the_window_splits_no_character),
        cmocka_unit_test(a_text_is_an_answer),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
