/*
 * opening_line_test.c - the first line of a station (opening_line.h).
 */
#include "common/conversation/opening_line.h"

#include "tests/support/helper.h"

#include <cmocka.h>
#include <string.h>

static void names_are_checked(void **state)
{
    static const struct {
        const char *name;
        bool good;
    } cases[] = {
        {"", false},
        {"   ", false},
        {"Anne", true},
        {"Anne O'Hara-Smith, Jr.", true},
        {"%s %d", true},
        {"Ren\xc3\xa9", false},
        {"Anne\n", false},
        {"Anne\x1b[2J", false},
    };
    char longest[OPENING_LINE_NAME_MAX + 2];

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        if (opening_line_has_name(cases[i].name) != cases[i].good)
            fail_msg("%s", cases[i].name);
    memset(longest, 'x', sizeof(longest));
    longest[OPENING_LINE_NAME_MAX + 1] = '\0';
    assert_false(opening_line_has_name(longest));
    longest[OPENING_LINE_NAME_MAX] = '\0';
    assert_true(opening_line_has_name(longest));
}

/* The rest of the line after any beginning. */
static void it_is_said_once(void **state)
{
    static const struct {
        const char *book, *said, *rest;
    } cases[] = {
        {"2004", "", "Hello, my name is X and I am the human"},
        {"2004", "Hello, my na", "me is X and I am the human"},
        {"2004", "Hello, my name is X and I am the human", ""},
        {"2004", "Hello, my name is X and I am the human\r", ""},
        {"2004", "Hello, my name is X and I am the human\rSo", ""},
        {"2004", "\r", ""}, /* an empty line counts */
        {"2004", "Hi", ""},
        {"2004", "Hello, my name is X and I am the human!", ""},
        {"1996", "", ""},
        {"2003", "", ""},
        {"2009", "", ""},
        {"wager", "", ""},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct event events[PROMPT_EVENTS_MAX];
        char text[PROMPT_LINE_MAX];
        struct conversation c;
        struct key key;
        size_t length;

        conversation_init(&c, SIDE_OTHER, rulebook_find(cases[i].book));
        for (const char *at = cases[i].said; *at != '\0'; at++)
            assert_true(conversation_type(&c, (unsigned char)*at, 1, &key, events) > 0);
        length = opening_line_rest(&c, "X", text);
        assert_int_equal(length, strlen(cases[i].rest));
        assert_memory_equal(text, cases[i].rest, length);
        conversation_free(&c);
    }
}

/* The longest name fits; a name is not a format. */
static void any_good_name_can_be_said(void **state)
{
    char name[OPENING_LINE_NAME_MAX + 1], text[PROMPT_LINE_MAX];
    struct conversation c;

    (void)state;
    memset(name, '%', OPENING_LINE_NAME_MAX);
    name[OPENING_LINE_NAME_MAX] = '\0';
    conversation_init(&c, SIDE_OTHER, rulebook_find("2004"));
    assert_int_equal(opening_line_rest(&c, name, text),
        strlen("Hello, my name is  and I am the human") + OPENING_LINE_NAME_MAX);
    assert_memory_equal(
        text + strlen("Hello, my name is "), name, OPENING_LINE_NAME_MAX);
    conversation_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_checked),
        cmocka_unit_test(it_is_said_once),
        cmocka_unit_test(any_good_name_can_be_said),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
