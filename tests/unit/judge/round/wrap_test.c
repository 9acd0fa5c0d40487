/*
 * wrap_test.c - rows of a wrapped text.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <string.h>

#include "judge/round/wrap.h"

/* The rows of a text, each followed by '/'. */
static const char *wrapped(const char *text, int width)
{
    static char rows[200];
    int count = 0, length, skip;

    rows[0] = '\0';
    for (const char *at = text; *at != '\0'; at += length + skip, count++) {
        length = wrap_row(at, width, &skip);
        assert_in_range(length, 1, width);
        strncat(rows, at, (size_t)length);
        strcat(rows, "/");
    }
    assert_int_equal(wrap_rows(text, width), count);
    return rows;
}

static void rows_end_between_words(void **state)
{
    (void)state;
    assert_string_equal(wrapped("", 5), "");
    assert_string_equal(wrapped("one", 3), "one/");
    assert_string_equal(wrapped("one two three", 7), "one two/three/");
    assert_string_equal(wrapped("one two three", 6), "one/two/three/");
    assert_string_equal(wrapped("one two three", 13), "one two three/");
}

static void a_wide_word_is_broken(void **state)
{
    (void)state;
    assert_string_equal(wrapped("elephants", 4), "elep/hant/s/");
    assert_string_equal(wrapped("an elephant", 4), "an/elep/hant/");
    assert_string_equal(wrapped("ab", 1), "a/b/");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_end_between_words),
        cmocka_unit_test(a_wide_word_is_broken),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
