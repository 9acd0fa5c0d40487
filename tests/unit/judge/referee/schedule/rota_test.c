/*
 * rota_test.c - rotas of all sizes, checked by independent code (rota_fill.h); lower
 * bounds, by exhaustive search where it is possible; the rest of a contest.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <string.h>

#include "judge/referee/schedule/rota_fill.h"

enum { SEED = 1, LONGER_MOST = 40 };

static int most_of(int a, int b)
{
    return a > b ? a : b;
}

static int quotient_up(int a, int b)
{
    return (a + b - 1) / b;
}

/* How often each of some has a session in each of some rounds. */
struct presence {
    int at[ROTA_MOST][ROTA_ROUNDS_MOST];
};

static void assert_nobody_twice(const struct rota *r)
{
    static struct presence judges, entries, confederates;

    memset(&judges, 0, sizeof(judges));
    memset(&entries, 0, sizeof(entries));
    memset(&confederates, 0, sizeof(confederates));
    for (int j = 0; j < r->judges; j++)
        for (int e = 0; e < r->entries; e++) {
            int c = r->confederate[j][e], round = r->round[j][e];
            if (!r->wanted[j][e])
                continue;
            assert_in_range(c, 0, r->confederates - 1);
            assert_in_range(round, 0, r->rounds - 1);
            assert_int_equal(++judges.at[j][round], 1);
            assert_int_equal(++entries.at[e][round], 1);
            assert_int_equal(++confederates.at[c][round], 1);
        }
}

/* Some numbers are as even as can be: none is two more than another. */
static void assert_even(const int *numbers, int count)
{
    for (int a = 0; a < count; a++)
        for (int b = 0; b < count; b++)
            assert_true(numbers[a] - numbers[b] <= 1);
}

static void assert_spread(const struct rota *r)
{
    int all[ROTA_MOST] = {0};

    for (int j = 0; j < r->judges; j++) {
        int met[ROTA_MOST] = {0};
        for (int e = 0; e < r->entries; e++) {
            met[r->confederate[j][e]]++;
            all[r->confederate[j][e]]++;
        }
        assert_even(met, r->confederates);
    }
    for (int e = 0; e < r->entries; e++) {
        int met[ROTA_MOST] = {0};
        for (int j = 0; j < r->judges; j++)
            met[r->confederate[j][e]]++;
        assert_even(met, r->confederates);
    }
    assert_even(all, r->confederates);
}

static struct rota fill(int judges, int entries, int confederates, uint64_t seed)
{
    static struct rota r;

    rota_init(&r, judges, entries, confederates);
    rota_fill(&r, seed);
    assert_nobody_twice(&r);
    assert_true(r.rounds >= r.least);
    return r;
}

/* The busiest person sets the least number of rounds. */
static int busiest(int judges, int entries, int confederates)
{
    return most_of(
        most_of(judges, entries), quotient_up(judges * entries, confederates));
}

/* With a search, a few sizes get more rounds than the busiest person needs. */
static void all_sizes_up_to_six_are_even_and_short(void **state)
{
    int longer = 0;

    (void)state;
    for (int j = 1; j <= 6; j++)
        for (int e = 1; e <= 6; e++)
            for (int c = 1; c <= 6; c++) {
                struct rota r = fill(j, e, c, SEED);
                assert_true(r.even);
                assert_spread(&r);
                assert_int_equal(r.least, busiest(j, e, c));
                assert_true(r.rounds <= r.least + 2);
                longer += r.rounds > r.least;
            }
    assert_true(longer <= LONGER_MOST);
}

/* 2004, 15, in four rounds, in which no person rests. */
static void four_of_each_meet_in_four_full_rounds(void **state)
{
    struct rota r = fill(4, 4, 4, 0);

    (void)state;
    assert_int_equal(r.rounds, 4);
    for (int j = 0; j < 4; j++) {
        int rounds = 0, confederates = 0;
        for (int e = 0; e < 4; e++) {
            rounds |= 1 << r.round[j][e];
            confederates |= 1 << r.confederate[j][e];
        }
        assert_int_equal(rounds, 15);
        assert_int_equal(confederates, 15);
    }
}

/* Orthogonal squares of all orders except 2, 6, 10 and so on. */
static void squares_have_all_people_in_each_round(void **state)
{
    (void)state;
    for (int n = 3; n <= ROTA_MOST; n++) {
        struct rota r;
        if (n % 4 == 2)
            continue;
        r = fill(n, n, n, SEED);
        assert_int_equal(r.rounds, n);
        assert_spread(&r);
    }
}

/* A square's rows serve fewer judges or entries, too. */
static void parts_of_a_square_are_as_short(void **state)
{
    struct rota r = fill(7, 12, 12, SEED);

    (void)state;
    assert_int_equal(r.rounds, 12);
    assert_spread(&r);
}

static void larger_rotas_are_complete_and_short(void **state)
{
    static const int sizes[][3] = {
        {9, 10, 9}, {12, 9, 5}, {14, 14, 14}, {30, 5, 30}, {30, 30, 1}, {1, 30, 30}};

    (void)state;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        const int *n = sizes[i];
        struct rota r = fill(n[0], n[1], n[2], SEED);
        int least = busiest(n[0], n[1], n[2]);
        assert_true(r.rounds <= least + quotient_up(least, 5));
    }
}

static void a_seed_gives_the_same_rota_again(void **state)
{
    struct rota a = fill(5, 7, 6, 9), b = fill(5, 7, 6, 9);

    (void)state;
    assert_memory_equal(&a, &b, sizeof(a));
}

/* The confederates of rules/2004.txt, 15: rows are judges, columns entries. */
static const int published[4][4] = {
    {0, 1, 2, 3}, {3, 0, 1, 2}, {2, 3, 0, 1}, {1, 2, 3, 0}};

/* Whether the published sessions fit into so many rounds, by trying all. */
static bool fits(int session, int rounds, int used, int at[16])
{
    if (session == 16)
        return true;
    for (int round = 0; round <= used && round < rounds; round++) {
        bool clash = false;
        for (int i = 0; i < session; i++)
            clash = clash ||
                    (at[i] == round && (i / 4 == session / 4 || i % 4 == session % 4 ||
                                           published[i / 4][i % 4] ==
                                               published[session / 4][session % 4]));
        at[session] = round;
        if (!clash && fits(session + 1, rounds, most_of(used, round + 1), at))
            return true;
    }
    return false;
}

static void the_published_square_needs_six_rounds(void **state)
{
    static struct rota r;
    int at[16];

    (void)state;
    rota_init(&r, 4, 4, 4);
    r.fixed = true;
    for (int j = 0; j < 4; j++)
        for (int e = 0; e < 4; e++)
            r.confederate[j][e] = (int16_t)published[j][e];
    rota_fill(&r, SEED);
    assert_nobody_twice(&r);
    assert_int_equal(r.rounds, 6);
    for (int j = 0; j < 4; j++)
        for (int e = 0; e < 4; e++)
            assert_int_equal(r.confederate[j][e], published[j][e]);
    assert_false(fits(0, 5, 0, at));
    assert_true(fits(0, 6, 0, at));
}

/* Some sessions are over: the others are held, without repeated meetings. */
static void the_remaining_sessions_are_held(void **state)
{
    struct dice dice = {SEED};

    (void)state;
    for (int i = 0; i < 200; i++) {
        static struct rota r;
        int before = 0, repeats = 0;
        rota_init(&r, 3 + (int)dice_roll(&dice, 4), 3 + (int)dice_roll(&dice, 4),
            6 + (int)dice_roll(&dice, 3));
        for (int j = 0; j < r.judges; j++)
            for (int e = 0; e < r.entries; e++)
                if (dice_roll(&dice, 3) == 0) {
                    int c = (j + e) % r.confederates;
                    r.wanted[j][e] = false;
                    r.judge_met[j][c]++;
                    r.entry_met[e][c]++;
                    before++;
                }
        rota_fill(&r, SEED);
        assert_nobody_twice(&r);
        for (int j = 0; j < r.judges; j++)
            for (int e = 0; e < r.entries; e++)
                if (r.wanted[j][e])
                    repeats += r.judge_met[j][r.confederate[j][e]] > 0 ||
                               r.entry_met[e][r.confederate[j][e]] > 0;
        /* There are enough confederates to meet each only once. */
        assert_int_equal(repeats, 0);
        assert_true(before == 0 || r.rounds > 0);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_sizes_up_to_six_are_even_and_short),
        cmocka_unit_test(four_of_each_meet_in_four_full_rounds),
        cmocka_unit_test(squares_have_all_people_in_each_round),
        cmocka_unit_test(parts_of_a_square_are_as_short),
        cmocka_unit_test(larger_rotas_are_complete_and_short),
        cmocka_unit_test(a_seed_gives_the_same_rota_again),
        cmocka_unit_test(the_published_square_needs_six_rounds),
        cmocka_unit_test(the_remaining_sessions_are_held),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
