/*
 * wager_test.c - the two tests of the wager, and the result of its trials (score.h).
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <string.h>

#include "judge/referee/tally/score.h"

enum { JUDGES = 3, CANDIDATES = 4, ORDERS = 24 };

static void make(struct score_sheet *sheet, int trials)
{
    assert_int_equal(
        score_sheet_make(sheet, rulebook_find("wager"), JUDGES, 1, JUDGES, trials), 0);
}

/* Enter the verdicts of three judges on the computer, `h` or `m`, and the ranks of the
 * computer and the foils by each. */
static void hold(struct score_sheet *sheet, int trial, const char *verdicts,
    const char *const *ranks)
{
    for (int j = 0; j < JUDGES; j++)
        for (int p = 0; p < CANDIDATES; p++) {
            struct score_sheet_cell *cell = score_sheet_cell(sheet, trial, j, p);

            cell->said = p > 0 || verdicts[j] == 'h' ? BALLOT_UNIT : 0;
            cell->rank = (ranks[j][p] - '0') * BALLOT_UNIT;
        }
}

/* The tests of the entry in the first trial. */
static struct score_test test_entry(const struct score_sheet *sheet)
{
    struct score score;

    score_count(&score, sheet);
    return score.tests[0];
}

static const struct {
    const char *verdicts;
    const char *ranks[JUDGES];
    int fooled, median, foils;
    bool determined, ranked;
} trials[] = {
    /* The median of 1, 3 and 4 is 3; those of the foils are 2, 2 and 4. */
    {"hhm", {"1234", "3214", "4123"}, 2, 6, 2, true, true},
    {"hhh", {"1234", "1234", "4123"}, 3, 2, 0, true, false},
    {"hmm", {"4321", "4321", "4321"}, 1, 8, 3, false, true},
    /* Tied with two foils: "equal to or greater than". */
    {"mhh", {"2314", "1234", "3124"}, 2, 4, 2, true, true},
    {"mmm", {"2134", "1243", "2413"}, 0, 4, 1, false, false},
};

static void the_tests_are_those_of_the_wager(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(trials); i++) {
        struct score_sheet sheet;
        struct score_test test;

        make(&sheet, 1);
        hold(&sheet, 0, trials[i].verdicts, trials[i].ranks);
        test = test_entry(&sheet);
        assert_int_equal(test.judged, JUDGES);
        assert_int_equal(test.fooled, trials[i].fooled);
        assert_int_equal(test.median, trials[i].median);
        assert_int_equal(test.foils, trials[i].foils);
        assert_int_equal(test.is_determined, trials[i].determined);
        assert_int_equal(test.is_ranked, trials[i].ranked);
        assert_true(test.is_whole);
        score_sheet_free(&sheet);
    }
}

/* Every order of four candidates, for each of three judges. */
static void order(int number, int ranks[CANDIDATES])
{
    bool used[CANDIDATES + 1] = {false};
    int ways = ORDERS;

    for (int p = 0; p < CANDIDATES; p++) {
        int skip;

        ways /= CANDIDATES - p;
        skip = number / ways;
        number %= ways;
        ranks[p] = 1;
        while (used[ranks[p]] || skip-- > 0)
            ranks[p]++;
        used[ranks[p]] = true;
    }
}

static void of_all_rankings_7776_of_13824_pass(void **state)
{
    int orders[ORDERS][CANDIDATES];
    struct score_sheet sheet;
    int passed = 0;

    (void)state;
    for (int i = 0; i < ORDERS; i++)
        order(i, orders[i]);
    make(&sheet, 1);
    for (int all = 0; all < ORDERS * ORDERS * ORDERS; all++) {
        int of_judge[JUDGES] = {
            all % ORDERS, all / ORDERS % ORDERS, all / ORDERS / ORDERS};
        struct score_test test;

        for (int j = 0; j < JUDGES; j++)
            for (int p = 0; p < CANDIDATES; p++)
                score_sheet_cell(&sheet, 0, j, p)->rank =
                    orders[of_judge[j]][p] * (int64_t)BALLOT_UNIT;
        test = test_entry(&sheet);
        passed += test.is_ranked;
    }
    assert_int_equal(passed, 7776);
    score_sheet_free(&sheet);
}

static void missing_verdicts_and_ranks_are_reported(void **state)
{
    struct score_sheet sheet;
    struct score_test test;

    (void)state;
    make(&sheet, 1);
    test = test_entry(&sheet);
    assert_false(test.is_whole || test.is_determined || test.is_ranked);
    assert_true(test.median == BALLOT_UNSAID);
    hold(&sheet, 0, "hhh", trials[2].ranks);
    score_sheet_cell(&sheet, 0, 1, 0)->said = BALLOT_UNSAID;
    test = test_entry(&sheet);
    assert_false(test.is_whole);
    assert_int_equal(test.judged, 2);
    hold(&sheet, 0, "hhh", trials[2].ranks);
    score_sheet_cell(&sheet, 0, 2, 3)->rank = BALLOT_UNSAID; /* 2 and 1 are left: 1.5 */
    score_sheet_cell(&sheet, 0, 1, 3)->rank = 2 * BALLOT_UNIT;
    test = test_entry(&sheet);
    assert_false(test.is_whole);
    /* The entry has rank 4 from all judges, and foil 3 the median 1.5. */
    assert_int_equal(test.median, 8);
    assert_int_equal(test.foils, 3);
    score_sheet_free(&sheet);
}

/* 0 passes both tests, 2 only one. */
static void trials_are_counted_one_by_one(void **state)
{
    static const struct {
        int first, second;
        enum score_outcome outcome;
    } sessions[] = {{0, 0, SCORE_PASSED}, {0, 2, SCORE_DIVIDED}, {1, 2, SCORE_FAILED}};

    (void)state;
    for (size_t i = 0; i < COUNT(sessions); i++) {
        int held[2] = {sessions[i].first, sessions[i].second};
        struct score_sheet sheet;
        struct score score;

        make(&sheet, 3); /* the third has not been held */
        for (int t = 0; t < 2; t++)
            hold(&sheet, t, trials[held[t]].verdicts, trials[held[t]].ranks);
        score_count(&score, &sheet);
        assert_int_equal(score.outcome, sessions[i].outcome);
        assert_string_equal(score.clause, "II");
        assert_int_equal(score.winner, SCORE_SHEET_NOBODY);
        assert_int_equal(score.lines[0].judged, 2 * JUDGES);
        score_sheet_free(&sheet);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tests_are_those_of_the_wager),
        cmocka_unit_test(of_all_rankings_7776_of_13824_pass),
        cmocka_unit_test(missing_verdicts_and_ranks_are_reported),
        cmocka_unit_test(trials_are_counted_one_by_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
