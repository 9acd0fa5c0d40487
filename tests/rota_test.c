/*
 * rota_test.c - rotas of all sizes, looked at by another hand; that there are none with
 * fewer rounds, by trying all where that can be done; and what is left of a contest.
 */
#include "helper.h"

#include <cmocka.h>
#include <string.h>

#include "rota.h"

enum { SEED = 1 };

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

/* Nobody can be in two sessions at once, so the busiest sets the number of rounds. */
static int busiest(int judges, int entries, int confederates)
{
    return most_of(
        most_of(judges, entries), quotient_up(judges * entries, confederates));
}

/* Judges, entries, confederates and rounds where more are needed than by the busiest.
 */
static const struct {
    int judges, entries, confederates, rounds;
} lacking[] = {
    {2, 2, 2, 4},
    {2, 2, 3, 3},
    {2, 3, 2, 4},
    {3, 3, 4, 4},
    {3, 3, 5, 4},
    {3, 4, 3, 5},
    {6, 6, 6, 7},
};

static int rounds_needed(int judges, int entries, int confederates)
{
    for (size_t i = 0; i < COUNT(lacking); i++)
        if (lacking[i].confederates == confederates &&
            ((lacking[i].judges == judges && lacking[i].entries == entries) ||
                (lacking[i].judges == entries && lacking[i].entries == judges)))
            return lacking[i].rounds;
    return busiest(judges, entries, confederates);
}

static void all_sizes_up_to_eight_have_the_fewest_rounds(void **state)
{
    (void)state;
    for (int j = 1; j <= 8; j++)
        for (int e = 1; e <= 8; e++)
            for (int c = 1; c <= 8; c++) {
                struct rota r = fill(j, e, c, SEED);
                assert_true(r.even);
                assert_spread(&r);
                assert_int_equal(r.rounds, rounds_needed(j, e, c));
                assert_int_equal(r.least, r.rounds);
            }
}

/* What the rules of 2004 wanted, and more: in four rounds, with nobody idle. */
static void four_of_each_meet_in_four_rounds_and_nobody_rests(void **state)
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

/* Orthogonal squares of every order but 2 and 6, which have none. */
static void squares_have_everybody_in_every_round(void **state)
{
    (void)state;
    for (int n = 3; n <= ROTA_MOST; n++) {
        struct rota r;
        if (n == 6)
            continue;
        r = fill(n, n, n, SEED);
        assert_int_equal(r.rounds, n);
        assert_spread(&r);
    }
}

/* Each of the fewer stands for as many of the square's. */
static void half_the_confederates_meet_everybody_twice(void **state)
{
    (void)state;
    for (int n = 9; n <= ROTA_MOST; n++)
        for (int parts = 2; parts <= n; parts++) {
            struct rota r;
            if (n % parts != 0)
                continue;
            r = fill(n, n, n / parts, SEED);
            assert_int_equal(r.rounds, n * parts);
            assert_spread(&r);
        }
}

/* Judges, entries and confederates, in as few rounds as there can be, evenly. */
static void assert_tight(const int n[static 3])
{
    struct rota r = fill(n[0], n[1], n[2], SEED);

    assert_int_equal(r.rounds, most_of(n[0], n[1]));
    assert_true(r.even);
    assert_spread(&r);
}

/* As many confederates as judges, or more, and fewer than entries; and turned. */
static void fewer_confederates_than_entries_need_no_more_rounds(void **state)
{
    static const int sizes[][3] = {{8, 10, 8}, {8, 11, 8}, {9, 11, 9}, {9, 12, 9},
        {12, 9, 9}, {10, 12, 10}, {10, 12, 11}, {11, 12, 11}, {14, 11, 11},
        {12, 16, 12}, {15, 19, 15}};

    (void)state;
    for (size_t i = 0; i < COUNT(sizes); i++)
        assert_tight(sizes[i]);
}

/* More than a square has: the search begins near it. One more is the hardest. */
static void more_confederates_need_no_more_rounds(void **state)
{
    static const int sizes[][3] = {{9, 9, 10}, {10, 11, 12}, {11, 12, 13}, {12, 12, 16},
        {13, 13, 14}, {14, 14, 16}, {16, 16, 20}, {18, 18, 20}, {25, 20, 28},
        {20, 30, 30}};

    (void)state;
    for (size_t i = 0; i < COUNT(sizes); i++)
        assert_tight(sizes[i]);
}

static void larger_ones_are_whole_and_short(void **state)
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

static void a_seed_gives_the_same_again(void **state)
{
    struct rota a = fill(5, 7, 6, 9), b = fill(5, 7, 6, 9);

    (void)state;
    assert_memory_equal(&a, &b, sizeof(a));
}

/* All tables of a size, tried one after another. */
struct attempt {
    int judges, entries, confederates, rounds;
    int judge_met[8][8], entry_met[8][8], all[8];
    bool judge_at[8][8], entry_at[8][8], confederate_at[8][8];
};

static bool may_meet(const struct attempt *a, int j, int e, int c, int round)
{
    return !a->judge_at[j][round] && !a->entry_at[e][round] &&
           !a->confederate_at[c][round] &&
           a->judge_met[j][c] < quotient_up(a->entries, a->confederates) &&
           a->entry_met[e][c] < quotient_up(a->judges, a->confederates) &&
           a->all[c] < quotient_up(a->judges * a->entries, a->confederates);
}

static void place(struct attempt *a, int j, int e, int c, int round, int by)
{
    a->judge_at[j][round] = a->entry_at[e][round] = a->confederate_at[c][round] =
        by > 0;
    a->judge_met[j][c] += by;
    a->entry_met[e][c] += by;
    a->all[c] += by;
}

/* The end: with no one too often, is someone too seldom? */
static bool is_spread(const struct attempt *a)
{
    for (int c = 0; c < a->confederates; c++) {
        if (a->all[c] < a->judges * a->entries / a->confederates)
            return false;
        for (int j = 0; j < a->judges; j++)
            if (a->judge_met[j][c] < a->entries / a->confederates)
                return false;
        for (int e = 0; e < a->entries; e++)
            if (a->entry_met[e][c] < a->judges / a->confederates)
                return false;
    }
    return true;
}

/* Rounds and confederates that nothing has used yet are all alike: one will do. */
static bool can_go_on(
    struct attempt *a, int session, int used_rounds, int used_confederates)
{
    int j = session / a->entries, e = session % a->entries;

    if (session == a->judges * a->entries)
        return is_spread(a);
    for (int c = 0; c <= used_confederates && c < a->confederates; c++)
        for (int round = 0; round <= used_rounds && round < a->rounds; round++) {
            bool done;
            if (!may_meet(a, j, e, c, round))
                continue;
            place(a, j, e, c, round, 1);
            done = can_go_on(a, session + 1, most_of(used_rounds, round + 1),
                most_of(used_confederates, c + 1));
            place(a, j, e, c, round, -1);
            if (done)
                return true;
        }
    return false;
}

static bool can_be(int judges, int entries, int confederates, int rounds)
{
    struct attempt a = {
        judges, entries, confederates, rounds, {{0}}, {{0}}, {0}, {{0}}, {{0}}, {{0}}};

    return can_go_on(&a, 0, 0, 0);
}

/* All but six of each, of which 1901 had it tried by hand. */
static void where_the_busiest_is_not_enough_nothing_shorter_exists(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(lacking); i++) {
        int j = lacking[i].judges, e = lacking[i].entries, c = lacking[i].confederates;
        if (j == 6)
            continue;
        assert_true(can_be(j, e, c, lacking[i].rounds));
        assert_false(can_be(j, e, c, lacking[i].rounds - 1));
    }
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
    r.settled = true;
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

/* Some have met, some are gone: what is left is held, and repeats are few. */
static void what_is_left_is_held(void **state)
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
        /* There are as many confederates as that nobody need meet one twice. */
        assert_int_equal(repeats, 0);
        assert_true(before == 0 || r.rounds > 0);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_sizes_up_to_eight_have_the_fewest_rounds),
        cmocka_unit_test(four_of_each_meet_in_four_rounds_and_nobody_rests),
        cmocka_unit_test(squares_have_everybody_in_every_round),
        cmocka_unit_test(half_the_confederates_meet_everybody_twice),
        cmocka_unit_test(fewer_confederates_than_entries_need_no_more_rounds),
        cmocka_unit_test(more_confederates_need_no_more_rounds),
        cmocka_unit_test(larger_ones_are_whole_and_short),
        cmocka_unit_test(a_seed_gives_the_same_again),
        cmocka_unit_test(where_the_busiest_is_not_enough_nothing_shorter_exists),
        cmocka_unit_test(the_published_square_needs_six_rounds),
        cmocka_unit_test(what_is_left_is_held),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
