/*
 * clock_text_test.c - times that people type (clock_text.h).
 */
#include "judge/referee/output/clock_text.h"

#include "tests/support/helper.h"

#include <cmocka.h>

static void numbers_between_colons_are_read(void **state)
{
    static const struct {
        const char *text;
        int count, parts[CLOCK_TEXT_PARTS];
    } rows[] = {
        {"90", 1, {90}},
        {"1:30", 2, {1, 30}},
        {"01:02:30", 3, {1, 2, 30}},
        {"999999", 1, {999999}},
        {"", 0, {0}},
        {":30", 0, {0}},
        {"1:", 0, {0}},
        {"1:2:3:4", 0, {0}},
        {"1.30", 0, {0}},
        {"-1", 0, {0}},
        {"1000000", 0, {0}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        int parts[CLOCK_TEXT_PARTS] = {0};

        assert_int_equal(clock_text_read(rows[i].text, parts), rows[i].count);
        for (int k = 0; k < rows[i].count; k++)
            assert_int_equal(parts[k], rows[i].parts[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_between_colons_are_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
