/*
 * rejected_test.c - the operator's note about rejected connections, on the test's clock.
 */
#include "confederate/station/rejected.h"

#include <string.h>

#include "tests/support/helper.h"

#include <cmocka.h>

enum { START = 5000, MINUTE = REJECTED_GAP_MS };

static const struct settings settings = {0};

static struct console waiting(void)
{
    return (struct console){.settings = &settings, .self = SIDE_OTHER};
}

static void call(struct rejected *s, int times)
{
    while (times-- > 0)
        rejected_add(s, "10.0.0.7", "GET / HTTP/1.1");
}

static void the_first_is_told_at_once(void **state)
{
    struct rejected s = {0};
    struct console c = waiting();

    (void)state;
    rejected_tell(&s, &c, START);
    assert_string_equal(c.note, "");
    call(&s, 1);
    rejected_tell(&s, &c, START);
    assert_string_equal(c.note, "A stranger, 10.0.0.7: 'GET / HTTP/1.1'");
    assert_int_equal(c.bells, 0);
    assert_true(rejected_due(&s, START) == INT64_MAX);
}

static void the_others_are_counted_and_told_once_a_minute(void **state)
{
    struct rejected s = {0};
    struct console c = waiting();

    (void)state;
    call(&s, 1);
    rejected_tell(&s, &c, START);
    call(&s, 199);
    rejected_add(&s, "fe80::1%eth0", "");
    rejected_tell(&s, &c, START + MINUTE - 1);
    assert_string_equal(c.note, "A stranger, 10.0.0.7: 'GET / HTTP/1.1'");
    assert_int_equal(rejected_due(&s, START + 1), START + MINUTE);
    rejected_tell(&s, &c, START + MINUTE);
    assert_string_equal(c.note, "201 strangers, last fe80::1%eth0: silent");
    rejected_tell(&s, &c, START + 3 * MINUTE);
    assert_string_equal(c.note, "201 strangers, last fe80::1%eth0: silent");
}

static void another_note_is_left_alone(void **state)
{
    struct rejected s = {0};
    struct console c = waiting();

    (void)state;
    console_note(&c, true, "Judge 04 has sat down");
    call(&s, 2);
    rejected_tell(&s, &c, START);
    assert_string_equal(c.note, "Judge 04 has sat down");
    assert_true(rejected_due(&s, START) == INT64_MAX); /* no clock frees the place */
    console_clear_note(&c);
    rejected_tell(&s, &c, START + 1);
    assert_string_equal(c.note, "2 strangers, last 10.0.0.7: 'GET / HTTP/1.1'");
}

/* A key has taken the line away: it does not come back by itself. */
static void what_was_read_is_not_told_again(void **state)
{
    struct rejected s = {0};
    struct console c = waiting();

    (void)state;
    call(&s, 1);
    rejected_tell(&s, &c, START);
    console_clear_note(&c);
    rejected_tell(&s, &c, START + 2 * MINUTE);
    assert_string_equal(c.note, "");
}

static void long_words_are_cut(void **state)
{
    struct rejected s = {0};
    struct console c = waiting();

    (void)state;
    rejected_add(&s, "10.0.0.7", "abcdefghijklmnopqrstuvwxyz0123456789");
    rejected_tell(&s, &c, START);
    assert_string_equal(c.note, "A stranger, 10.0.0.7: 'abcdefghijklmnopqrstuvwxyz'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_is_told_at_once),
        cmocka_unit_test(the_others_are_counted_and_told_once_a_minute),
        cmocka_unit_test(another_note_is_left_alone),
        cmocka_unit_test(what_was_read_is_not_told_again),
        cmocka_unit_test(long_words_are_cut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
