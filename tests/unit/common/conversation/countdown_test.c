/*
 * countdown_test.c - the judge's time left at a station (countdown.h), step by step.
 */
#include "common/conversation/countdown.h"

#include "tests/support/helper.h"

#include <cmocka.h>

#include "common/conversation/wire.h"

enum { NOTHING = -99 }; /* no ping */

/* The state at a time, after a ping. */
struct step {
    int64_t round, word;
    enum countdown_state state;
    int64_t left;
    bool may_type;
    enum countdown_news news;
    int64_t due;
};

static void run(const struct step *steps, size_t count)
{
    struct countdown d = {0};

    for (size_t i = 0; i < count; i++) {
        const struct step *s = &steps[i];
        if (s->word != NOTHING)
            countdown_hear(&d, s->word, s->round);
        assert_int_equal(d.state, s->state);
        if (d.state == COUNTDOWN_RUNNING)
            assert_int_equal(countdown_left(&d, s->round), s->left);
        assert_int_equal(countdown_may_type(&d, s->round), s->may_type);
        assert_int_equal(countdown_news(&d, s->round), s->news);
        assert_int_equal(countdown_news(&d, s->round), COUNTDOWN_SILENT);
        assert_int_equal(countdown_due(&d, s->round), s->due);
    }
}

#define RUN(steps) run(steps, COUNT(steps))

static void test_no_limit(void **state)
{
    static const struct step steps[] = {
        {0, NOTHING, COUNTDOWN_NONE, 0, true, COUNTDOWN_SILENT, INT64_MAX},
        {5000, WIRE_LEFT_NONE, COUNTDOWN_NONE, 0, true, COUNTDOWN_SILENT, INT64_MAX},
    };

    (void)state;
    RUN(steps);
}

/* Between pings, and without further pings, the station's clock runs on. */
static void test_runs_out(void **state)
{
    static const struct step steps[] = {
        {1000, 90000, COUNTDOWN_RUNNING, 90000, true, COUNTDOWN_SILENT, 2000},
        {1500, NOTHING, COUNTDOWN_RUNNING, 89500, true, COUNTDOWN_SILENT, 2000},
        {30999, NOTHING, COUNTDOWN_RUNNING, 60001, true, COUNTDOWN_SILENT, 31000},
        {31000, NOTHING, COUNTDOWN_RUNNING, 60000, true, COUNTDOWN_LAST_MINUTE, 32000},
        {90999, NOTHING, COUNTDOWN_RUNNING, 1, true, COUNTDOWN_SILENT, 91000},
        {91000, NOTHING, COUNTDOWN_RUNNING, 0, false, COUNTDOWN_OVER, INT64_MAX},
        {999999, NOTHING, COUNTDOWN_RUNNING, 0, false, COUNTDOWN_SILENT, INT64_MAX},
    };

    (void)state;
    RUN(steps);
}

/* A ping replaces the station's own count. */
static void test_ping_corrects(void **state)
{
    static const struct step steps[] = {
        {0, 60000, COUNTDOWN_RUNNING, 60000, true, COUNTDOWN_LAST_MINUTE, 1000},
        {50000, NOTHING, COUNTDOWN_RUNNING, 10000, true, COUNTDOWN_SILENT, 51000},
        /* Time is given back: less than a minute, then more. */
        {50000, 30000, COUNTDOWN_RUNNING, 30000, true, COUNTDOWN_SILENT, 51000},
        {80000, NOTHING, COUNTDOWN_RUNNING, 0, false, COUNTDOWN_OVER, INT64_MAX},
        {80400, 300, COUNTDOWN_RUNNING, 300, true, COUNTDOWN_SILENT, 80700},
        {80700, 0, COUNTDOWN_RUNNING, 0, false, COUNTDOWN_SILENT, INT64_MAX},
        {81000, 70000, COUNTDOWN_RUNNING, 70000, true, COUNTDOWN_SILENT, 82000},
        {91000, NOTHING, COUNTDOWN_RUNNING, 60000, true, COUNTDOWN_LAST_MINUTE, 92000},
        {200000, NOTHING, COUNTDOWN_RUNNING, 0, false, COUNTDOWN_OVER, INT64_MAX},
    };

    (void)state;
    RUN(steps);
}

/* The judge goes to the other side of the pair and comes back. */
static void test_locked(void **state)
{
    static const struct step steps[] = {
        {0, WIRE_LEFT_LOCKED, COUNTDOWN_LOCKED, 0, false, COUNTDOWN_SILENT, INT64_MAX},
        {400000, NOTHING, COUNTDOWN_LOCKED, 0, false, COUNTDOWN_SILENT, INT64_MAX},
        {400000, 300000, COUNTDOWN_RUNNING, 300000, true, COUNTDOWN_SILENT, 401000},
        {410000, WIRE_LEFT_LOCKED, COUNTDOWN_LOCKED, 0, false, COUNTDOWN_SILENT,
            INT64_MAX},
        {420000, WIRE_LEFT_NONE, COUNTDOWN_NONE, 0, true, COUNTDOWN_SILENT, INT64_MAX},
    };

    (void)state;
    RUN(steps);
}

/* The largest number of a ping does not overflow. */
static void test_large(void **state)
{
    static const struct step steps[] = {
        {1000, INT64_MAX, COUNTDOWN_RUNNING, INT64_C(31536000000), true,
            COUNTDOWN_SILENT, 2000},
    };

    (void)state;
    RUN(steps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_limit),
        cmocka_unit_test(test_runs_out),
        cmocka_unit_test(test_ping_corrects),
        cmocka_unit_test(test_locked),
        cmocka_unit_test(test_large),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
