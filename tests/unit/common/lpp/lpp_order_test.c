/*
 * lpp_order_test.c - keys of a communications directory on their way into order.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <errno.h>

#include "common/lpp/lpp_order.h"

enum { KEYS = 3000, TICK = 1000 };

static bool add(struct lpp_order *q, uint64_t number, char key, int64_t tick)
{
    struct lppname name = {number, SIDE_OTHER, (uint32_t)key};

    assert_int_equal(lpp_order_reserve(q), 0);
    return lpp_order_add(q, &name, tick);
}

/* The next key, or 0. */
static char take(struct lpp_order *q, int64_t tick)
{
    struct lppname name;

    return lpp_order_take(q, UINT64_MAX, tick, &name) ? (char)name.code : '\0';
}

static void a_key_waits_for_others(void **state)
{
    struct lpp_order q = {0};

    (void)state;
    assert_true(lpp_order_due(&q) == INT64_MAX);
    assert_int_equal(take(&q, TICK), 0);
    assert_true(add(&q, 5, 'b', TICK));
    assert_int_equal(lpp_order_due(&q), TICK + LPP_ORDER_WAIT_MS);
    assert_int_equal(take(&q, TICK + LPP_ORDER_WAIT_MS - 1), 0);
    assert_true(add(&q, 4, 'a', TICK + 10)); /* it need not wait longer than the one
                                              * that it goes before */
    assert_int_equal(lpp_order_due(&q), TICK + LPP_ORDER_WAIT_MS);
    assert_int_equal(take(&q, TICK + LPP_ORDER_WAIT_MS), 'a');
    assert_int_equal(take(&q, TICK + LPP_ORDER_WAIT_MS), 'b');
    assert_int_equal(take(&q, TICK + LPP_ORDER_WAIT_MS), 0);
    lpp_order_free(&q);
}

static void one_number_keeps_the_order_of_coming(void **state)
{
    struct lpp_order q = {0};

    (void)state;
    for (const char *key = "zyx"; *key != '\0'; key++)
        add(&q, 5, *key, TICK);
    add(&q, 4, 'w', TICK);
    for (const char *key = "wzyx"; *key != '\0'; key++)
        assert_int_equal(take(&q, TICK + 100), *key);
    lpp_order_free(&q);
}

static void a_late_key_is_the_next(void **state)
{
    struct lpp_order q = {0};

    (void)state;
    add(&q, 5, 'b', TICK);
    add(&q, 9, 'd', TICK);
    assert_int_equal(take(&q, TICK + 100), 'b');
    assert_false(add(&q, 4, 'a', TICK + 100));
    assert_true(add(&q, 5, 'c', TICK + 100)); /* that is not lower */
    assert_int_equal(take(&q, TICK + 100), 'a');
    assert_int_equal(take(&q, TICK + 100), 'c');
    assert_int_equal(take(&q, TICK + 100), 'd');
    lpp_order_free(&q);
}

static void what_is_behind_the_limit_stays(void **state)
{
    struct lpp_order q = {0};
    struct lppname name;

    (void)state;
    add(&q, 5, 'a', TICK);
    assert_false(lpp_order_take(&q, 5, TICK + 100, &name));
    assert_true(lpp_order_take(&q, 6, TICK + 100, &name));
    assert_int_equal(name.number, 5);
    lpp_order_free(&q);
}

/* Any order comes out in order, while it goes on. */
static void any_order_becomes_order(void **state)
{
    struct dice dice = {2009};
    struct lpp_order q = {0};
    struct lppname name;
    uint64_t next = 0;
    int64_t tick = TICK;

    (void)state;
    for (uint64_t n = 0; n < KEYS; n += 4, tick += 3) {
        uint64_t turn = dice_roll(&dice, 4);
        for (uint64_t i = 0; i < 4; i++)
            assert_true(add(&q, n + (i + turn) % 4, 'a', tick));
        for (; lpp_order_take(&q, UINT64_MAX, tick, &name); next++)
            assert_int_equal(name.number, next);
    }
    for (; lpp_order_take(&q, UINT64_MAX, tick + 100, &name); next++)
        assert_int_equal(name.number, next);
    assert_int_equal(next, KEYS);
    lpp_order_free(&q);
}

static void without_memory_nothing_changes(void **state)
{
    struct lpp_order q = {.count = TOO_MANY, .capacity = TOO_MANY};

    (void)state;
    errno = 0;
    assert_int_equal(lpp_order_reserve(&q), -1);
    assert_int_equal(errno, ENOMEM);
    assert_int_equal(q.count, TOO_MANY);
    assert_null(q.keys);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_waits_for_others),
        cmocka_unit_test(one_number_keeps_the_order_of_coming),
        cmocka_unit_test(a_late_key_is_the_next),
        cmocka_unit_test(what_is_behind_the_limit_stays),
        cmocka_unit_test(any_order_becomes_order),
        cmocka_unit_test(without_memory_nothing_changes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
