/*
 * score_test.c - results by the rules of the five books (score.h), against tables that
 * were worked out by hand, and the constants of the 2004 and wager rules.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "judge/referee/tally/score.h"

enum { FOUR = 4, NONE = -1 };

/* The matrix of 2004 and 2009: which confederate J (row) meets with E (column). */
static const int published[FOUR][FOUR] = {
    {0, 1, 2, 3},
    {3, 0, 1, 2},
    {2, 3, 0, 1},
    {1, 2, 3, 0},
};

static void make(struct score_sheet *sheet, const char *book, int judges, int entries,
    int confederates, int trials)
{
    assert_int_equal(score_sheet_make(sheet, rulebook_find(book), judges, entries,
                         confederates, trials),
        0);
}

static void say(struct score_sheet *sheet, int judge, int player, double said)
{
    double parts = said * BALLOT_UNIT;

    score_sheet_cell(sheet, 0, judge, player)->said =
        (int64_t)(parts + (parts < 0 ? -0.5 : 0.5));
}

/* Enter each judge's points for each entry, of `whole` for the pair. */
static void fill_pairs(
    struct score_sheet *sheet, const char *book, const int given[FOUR][FOUR], int whole)
{
    make(sheet, book, FOUR, FOUR, FOUR, 1);
    for (int j = 0; j < FOUR; j++)
        for (int e = 0; e < FOUR; e++) {
            say(sheet, j, e, given[j][e]);
            say(sheet, j, FOUR + published[j][e], whole - given[j][e]);
        }
}

static void rank(struct score_sheet *sheet, int judge, int player, int at)
{
    score_sheet_cell(sheet, 0, judge, player)->rank = at * BALLOT_UNIT;
}

static void give_preliminary(
    struct score_sheet *sheet, int player, int64_t sum, int judges)
{
    sheet->players[player].preliminary = (struct score_mean){sum, judges};
}

static struct score count(const struct score_sheet *sheet)
{
    struct score score;

    score_count(&score, sheet);
    return score;
}

static void assert_won(const struct score *score, int winner, const char *clause,
    enum score_medal medal, const char *medal_clause)
{
    assert_int_equal(score->outcome, SCORE_WON);
    assert_int_equal(score->winner, winner);
    assert_string_equal(score->clause, clause);
    assert_int_equal(score->medal, medal);
    assert_string_equal(score->medal_clause, medal_clause);
}

static void assert_tied(const struct score *score, const char *entries)
{
    for (int e = 0; entries[e] != '\0'; e++)
        assert_int_equal(score->tied[e], entries[e] == 'x');
}

static void assert_places(const struct score *score, const int *places, int players)
{
    for (int p = 0; p < players; p++)
        assert_int_equal(score->lines[p].place, places[p]);
}

/* 1996 */

static void fill_1996(struct score_sheet *sheet, const int ratings[3][5])
{
    make(sheet, "1996", 3, 3, 2, 1);
    for (int j = 0; j < 3; j++)
        for (int p = 0; p < 5; p++)
            if (ratings[j][p] != NONE)
                say(sheet, j, p, ratings[j][p]);
}

static void in_1996_the_highest_score_wins(void **state)
{
    static const int ratings[3][5] = {
        {20, 60, 35, 80, 90}, {30, 40, 45, 70, 95}, {10, 41, 61, 100, 85}};
    struct score_sheet sheet;
    struct score score;

    (void)state;
    fill_1996(&sheet, ratings);
    score = count(&sheet);
    /* Sums 60, 141, 141, 250, 270. */
    assert_int_equal(score.outcome, SCORE_UNDECIDED);
    assert_int_equal(score.winner, SCORE_SHEET_NOBODY);
    assert_tied(&score, ".xx");
    assert_places(&score, (const int[]){5, 3, 3, 2, 1}, 5);
    assert_false(score.most_human[0]);
    assert_true(score.most_human[1]);
    assert_int_equal(score.lines[1].taken, 1);
    assert_int_equal(score.lines[2].taken, 1);
    say(&sheet, 0, 2, 36);
    score = count(&sheet);
    assert_won(&score, 2, "4", SCORE_BRONZE, "4");
    sheet.decision = 1; /* no rule of 1996 asks for it */
    score = count(&sheet);
    assert_int_equal(score.winner, 2);
    assert_true(score.decision_needless);
    score_sheet_free(&sheet);
}

static void in_1996_two_humans_can_be_the_most_human(void **state)
{
    static const int ratings[3][5] = {
        {20, 60, 35, 80, 90}, {30, 40, 45, 95, 70}, {10, 40, 61, 85, 100}};
    struct score_sheet sheet;
    struct score score;

    (void)state;
    fill_1996(&sheet, ratings);
    score = count(&sheet);
    assert_true(score.most_human[0] && score.most_human[1]);
    score_sheet_free(&sheet);
}

/* A mean, not a sum: an absent judge does not make an entry less human. */
static void in_1996_missing_ratings_do_not_count(void **state)
{
    static const int ratings[3][5] = {
        {50, 60, NONE, 80, 90}, {50, 60, 61, 95, 70}, {50, 60, 61, 85, NONE}};
    struct score_sheet sheet;
    struct score score;

    (void)state;
    fill_1996(&sheet, ratings);
    score = count(&sheet);
    assert_won(&score, 2, "4", SCORE_BRONZE, "4");
    assert_int_equal(score.lines[2].judged, 2);
    assert_places(&score, (const int[]){5, 4, 3, 1, 2}, 5);
    score_sheet_free(&sheet);
}

/* 2003 */

static void fill_2003(struct score_sheet *sheet, const double ratings[5][4])
{
    make(sheet, "2003", 5, 2, 2, 1);
    for (int j = 0; j < 5; j++)
        for (int p = 0; p < 4; p++)
            say(sheet, j, p, ratings[j][p]);
}

static void in_2003_the_highest_mean_wins_bronze(void **state)
{
    static const double ratings[5][4] = {{1, 2, 5, 4}, {2, 2.5, 4, 3}, {1, 3.25, 5, 2},
        {1.5, 4.1, 5, 1}, {0, 1, 4.5, 2}};
    struct score_sheet sheet;
    struct score score;

    (void)state;
    fill_2003(&sheet, ratings);
    score = count(&sheet);
    /* Means 1.1, 2.57, 4.7, 2.4: one confederate is ranked higher, one lower. */
    assert_won(&score, 1, "47", SCORE_BRONZE, "48");
    assert_places(&score, (const int[]){4, 2, 1, 3}, 4);
    assert_true(fabs(score_number(score.lines[1].said) - 2.57) < 1e-12);
    assert_int_equal(score.lines[1].taken, 2);
    score_sheet_free(&sheet);
}

/* 48: "equal placing being permitted". The sums are equal on paper, and, added up as
 * doubles in this order, are not. */
static void in_2003_an_equal_place_wins_silver(void **state)
{
    static const double ratings[5][4] = {{0.1, 0.3, 0.7, 0}, {0.2, 0.2, 0.1, 0},
        {0.3, 0.4, 0.2, 0}, {0.1, 0.1, 0, 0}, {0, 0, 0, 0}};
    struct score_sheet sheet;
    struct score score;

    (void)state;
    fill_2003(&sheet, ratings);
    score = count(&sheet);
    assert_won(&score, 1, "47", SCORE_SILVER, "48");
    assert_places(&score, (const int[]){3, 1, 1, 4}, 4);
    say(&sheet, 0, 2, 0.7001);
    score = count(&sheet);
    assert_won(&score, 1, "47", SCORE_BRONZE, "48");
    score_sheet_free(&sheet);
}

static void in_2003_judges_or_a_coin_break_a_tie(void **state)
{
    static const double ratings[5][4] = {
        {1, 3, 5, 4}, {3, 1, 4, 3}, {2, 2, 5, 2}, {4, 4, 5, 1}, {0, 0, 4, 2}};
    struct score_sheet sheet;
    struct score score;

    (void)state;
    fill_2003(&sheet, ratings);
    score = count(&sheet);
    assert_int_equal(score.outcome, SCORE_OPEN);
    assert_int_equal(score.winner, SCORE_SHEET_NOBODY);
    assert_string_equal(score.clause, "50");
    assert_tied(&score, "xx");
    assert_int_equal(score.medal, SCORE_BRONZE);
    sheet.decision = 0;
    score = count(&sheet);
    assert_won(&score, 0, "50", SCORE_BRONZE, "48");
    assert_false(score.decision_needless);
    /* An entry outside the tie cannot win by a coin. */
    say(&sheet, 0, 1, 3.5);
    score = count(&sheet);
    assert_won(&score, 1, "47", SCORE_BRONZE, "48");
    assert_true(score.decision_needless);
    score_sheet_free(&sheet);
}

/* 43, 59. */
static void in_2003_the_second_wins_if_the_first_is_disqualified(void **state)
{
    static const double ratings[5][4] = {
        {1, 3, 2, 1}, {3, 4, 2, 1}, {2, 3, 2, 1}, {4, 5, 2, 1}, {0, 5, 2, 1}};
    struct score_sheet sheet;
    struct score score;

    (void)state;
    fill_2003(&sheet, ratings);
    score = count(&sheet);
    assert_won(&score, 1, "47", SCORE_SILVER, "48");
    sheet.players[1].disqualified = true;
    score = count(&sheet);
    assert_won(&score, 0, "47", SCORE_SILVER, "48");
    assert_places(&score, (const int[]){1, 0, 1, 3}, 4);
    sheet.players[0].disqualified = true;
    score = count(&sheet);
    assert_int_equal(score.outcome, SCORE_NO_ENTRY);
    assert_int_equal(score.medal, SCORE_NO_MEDAL);
    score_sheet_free(&sheet);
}

static void assert_prize(const struct score_sheet *sheet, const struct score *score,
    int entry, enum prize_to to, const char *clause)
{
    struct score_prize prize = score_prize(score, sheet, entry);

    assert_int_equal(prize.to, to);
    assert_int_equal(prize.clause == NULL, clause == NULL);
    if (clause != NULL)
        assert_string_equal(prize.clause, clause);
}

/* 2003, 60 and 61: one judge, means as said. */
static void in_2003_an_open_source_program_wins_no_bronze(void **state)
{
    struct score_sheet sheet;
    struct score score;

    (void)state;
    make(&sheet, "2003", 1, 2, 1, 1);
    sheet.players[0].open_source = true;
    say(&sheet, 0, 0, 3);
    say(&sheet, 0, 1, 2);
    say(&sheet, 0, 2, 4);
    score = count(&sheet);
    assert_won(&score, 0, "47", SCORE_BRONZE, "48");
    assert_prize(&sheet, &score, 0, PRIZE_NEXT_YEAR, "60");
    assert_prize(&sheet, &score, 1, PRIZE_WINNER, NULL);
    assert_int_equal(score_awarded(&score, &sheet), SCORE_NO_MEDAL);
    say(&sheet, 0, 0, 4); /* as human as the confederate */
    score = count(&sheet);
    assert_won(&score, 0, "47", SCORE_SILVER, "48");
    assert_prize(&sheet, &score, 0, PRIZE_DEVELOPERS, "61");
    assert_int_equal(score_awarded(&score, &sheet), SCORE_SILVER);
    say(&sheet, 0, 1, 4); /* a tie: the medal may be either's */
    score = count(&sheet);
    assert_int_equal(score.outcome, SCORE_OPEN);
    assert_prize(&sheet, &score, 0, PRIZE_DEVELOPERS, "61");
    assert_int_equal(score_awarded(&score, &sheet), SCORE_SILVER);
    score_sheet_cell(&sheet, 0, 0, 0)->said = BALLOT_UNSAID;
    score_sheet_cell(&sheet, 0, 0, 1)->said = BALLOT_UNSAID;
    score = count(&sheet); /* no ballots */
    assert_prize(&sheet, &score, 0, PRIZE_NOBODY, NULL);
    assert_int_equal(score_awarded(&score, &sheet), SCORE_NO_MEDAL);
    score_sheet_free(&sheet);
}

/* 2004 */

static void in_2004_the_highest_column_wins(void **state)
{
    /* Columns 1, 3, 0, 2: 51 and 49 decide. */
    static const int given[FOUR][FOUR] = {
        {99, 51, 49, 60}, {49, 51, 49, 60}, {49, 51, 49, 10}, {49, 0, 49, 10}};
    struct score_sheet sheet;
    struct score score;

    (void)state;
    fill_pairs(&sheet, "2004", given, 100);
    score = count(&sheet);
    assert_won(&score, 1, "scoring 1", SCORE_SILVER, "scoring 2");
    assert_int_equal(score.steps, 1);
    assert_places(&score, (const int[]){3, 1, 4, 2, 0, 0, 0, 0}, 2 * FOUR);
    assert_int_equal(score.lines[1].taken, 3);
    assert_int_equal(score.lines[FOUR].taken + score.lines[FOUR + 1].taken +
                         score.lines[FOUR + 2].taken + score.lines[FOUR + 3].taken,
        16 - 6);
    score_sheet_free(&sheet);
}

static void in_2004_a_tie_goes_to_points_then_to_the_preliminary_round(void **state)
{
    /* Columns 2, 2, 2, 0; points 160, 202, 202, 40. */
    static const int given[FOUR][FOUR] = {
        {60, 51, 60, 10}, {60, 51, 60, 10}, {20, 50 - 1, 41, 10}, {20, 51 - 0, 41, 10}};
    struct score_sheet sheet;
    struct score score;

    (void)state;
    fill_pairs(&sheet, "2004", given, 100);
    say(&sheet, 3, 1, 49);
    say(&sheet, 2, 1, 49);
    say(&sheet, 0, 1, 53);
    score = count(&sheet);
    assert_int_equal(score.outcome, SCORE_UNDECIDED);
    assert_tied(&score, ".xx.");
    assert_int_equal(score.medal, SCORE_SILVER);
    assert_int_equal(score.steps, 3);
    assert_int_equal(score.step[0].left, 3);
    assert_int_equal(score.step[1].left, 2);
    assert_false(score.step[2].whole);
    assert_string_equal(score.clause, "scoring 3");
    assert_places(&score, (const int[]){3, 1, 1, 4}, FOUR);
    give_preliminary(&sheet, 1, 61 * BALLOT_UNIT, 1);
    score = count(&sheet); /* nothing to compare it with */
    assert_int_equal(score.outcome, SCORE_UNDECIDED);
    give_preliminary(&sheet, 2, 61 * BALLOT_UNIT, 1);
    score = count(&sheet);
    assert_int_equal(score.outcome, SCORE_UNDECIDED);
    assert_true(score.step[2].whole);
    assert_string_equal(score.clause, "scoring 4");
    give_preliminary(&sheet, 2, 61 * BALLOT_UNIT + 1, 1);
    give_preliminary(&sheet, 0, 99 * BALLOT_UNIT, 1); /* is out by its points */
    score = count(&sheet);
    assert_won(&score, 2, "scoring 4", SCORE_SILVER, "scoring 2");
    assert_places(&score, (const int[]){3, 2, 1, 4}, FOUR);
    /* Means of several judges, as fractions: 183 of three are less than 122.5 of two.
     */
    give_preliminary(&sheet, 1, 122 * BALLOT_UNIT + BALLOT_UNIT / 2, 2);
    give_preliminary(&sheet, 2, 183 * BALLOT_UNIT, 3);
    assert_true(score_number(sheet.players[1].preliminary) == 61.25);
    assert_true(isnan(score_number(sheet.players[3].preliminary)));
    score = count(&sheet);
    assert_won(&score, 1, "scoring 4", SCORE_SILVER, "scoring 2");
    say(&sheet, 0, 1, 54);
    score = count(&sheet);
    assert_won(&score, 1, "scoring 3", SCORE_SILVER, "scoring 2");
    score_sheet_free(&sheet);
}

static void in_2004_a_column_of_one_wins_bronze(void **state)
{
    static const int given[FOUR][FOUR] = {
        {51, 49, 0, 0}, {49, 49, 0, 0}, {49, 49, 0, 0}, {49, 49, 0, 0}};
    struct score_sheet sheet;
    struct score score;

    (void)state;
    fill_pairs(&sheet, "2004", given, 100);
    score = count(&sheet);
    assert_won(&score, 0, "scoring 1", SCORE_BRONZE, "1");
    sheet.players[0].disqualified = true;
    score = count(&sheet); /* columns of nothing: points decide */
    assert_won(&score, 1, "scoring 3", SCORE_BRONZE, "1");
    assert_prize(&sheet, &score, score.winner, PRIZE_WINNER, NULL);
    sheet.players[score.winner].open_source = true;
    assert_prize(&sheet, &score, score.winner, PRIZE_DESERVING, "2");
    assert_int_equal(score_awarded(&score, &sheet), SCORE_BRONZE);
    score_sheet_free(&sheet);
}

/* Of the 16 columns that a coin for each judge gives, 11 win the silver medal, against
 * three entries that no judge takes for human: it wins in 15. */
static void in_2004_chance_wins_silver_11_times_in_16(void **state)
{
    int silver = 0, won = 0;

    (void)state;
    for (int heads = 0; heads < 16; heads++) {
        int given[FOUR][FOUR] = {{0}};
        struct score_sheet sheet;
        struct score score;

        for (int j = 0; j < FOUR; j++)
            given[j][2] = heads >> j & 1 ? 51 : 49;
        fill_pairs(&sheet, "2004", (const int(*)[FOUR])given, 100);
        score = count(&sheet);
        silver += score.medal == SCORE_SILVER && score.winner == 2;
        won += strcmp(score.clause, "scoring 1") == 0;
        score_sheet_free(&sheet);
    }
    assert_int_equal(silver, 11);
    assert_int_equal(won, 15);
}

/* 2009 */

static void in_2009_the_entry_most_often_taken_for_human_wins(void **state)
{
    /* Columns 1, 1, 0, 3; silver is not at risk. */
    static const int chosen[FOUR][FOUR] = {
        {1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 0, 1}, {0, 0, 0, 0}};
    struct score_sheet sheet;
    struct score score;

    (void)state;
    fill_pairs(&sheet, "2009", chosen, 1);
    score = count(&sheet);
    assert_won(&score, 3, "3", SCORE_BRONZE, "heading");
    assert_places(&score, (const int[]){2, 2, 4, 1, 0, 0, 0, 0}, 2 * FOUR);
    score_sheet_free(&sheet);
}

/* J1 takes E1 for human and so ranks C1 with E2, E3, E4; J2 takes E2, and C1 is out. */
static void in_2009_a_tie_goes_to_the_mean_rank(void **state)
{
    static const int chosen[FOUR][FOUR] = {
        {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}};
    /* E1 E2 E3 E4 and the confederate taken for a machine. */
    static const int ranks[FOUR][5] = {
        {0, 3, 1, 2, 4}, {3, 0, 1, 2, 4}, {4, 3, 2, 1, 0}, {2, 4, 3, 1, 0}};
    struct score_sheet sheet;
    struct score score;

    (void)state;
    fill_pairs(&sheet, "2009", chosen, 1);
    score = count(&sheet);
    assert_int_equal(score.outcome, SCORE_UNDECIDED); /* no ranks yet */
    assert_false(score.step[1].whole);
    assert_tied(&score, "xx..");
    for (int j = 0; j < FOUR; j++)
        for (int e = 0; e < FOUR; e++)
            if (ranks[j][e] > 0)
                rank(&sheet, j, e, ranks[j][e]);
    rank(&sheet, 0, FOUR, 4);
    rank(&sheet, 1, FOUR, 4);
    score = count(&sheet); /* 3, 4, 2: 9 of 3 ranks, and 3, 3, 4: 10 of 3 */
    assert_won(&score, 1, "3", SCORE_BRONZE, "heading");
    assert_int_equal(score.lines[0].rank.sum, 9 * BALLOT_UNIT);
    assert_int_equal(score.lines[0].rank.count, 3);
    assert_int_equal(score.lines[1].rank.sum, 10 * BALLOT_UNIT);
    assert_places(&score, (const int[]){2, 1, 3, 4}, FOUR);
    /* The rank of a judge that took it for the human does not count. */
    rank(&sheet, 0, 0, 4);
    rank(&sheet, 3, 0, 3);
    score = count(&sheet);
    assert_int_equal(score.lines[0].rank.count, 3);
    assert_int_equal(score.outcome, SCORE_UNDECIDED);
    assert_true(score.step[1].whole);
    score_sheet_free(&sheet);
}

static void in_2009_an_entry_that_fools_all_judges_has_no_rank(void **state)
{
    static const int chosen[FOUR][FOUR] = {
        {1, 1, 0, 0}, {1, 1, 0, 0}, {1, 1, 0, 0}, {1, 1, 0, 0}};
    struct score_sheet sheet;
    struct score score;

    (void)state;
    fill_pairs(&sheet, "2009", chosen, 1);
    for (int j = 0; j < FOUR; j++) {
        rank(&sheet, j, 2, 1);
        rank(&sheet, j, 3, 2);
    }
    score = count(&sheet);
    assert_int_equal(score.outcome, SCORE_UNDECIDED);
    assert_tied(&score, "xx..");
    assert_false(score.step[1].whole);
    assert_places(&score, (const int[]){1, 1, 4, 3}, FOUR);
    score_sheet_free(&sheet);
}

/* Missing entries and ballots. */

static void an_only_entry_wins_if_the_book_has_the_clause(void **state)
{
    static const char *const books[][2] = {{"1996", "5"}, {"2003", "3"}, {"2004", "1"}};
    struct score_sheet sheet;
    struct score score;

    (void)state;
    for (size_t i = 0; i < COUNT(books); i++) {
        make(&sheet, books[i][0], 2, 1, 1, 1);
        score = count(&sheet);
        assert_won(&score, 0, books[i][1], SCORE_BRONZE, books[i][1]);
        score_sheet_free(&sheet);
    }
    make(&sheet, "2009", 2, 1, 1, 1);
    sheet.decision = 0;
    score = count(&sheet);
    assert_int_equal(score.outcome, SCORE_NO_BALLOT);
    assert_true(score.decision_needless);
    score_sheet_free(&sheet);
}

static void without_entries_or_ballots_there_is_no_winner(void **state)
{
    struct score_sheet sheet;
    struct score score;

    (void)state;
    for (size_t i = 0; i < rulebook_count; i++) {
        make(&sheet, rulebooks[i].name, 3, 0, 3, 1);
        score = count(&sheet);
        assert_int_equal(score.outcome, SCORE_NO_ENTRY);
        assert_int_equal(score.winner, SCORE_SHEET_NOBODY);
        score_sheet_free(&sheet);
        make(&sheet, rulebooks[i].name, 3, 2, 3, 1);
        score = count(&sheet);
        assert_int_equal(score.outcome, SCORE_NO_BALLOT);
        assert_int_equal(score.winner, SCORE_SHEET_NOBODY);
        assert_int_equal(score.medal, SCORE_NO_MEDAL);
        score_sheet_free(&sheet);
    }
}

static void alpha_measures_the_agreement_of_judges(void **state)
{
    static const int alike[FOUR][FOUR] = {
        {1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}};
    struct score_sheet sheet;

    (void)state;
    fill_pairs(&sheet, "2009", alike, 1);
    /* Each confederate was not taken once in four: of 32 values 16 are 1. Within, the
     * four of them have 6 unlike pairs each way round over 3: 4 * 2; among all 2 * 256.
     * 1 - 31 * 8 / 512. */
    assert_true(fabs(score_sheet_agreement(&sheet) - (1 - 31.0 * 8 / 512)) < 1e-12);
    score_sheet_free(&sheet);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_1996_the_highest_score_wins),
        cmocka_unit_test(in_1996_two_humans_can_be_the_most_human),
        cmocka_unit_test(in_1996_missing_ratings_do_not_count),
        cmocka_unit_test(in_2003_the_highest_mean_wins_bronze),
        cmocka_unit_test(in_2003_an_equal_place_wins_silver),
        cmocka_unit_test(in_2003_judges_or_a_coin_break_a_tie),
        cmocka_unit_test(in_2003_the_second_wins_if_the_first_is_disqualified),
        cmocka_unit_test(in_2003_an_open_source_program_wins_no_bronze),
        cmocka_unit_test(in_2004_the_highest_column_wins),
        cmocka_unit_test(in_2004_a_tie_goes_to_points_then_to_the_preliminary_round),
        cmocka_unit_test(in_2004_a_column_of_one_wins_bronze),
        cmocka_unit_test(in_2004_chance_wins_silver_11_times_in_16),
        cmocka_unit_test(in_2009_the_entry_most_often_taken_for_human_wins),
        cmocka_unit_test(in_2009_a_tie_goes_to_the_mean_rank),
        cmocka_unit_test(in_2009_an_entry_that_fools_all_judges_has_no_rank),
        cmocka_unit_test(an_only_entry_wins_if_the_book_has_the_clause),
        cmocka_unit_test(without_entries_or_ballots_there_is_no_winner),
        cmocka_unit_test(alpha_measures_the_agreement_of_judges),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
