/*
 * rulebook_test.c - the rows of the rule books against the books themselves
 * (rulebook.h). Tests of other modules check the columns that they read.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <string.h>

#include "common/conversation/rulebook.h"

#define CAMBRIDGE "(c)%d Cambridge Center For Behavioral Studies all rights reserved"
#define PUBLIC_DOMAIN "This transcript is in the public domain"

/* A column without a rule in the book is 0 or NULL. The preliminary round: 2003, 32 and
 * 36; 2004, 8.4; 2009, 4. The head counts: 1996, 14; 2003, 40 and 42; wager, II. */
static const struct rulebook expected[] = {
    {.name = "1996",
        .source = "1996.txt",
        .judge_lines = true,
        .returns_to_send = 2,
        .terminals = 1,
        .notice = CAMBRIDGE,
        .ballot = BALLOT_ASK_HOW_HUMAN,
        .trials = 1,
        .entries = {2, false, NULL}},
    {.name = "2003",
        .source = "2003.txt",
        .whole_messages = true,
        .returns_to_send = 2,
        .terminals = 1,
        .delay_ms = 5000,
        .notice = CAMBRIDGE,
        .ballot = BALLOT_ASK_SCALE,
        .trials = 1,
        .judges = {5, false, NULL},
        .entries = {2, false, NULL},
        .preliminary = {.ranks = true, .finalists = 8, .reserves = 2, .judges = 3}},
    {.name = "2004",
        .source = "2004.txt",
        .first = SIDE_OTHER,
        .opening_line = "Hello, my name is %s and I am the human",
        .terminals = 2,
        .minutes = 25,
        .minutes_review = 5,
        .notice = PUBLIC_DOMAIN,
        .ballot = BALLOT_ASK_POINTS,
        .trials = 1,
        .preliminary = {.finalists = 4, .most = 8}},
    {.name = "2009",
        .source = "2009.txt",
        .has_directories = true,
        .terminals = 2,
        .minutes = 10,
        .minutes_each = 5,
        .minutes_review = 10,
        .minutes_change = 5,
        .notice = PUBLIC_DOMAIN,
        .ballot = BALLOT_ASK_WHICH,
        .ranking = RANKING_OTHERS,
        .ranked = 4,
        .trials = 1,
        .preliminary = {.finalists = 4}},
    {.name = "wager",
        .source = "wager.txt",
        .whole_messages = true,
        .returns_to_send = 1,
        .alphabet = ALPHABET_UNICODE,
        .terminals = 4,
        .minutes = 120,
        .notice = PUBLIC_DOMAIN,
        .ballot = BALLOT_ASK_VERDICT,
        .ranking = RANKING_ALL,
        .ranked = 4,
        .trials = 3,
        .judges = {3, true, NULL},
        .entries = {1, true, NULL},
        .confederates = {3, true, NULL}},
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
    assert_text(row->opening_line, wanted->opening_line);
    assert_text(row->notice, wanted->notice);
    assert_int_equal(row->whole_messages, wanted->whole_messages);
    assert_int_equal(row->judge_lines, wanted->judge_lines);
    assert_int_equal(row->returns_to_send, wanted->returns_to_send);
    assert_int_equal(row->alphabet, wanted->alphabet);
    assert_int_equal(row->delay_ms, wanted->delay_ms);
    assert_int_equal(row->first, wanted->first == SIDE_OTHER ? SIDE_OTHER : SIDE_JUDGE);
    assert_int_equal(row->has_directories, wanted->has_directories);
}

static void assert_round(const struct rulebook *row, const struct rulebook *wanted)
{
    assert_int_equal(row->terminals, wanted->terminals);
    assert_int_equal(row->minutes, wanted->minutes);
    assert_int_equal(row->minutes_each, wanted->minutes_each);
    assert_int_equal(row->minutes_review, wanted->minutes_review);
    assert_int_equal(row->minutes_change, wanted->minutes_change);
    assert_int_equal(row->ballot, wanted->ballot);
    assert_int_equal(row->ranking, wanted->ranking);
    assert_int_equal(row->ranked, wanted->ranked);
}

static void assert_count(
    const struct rulebook_count *count, const struct rulebook_count *wanted)
{
    assert_int_equal(count->least, wanted->least);
    assert_int_equal(count->exact, wanted->exact);
    assert_int_equal(count->clause != NULL, wanted->least > 0);
}

static void assert_contest(const struct rulebook *row, const struct rulebook *wanted)
{
    const struct rulebook_preliminary *round = &row->preliminary;

    assert_int_equal(row->trials, wanted->trials);
    assert_count(&row->judges, &wanted->judges);
    assert_count(&row->entries, &wanted->entries);
    assert_count(&row->confederates, &wanted->confederates);
    assert_int_equal(round->people == NULL, wanted->preliminary.finalists > 0);
    assert_int_equal(round->ranks, wanted->preliminary.ranks);
    assert_int_equal(round->finalists, wanted->preliminary.finalists);
    assert_int_equal(round->reserves, wanted->preliminary.reserves);
    assert_int_equal(round->judges, wanted->preliminary.judges);
    assert_int_equal(round->most, wanted->preliminary.most);
}

static void the_rows_are_those_of_the_books(void **state)
{
    (void)state;
    assert_int_equal(rulebook_count, COUNT(expected));
    for (size_t i = 0; i < COUNT(expected); i++) {
        assert_text(rulebooks[i].name, expected[i].name);
        assert_text(rulebooks[i].source, expected[i].source);
        assert_conversation(&rulebooks[i], &expected[i]);
        assert_round(&rulebooks[i], &expected[i]);
        assert_contest(&rulebooks[i], &expected[i]);
    }
}

/* Columns that every book fills, and columns that need each other. */
static void each_row_is_complete(void **state)
{
    (void)state;
    for (size_t i = 0; i < rulebook_count; i++) {
        const struct rulebook *row = &rulebooks[i];
        assert_non_null(row->briefing);
        assert_non_null(row->typing);
        assert_non_null(row->ballot_clause);
        assert_non_null(row->meeting_clause);
        assert_int_not_equal(row->columns[0].measure, MEASURE_NONE);
        assert_int_equal(
            row->criteria[0].measure == MEASURE_NONE, row->test_clause != NULL);
        assert_int_equal(row->ranking != RANKING_NONE, row->ranked > 0);
        assert_int_equal(
            row->preliminary.people == NULL, row->preliminary.given != NULL);
    }
}

/* 1996, 14; 2003, 42; 2004, 4; 2009, 3; and the wager's four candidates. */
static void judges_are_briefed_as_the_books_say(void **state)
{
    static const struct {
        const char *book;
        const char *words[2];
    } briefed[] = {
        {"1996", {"At least one", "at least two"}},
        {"2003", {"At least one", "at least two"}},
        {"2004", {"One of the two is a person", "will be published"}},
        {"2009", {"One of the two is a person", "will be published"}},
        {"wager", {"One of the four", "the other three are people"}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(briefed); i++)
        for (size_t k = 0; k < 2; k++)
            assert_non_null(
                strstr(rulebook_find(briefed[i].book)->briefing, briefed[i].words[k]));
}

static void a_book_is_found_by_its_whole_name(void **state)
{
    static const char *const unknown[] = {
        "", "199", "19966", "1995", "Wager", "wager ", "2005"};

    (void)state;
    for (size_t i = 0; i < rulebook_count; i++)
        assert_ptr_equal(rulebook_find(rulebooks[i].name), &rulebooks[i]);
    for (size_t i = 0; i < COUNT(unknown); i++)
        assert_null(rulebook_find(unknown[i]));
}

static void books_and_clauses_are_named(void **state)
{
    char names[RULEBOOK_NAMES_SIZE], clause[RULEBOOK_CLAUSE_SIZE];

    (void)state;
    assert_string_equal(rulebook_names(names), "1996, 2003, 2004, 2009 and wager");
    assert_string_equal(
        rulebook_cite(rulebook_find("2004"), "scoring 2", clause), "2004, scoring 2");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rows_are_those_of_the_books),
        cmocka_unit_test(each_row_is_complete),
        cmocka_unit_test(judges_are_briefed_as_the_books_say),
        cmocka_unit_test(a_book_is_found_by_its_whole_name),
        cmocka_unit_test(books_and_clauses_are_named),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
