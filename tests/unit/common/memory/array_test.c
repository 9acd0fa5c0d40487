/* Growable arrays: the first allocation, growth, and sizes that do not fit. */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "common/memory/array.h"

static void test_grows(void **state)
{
    size_t capacity = 0;
    int *items = NULL;

    (void)state;
    for (size_t count = 0; count < 1000; count++) {
        items = array_reserve(items, &capacity, count, 1, sizeof(*items));
        assert_non_null(items);
        assert_true(capacity > count);
        items[count] = (int)count;
    }
    for (int i = 0; i < 1000; i++)
        assert_int_equal(items[i], i);
    free(items);
}

static void test_makes_room_for_many(void **state)
{
    size_t capacity = 0;
    char *text = array_reserve(NULL, &capacity, 0, 1000, 1);

    (void)state;
    assert_non_null(text);
    assert_true(capacity >= 1000);
    free(text);
}

static void test_refuses_what_does_not_fit(void **state)
{
    size_t capacity = 0;
    int *items = array_reserve(NULL, &capacity, 0, 1, sizeof(*items));
    size_t before = capacity;

    (void)state;
    errno = 0;
    assert_null(array_reserve(items, &capacity, 1, SIZE_MAX - 1, sizeof(*items)));
    assert_int_equal(errno, ENOMEM);
    assert_null(array_reserve(items, &capacity, 1, SIZE_MAX / 4, sizeof(*items)));
    assert_int_equal(capacity, before);
    free(items);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grows),
        cmocka_unit_test(test_makes_room_for_many),
        cmocka_unit_test(test_refuses_what_does_not_fit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
