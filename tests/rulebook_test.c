/*
 * rulebook_test.c - the five books against the table of the design (rulebook.h).
 */
#include "helper.h"

#include <cmocka.h>
#include <string.h>

#include "rulebook.h"

#define CAMBRIDGE "(c)%d Cambridge Center For Behavioral Studies all rights reserved"
#define PUBLIC_DOMAIN "This transcript is in the public domain"

/* DESIGN.md, 9, column by column; what a book does not say is 0. What judges are told
 * is below. The preliminary round: 2003, 32 and 36; 2004, 8.4; 2009, 4. */
static const struct rulebook expected[] = {
    {"1996", MANNER_TURNS, true, 2, ALPHABET_ASCII, 1, 0, 0, 0, 0, 0, SIDE_JUDGE, NULL,
        NULL, CAMBRIDGE, BALLOT_HOW_HUMAN, TALLY_HIGHEST, "1996.txt", PRELIMINARY_NONE,
        0, 0},
    {"2003", MANNER_MESSAGES, false, 2, ALPHABET_ASCII, 1, 0, 0, 0, 0, 5000, SIDE_JUDGE,
        NULL, NULL, CAMBRIDGE, BALLOT_SCALE, TALLY_MEAN, "2003.txt", PRELIMINARY_RANKS,
        8, 2},
    {"2004", MANNER_FREE, false, 0, ALPHABET_ASCII, 2, 25, 0, 5, 0, 0, SIDE_OTHER,
        "Hello, my name is %s and I am the human", NULL, PUBLIC_DOMAIN, BALLOT_POINTS,
        TALLY_COLUMN, "2004.txt", PRELIMINARY_SCORES, 4, 0},
    {"2009", MANNER_FREE, false, 0, ALPHABET_ASCII, 2, 10, 5, 10, 5, 0, SIDE_JUDGE,
        NULL, NULL, PUBLIC_DOMAIN, BALLOT_WHICH, TALLY_TAKEN, "2009.txt",
        PRELIMINARY_SCORES, 4, 0},
    {"wager", MANNER_MESSAGES, false, 1, ALPHABET_UNICODE, 4, 120, 0, 0, 0, 0,
        SIDE_JUDGE, NULL, NULL, PUBLIC_DOMAIN, BALLOT_VERDICT, TALLY_WAGER, "wager.txt",
        PRELIMINARY_NONE, 0, 0},
};

static void assert_text(const char *text, const char *wanted)
{
    assert_int_equal(text == NULL, wanted == NULL);
    if (wanted != NULL)
        assert_string_equal(text, wanted);
}

static void assert_conversation(
    const struct rulebook *row, const struct rulebook *wanted)
{
    assert_int_equal(row->manner, wanted->manner);
    assert_int_equal(row->judge_lines, wanted->judge_lines);
    assert_int_equal(row->returns_to_send, wanted->returns_to_send);
    assert_int_equal(row->alphabet, wanted->alphabet);
    assert_int_equal(row->terminals, wanted->terminals);
    assert_int_equal(row->delay_ms, wanted->delay_ms);
    assert_int_equal(row->first, wanted->first);
}

static void assert_contest(const struct rulebook *row, const struct rulebook *wanted)
{
    assert_int_equal(row->minutes, wanted->minutes);
    assert_int_equal(row->minutes_each, wanted->minutes_each);
    assert_int_equal(row->minutes_review, wanted->minutes_review);
    assert_int_equal(row->minutes_change, wanted->minutes_change);
    assert_int_equal(row->ballot, wanted->ballot);
    assert_int_equal(row->tally, wanted->tally);
    assert_int_equal(row->preliminary, wanted->preliminary);
    assert_int_equal(row->finalists, wanted->finalists);
    assert_int_equal(row->reserves, wanted->reserves);
}

static void the_rows_are_those_of_the_design(void **state)
{
    (void)state;
    assert_int_equal(rulebook_count, COUNT(expected));
    for (size_t i = 0; i < COUNT(expected); i++) {
        assert_text(rulebooks[i].name, expected[i].name);
        assert_text(rulebooks[i].assertion, expected[i].assertion);
        assert_text(rulebooks[i].notice, expected[i].notice);
        assert_text(rulebooks[i].source, expected[i].source);
        assert_conversation(&rulebooks[i], &expected[i]);
        assert_contest(&rulebooks[i], &expected[i]);
    }
}

/* 1996, 14; 2003, 42; 2004, 4; 2009, 3; and the wager's four candidates. */
static void judges_are_told_what_the_books_say(void **state)
{
    static const struct {
        const char *book;
        const char *words[2];
    } told[] = {
        {"1996", {"At least one", "at least two"}},
        {"2003", {"At least one", "at least two"}},
        {"2004", {"One of the two is a person", "will be published"}},
        {"2009", {"One of the two is a person", "will be published"}},
        {"wager", {"One of the four", "the three others are persons"}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(told); i++)
        for (size_t k = 0; k < 2; k++)
            assert_non_null(
                strstr(rulebook_find(told[i].book)->told, told[i].words[k]));
}

static void a_book_is_found_by_its_whole_name(void **state)
{
    static const char *const none[] = {
        "", "199", "19966", "1995", "Wager", "wager ", "2005"};

    (void)state;
    for (size_t i = 0; i < rulebook_count; i++)
        assert_ptr_equal(rulebook_find(rulebooks[i].name), &rulebooks[i]);
    for (size_t i = 0; i < COUNT(none); i++)
        assert_null(rulebook_find(none[i]));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rows_are_those_of_the_design),
        cmocka_unit_test(judges_are_told_what_the_books_say),
        cmocka_unit_test(a_book_is_found_by_its_whole_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
