/*
 * question_test.c - keys that answer a yes/no question and one for a text (question.h).
 */
#include "common/input/question.h"

#include "tests/support/helper.h"

#include <cmocka.h>

#include "common/input/keyboard.h"

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
    struct text_question question = {0};

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        text_question_ask(&question, "Find: ", 10);
        for (const char *c = rows[i].typed; *c != '\0'; c++)
            assert_false(text_question_press(&question, (unsigned char)*c));
        assert_string_equal(question.text, "Find: ");
        assert_int_equal(text_question_press(&question, rows[i].end), rows[i].answers);
        assert_null(question.text);
        assert_int_equal(question.answer.length, strlen(rows[i].typed));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(y_and_n_answer),
        cmocka_unit_test(escape_is_no_where_it_may),
        cmocka_unit_test(other_keys_leave_it_open),
        cmocka_unit_test(a_text_is_an_answer),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
