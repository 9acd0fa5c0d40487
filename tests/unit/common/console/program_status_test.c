/*
 * program_status_test.c - the last lines that a program has complained with.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "common/console/program_status.h"

static void add(struct program_status *a, const char *line)
{
    program_status_add(a, line, strlen(line));
}

static void keeps_the_last(void **state)
{
    struct program_status a = {0};
    char line[16];

    (void)state;
    assert_null(program_status_line(&a, 0));
    for (int i = 0; i < 2 * PROGRAM_STATUS_LINES + 1; i++) {
        snprintf(line, sizeof(line), "line %d", i);
        add(&a, line);
        assert_string_equal(program_status_line(&a, 0), line);
    }
    for (int back = 0; back < PROGRAM_STATUS_LINES; back++) {
        snprintf(line, sizeof(line), "line %d", 2 * PROGRAM_STATUS_LINES - back);
        assert_string_equal(program_status_line(&a, (size_t)back), line);
    }
    assert_null(program_status_line(&a, PROGRAM_STATUS_LINES));
    assert_int_equal(a.count, 2 * PROGRAM_STATUS_LINES + 1);
}

static void shows_printable_ascii(void **state)
{
    struct program_status a = {0};

    (void)state;
    program_status_add(&a, "a\tb\x1b[2Jc\0\xc3\xa9 \r", 13);
    assert_string_equal(program_status_line(&a, 0), "a b?[2Jc???");
}

static void leaves_out_blank_lines(void **state)
{
    struct program_status a = {0};

    (void)state;
    add(&a, "one");
    add(&a, "");
    add(&a, " \t \r");
    assert_int_equal(a.count, 1);
    assert_string_equal(program_status_line(&a, 0), "one");
    assert_null(program_status_line(&a, 1));
}

static void cuts_long_lines(void **state)
{
    struct program_status a = {0};
    char line[2 * PROGRAM_STATUS_TEXT_SIZE];

    (void)state;
    memset(line, 'x', sizeof(line));
    program_status_add(&a, line, sizeof(line));
    assert_int_equal(strlen(program_status_line(&a, 0)), PROGRAM_STATUS_TEXT_SIZE - 1);
    program_status_add(&a, line, PROGRAM_STATUS_TEXT_SIZE);
    assert_int_equal(strlen(program_status_line(&a, 0)), PROGRAM_STATUS_TEXT_SIZE - 1);
    program_status_add(&a, line, PROGRAM_STATUS_TEXT_SIZE - 1);
    assert_int_equal(strlen(program_status_line(&a, 0)), PROGRAM_STATUS_TEXT_SIZE - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_the_last),
        cmocka_unit_test(shows_printable_ascii),
        cmocka_unit_test(leaves_out_blank_lines),
        cmocka_unit_test(cuts_long_lines),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
