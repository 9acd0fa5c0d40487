/*
 * question_test.c - keys that answer a yes/no question (question.h).
 */
#include "common/input/question.h"

#include "tests/support/helper.h"

#include <cmocka.h>

#include "common/conversation/key.h"

static void y_and_n_answer(void **state)
{
    (void)state;
    assert_int_equal(question_press('y', false), QUESTION_YES);
    assert_int_equal(question_press('Y', true), QUESTION_YES);
    assert_int_equal(question_press('n', false), QUESTION_NO);
    assert_int_equal(question_press('N', true), QUESTION_NO);
}

static void escape_is_no_where_it_may(void **state)
{
    (void)state;
    assert_int_equal(question_press(K_ESCAPE, true), QUESTION_NO);
    assert_int_equal(question_press(K_ESCAPE, false), QUESTION_OPEN);
}

static void other_keys_leave_it_open(void **state)
{
    (void)state;
    assert_int_equal(question_press(K_RETURN, true), QUESTION_OPEN);
    assert_int_equal(question_press('x', true), QUESTION_OPEN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(y_and_n_answer),
        cmocka_unit_test(escape_is_no_where_it_may),
        cmocka_unit_test(other_keys_leave_it_open),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
