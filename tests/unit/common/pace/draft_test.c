/*
 * draft_test.c - keys of a draft and their results (draft.h).
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <string.h>

#include "common/conversation/key.h"
#include "common/pace/draft.h"

enum { SAID_MAX = 4096 };

static struct draft draft;

/* The text that was sent, '/' for each end of a turn, '!' for each refused key. */
static const char *say(const char *keys)
{
    static char said[SAID_MAX];
    size_t length = 0;

    for (; *keys != '\0'; keys++) {
        enum draft_result result = draft_press(&draft, (unsigned char)*keys);
        if (result == DRAFT_LINE || result == DRAFT_TURN) {
            for (size_t i = 0; i < draft.length; i++)
                said[length++] = (char)draft.text[i];
            draft_sent(&draft);
        }
        if (result == DRAFT_TURN)
            said[length++] = '/';
        else if (result > DRAFT_TURN)
            said[length++] = '!';
    }
    said[length] = '\0';
    return said;
}

struct draft_case {
    const char *what, *keys;
    const char *by_line, *by_turn; /* the text sent at either pace */
};

static const struct draft_case cases[] = {
    {"a line and a turn", "Yes.\r\r", "Yes.\r/", "Yes.\r/"},
    {"two lines", "One.\rTwo.\r\r", "One.\rTwo.\r/", "One.\rTwo.\r/"},
    {"an unfinished one", "One.\rTw", "One.\r", ""},
    {"an empty turn", "\r\r", "/", "/"},
    {"a lone Return is nothing yet", "\rYes.\r\r", "Yes.\r/", "Yes.\r/"},
    {"corrections are made", "Yex\bs.\r\r", "Yes.\r/", "Yes.\r/"},
    {"all of it is taken back", "No\b\bYes.\r\r", "Yes.\r/", "Yes.\r/"},
    {"nothing to take back", "\bYes.\r\r", "!Yes.\r/", "!Yes.\r/"},
    {"the end of a line is taken back", "One.\r\b\b\bk.\r\r", "One.\r!!!k.\r/",
        "Onk.\r/"},
    {"blanks at the end go", "Yes.  \r\r", "Yes.\r/", "Yes.\r/"},
    {"a blank line is empty", "Yes.\r   \r", "Yes.\r/", "Yes.\r/"},
    {"blanks at the beginning stay", "  Yes.\r\r", "  Yes.\r/", "  Yes.\r/"},
    {"a Tab is a blank", "a\tb\t\r\r", "a b\r/", "a b\r/"},
    {"no controls",
        "a\x01"
        "b\r\r",
        "!ab\r/", "!ab\r/"},
    {"two turns", "a\r\rb\r\r", "a\r/b\r/", "a\r/b\r/"},
};

static void keys_become_text(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        for (int whole = 0; whole < 2; whole++) {
            char said[SAID_MAX] = "";
            draft_init(&draft, rulebook_find("1996"), whole);
            /* Key by key, because each turn begins again. */
            for (const char *key = cases[i].keys; *key != '\0'; key++) {
                const char *more = say((char[]){*key, '\0'});
                strcat(said, more);
                if (strchr(more, '/') != NULL)
                    draft_begin(&draft, false, false);
            }
            if (strcmp(said, whole ? cases[i].by_turn : cases[i].by_line) != 0)
                fail_msg("%s, %s: %s", cases[i].what, whole ? "turn" : "line", said);
        }
}

/* Without turns each line is sent by itself, and blank lines are dropped. */
static void without_turns_each_line_goes_out(void **state)
{
    static const char *const books[] = {"2004", "2009", "wager"};

    (void)state;
    for (size_t i = 0; i < COUNT(books); i++)
        for (int whole = 0; whole < 2; whole++) {
            draft_init(&draft, rulebook_find(books[i]), whole);
            assert_string_equal(say("\r\rOne.\r\r  \rTw\bo. \r\r\r"), "One.\rTo.\r");
            assert_false(draft_may_end(&draft));
            assert_int_equal(draft.length, 0);
            draft_begin(
                &draft, true, false); /* the judge has seen the beginning of a line */
            assert_string_equal(say("\r\r"), "\r");
        }
}

/* A mark needs a character before it. */
static void a_draft_has_the_books_alphabet(void **state)
{
    (void)state;
    draft_init(&draft, rulebook_find("2003"), true);
    assert_int_equal(draft_press(&draft, 0xe9), DRAFT_ALPHABET);
    draft_init(&draft, rulebook_find("wager"), true);
    assert_int_equal(draft_press(&draft, 0xe9), DRAFT_TAKEN);
    assert_int_equal(draft_press(&draft, 0x301), DRAFT_TAKEN);
    assert_int_equal(draft_press(&draft, 0x202e), DRAFT_ALPHABET);
    assert_int_equal(draft_press(&draft, K_RETURN), DRAFT_LINE);
    draft_sent(&draft);
    assert_int_equal(draft_press(&draft, 0x301), DRAFT_ALPHABET);
}

/* After a crash the judge has seen the beginning of a line, or a Return. */
static void a_turn_is_resumed(void **state)
{
    (void)state;
    for (int whole = 0; whole < 2; whole++) {
        draft_init(&draft, rulebook_find("1996"), whole);
        draft_begin(&draft, true, false);
        assert_string_equal(say("\b"), "!");
        assert_string_equal(say("\r\r"), "\r/");
        draft_begin(&draft, true, false);
        assert_string_equal(say("lo.\r\r"), "lo.\r/");
        draft_begin(&draft, false, true);
        assert_string_equal(say("\r"), "/");
    }
}

static void a_line_has_a_limit(void **state)
{
    (void)state;
    draft_init(&draft, rulebook_find("1996"), true);
    for (int i = 0; i < PROMPT_LINE_MAX; i++)
        assert_int_equal(draft_press(&draft, 'x'), DRAFT_TAKEN);
    assert_int_equal(draft_press(&draft, 'x'), DRAFT_FULL);
    assert_int_equal(draft_press(&draft, K_RETURN), DRAFT_TAKEN);
    assert_int_equal(draft_press(&draft, 'x'), DRAFT_TAKEN);
}

/* The longest draft can be sent. */
static void a_draft_has_a_limit(void **state)
{
    enum draft_result result = DRAFT_TAKEN;

    (void)state;
    draft_init(&draft, rulebook_find("1996"), true);
    for (int i = 0; result == DRAFT_TAKEN; i++)
        result = draft_press(&draft, i % 900 == 899 ? K_RETURN : 'x');
    assert_int_equal(result, DRAFT_FULL);
    assert_true(draft.length > DRAFT_MAX - 3);
    assert_int_equal(draft_press(&draft, K_RETURN), DRAFT_TAKEN);
    assert_int_equal(draft_press(&draft, K_RETURN), DRAFT_TURN);
    assert_true(draft.length <= DRAFT_MAX);
}

static void the_line_is_shown(void **state)
{
    size_t length;

    (void)state;
    draft_init(&draft, rulebook_find("1996"), true);
    say("One.\rTwo");
    assert_int_equal(draft_line(&draft, &length)[0], 'T');
    assert_int_equal(length, 3);
    assert_false(draft_may_end(&draft));
    say("\r");
    assert_true(draft_may_end(&draft));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_become_text),
        cmocka_unit_test(without_turns_each_line_goes_out),
        cmocka_unit_test(a_draft_has_the_books_alphabet),
        cmocka_unit_test(a_turn_is_resumed),
        cmocka_unit_test(a_line_has_a_limit),
        cmocka_unit_test(a_draft_has_a_limit),
        cmocka_unit_test(the_line_is_shown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
