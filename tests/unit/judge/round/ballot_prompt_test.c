/*
 * ballot_prompt_test.c - the ballot asked line by line (ballot_prompt.h): a table of
 * input and results.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <string.h>

#include "common/conversation/key.h"
#include "common/input/keyboard.h"
#include "judge/round/ballot_prompt.h"

static const char *const pair[] = {"LEFT", "RIGHT"};

/* A ballot of 2004 and a clock. */
struct desk {
    struct ballot_prompt asking;
    struct ballot_form form;
    int64_t tick;
    enum ballot_form_result last;
};

static struct desk desk_of(enum ballot_ask ask)
{
    struct desk d = {.tick = 1000};

    ballot_form_start(&d.form, ask, pair, 2, false);
    return d;
}

/* Type a text, '\r' for Return and '\b' for BackSpace. The question for
 * confirmation is on the screen in time, unless the text is a paste (at_once). */
static void type(struct desk *d, const char *text, bool at_once)
{
    for (; *text != '\0'; text++) {
        uint32_t code = (unsigned char)*text;
        if (code == '\r')
            code = K_RETURN;
        else if (code == '\b')
            code = K_BACKSPACE;
        if (!at_once)
            d->tick += BALLOT_FORM_PAUSE_MS;
        ballot_prompt_ask(
            &d->asking, !at_once && d->form.step == BALLOT_FORM_CONFIRMING);
        d->last = ballot_prompt_press(&d->asking, &d->form, code, d->tick);
    }
}

static void answers_are_lines_and_a_word_confirms_them(void **state)
{
    static const struct {
        const char *typed;
        const char *left, *right;
        bool confirmed;
    } cases[] = {
        {"51\r49\ry\r", "51", "49", true},
        {"51\r49\rYES\r", "51", "49", true},
        {"51\r49\ry", "51", "49", false},
        {"51\r49\r\r", "51", "49", false},
        {"51\r49\rx\ry\r", "51", "49", true},
        {"51\r49\ryesterday\r", "51", "49", false},
        {"51\r49\rnb\by\b\byes\r", "51", "49", true},
        {"51\r49\rn\r60\r40\ry\r", "60", "40", true},
        {"51\r49\rno\r\r\ry\r", "51", "49", true},
        {"50\r50\r51\r49\ry\r", "51", "49", true},
        {"50\r50\r\r\r", "50", "50", false},
        {"101\r51\r49\ry\r", "51", "49", true},
        {"abc\r\b51\r49\ry\r", "51", "49", true},
        {"52\b1\r49\ry\r", "51", "49", true},
        {"51\r49\ry\r99\r", "51", "49", true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct desk d = desk_of(BALLOT_ASK_POINTS);
        type(&d, cases[i].typed, false);
        assert_string_equal(d.form.field[0].text, cases[i].left);
        assert_string_equal(d.form.field[1].text, cases[i].right);
        assert_int_equal(d.form.step == BALLOT_FORM_CONFIRMED, cases[i].confirmed);
    }
}

/* Pasted keys come before the question for confirmation. */
static void a_paste_confirms_nothing(void **state)
{
    struct desk d = desk_of(BALLOT_ASK_POINTS);

    (void)state;
    type(&d, "51\r49\ry\ryes\r", true);
    assert_int_equal(d.last, BALLOT_FORM_REFUSED);
    assert_int_equal(d.form.step, BALLOT_FORM_CONFIRMING);
    type(&d, "y\r", false);
    assert_int_equal(d.last, BALLOT_FORM_DONE);
}

static void each_answer_has_one_complaint(void **state)
{
    struct desk d = desk_of(BALLOT_ASK_WHICH);

    (void)state;
    type(&d, "middle\r", false);
    assert_string_equal(d.asking.said, "middle");
    assert_string_not_equal(d.asking.complaint, "");
    assert_int_equal(d.asking.answers, 1);
    assert_string_equal(ballot_prompt_answer(&d.asking, &d.form), "");
    type(&d, "le", false);
    assert_string_equal(d.asking.complaint, "");
    assert_string_equal(ballot_prompt_answer(&d.asking, &d.form), "le");
    type(&d, "ft\rmaybe\r", false);
    assert_string_equal(d.asking.complaint, "Type y or n, then press Return");
    assert_string_equal(d.asking.said, "maybe");
    assert_int_equal(d.asking.answers, 3);
}

/* Other commands are passed on, and Escape closes the ballot. */
static void other_keys_are_passed_on(void **state)
{
    struct desk d = desk_of(BALLOT_ASK_POINTS);

    (void)state;
    assert_int_equal(ballot_prompt_press(&d.asking, &d.form, COMMAND_RIGHT, d.tick),
        BALLOT_FORM_PASSED);
    type(&d, "51", false);
    assert_int_equal(
        ballot_prompt_press(&d.asking, &d.form, K_ESCAPE, d.tick), BALLOT_FORM_ASIDE);
    assert_string_equal(d.form.field[0].text, "51");
    type(&d, "\r49\r", false);
    assert_int_equal(ballot_prompt_press(&d.asking, &d.form, COMMAND_RIGHT, d.tick),
        BALLOT_FORM_PASSED);
    type(&d, "y\r", false);
    assert_int_equal(ballot_prompt_press(&d.asking, &d.form, COMMAND_RIGHT, d.tick),
        BALLOT_FORM_PASSED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_lines_and_a_word_confirms_them),
        cmocka_unit_test(a_paste_confirms_nothing),
        cmocka_unit_test(each_answer_has_one_complaint),
        cmocka_unit_test(other_keys_are_passed_on),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
