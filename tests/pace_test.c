/*
 * pace_test.c - keys are released at their pace: exactly so many a second, none
 * early, and none hurried after the reply was held up.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pace.h"

static const struct {
    int rate;
    int64_t due[5]; /* of the first keys, from the start */
} paces[] = {
    {8, {125, 250, 375, 500, 625}},
    {3, {333, 666, 1000, 1333, 1666}},
    {600, {1, 3, 5, 6, 8}},
    {1000, {1, 2, 3, 4, 5}},
    {1, {1000, 2000, 3000, 4000, 5000}},
};

enum { PACES = sizeof(paces) / sizeof(paces[0]), START = 5000, SECOND = 1000 };

static void keys_are_due_at_their_pace(void **state)
{
    struct pace p;

    (void)state;
    for (int i = 0; i < PACES; i++) {
        pace_start(&p, paces[i].rate, START);
        for (int key = 0; key < 5; key++) {
            assert_int_equal(pace_due(&p), START + paces[i].due[key]);
            pace_next(&p, pace_due(&p));
        }
    }
}

static void a_second_has_as_many_keys_as_the_pace_says(void **state)
{
    struct pace p;

    (void)state;
    for (int i = 0; i < PACES; i++) {
        int keys = 0;
        pace_start(&p, paces[i].rate, START);
        for (; pace_due(&p) <= START + SECOND; keys++)
            pace_next(&p, pace_due(&p));
        assert_int_equal(keys, paces[i].rate);
    }
}

static void raw_keys_are_due_at_once(void **state)
{
    struct pace p;

    (void)state;
    pace_start(&p, 0, START);
    for (int key = 0; key < 5; key++) {
        assert_true(pace_due(&p) <= START);
        pace_next(&p, START);
    }
}

/* A little late, the pace is kept; long held up, it begins anew. */
static void what_was_held_up_is_not_hurried(void **state)
{
    struct pace p;

    (void)state;
    pace_start(&p, 8, START);
    pace_next(&p, START + 200);
    assert_int_equal(pace_due(&p), START + 250);
    pace_next(&p, START + 60 * SECOND);
    assert_int_equal(pace_due(&p), START + 60 * SECOND + 125);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_due_at_their_pace),
        cmocka_unit_test(a_second_has_as_many_keys_as_the_pace_says),
        cmocka_unit_test(raw_keys_are_due_at_once),
        cmocka_unit_test(what_was_held_up_is_not_hurried),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
