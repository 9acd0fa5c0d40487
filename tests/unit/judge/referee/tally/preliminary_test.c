/*
 * preliminary_test.c - the finalists (preliminary.h), against tables worked out by hand
 * from 2003, 32 to 37, 2004, 8 and 2009, 4.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "judge/contest/contest.h"
#include "judge/contest/inifile.h"
#include "judge/referee/tally/preliminary.h"

#define HEAD(book) "[contest]\ntitle = T\nbook = " book "\n"
#define REST "[judges]\nJ1 = Ann\n[confederates]\nC1 = Kim\n"
#define FIVE "[entries]\nE1 =\nE2 =\nE3 =\nE4 =\nE7 =\n"
#define EIGHT "[entries]\nE1 =\nE2 =\nE3 =\nE4 =\nE5 =\nE6 =\nE7 =\nE8 =\n"
#define NINE EIGHT "E9 =\n"
#define ELEVEN NINE "E10 =\nE11 =\n"

static struct contest contest;
static struct preliminary result;

static void count(const char *text)
{
    struct inirow_error error;

    if (inifile_parse(text, strlen(text), &contest_reader, &contest, &error) != 0)
        fail_msg("line %d: %s", error.line, error.why);
    preliminary_count(&result, &contest);
}

/* "E3 1. finalist", a line a word: the whole order, places and standings. */
static void assert_order(const char *const *lines)
{
    for (int i = 0; i < result.line_count; i++) {
        const struct preliminary_line *line = &result.lines[i];
        char text[64];

        snprintf(text, sizeof(text), "E%d %d. %s", line->entry, line->place,
            preliminary_standing_name(line->standing));
        assert_non_null(lines[i]);
        assert_string_equal(text, lines[i]);
    }
    assert_null(lines[result.line_count]);
}

/* A part of each remark, in order. */
static void assert_remarks(const char *const *parts)
{
    for (int i = 0; i < result.remark_count; i++) {
        if (parts[i] == NULL || strstr(result.remarks[i].text, parts[i]) == NULL)
            fail_msg("remark %d: %s", i, result.remarks[i].text);
    }
    assert_null(parts[result.remark_count]);
}

static void assert_whole(void)
{
    assert_remarks((const char *const[]){NULL});
}

/* 2003 */

/* Sums of three ranks: 10, 7, 3, 15, 18, 18, 24, 25, 16, 31, 31. */
static void in_2003_the_lowest_mean_ranks_go_forward(void **state)
{
    (void)state;
    count(HEAD("2003") REST ELEVEN
        "[preliminary]\nE1 = 2 3 5\nE2 = 3 2 2\nE3 = 1 1 1\nE4 = 5 4 6\n"
        "E5 = 4 6 8\nE6 = 6 9 3\nE7 = 8 7 9\nE8 = 10 8 7\nE9 = 7 5 4\n"
        "E10 = 9 11 11\nE11 = 11 10 10\n");
    assert_order(
        (const char *const[]){"E3 1. finalist", "E2 2. finalist", "E1 3. finalist",
            "E4 4. finalist", "E9 5. finalist", "E5 6. finalist", "E6 6. finalist",
            "E7 8. finalist", "E8 9. reserve", "E10 10. out", "E11 10. out", NULL});
    assert_string_equal(result.clause, "36");
    assert_true(result.held);
    assert_int_equal(result.open, 0);
    assert_int_equal(result.judges, 3);
    assert_whole();
}

/* Means: 3/2, 7/3, 5/2, 12/3, 11/3, 21/4, 20/3, 28/4 and 21/3, which is the same. */
#define TIED                                                                           \
    NINE "[preliminary]\nE1 = 1 3 1 1\nE2 = 2 2 - 3\nE3 = 3 1 2 4\nE4 = - 4 3 5\n"     \
         "E5 = 4 5 - 2\nE6 = 5 6 4 6\nE7 = 8 7 5\nE8 = 7 8 6 7\nE9 = 6 - 7 8\n"

static void in_2003_a_panel_decides_a_tie_for_the_last_place(void **state)
{
    (void)state;
    count(HEAD("2003") REST TIED);
    assert_order((const char *const[]){"E1 1. finalist", "E2 2. finalist",
        "E3 3. finalist", "E5 4. finalist", "E4 5. finalist", "E6 6. finalist",
        "E7 7. finalist", "E8 8. tied", "E9 8. tied", NULL});
    assert_int_equal(result.open, 1);
    assert_false(result.chosen);
    assert_string_equal(contest.book->preliminary.tie, "37");
    assert_whole();
    /* Its decision is in the contest file; the other one is held in reserve. */
    count(HEAD("2003") "finalists = E9\n" REST TIED);
    assert_order((const char *const[]){"E1 1. finalist", "E2 2. finalist",
        "E3 3. finalist", "E5 4. finalist", "E4 5. finalist", "E6 6. finalist",
        "E7 7. finalist", "E9 8. finalist", "E8 8. reserve", NULL});
    assert_int_equal(result.open, 0);
    assert_true(result.chosen);
    assert_whole();
    /* Both cannot, and a list of all of them is no other decision. */
    count(HEAD("2003") "finalists = E8 E9\n" REST TIED);
    assert_int_equal(result.open, 1);
    assert_remarks((const char *const[]){"2 of the tied entries are chosen", NULL});
    count(HEAD("2003") "finalists = E1 E2 E3 E4 E5 E6 E7 E8\n" REST TIED);
    assert_int_equal(result.open, 0);
    assert_whole();
    /* A disqualified entry makes room; a choice without effect gets a remark. */
    count(HEAD("2003") "disqualified = E2\nfinalists = E2\n" REST TIED);
    assert_false(result.held);
    assert_string_equal(result.clause, "32");
    assert_remarks((const char *const[]){"E2 is among them, and is disq", NULL});
}

/* Sums 3, 10, 9, 11, 14, 19, then three times 24 for two places, 27, 33. */
#define THREE_LEVEL                                                                    \
    ELEVEN                                                                             \
    "[preliminary]\nE1 = 1 1 1\nE2 = 2 3 5\nE3 = 3 2 4\nE4 = 4 4 3\nE5 = 6 6 2\n"      \
    "E6 = 5 5 9\nE7 = 7 7 10\nE8 = 9 8 7\nE9 = 8 10 6\nE10 = 10 9 8\nE11 = 11 11 11\n"

static void in_2003_three_can_be_tied_for_two_places(void **state)
{
    (void)state;
    count(HEAD("2003") REST THREE_LEVEL);
    assert_int_equal(result.open, 2);
    assert_int_equal(result.lines[6].standing, PRELIMINARY_TIED);
    assert_int_equal(result.lines[8].standing, PRELIMINARY_TIED);
    /* The reserve is empty while the tie is open. */
    assert_int_equal(result.lines[9].standing, PRELIMINARY_OUT);
    count(HEAD("2003") "finalists = E9 E7\n" REST THREE_LEVEL);
    assert_order(
        (const char *const[]){"E1 1. finalist", "E3 2. finalist", "E2 3. finalist",
            "E4 4. finalist", "E5 5. finalist", "E6 6. finalist", "E7 7. finalist",
            "E9 7. finalist", "E8 7. reserve", "E10 10. reserve", "E11 11. out", NULL});
    count(HEAD("2003") "finalists = E9 E7 E10\n" REST THREE_LEVEL);
    assert_remarks((const char *const[]){"E10 is among them, and its numbers", NULL});
}

/* Sums 5, 7, 6, 12, 16, 21, 24, 20, and three times 29. */
static void in_2003_at_most_two_are_held_in_reserve(void **state)
{
    (void)state;
    count(HEAD("2003") REST ELEVEN
        "[preliminary]\nE1 = 1 3 1\nE2 = 3 2 2\nE3 = 2 1 3\nE4 = 4 4 4\nE5 = 5 6 5\n"
        "E6 = 7 7 7\nE7 = 8 5 11\nE8 = 6 8 6\nE9 = 10 11 8\nE10 = 11 9 9\n"
        "E11 = 9 10 10\n");
    assert_order((const char *const[]){"E1 1. finalist", "E3 2. finalist",
        "E2 3. finalist", "E4 4. finalist", "E5 5. finalist", "E8 6. finalist",
        "E6 7. finalist", "E7 8. finalist", "E9 9. tied for reserve",
        "E10 9. tied for reserve", "E11 9. tied for reserve", NULL});
    assert_whole();
}

static void in_2003_three_judges_rank_each_entry(void **state)
{
    (void)state;
    count(HEAD("2003") REST NINE
        "[preliminary]\nE1 = 1 1 1\nE2 = 2 2 2\nE3 = 3 3 3\nE4 = 4 4 4\nE5 = 5 5 5\n"
        "E6 = 6 6 6\nE7 = 7 7 7\nE8 = 8 8\n");
    assert_remarks(
        (const char *const[]){"E8: 2 of at least 3 judges", "E9: no rank", NULL});
    assert_int_equal(result.lines[7].standing, PRELIMINARY_FINALIST);
    assert_int_equal(result.lines[8].place, 0);
    assert_int_equal(result.lines[8].standing, PRELIMINARY_OUT);
}

static void in_2003_ranks_are_in_order(void **state)
{
    (void)state;
    count(HEAD("2003") REST NINE
        "[preliminary]\nE1 = 1 0 1 1\nE2 = 2 2 2.5 2\nE3 = 3 3 3 3\nE4 = 4 4 4 4\n"
        "E5 = 5 5 5 5\nE6 = 6 6 6 6\nE7 = 7 7 7 7\nE8 = 8 8 8 10\nE9 = 8 9 9 8\n");
    assert_remarks((const char *const[]){"judge 1 gives rank 8 to E8 and to E9",
        "judge 2 gives E1 rank 0, and ranks 9", "judge 3 gives E2 rank 2.5",
        "judge 4 gives E8 rank 10", NULL});
}

/* The k-th remark is about a line, by a clause, which stands at its end. */
static void assert_source(int k, int line, const char *clause)
{
    const char *text = result.remarks[k].text;
    char end[32];
    size_t length = (size_t)snprintf(end, sizeof(end), " (%s)", clause);

    assert_in_range(k, 0, result.remark_count - 1);
    assert_int_equal(result.remarks[k].line, line);
    assert_true(strlen(text) > length);
    assert_string_equal(text + strlen(text) - length, end);
}

/* [preliminary] is in line 18, and E9 is left out. */
static void remarks_have_lines_and_clauses(void **state)
{
    (void)state;
    count(HEAD("2003") REST NINE
        "[preliminary]\nE1 = 1 1 1\nE2 = 2 2 2.5\nE3 = 3 3 3\nE4 = 4 4 4\nE5 = 5 5 5\n"
        "E6 = 6 6 6\nE7 = 7 7 7\nE8 = 7 8\n[contest]\nfinalists = E9\n");
    assert_int_equal(result.remark_count, 5);
    assert_source(0, 26, "2003, 34"); /* E8 has two of three */
    assert_source(1, 0, "2003, 34");  /* E9 has no rank */
    assert_source(2, 26, "2003, 34"); /* E7 and E8 */
    assert_source(3, 20, "2003, 34"); /* 2.5 */
    assert_source(4, 28, "2003, 36"); /* E9 is no finalist */
    count(HEAD("2009") REST FIVE "[preliminary]\nE1 = 1\nE2 = 2\nE3 = 3\nE4 = -\n");
    assert_int_equal(result.remark_count, 2);
    assert_source(0, 18, "2009, 4");
    assert_source(1, 0, "2009, 4");
}

static void in_2003_eight_go_forward_without_a_round(void **state)
{
    (void)state;
    count(HEAD("2003") REST EIGHT);
    assert_false(result.held);
    assert_string_equal(result.clause, "32");
    assert_int_equal(result.lines[7].standing, PRELIMINARY_FINALIST);
    assert_whole();
}

/* 2004 */

static void in_2004_the_four_highest_scores_go_forward(void **state)
{
    (void)state;
    count(HEAD("2004") REST FIVE
        "[preliminary]\nE1 = 62.5\nE2 = 58\nE3 = 71\nE4 = 49.5\nE7 = 49.51\n");
    assert_order((const char *const[]){"E3 1. finalist", "E1 2. finalist",
        "E2 3. finalist", "E7 4. finalist", "E4 5. out", NULL});
    assert_string_equal(result.clause, "8.4");
    assert_whole();
}

/* 0.1 and 0.2 are as much as 0.3 and 0: exactly, although not as doubles. */
static void in_2004_no_clause_breaks_a_tie(void **state)
{
    static const char scores[] =
        FIVE "[preliminary]\nE1 = 0.1 0.2\nE2 = 0.3 0\nE3 = 4 9\nE4 = 5 8\nE7 = 7 7\n";
    char text[512];

    (void)state;
    snprintf(text, sizeof(text), "%s%s", HEAD("2004") REST, scores);
    count(text);
    assert_order((const char *const[]){"E7 1. finalist", "E3 2. finalist",
        "E4 2. finalist", "E1 4. tied", "E2 4. tied", NULL});
    assert_null(contest.book->preliminary.tie);
    assert_int_equal(result.open, 1);
    assert_whole();
    snprintf(text, sizeof(text), "%s%s", HEAD("2004") "finalists = E2\n" REST, scores);
    count(text);
    assert_int_equal(result.lines[3].entry, 2);
    assert_int_equal(result.lines[3].standing, PRELIMINARY_FINALIST);
    assert_int_equal(result.lines[4].standing, PRELIMINARY_OUT);
}

static void in_2004_each_judge_scores_each_entry(void **state)
{
    (void)state;
    count(HEAD(
        "2004") "disqualified = E2\n" REST EIGHT
                "[preliminary]\nE1 = 1 2 3\nE2 = 9\nE3 = 4 4 4\nE4 = 5 - 5\nE5 = 6 6\n"
                "E6 = 7 7 7\nE7 = 2 2 2\n");
    assert_remarks(
        (const char *const[]){"E4: preliminary judge 2 has given it no score",
            "E5: preliminary judge 3", "E8: no score", NULL});
    assert_order((const char *const[]){"E6 1. finalist", "E5 2. finalist",
        "E4 3. finalist", "E3 4. finalist", "E1 5. out", "E7 5. out", "E8 0. out",
        "E2 0. disqualified", NULL});
}

/* A book of scores may ask for a number of judges, too. */
static void a_book_of_scores_can_require_judges(void **state)
{
    struct rulebook book = *rulebook_find("2004");

    (void)state;
    count(HEAD("2004") REST FIVE
        "[preliminary]\nE1 = 1\nE2 = 2 2\nE3 = 3 3\nE4 = 4 4\nE7 = 5 5\n");
    book.preliminary.judges = 2;
    contest.book = &book;
    preliminary_count(&result, &contest);
    assert_remarks(
        (const char *const[]){"E1: 1 of at least 2 judges have scored it", NULL});
}

static void in_2004_more_than_eight_are_screened_first(void **state)
{
    (void)state;
    count(HEAD("2004") REST NINE
        "[preliminary]\nE1 = 1\nE2 = 2\nE3 = 3\nE4 = 4\nE5 = 5\nE6 = 6\nE7 = 7\n"
        "E8 = 8\nE9 = 9\n");
    assert_remarks(
        (const char *const[]){"9 entries: screen them down to 8 first", NULL});
}

static void in_2004_four_go_forward_and_an_only_entry_wins(void **state)
{
    (void)state;
    count(HEAD("2004") "disqualified = E7\n" REST FIVE);
    assert_string_equal(result.clause, "8.3");
    assert_order((const char *const[]){"E1 0. finalist", "E2 0. finalist",
        "E3 0. finalist", "E4 0. finalist", "E7 0. disqualified", NULL});
    count(HEAD("2004") REST "[entries]\nE5 =\n");
    assert_string_equal(result.clause, "8.2");
    assert_whole();
    count(HEAD("2004") "disqualified = E5\n" REST "[entries]\nE5 =\n");
    assert_int_equal(result.entries, 0);
}

/* The other books */

static void in_2009_the_four_highest_scores_go_forward(void **state)
{
    (void)state;
    count(HEAD("2009") REST FIVE
        "[preliminary]\nE1 = 3\nE2 = 12\nE3 = 8\nE4 = 8\nE7 = 20\n");
    assert_order((const char *const[]){"E7 1. finalist", "E2 2. finalist",
        "E3 3. finalist", "E4 3. finalist", "E1 5. out", NULL});
    assert_string_equal(result.clause, "4");
    count(HEAD("2009") REST NINE
        "[preliminary]\nE1 = 3\nE2 = 3\nE3 = 3\nE4 = 3\nE5 = 3\nE6 = 3\nE7 = 3\n"
        "E8 = 3\nE9 = 3\n");
    assert_int_equal(result.open, 4);
    assert_null(contest.book->preliminary.tie);
    assert_whole(); /* this book has any number of them in its round */
}

static void in_1996_and_the_wager_people_choose_finalists(void **state)
{
    (void)state;
    for (size_t i = 0; i < rulebook_count; i++)
        assert_int_equal(rulebooks[i].preliminary.people == NULL,
            rulebooks[i].preliminary.finalists > 0);
    assert_string_equal(rulebook_find("1996")->preliminary.people, "13");
}

/* The largest number of remarks: all entries, all judges. */
static void the_largest_round_is_counted(void **state)
{
    static char text[40000];
    int length = snprintf(text, sizeof(text),
        "%s[contest]\nfinalists = E99\n[entries]\n", HEAD("2003") REST);

    (void)state;
    for (int e = 1; e <= CONTEST_MOST; e++)
        length += snprintf(text + length, sizeof(text) - (size_t)length, "E%d =\n", e);
    length += snprintf(text + length, sizeof(text) - (size_t)length, "[preliminary]\n");
    for (int e = 1; e <= CONTEST_MOST; e++) {
        length += snprintf(text + length, sizeof(text) - (size_t)length, "E%d =", e);
        for (int j = 0; j < CONTEST_NUMBERS_MOST; j++)
            length += snprintf(text + length, sizeof(text) - (size_t)length, " %s",
                e == j + 1 || e % 33 == j % 33 ? "7" : "-");
        length += snprintf(text + length, sizeof(text) - (size_t)length, "\n");
    }
    count(text);
    assert_int_equal(result.line_count, CONTEST_MOST);
    assert_true(result.remark_count > CONTEST_MOST);
    assert_true(result.remark_count <= PRELIMINARY_REMARKS_MOST);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_2003_the_lowest_mean_ranks_go_forward),
        cmocka_unit_test(in_2003_a_panel_decides_a_tie_for_the_last_place),
        cmocka_unit_test(in_2003_three_can_be_tied_for_two_places),
        cmocka_unit_test(in_2003_at_most_two_are_held_in_reserve),
        cmocka_unit_test(in_2003_three_judges_rank_each_entry),
        cmocka_unit_test(in_2003_ranks_are_in_order),
        cmocka_unit_test(remarks_have_lines_and_clauses),
        cmocka_unit_test(in_2003_eight_go_forward_without_a_round),
        cmocka_unit_test(in_2004_the_four_highest_scores_go_forward),
        cmocka_unit_test(in_2004_no_clause_breaks_a_tie),
        cmocka_unit_test(in_2004_each_judge_scores_each_entry),
        cmocka_unit_test(a_book_of_scores_can_require_judges),
        cmocka_unit_test(in_2004_more_than_eight_are_screened_first),
        cmocka_unit_test(in_2004_four_go_forward_and_an_only_entry_wins),
        cmocka_unit_test(in_2009_the_four_highest_scores_go_forward),
        cmocka_unit_test(in_1996_and_the_wager_people_choose_finalists),
        cmocka_unit_test(the_largest_round_is_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
