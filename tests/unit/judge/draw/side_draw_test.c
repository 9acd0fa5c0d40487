/*
 * side_draw_test.c - the draw of sides (side_draw.h).
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <errno.h>
#include <string.h>

#include "judge/draw/side_draw.h"

#define NONCE "00112233445566778899aabbccddeeff"

static void the_last_bit_draws(void **state)
{
    static const char digits[] = "0123456789abcdef";
    char chance[] = NONCE "00";

    (void)state;
    for (size_t i = 0; i < 16; i++) {
        struct side_draw d;

        chance[SIDE_DRAW_CHANCE_DIGITS - 1] = digits[i];
        assert_int_equal(
            side_draw_sides(&d, "a:1950", "[fe80::1%eth0]:1951", chance), 0);
        assert_int_equal(d.swapped, i % 2 == 1);
        assert_string_equal(d.text, d.swapped
                                        ? "left=[fe80::1%eth0]:1951 right=a:1950"
                                        : "left=a:1950 right=[fe80::1%eth0]:1951");
        assert_string_equal(d.nonce, NONCE);
    }
}

/* Only the text shows the draw, not the nonce. */
static void the_nonce_does_not_draw(void **state)
{
    struct side_draw d;
    char chance[] = "ffffffffffffffffffffffffffffffff"
                    "f0";

    (void)state;
    assert_int_equal(side_draw_sides(&d, "a", "b", chance), 0);
    assert_false(d.swapped);
}

static void refuses(
    const char *first, const char *second, const char *chance, int error)
{
    struct side_draw d = {.text = "as it was"};

    assert_int_equal(side_draw_sides(&d, first, second, chance), -1);
    assert_int_equal(errno, error);
    assert_string_equal(d.text, "as it was");
}

static void bad_stations_and_chances_are_refused(void **state)
{
    char longest[SIDE_DRAW_STATION_MAX + 2] = "";

    (void)state;
    memset(longest, 'x', SIDE_DRAW_STATION_MAX + 1);
    refuses("a", "a", NONCE "00", EEXIST);
    refuses("", "a", NONCE "00", EINVAL);
    refuses("a", "lpp:/a b", NONCE "00", EINVAL);
    refuses("a\n", "b", NONCE "00", EINVAL);
    refuses("a", longest, NONCE "00", ENAMETOOLONG);
    refuses("a", "b", NONCE, EINVAL);
    refuses("a", "b", NONCE "0g", EINVAL);
    refuses("a", "b", NONCE "000", EINVAL);
}

static void a_draw_is_read(void **state)
{
    static const char *const bad[] = {"", "left=a", "left=a right=", "left= right=b",
        "left=a right=a", "left=a  right=b", "left=a right=b ", "right=b left=a",
        "left=a right=b c", "Left=a right=b"};
    char left[SIDE_DRAW_STATION_MAX + 1], right[SIDE_DRAW_STATION_MAX + 1];
    char longest[SIDE_DRAW_STATION_MAX + 1] = "";
    struct side_draw d;

    (void)state;
    assert_int_equal(side_draw_read("left=10.0.0.2:1950 right=b", left, right), 0);
    assert_string_equal(left, "10.0.0.2:1950");
    assert_string_equal(right, "b");
    memset(longest, 'x', SIDE_DRAW_STATION_MAX);
    assert_int_equal(side_draw_sides(&d, longest, "b", NONCE "01"), 0);
    assert_int_equal(side_draw_read(d.text, left, right), 0);
    assert_string_equal(right, longest);
    for (size_t i = 0; i < COUNT(bad); i++) {
        assert_int_equal(side_draw_read(bad[i], left, right), -1);
        assert_int_equal(errno, EINVAL);
    }
}

/* A recalled draw has the text of the first one; a failure changes nothing. */
static void a_draw_is_recalled(void **state)
{
    struct side_draw d, again, unchanged;
    char chance[SIDE_DRAW_CHANCE_DIGITS + 1], word[SIDE_DRAW_TEXT_SIZE];

    (void)state;
    memset(chance, '2', sizeof(chance) - 1);
    chance[sizeof(chance) - 1] = '\0';
    assert_int_equal(side_draw_sides(&d, "a:1950", "b:1950", chance), 0);
    assert_int_equal(side_draw_recall(&again, "a:1950", "b:1950", d.nonce), 0);
    assert_string_equal(again.text, d.text);
    assert_string_equal(again.nonce, d.nonce);

    memset(word, 'x', sizeof(word) - 1);
    word[sizeof(word) - 1] = '\0';
    unchanged = again;
    assert_int_equal(side_draw_recall(&again, word, "b:1950", d.nonce), -1);
    assert_int_equal(errno, ENAMETOOLONG);
    assert_int_equal(side_draw_recall(&again, "a:1950", "b:1950", word), -1);
    assert_int_equal(errno, ENAMETOOLONG);
    assert_memory_equal(&again, &unchanged, sizeof(again));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_bit_draws),
        cmocka_unit_test(the_nonce_does_not_draw),
        cmocka_unit_test(bad_stations_and_chances_are_refused),
        cmocka_unit_test(a_draw_is_read),
        cmocka_unit_test(a_draw_is_recalled),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
