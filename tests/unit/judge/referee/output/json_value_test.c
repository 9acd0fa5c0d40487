/*
 * JSON strings of any bytes, and numbers that are unknown.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "judge/referee/output/json_value.h"
#include "tests/support/helper.h"

#include <cmocka.h>

static void assert_dump(json_t *value, const char *expected)
{
    char *dumped = json_dumps(value, JSON_ENCODE_ANY);

    assert_non_null(dumped);
    assert_string_equal(dumped, expected);
    free(dumped);
    json_decref(value);
}

static void malformed_utf8_becomes_u_fffd(void **state)
{
    (void)state;
    assert_dump(json_value_text("a\"b\\c\n\xc3\xa9", 8), "\"a\\\"b\\\\c\\n\xc3\xa9\"");
    assert_dump(json_value_text("a\xff z", 4), "\"a\xef\xbf\xbd z\"");
    assert_dump(json_value_text("a\xe2\x82", 3), "\"a\xef\xbf\xbd\"");
    assert_dump(
        json_value_text("\xff\xff\xff", 3), "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
    assert_dump(json_value_text("\xed\xa0\x80", 0), "\"\"");
    assert_dump(json_value_string("x"), "\"x\"");
}

static void unknown_values_are_null(void **state)
{
    (void)state;
    assert_dump(json_value_string(NULL), "null");
    assert_dump(json_value_number(NAN), "null");
    assert_dump(json_value_number(0.5), "0.5");
    assert_int_equal(json_value_print(NULL, 0), -1);
    assert_int_equal(errno, ENOMEM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(malformed_utf8_becomes_u_fffd),
        cmocka_unit_test(unknown_values_are_null),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
