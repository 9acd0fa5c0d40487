/*
 * key_test.c - names, times and the text form of keystrokes (key.h).
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/conversation/key.h"

struct name {
    const char *name;
    uint32_t code;
};

/* rules/2009.txt, Appendix, in its order; and the extension. */
static const struct name names[] = {
    {"braceleft", '{'},
    {"braceright", '}'},
    {"bracketleft", '['},
    {"bracketright", ']'},
    {"parenleft", '('},
    {"parenright", ')'},
    {"space", ' '},
    {"comma", ','},
    {"period", '.'},
    {"greater", '>'},
    {"less", '<'},
    {"slash", '/'},
    {"backslash", '\\'},
    {"bar", '|'},
    {"quotedbl", '"'},
    {"quoteright", '\''},
    {"Tab", '\t'},
    {"equal", '='},
    {"underscore", '_'},
    {"plus", '+'},
    {"minus", '-'},
    {"exclam", '!'},
    {"at", '@'},
    {"numbersign", '#'},
    {"dollar", '$'},
    {"percent", '%'},
    {"asterisk", '*'},
    {"asciicircum", '^'},
    {"asciitilde", '~'},
    {"quoteleft", '`'},
    {"ampersand", '&'},
    {"Return", 0x0d},
    {"colon", ':'},
    {"semicolon", ';'},
    {"question", '?'},
    {"BackSpace", 0x08},
    {"Escape", 0x1b},
    {"U0080", 0x80},
    {"U00E9", 0xe9},
    {"U20AC", 0x20ac},
    {"UD7FF", 0xd7ff},
    {"UE000", 0xe000},
    {"UFFFF", 0xffff},
    {"U10000", 0x10000},
    {"U1F600", 0x1f600},
    {"UABCDE", 0xabcde},
    {"U10FFFF", 0x10ffff},
};

/* FORMATS.md, 10: read, but never written. */
static const struct name only_read[] = {
    {"CR", 0x0d},
    {"tab", '\t'},
    {"quotedble", '"'},
    {"quotedl", '"'},
    {"apostrophe", '\''},
    {"grave", '`'},
    {"U000E9", 0xe9},
    {"U0000E9", 0xe9},
    {"U01F600", 0x1f600},
};

static const char *const no_names[] = {"", " ", ".", "@", "_", "[", "\xe9", "\x01", "/",
    ":", "`", "{", "Space", "SPACE", "spac", "spacex", "return", "Retur", "Returns",
    "cr", "LF", "TAB", "backspace", "Backspace", "escape", "Esc", "Quotedbl", "Shift_L",
    "Caps_Lock", "Up", "11", "aa", "U0", "U00", "U0E9", "u00E9", "V00E9", "U00e9",
    "U00G0", "U00@0", "U00/0", "U00:0", "U0041", "U007F", "U0000", "UD800", "UDFFF",
    "U110000", "UFFFFFF", "U00000E9", "U-0E9", "U+0E9", "U 0E9"};

static void names_are_those_of_the_appendix(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(names); i++) {
        char name[KEY_NAME_SIZE];
        uint32_t code = 0;

        assert_int_equal(key_spell(names[i].code, name), strlen(names[i].name));
        assert_string_equal(name, names[i].name);
        assert_int_equal(key_code(name, strlen(name), &code), 0);
        assert_int_equal(code, names[i].code);
    }
}

static void letters_and_digits_stand_for_themselves(void **state)
{
    static const char all[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                              "0123456789";

    (void)state;
    for (const char *c = all; *c != '\0'; c++) {
        char name[KEY_NAME_SIZE];
        uint32_t code = 0;

        assert_int_equal(key_spell((uint32_t)*c, name), 1);
        assert_int_equal(name[0], *c);
        assert_int_equal(name[1], '\0');
        assert_int_equal(key_code(c, 1, &code), 0);
        assert_int_equal(code, *c);
    }
}

/* Every code has a unique name that reads back, or no name. */
static void every_code_is_spelt_and_read_back(void **state)
{
    (void)state;
    for (uint32_t code = 0; code <= 0x110010; code++) {
        char name[KEY_NAME_SIZE] = "unchanged";
        size_t length = key_spell(code, name);
        uint32_t read = UINT32_MAX;
        bool control = code < ' ' || code == 0x7f;
        bool named = control ? code != 0 && strchr("\b\t\r\x1b", (int)code) != NULL
                             : code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);

        assert_int_equal(length, strlen(name));
        assert_int_equal(length > 0, named);
        if (!named)
            continue;
        assert_int_equal(key_code(name, length, &read), 0);
        assert_int_equal(read, code);
    }
}

static void names_of_earlier_contests_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(only_read); i++) {
        char name[KEY_NAME_SIZE];
        uint32_t code = 0;

        assert_int_equal(
            key_code(only_read[i].name, strlen(only_read[i].name), &code), 0);
        assert_int_equal(code, only_read[i].code);
        assert_true(key_spell(code, name) > 0);
        assert_string_not_equal(name, only_read[i].name);
    }
}

static void other_names_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(no_names); i++) {
        uint32_t code = 4711;

        errno = 0;
        if (key_code(no_names[i], strlen(no_names[i]), &code) == 0)
            fail_msg("\"%s\" is read as %" PRIX32, no_names[i], code);
        assert_int_equal(errno, EINVAL);
        assert_int_equal(code, 4711);
    }
}

/* Exactly len bytes are read, even if one of them is a NUL. */
static void names_have_a_length(void **state)
{
    uint32_t code = 0;

    (void)state;
    assert_int_equal(key_code("aReturn", 1, &code), 0);
    assert_int_equal(code, 'a');
    assert_int_equal(key_code("CRx", 2, &code), 0);
    assert_int_equal(code, K_RETURN);
    assert_int_equal(key_code("bar\0", 4, &code), -1);
    assert_int_equal(key_code("U00E9U", 5, &code), 0);
    assert_int_equal(code, 0xe9);
    assert_int_equal(key_code("a\0", 2, &code), -1);
}

static void sides_have_names(void **state)
{
    (void)state;
    assert_string_equal(side_name(SIDE_JUDGE), "judge");
    assert_string_equal(side_name(SIDE_OTHER), "other");
    assert_int_equal(side_other(SIDE_JUDGE), SIDE_OTHER);
    assert_int_equal(side_other(SIDE_OTHER), SIDE_JUDGE);
}

static const struct {
    const char *digits;
    uint64_t time;
} times[] = {
    {"0", 0},
    {"9", 9},
    {"7", 7},
    {"000000000000000000", 0},
    {"0000000000000000000", 0},
    {"000001234567890123", 1234567890123},
    {"013370843300939157", 13370843300939157},
    {"999999999999999999", KEY_TIME_MAX},
    {"9223372036854775806", INT64_MAX - 1},
    {"9223372036854775807", INT64_MAX},
    {"1234567890", 1234567890},
};

static const char *const no_times[] = {"", "x", "-1", "+1", " 1", "1 ", "1x", "x1",
    "1.5", "/", ":", "0x10", "9223372036854775808", "9999999999999999999",
    "00000000000000000000", "00000000000000000001", "12345678901234567890"};

static void times_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(times); i++) {
        uint64_t time = 4711;

        assert_int_equal(key_time(times[i].digits, strlen(times[i].digits), &time), 0);
        assert_true(time == times[i].time);
    }
    for (size_t i = 0; i < COUNT(no_times); i++) {
        uint64_t time = 4711;

        errno = 0;
        assert_int_equal(key_time(no_times[i], strlen(no_times[i]), &time), -1);
        assert_int_equal(errno, EINVAL);
        assert_true(time == 4711);
    }
}

static const struct {
    uint64_t time;
    uint64_t ms;
} historic[] = {
    {0, 0},
    {1, 1},
    {1234567890123, 1234567890123},
    {UINT64_C(9999999999999999), UINT64_C(9999999999999999)},
    {UINT64_C(10000000000000000), UINT64_C(1000000000000)},
    {UINT64_C(11929736140563399), UINT64_C(1192973614563)},
    {UINT64_C(13370843300939157), UINT64_C(1337084330939)},
    {UINT64_C(12522395810609375), UINT64_C(1252239581609)},
    {UINT64_C(13370843309999999), UINT64_C(1337084339999)},
    {KEY_TIME_MAX, UINT64_C(100000000008999)},
};

/* FORMATS.md, 8: 11 digits of seconds, then 7 of microseconds. */
static void historic_times_are_microseconds(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(historic); i++)
        if (key_time_ms(historic[i].time) != historic[i].ms)
            fail_msg("%" PRIu64 " is read as %" PRIu64, historic[i].time,
                key_time_ms(historic[i].time));
}

static const struct {
    const char *text;
    struct key key;
} keystrokes[] = {
    {"000001234567890123.bracketleft.other", {1234567890123, '[', SIDE_OTHER}},
    {"000001763648340123.H.judge", {1763648340123, 'H', SIDE_JUDGE}},
    {"000000000000000000.0.judge", {0, '0', SIDE_JUDGE}},
    {"000000000000000001.period.other", {1, '.', SIDE_OTHER}},
    {"000000000000000001.Escape.judge", {1, K_ESCAPE, SIDE_JUDGE}},
    {"009999999999999999.U10FFFF.other", {9999999999999999, 0x10ffff, SIDE_OTHER}},
    {"000000000000000009.asciicircum.other", {9, '^', SIDE_OTHER}},
};

static void keystrokes_are_written_and_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(keystrokes); i++) {
        const char *expected = keystrokes[i].text;
        char text[KEY_TEXT_SIZE];
        struct key key;

        assert_int_equal(key_text(&keystrokes[i].key, text), strlen(expected));
        assert_string_equal(text, expected);
        assert_int_equal(key_read(text, strlen(text), &key), 0);
        assert_true(key.time == keystrokes[i].key.time);
        assert_int_equal(key.code, keystrokes[i].key.code);
        assert_int_equal(key.side, keystrokes[i].key.side);
    }
}

static const struct {
    const char *text;
    struct key key;
} forgiven[] = {
    {"1.CR.judge", {1, K_RETURN, SIDE_JUDGE}},
    {"0000000000000000012.quotedl.other", {12, '"', SIDE_OTHER}},
    {"013370843300939157.x.other", {1337084330939, 'x', SIDE_OTHER}},
    {"9223372036854775807.x.other", {922337203689775, 'x', SIDE_OTHER}},
};

static const char *const no_keystrokes[] = {"", ".", "..", "1.a", "1.a.", "1..judge",
    ".a.judge", "1.a.Judge", "1.a.judge ", "1.a.judges", "1.a.judg", "1.a.local",
    " 1.a.judge", "1 .a.judge", "1. a.judge", "1.a.judge.other", "1.a.judge.",
    "1...judge", "x.a.judge", "1.Shift_L.judge", "1.U0041.judge",
    "9223372036854775808.a.judge", "1,a,judge", "-1.a.judge", "1.a judge"};

static void variants_of_keystrokes_are_read(void **state)
{
    struct key key;

    (void)state;
    for (size_t i = 0; i < COUNT(forgiven); i++) {
        assert_int_equal(key_read(forgiven[i].text, strlen(forgiven[i].text), &key), 0);
        if (key.time != forgiven[i].key.time)
            fail_msg("%s is read as %" PRIu64, forgiven[i].text, key.time);
        assert_int_equal(key.code, forgiven[i].key.code);
        assert_int_equal(key.side, forgiven[i].key.side);
    }
    key = (struct key){4711, 'k', SIDE_OTHER};
    for (size_t i = 0; i < COUNT(no_keystrokes); i++) {
        size_t length = strlen(no_keystrokes[i]);
        char *copy = exact_copy(no_keystrokes[i], length);

        errno = 0;
        if (key_read(copy, length, &key) != -1)
            fail_msg("\"%s\" is read", no_keystrokes[i]);
        assert_int_equal(errno, EINVAL);
        free(copy);
        assert_true(key.time == 4711 && key.code == 'k' && key.side == SIDE_OTHER);
    }
    assert_int_equal(key_read("1.a.judgement", strlen("1.a.judge"), &key), 0);
    assert_int_equal(key_read("1.a.judge\0", strlen("1.a.judge") + 1, &key), -1);
}

static void the_latest_time_has_a_text_form(void **state)
{
    struct key key = {KEY_TIME_MAX, 'a', SIDE_OTHER};
    char text[KEY_TEXT_SIZE];

    (void)state;
    assert_int_equal(key_text(&key, text), strlen("999999999999999999.a.other"));
    assert_string_equal(text, "999999999999999999.a.other");
}

static void invalid_keystrokes_have_no_text_form(void **state)
{
    static const struct key none[] = {
        {1, 0, SIDE_JUDGE},
        {1, '\n', SIDE_JUDGE},
        {1, 0x7f, SIDE_JUDGE},
        {1, 0xd800, SIDE_JUDGE},
        {1, 0x110000, SIDE_JUDGE},
        {KEY_TIME_MAX + 1, 'a', SIDE_JUDGE},
        {UINT64_MAX, 'a', SIDE_JUDGE},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(none); i++) {
        char text[KEY_TEXT_SIZE] = "unchanged";

        assert_int_equal(key_text(&none[i], text), 0);
        assert_string_equal(text, "");
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_those_of_the_appendix),
        cmocka_unit_test(letters_and_digits_stand_for_themselves),
        cmocka_unit_test(every_code_is_spelt_and_read_back),
        cmocka_unit_test(names_of_earlier_contests_are_read),
        cmocka_unit_test(other_names_are_refused),
        cmocka_unit_test(names_have_a_length),
        cmocka_unit_test(sides_have_names),
        cmocka_unit_test(times_are_read),
        cmocka_unit_test(historic_times_are_microseconds),
        cmocka_unit_test(keystrokes_are_written_and_read),
        cmocka_unit_test(variants_of_keystrokes_are_read),
        cmocka_unit_test(the_latest_time_has_a_text_form),
        cmocka_unit_test(invalid_keystrokes_have_no_text_form),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
