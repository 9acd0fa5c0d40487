/*
 * wager_test.c - the two tests of the wager (wager.h), and what its trials come to.
 */
#include "helper.h"

#include <cmocka.h>
#include <string.h>

#include "score.h"

enum { JUDGES = 3, CANDIDATES = 4, ORDERS = 24 };

static void make(struct sheet *sheet, int trials)
{
    assert_int_equal(
        sheet_make(sheet, rulebook_find("wager"), JUDGES, 1, JUDGES, trials), 0);
}

/* What three judges say of the computer, `h` or `m`, and how each ranks it and then the
 * foils. */
static void hold(
    struct sheet *sheet, int trial, const char *verdicts, const char *const *ranks)
{
    for (int j = 0; j < JUDGES; j++)
        for (int p = 0; p < CANDIDATES; p++) {
            struct sheet_cell *cell = sheet_cell(sheet, trial, j, p);

            cell->said = p > 0 || verdicts[j] == 'h' ? SHEET_UNIT : 0;
            cell->rank = (ranks[j][p] - '0') * SHEET_UNIT;
        }
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
    /* Level with two foils: "equal to or greater than". */
    {"mhh", {"2314", "1234", "3124"}, 2, 4, 2, true, true},
    {"mmm", {"2134", "1243", "2413"}, 0, 4, 1, false, false},
};

static void the_tests_are_those_of_the_wager(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(trials); i++) {
        struct sheet sheet;
        struct wager_test test;
        int64_t room[JUDGES];

        make(&sheet, 1);
        hold(&sheet, 0, trials[i].verdicts, trials[i].ranks);
        wager_count(&test, &sheet, 0, 0, room);
        assert_int_equal(test.judged, JUDGES);
        assert_int_equal(test.fooled, trials[i].fooled);
        assert_int_equal(test.median, trials[i].median);
        assert_int_equal(test.foils, trials[i].foils);
        assert_int_equal(test.is_determined, trials[i].determined);
        assert_int_equal(test.is_ranked, trials[i].ranked);
        assert_true(test.is_whole);
        sheet_free(&sheet);
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
    struct sheet sheet;
    int passed = 0;

    (void)state;
    for (int i = 0; i < ORDERS; i++)
        order(i, orders[i]);
    make(&sheet, 1);
    for (int all = 0; all < ORDERS * ORDERS * ORDERS; all++) {
        int of_judge[JUDGES] = {
            all % ORDERS, all / ORDERS % ORDERS, all / ORDERS / ORDERS};
        struct wager_test test;
        int64_t room[JUDGES];

        for (int j = 0; j < JUDGES; j++)
            for (int p = 0; p < CANDIDATES; p++)
                sheet_cell(&sheet, 0, j, p)->rank =
                    orders[of_judge[j]][p] * (int64_t)SHEET_UNIT;
        wager_count(&test, &sheet, 0, 0, room);
        passed += test.is_ranked;
    }
    assert_int_equal(passed, 7776);
    sheet_free(&sheet);
}

static void what_is_missing_is_noticed(void **state)
{
    struct sheet sheet;
    struct wager_test test;
    int64_t room[JUDGES];

    (void)state;
    make(&sheet, 1);
    wager_count(&test, &sheet, 0, 0, room);
    assert_false(test.is_whole || test.is_determined || test.is_ranked);
    assert_true(test.median == SHEET_UNSAID);
    hold(&sheet, 0, "hhh", trials[2].ranks);
    sheet_cell(&sheet, 0, 1, 0)->said = SHEET_UNSAID;
    wager_count(&test, &sheet, 0, 0, room);
    assert_false(test.is_whole);
    assert_int_equal(test.judged, 2);
    hold(&sheet, 0, "hhh", trials[2].ranks);
    sheet_cell(&sheet, 0, 2, 3)->rank = SHEET_UNSAID; /* 2 and 1 are left: 1.5 */
    sheet_cell(&sheet, 0, 1, 3)->rank = 2 * SHEET_UNIT;
    wager_count(&test, &sheet, 0, 0, room);
    assert_false(test.is_whole);
    assert_int_equal(wager_median(&sheet, 0, 3, room), 3);
    sheet_free(&sheet);
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
        struct sheet sheet;
        struct score score;

        make(&sheet, 3); /* the third has not been held */
        for (int t = 0; t < 2; t++)
            hold(&sheet, t, trials[held[t]].verdicts, trials[held[t]].ranks);
        assert_int_equal(score_count(&score, &sheet), 0);
        assert_int_equal(score.outcome, sessions[i].outcome);
        assert_string_equal(score.clause, "II");
        assert_int_equal(score.winner, SHEET_NOBODY);
        assert_int_equal(score.lines[0].judged, 2 * JUDGES);
        score_free(&score);
        sheet_free(&sheet);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tests_are_those_of_the_wager),
        cmocka_unit_test(of_all_rankings_7776_of_13824_pass),
        cmocka_unit_test(what_is_missing_is_noticed),
        cmocka_unit_test(trials_are_counted_one_by_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
