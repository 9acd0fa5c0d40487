/*
 * list_test.c - keys that move the mark of a list (list.h).
 */
#include "common/input/list.h"

#include "tests/support/helper.h"

#include <cmocka.h>

#include "common/input/keyboard.h"

enum { KEYS_MAX = 8, SHOWN = 4 };

struct list_case {
    size_t count;
    uint32_t keys[KEYS_MAX]; /* 0 after the last one */
    size_t marked, top;
};

static const struct list_case table[] = {
    {10, {COMMAND_LINE_DOWN, 'j', 'j'}, 3, 0},
    {10, {COMMAND_LINE_DOWN, 'j', 'j', 'j'}, 4, 1},
    {10, {COMMAND_LINE_UP, 'k'}, 0, 0},
    {10, {COMMAND_PAGE_DOWN}, 4, 1},
    {10, {COMMAND_NEWEST}, 9, 6},
    {10, {COMMAND_NEWEST, COMMAND_LINE_DOWN}, 9, 6},
    {10, {COMMAND_NEWEST, COMMAND_PAGE_UP}, 5, 5},
    {10, {COMMAND_NEWEST, COMMAND_OLDEST}, 0, 0},
    {10, {'7'}, 6, 3},
    {3, {'3', 'k'}, 1, 0},
    {0, {COMMAND_LINE_DOWN, COMMAND_NEWEST, COMMAND_PAGE_DOWN}, 0, 0},
};

static void keys_move_the_mark(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        struct list l = {0};

        list_fit(&l, table[i].count, SHOWN);
        for (int k = 0; table[i].keys[k] != 0; k++)
            assert_true(list_press(&l, table[i].keys[k], SHOWN));
        assert_int_equal(l.marked, table[i].marked);
        assert_int_equal(l.top, table[i].top);
    }
}

static void other_keys_are_passed(void **state)
{
    static const uint32_t keys[] = {'4', '0', 'x', ' ', K_RETURN, COMMAND_LEAVE};
    struct list l = {0};

    (void)state;
    list_fit(&l, 3, SHOWN);
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
        assert_false(list_press(&l, keys[i], SHOWN));
    assert_int_equal(l.marked, 0);
}

static void a_shorter_list_keeps_the_mark_inside(void **state)
{
    struct list l = {0};

    (void)state;
    list_fit(&l, 10, SHOWN);
    list_mark(&l, 9, SHOWN);
    list_fit(&l, 6, SHOWN);
    assert_int_equal(l.marked, 5);
    assert_int_equal(l.top, 2);
    list_fit(&l, 6, 10); /* a higher screen shows all of it */
    assert_int_equal(l.top, 0);
    list_fit(&l, 0, SHOWN);
    assert_int_equal(l.marked, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_move_the_mark),
        cmocka_unit_test(other_keys_are_passed),
        cmocka_unit_test(a_shorter_list_keeps_the_mark_inside),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
