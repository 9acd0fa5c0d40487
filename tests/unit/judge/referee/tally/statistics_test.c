/*
 * statistics_test.c - intervals, tests and agreement (statistics.h), against SciPy's
 * numbers and results by hand.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <math.h>

#include "judge/referee/tally/statistics.h"

static const struct {
    int taken, of;
    double low, high, at_least_30, test_30, at_least_50, test_50;
} numbers[] = {
#include "tests/tally/statistics_numbers.h"
};

static void assert_near(double got, double wanted)
{
    if (!(fabs(got - wanted) <= 1e-9))
        fail_msg("%.15g is not %.15g", got, wanted);
}

static void the_numbers_are_those_of_scipy(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(numbers); i++) {
        int taken = numbers[i].taken, of = numbers[i].of;
        struct statistics_interval interval = statistics_interval(taken, of, 0.95);

        assert_near(interval.low, numbers[i].low);
        assert_near(interval.high, numbers[i].high);
        assert_near(statistics_at_least(taken, of, 0.3), numbers[i].at_least_30);
        assert_near(statistics_at_least(taken, of, 0.5), numbers[i].at_least_50);
        assert_near(statistics_test(taken, of, 0.3), numbers[i].test_30);
        assert_near(statistics_test(taken, of, 0.5), numbers[i].test_50);
    }
}

/* 2004, scoring 2: of the 16 equally likely columns of four judges, 11 have two. */
static void a_coin_wins_the_silver_medal_11_times_in_16(void **state)
{
    (void)state;
    assert_near(statistics_at_least(2, 4, 0.5), 11.0 / 16);
}

static void certain_outcomes_have_probability_1(void **state)
{
    (void)state;
    assert_near(statistics_at_least(0, 4, 0), 1);
    assert_near(statistics_at_least(1, 4, 0), 0);
    assert_near(statistics_at_least(4, 4, 1), 1);
    assert_near(statistics_test(0, 4, 0), 1);
    assert_near(statistics_test(1, 4, 0), 0);
    assert_near(statistics_test(4, 4, 1), 1);
    assert_near(statistics_test(3, 4, 1), 0);
    assert_near(statistics_test(0, 0, 0.3), 1);
    assert_near(statistics_interval(0, 0, 0.95).low, 0);
    assert_near(statistics_interval(0, 0, 0.95).high, 1);
}

enum { OBSERVERS = 4, THINGS = 12 };

/* Krippendorff's own example: four observers, twelve things, 0 for a missing
 * value. By the definition, pair by pair: 0.849 for differences of scale, and, asked
 * only whether a thing is above 2, 0.770. */
static const int seen[OBSERVERS][THINGS] = {
    {1, 2, 3, 3, 2, 1, 4, 1, 2, 0, 0, 0},
    {1, 2, 3, 3, 2, 2, 4, 1, 2, 5, 0, 3},
    {0, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 0},
    {1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, 0},
};

static double alpha(const struct statistics_unit *units, int count)
{
    struct statistics_agreement agreement = {0};

    for (int i = 0; i < count; i++)
        statistics_agree(&agreement, &units[i]);
    return statistics_alpha(&agreement);
}

static void alpha_of_the_published_example_is_the_same(void **state)
{
    struct statistics_unit scale[THINGS] = {{0}}, above[THINGS] = {{0}};

    (void)state;
    for (int i = 0; i < OBSERVERS * THINGS; i++) {
        int value = seen[i / THINGS][i % THINGS];

        if (value == 0)
            continue;
        statistics_add(&scale[i % THINGS], value);
        statistics_add(&above[i % THINGS], value > 2);
    }
    assert_near(alpha(scale, THINGS), 0.8491071428571428);
    assert_near(alpha(above, THINGS), 0.7702020202020202);
}

static void agreement_has_its_ends(void **state)
{
    struct statistics_unit units[2] = {{0}};

    (void)state;
    assert_true(isnan(alpha(units, 2)));
    statistics_add(&units[0], 1);
    statistics_add(&units[1], 0);
    assert_true(isnan(alpha(units, 2))); /* only one judge */
    statistics_add(&units[0], 1);
    assert_true(isnan(alpha(units, 2))); /* no difference */
    statistics_add(&units[1], 0);
    assert_near(alpha(units, 2), 1);
    /* Two judges who contradict each other about both: 1 - 3 * 4 / 8. */
    units[0] = units[1] = (struct statistics_unit){2, 1, 1};
    assert_near(alpha(units, 2), -0.5);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_numbers_are_those_of_scipy),
        cmocka_unit_test(a_coin_wins_the_silver_medal_11_times_in_16),
        cmocka_unit_test(certain_outcomes_have_probability_1),
        cmocka_unit_test(alpha_of_the_published_example_is_the_same),
        cmocka_unit_test(agreement_has_its_ends),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
