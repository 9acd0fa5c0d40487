/*
 * lppname_test.c - the names of the sub-directories of a communications directory.
 *
 * Source: rules/2009.txt, 2 and its appendix, and the names of earlier contests.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "common/lpp/lppname.h"

struct name_case {
    const char *name;
    enum lppname_kind kind;
    uint64_t number;
    enum side side;
    uint32_t code;
};

static const struct name_case cases[] = {
    /* the rules' example, and all widths */
    {"000001234567890123.bracketleft.other", LPPNAME_KEY, 1234567890123, SIDE_OTHER,
        '['},
    {"013370843300939157.a.judge", LPPNAME_KEY, 13370843300939157, SIDE_JUDGE, 'a'},
    {"0000000001.H.judge", LPPNAME_KEY, 1, SIDE_JUDGE, 'H'},
    {"000000000010.i.judge", LPPNAME_KEY, 10, SIDE_JUDGE, 'i'},
    {"0.0.judge", LPPNAME_KEY, 0, SIDE_JUDGE, '0'},
    {"9223372036854775807.z.other", LPPNAME_KEY, INT64_MAX, SIDE_OTHER, 'z'},
    {"9223372036854775808.z.other", LPPNAME_FOREIGN, 0, SIDE_OTHER, 0},
    {"00000000000000000001.a.other", LPPNAME_FOREIGN, 0, SIDE_OTHER, 0},
    /* variants of the keys' names */
    {"1.CR.other", LPPNAME_KEY, 1, SIDE_OTHER, K_RETURN},
    {"1.Return.other", LPPNAME_KEY, 1, SIDE_OTHER, K_RETURN},
    {"1.tab.other", LPPNAME_KEY, 1, SIDE_OTHER, K_TAB},
    {"1.Tab.other", LPPNAME_KEY, 1, SIDE_OTHER, K_TAB},
    {"1.quotedbl.other", LPPNAME_KEY, 1, SIDE_OTHER, '"'},
    {"1.quotedble.other", LPPNAME_KEY, 1, SIDE_OTHER, '"'},
    {"1.quotedl.other", LPPNAME_KEY, 1, SIDE_OTHER, '"'},
    {"1.apostrophe.other", LPPNAME_KEY, 1, SIDE_OTHER, '\''},
    {"1.grave.other", LPPNAME_KEY, 1, SIDE_OTHER, '`'},
    {"1.BackSpace.other", LPPNAME_KEY, 1, SIDE_OTHER, K_BACKSPACE},
    /* a character for itself */
    {"1. .other", LPPNAME_KEY, 1, SIDE_OTHER, ' '},
    {"1.?.other", LPPNAME_KEY, 1, SIDE_OTHER, '?'},
    {"1...other", LPPNAME_KEY, 1, SIDE_OTHER, '.'},
    /* keys that the rules do not have */
    {"1.Shift_L.judge", LPPNAME_UNKNOWN, 1, SIDE_JUDGE, 0},
    {"1.return.judge", LPPNAME_UNKNOWN, 1, SIDE_JUDGE, 0},
    {"1.Escape.judge", LPPNAME_UNKNOWN, 1, SIDE_JUDGE, 0},
    {"1.U00E9.judge", LPPNAME_UNKNOWN, 1, SIDE_JUDGE, 0},
    {"1.\303\251.judge", LPPNAME_UNKNOWN, 1, SIDE_JUDGE, 0},
    {"1.\t.judge", LPPNAME_UNKNOWN, 1, SIDE_JUDGE, 0},
    {"1.a.b.judge", LPPNAME_UNKNOWN, 1, SIDE_JUDGE, 0},
    {"1.abcdefghijklmnopqrstuvwxyzabcde.judge", LPPNAME_UNKNOWN, 1, SIDE_JUDGE, 0},
    /* not keys */
    {"1.abcdefghijklmnopqrstuvwxyzabcdef.judge", LPPNAME_FOREIGN, 0, SIDE_JUDGE, 0},
    {"1.a.Judge", LPPNAME_FOREIGN, 0, SIDE_JUDGE, 0},
    {"1.a.others", LPPNAME_FOREIGN, 0, SIDE_JUDGE, 0},
    {"1.a.", LPPNAME_FOREIGN, 0, SIDE_JUDGE, 0},
    {"1.a", LPPNAME_FOREIGN, 0, SIDE_JUDGE, 0},
    {"1..judge", LPPNAME_FOREIGN, 0, SIDE_JUDGE, 0},
    {"1.judge", LPPNAME_FOREIGN, 0, SIDE_JUDGE, 0},
    {".a.judge", LPPNAME_FOREIGN, 0, SIDE_JUDGE, 0},
    {"-1.a.judge", LPPNAME_FOREIGN, 0, SIDE_JUDGE, 0},
    {" 1.a.judge", LPPNAME_FOREIGN, 0, SIDE_JUDGE, 0},
    {"0x1.a.judge", LPPNAME_FOREIGN, 0, SIDE_JUDGE, 0},
    {"1.left.judge.a.webcast", LPPNAME_FOREIGN, 0, SIDE_JUDGE, 0},
    {"LP-01.TXT", LPPNAME_FOREIGN, 0, SIDE_JUDGE, 0},
    {"...", LPPNAME_FOREIGN, 0, SIDE_JUDGE, 0},
    {".", LPPNAME_FOREIGN, 0, SIDE_JUDGE, 0},
    {"", LPPNAME_FOREIGN, 0, SIDE_JUDGE, 0},
};

static void names_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        const struct name_case *c = &cases[i];
        char *copy = exact_copy(c->name, strlen(c->name));
        struct lppname name = {0};
        enum lppname_kind kind = lppname_read(copy, strlen(c->name), &name);

        if (kind != c->kind)
            fail_msg("\"%s\" is read as %d", c->name, (int)kind);
        if (kind != LPPNAME_FOREIGN &&
            (name.number != c->number || name.side != c->side))
            fail_msg("\"%s\" has another number or side", c->name);
        if (kind == LPPNAME_KEY && name.code != c->code)
            fail_msg("\"%s\" is another key", c->name);
        free(copy);
    }
}

/* Every key of the rules: 62 letters and digits, 36 names. */
static void what_is_written_is_read(void **state)
{
    size_t written = 0;

    (void)state;
    for (uint32_t code = 0; code < 0x300; code++) {
        struct key key = {1234567890123, code, SIDE_OTHER};
        char text[KEY_TEXT_SIZE];
        size_t length = lppname_write(&key, text);
        struct lppname name;

        assert_int_equal(length, strlen(text));
        if (length == 0)
            continue;
        written++;
        assert_int_equal(lppname_read(text, length, &name), LPPNAME_KEY);
        assert_int_equal(name.number, key.time);
        assert_int_equal(name.code, code);
        assert_int_equal(strspn(text, "0123456789"), KEY_TIME_DIGITS);
    }
    assert_int_equal(written, 62 + 36);
}

static void what_the_protocol_has_not_is_not_written(void **state)
{
    static const uint32_t codes[] = {K_ESCAPE, 0, '\n', 0x7f, 0xe9, 0x1f600};
    char text[KEY_TEXT_SIZE];
    struct key late = {KEY_TIME_MAX + 1, 'a', SIDE_JUDGE};

    (void)state;
    for (size_t i = 0; i < COUNT(codes); i++)
        assert_int_equal(
            lppname_write(&(struct key){1, codes[i], SIDE_JUDGE}, text), 0);
    assert_string_equal(text, "");
    assert_int_equal(lppname_write(&late, text), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_read),
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(what_the_protocol_has_not_is_not_written),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
