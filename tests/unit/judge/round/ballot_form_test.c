/*
 * ballot_form_test.c - the ballot as a form (ballot_form.h): good and bad input.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <string.h>

#include "common/input/keyboard.h"
#include "judge/round/ballot_form.h"

static const char *const sides[] = {"Left", "Right", "Third", "Fourth"};

/* A clock that advances a second with each key. */
static int64_t now;

static enum ballot_form_result press(struct ballot_form *f, uint32_t code)
{
    return ballot_form_press(f, code, now += 1000);
}

/* Type a text; \r is Return, \t Tab, \033 Escape, \b BackSpace. Returns the result
 * of the last key. */
static enum ballot_form_result type(struct ballot_form *f, const char *text)
{
    enum ballot_form_result result = BALLOT_FORM_PASSED;

    for (const char *c = text; *c != '\0'; c++)
        result = press(f, (unsigned char)*c);
    return result;
}

static struct ballot_form begun(enum ballot_ask ask, int seats, bool study)
{
    struct ballot_form f;

    ballot_form_start(&f, ask, sides, seats, study);
    return f;
}

static struct ballot_row filled(const struct ballot_form *f, const char *book)
{
    struct ballot_row row = {.book = rulebook_find(book), .seats = f->seats};

    assert_true(ballot_form_fill(f, &row));
    return row;
}

static void points_are_shared_and_confirmed(void **state)
{
    struct ballot_form f = begun(BALLOT_ASK_POINTS, 2, false);
    struct ballot_row row = {.confidence = 7};

    (void)state;
    assert_int_equal(type(&f, "51\r49\r"), BALLOT_FORM_TAKEN);
    assert_int_equal(f.step, BALLOT_FORM_CONFIRMING);
    assert_false(ballot_form_fill(&f, &row));
    assert_int_equal(row.confidence, 7);
    assert_int_equal(type(&f, "y"), BALLOT_FORM_DONE);
    row = filled(&f, "2004");
    assert_int_equal(row.seat[0].score, 51);
    assert_int_equal(row.seat[1].score, 49);
    assert_int_equal(row.confidence, BALLOT_NO_CONFIDENCE);
    assert_string_equal(row.reason, "");
}

/* Input, complaint, and the marked field afterwards. */
static const struct {
    enum ballot_ask ask;
    const char *keys;
    const char *complaint;
    int at;
} bad[] = {
    {BALLOT_ASK_POINTS, "101\r", "That is too high: give whole points from 0 to 100",
        0},
    {BALLOT_ASK_POINTS, "50\r50\r",
        "50 and 50 is a tie: give one of the two at least 51", 0},
    {BALLOT_ASK_POINTS, "51\r50\r",
        "Together the two must make 100: change one of them", 0},
    {BALLOT_ASK_POINTS, "50.5\r", "No fractions here: give whole points from 0 to 100",
        0},
    {BALLOT_ASK_POINTS, "51\r49.5\r",
        "No fractions here: give whole points from 0 to 100", 1},
    {BALLOT_ASK_POINTS, "051\r",
        "No zeros in front, please: give whole points from 0 to 100", 0},
    {BALLOT_ASK_POINTS, "-1\r",
        "Nothing is below zero here: give whole points from 0 to 100", 0},
    {BALLOT_ASK_POINTS, "1e2\r", "That is no number: give whole points from 0 to 100",
        0},
    {BALLOT_ASK_POINTS, "\r", "Nothing here yet: give whole points from 0 to 100", 0},
    {BALLOT_ASK_POINTS, "  \r", "Nothing here yet: give whole points from 0 to 100", 0},
    {BALLOT_ASK_POINTS, "51\r\r", "Nothing here yet: give whole points from 0 to 100",
        1},
    {BALLOT_ASK_POINTS, "\t49\r", "Nothing here yet: give whole points from 0 to 100",
        0},
    {BALLOT_ASK_POINTS, "101\t", "That is too high: give whole points from 0 to 100",
        1},
    {BALLOT_ASK_SCALE, "5.0001\r",
        "That is too high: give a number from 0 to 5, such as 4 or 3.25", 0},
    {BALLOT_ASK_SCALE, "3,25\r",
        "No commas, please: give a number from 0 to 5, such as 4 or 3.25", 0},
    {BALLOT_ASK_SCALE, "NaN\r",
        "That is no number: give a number from 0 to 5, such as 4 or 3.25", 0},
    {BALLOT_ASK_RANK, "1\r2\r", "", 2},
    {BALLOT_ASK_RANK, "1\r2\r2\r3\r", "Two ranks are alike: give each rank once", 0},
    {BALLOT_ASK_RANK, "0\r", "That is too low: give a whole number from 1 to 4", 0},
    {BALLOT_ASK_WHICH, "neither\r", "That is neither: give left or right", 0},
    {BALLOT_ASK_WHICH, "\r", "Nothing here yet: give left or right", 0},
    {BALLOT_ASK_VERDICT, "maybe\r", "That is neither: give human or machine", 0},
    {BALLOT_ASK_VERDICT, "hu\r", "That is neither: give human or machine", 0},
    {BALLOT_ASK_HOW_HUMAN, "1234567890123", "The field is full: BackSpace makes room",
        0},
};

static void bad_ballots_are_complained_of_in_one_line(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++) {
        struct ballot_form f =
            begun(bad[i].ask, bad[i].ask == BALLOT_ASK_RANK ? 4 : 2, false);

        type(&f, bad[i].keys);
        if (strcmp(f.complaint, bad[i].complaint) != 0)
            fail_msg("\"%s\": %s", bad[i].keys, f.complaint);
        assert_int_equal(f.at, bad[i].at);
        assert_int_equal(f.step, BALLOT_FORM_FILLING);
        /* The wrong text is still in the field. */
        type(&f, "\b");
        assert_string_equal(f.complaint, "");
    }
}

static void each_kind_is_filled_in(void **state)
{
    struct ballot_form f = begun(BALLOT_ASK_WHICH, 2, false);
    struct ballot_row row;

    (void)state;
    type(&f, "R\ry");
    row = filled(&f, "2009");
    assert_int_equal(row.seat[0].score, 0);
    assert_int_equal(row.seat[1].score, 1);
    f = begun(BALLOT_ASK_WHICH, 2, false);
    type(&f, "left \ry");
    row = filled(&f, "2009");
    assert_int_equal(row.seat[0].score, 1);
    f = begun(BALLOT_ASK_VERDICT, 2, false);
    type(&f, "Human\rm\ry");
    row = filled(&f, "wager");
    assert_int_equal(row.seat[0].score, 1);
    assert_int_equal(row.seat[1].score, 0);
    f = begun(BALLOT_ASK_RANK, 4, false);
    type(&f, "4\r3\r1\r2\ry");
    row = filled(&f, "2009");
    assert_int_equal(row.seat[2].score, 1);
    f = begun(BALLOT_ASK_SCALE, 1, false);
    type(&f, "3.25\ry");
    row = filled(&f, "2003");
    assert_int_equal(row.seat[0].score, 32500);
    f = begun(BALLOT_ASK_HOW_HUMAN, 3, false);
    type(&f, "0\r100\r73\rY");
    row = filled(&f, "1996");
    assert_int_equal(row.seat[2].score, 73);
}

static void confidence_and_reason_may_stay_empty(void **state)
{
    struct ballot_form f = begun(BALLOT_ASK_WHICH, 2, true);
    struct ballot_row row;

    (void)state;
    type(&f, "l\r\r\ry");
    row = filled(&f, "2009");
    assert_int_equal(row.confidence, BALLOT_NO_CONFIDENCE);
    f = begun(BALLOT_ASK_WHICH, 2, true);
    type(&f, "l\r101\r");
    assert_string_equal(
        f.complaint, "That is too high: give per cent from 0 to 100, or nothing");
    type(&f, "\b\b0\rIt knew what time it was. \ry");
    row = filled(&f, "2009");
    assert_int_equal(row.confidence, 10);
    assert_string_equal(row.reason, "It knew what time it was.");
}

static void anything_but_y_goes_back(void **state)
{
    static const uint32_t keys[] = {
        'n', 'x', ' ', K_RETURN, K_ESCAPE, K_BACKSPACE, K_TAB, 0x20ac};

    (void)state;
    for (size_t i = 0; i < COUNT(keys); i++) {
        struct ballot_form f = begun(BALLOT_ASK_POINTS, 2, false);

        type(&f, "51\r49\r");
        assert_int_equal(press(&f, keys[i]), BALLOT_FORM_TAKEN);
        assert_int_equal(f.step, BALLOT_FORM_FILLING);
        assert_string_equal(f.field[0].text, "51");
        assert_string_equal(f.field[1].text, "49");
        assert_int_equal(f.at, 1);
        type(&f, "\ry");
        assert_int_equal(f.step, BALLOT_FORM_CONFIRMED);
    }
}

static void scrolling_does_not_go_back(void **state)
{
    struct ballot_form f = begun(BALLOT_ASK_POINTS, 2, false);

    (void)state;
    assert_int_equal(press(&f, COMMAND_PAGE_UP), BALLOT_FORM_PASSED);
    assert_int_equal(press(&f, COMMAND_LEAVE), BALLOT_FORM_PASSED);
    type(&f, "51\r49\r");
    assert_int_equal(press(&f, COMMAND_PAGE_UP), BALLOT_FORM_PASSED);
    assert_int_equal(press(&f, COMMAND_LINE_UP), BALLOT_FORM_PASSED);
    assert_int_equal(f.step, BALLOT_FORM_CONFIRMING);
    assert_int_equal(type(&f, "y"), BALLOT_FORM_DONE);
}

/* A pasted ballot is filled in and not confirmed. */
static void a_paste_confirms_nothing(void **state)
{
    static const char paste[] = "51\r49\ry\ry\ryyyy";
    struct ballot_form f = begun(BALLOT_ASK_POINTS, 2, false);

    (void)state;
    for (const char *c = paste; *c != '\0'; c++)
        ballot_form_press(&f, (unsigned char)*c, 5000);
    assert_int_equal(f.step, BALLOT_FORM_CONFIRMING);
    assert_int_equal(ballot_form_press(&f, 'y', 5000 + BALLOT_FORM_PAUSE_MS - 1),
        BALLOT_FORM_REFUSED);
    /* A dropped key restarts the pause. */
    assert_int_equal(
        ballot_form_press(&f, 'y', 5000 + BALLOT_FORM_PAUSE_MS), BALLOT_FORM_REFUSED);
    assert_int_equal(
        ballot_form_press(&f, 'y', 5000 + 3 * BALLOT_FORM_PAUSE_MS), BALLOT_FORM_DONE);
}

static void escape_puts_aside_and_keeps(void **state)
{
    struct ballot_form f = begun(BALLOT_ASK_POINTS, 2, true);

    (void)state;
    assert_int_equal(type(&f, "\033"), BALLOT_FORM_ASIDE);
    type(&f, "51\r4");
    assert_int_equal(type(&f, "\033"), BALLOT_FORM_ASIDE);
    assert_string_equal(f.field[0].text, "51");
    assert_string_equal(f.field[1].text, "4");
    type(&f, "9\r80\rBecause");
    assert_int_equal(type(&f, "\033"), BALLOT_FORM_ASIDE);
    assert_string_equal(f.field[3].text, "Because");
}

static void confirmed_once_nothing_changes_it(void **state)
{
    struct ballot_form f = begun(BALLOT_ASK_WHICH, 2, false);
    struct ballot_form before;

    (void)state;
    type(&f, "l\ry");
    before = f;
    assert_int_equal(type(&f, "y\rr\b\033"), BALLOT_FORM_PASSED);
    assert_memory_equal(&f, &before, sizeof(f));
}

static void the_mark_moves_and_stays_within(void **state)
{
    struct ballot_form f = begun(BALLOT_ASK_POINTS, 2, false);

    (void)state;
    assert_int_equal(press(&f, COMMAND_LINE_UP), BALLOT_FORM_REFUSED);
    assert_int_equal(press(&f, COMMAND_LINE_DOWN), BALLOT_FORM_TAKEN);
    assert_int_equal(f.at, 1);
    assert_string_equal(f.complaint, "");
    assert_int_equal(press(&f, K_TAB), BALLOT_FORM_REFUSED);
    assert_int_equal(press(&f, COMMAND_LINE_UP), BALLOT_FORM_TAKEN);
    assert_int_equal(f.at, 0);
}

static void erasing_and_other_keys(void **state)
{
    struct ballot_form f = begun(BALLOT_ASK_WHICH, 2, true);

    (void)state;
    assert_int_equal(type(&f, "\b"), BALLOT_FORM_REFUSED);
    type(&f, "left\t\tone two  ");
    press(&f, COMMAND_ERASE_WORD);
    assert_string_equal(f.field[2].text, "one ");
    press(&f, COMMAND_ERASE_LINE);
    assert_string_equal(f.field[2].text, "");
    assert_int_equal(press(&f, 0xe9), BALLOT_FORM_REFUSED);
    assert_int_equal(press(&f, 0x1), BALLOT_FORM_REFUSED);
    assert_string_equal(f.field[2].text, "");
    for (int i = 0; i < BALLOT_FORM_REASON_MAX; i++)
        assert_int_equal(press(&f, 'x'), BALLOT_FORM_TAKEN);
    assert_int_equal(press(&f, 'x'), BALLOT_FORM_REFUSED);
}

static void values_are_said_in_words(void **state)
{
    char words[BALLOT_FORM_WORDS_SIZE];
    struct ballot_form f = begun(BALLOT_ASK_SCALE, 2, true);

    (void)state;
    ballot_form_say_value(&f, 0, words);
    assert_string_equal(words, "");
    type(&f, "4\t3.25");
    ballot_form_say_value(&f, 0, words);
    assert_string_equal(words, "Probably a human");
    ballot_form_say_value(&f, 1, words);
    assert_string_equal(words, "of 5");
    ballot_form_say_value(&f, 2, words);
    assert_string_equal(words, "may stay empty");
    f = begun(BALLOT_ASK_RANK, 4, false);
    type(&f, "4\t1\t2");
    ballot_form_say_value(&f, 0, words);
    assert_string_equal(words, "the most human");
    ballot_form_say_value(&f, 1, words);
    assert_string_equal(words, "the least human");
    ballot_form_say_value(&f, 2, words);
    assert_string_equal(words, "");
    f = begun(BALLOT_ASK_WHICH, 2, false);
    type(&f, "r");
    ballot_form_say_value(&f, 0, words);
    assert_string_equal(words, "the right one");
}

/* A question fits in 60 columns; a hint fits in 40 columns from the second one on. */
static void questions_and_hints_are_lines(void **state)
{
    (void)state;
    for (enum ballot_ask ask = 0; ask <= BALLOT_ASK_RANK; ask++) {
        struct ballot_form f = begun(ask, 2, true);

        assert_in_range(strlen(ballot_form_question(&f)), 10, 60);
        assert_in_range(strlen(ballot_form_hint(&f)), 5, 39);
        f.step = BALLOT_FORM_CONFIRMING;
        assert_in_range(strlen(ballot_form_hint(&f)), 5, 39);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_shared_and_confirmed),
        cmocka_unit_test(bad_ballots_are_complained_of_in_one_line),
        cmocka_unit_test(each_kind_is_filled_in),
        cmocka_unit_test(confidence_and_reason_may_stay_empty),
        cmocka_unit_test(anything_but_y_goes_back),
        cmocka_unit_test(scrolling_does_not_go_back),
        cmocka_unit_test(a_paste_confirms_nothing),
        cmocka_unit_test(escape_puts_aside_and_keeps),
        cmocka_unit_test(confirmed_once_nothing_changes_it),
        cmocka_unit_test(the_mark_moves_and_stays_within),
        cmocka_unit_test(erasing_and_other_keys),
        cmocka_unit_test(values_are_said_in_words),
        cmocka_unit_test(questions_and_hints_are_lines),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
