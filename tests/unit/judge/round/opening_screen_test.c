/*
 * opening_screen_test.c - the text before the first key, for each book
 * (opening_screen.h).
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <string.h>

#include "judge/round/opening_screen.h"

static bool says(const struct opening_screen *o, const char *words)
{
    for (int i = 0; i < o->count; i++)
        if (strstr(o->lines[i], words) != NULL)
            return true;
    return false;
}

static struct opening_screen opening_of(const char *book, int stations, int minutes)
{
    const struct rulebook *row = rulebook_find(book);
    struct opening_screen_about about = {.book = row,
        .title = "A contest",
        .stations = stations,
        .minutes = minutes,
        .in_turn = stations == 2 && row->minutes_each > 0};
    struct opening_screen o;

    opening_screen_write(&o, &about);
    return o;
}

/* rules/1996.txt, 14; rules/2003.txt, 42; rules/2004.txt, 4; rules/2009.txt, 3 */
static void each_book_has_its_briefing(void **state)
{
    (void)state;
    for (size_t i = 0; i < rulebook_count; i++) {
        struct opening_screen o =
            opening_of(rulebooks[i].name, rulebooks[i].terminals, 5);
        assert_true(says(&o, rulebooks[i].briefing));
        assert_string_equal(o.lines[0], "A contest");
        assert_string_equal(o.lines[o.count - 1], "Press any key to go on.");
    }
}

/* No paragraph is truncated. */
static void each_paragraph_is_whole(void **state)
{
    (void)state;
    for (size_t i = 0; i < rulebook_count; i++)
        for (int stations = 1; stations <= 9; stations++) {
            struct opening_screen o = opening_of(rulebooks[i].name, stations, 1440);
            assert_true(o.count < OPENING_SCREEN_LINES);
            for (int k = 1; k < o.count; k++) {
                size_t length = strlen(o.lines[k]);
                assert_in_range(length, 1, OPENING_SCREEN_LINE_SIZE - 2);
                assert_int_equal(o.lines[k][length - 1], '.');
            }
        }
}

static void keys_are_named_only_if_they_have_an_effect(void **state)
{
    struct opening_screen o = opening_of("1996", 1, 0);

    (void)state;
    assert_true(says(&o, "twice in a row"));
    assert_true(says(&o, "F10"));
    assert_false(says(&o, "Tab"));
    assert_false(says(&o, "minute"));
    o = opening_of("2004", 2, 25);
    assert_true(says(&o, "25 minutes for both together"));
    assert_true(says(&o, "Tab"));
    assert_false(says(&o, "F10"));
    o = opening_of("2009", 2, 1);
    assert_true(says(&o, "1 minute with LEFT and then 1 minute with RIGHT"));
    assert_false(says(&o, "Tab"));
    o = opening_of("wager", 4, 120);
    assert_true(says(&o, "120 minutes for each"));
    assert_true(says(&o, "(Enter): it is sent"));
    assert_true(says(&o, "Tab"));
}

/* Without a screen the text names no screen; for a pipe its only keys are ^D and Tab.
 * No paragraph is truncated. */
static void line_mode_names_its_own_keys(void **state)
{
    (void)state;
    for (size_t i = 0; i < rulebook_count; i++)
        for (int stations = 1; stations <= 4; stations++)
            for (int piped = 0; piped <= 1; piped++) {
                const struct rulebook *row = &rulebooks[i];
                bool pair = stations == 2 && row->terminals == 2;
                struct opening_screen_about about = {.book = row,
                    .stations = stations,
                    .minutes = 5,
                    .in_turn = pair && row->minutes_each > 0,
                    .plain = true,
                    .piped = piped};
                struct opening_screen o;
                opening_screen_write(&o, &about);
                assert_true(o.count < OPENING_SCREEN_LINES);
                for (int k = 0; k < o.count; k++)
                    assert_int_equal(o.lines[k][strlen(o.lines[k]) - 1], '.');
                assert_false(says(&o, "bottom line"));
                assert_false(says(&o, "Page Up"));
                assert_true(says(&o, "line by line"));
                assert_int_equal(says(&o, "Control-D"), piped);
                assert_int_equal(says(&o, "any key"), !piped);
                if (pair)
                    assert_true(says(&o, "begins with its side"));
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_book_has_its_briefing),
        cmocka_unit_test(each_paragraph_is_whole),
        cmocka_unit_test(line_mode_names_its_own_keys),
        cmocka_unit_test(keys_are_named_only_if_they_have_an_effect),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
