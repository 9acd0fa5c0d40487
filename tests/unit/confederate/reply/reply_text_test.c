/*
 * reply_text_test.c - output of a computer entry, and the keys that are typed for it
 * (reply.h).
 */
#include "tests/support/reply_turn.h"

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

enum { SILENT = TURN_IDLE + 1 };

static char *repeat(char *to, char c, size_t count)
{
    memset(to, c, count);
    to[count] = '\0';
    return to + count;
}

/* Texts: the output, and the keys that are typed for it */

struct passage {
    const char *name, *printed, *keys;
};

static const struct passage passages[] = {
    {"LF", "One\nTwo\n\n", "One\rTwo\r"},
    {"CR", "One\rTwo\r\r", "One\rTwo\r"},
    {"CRLF", "One\r\nTwo\r\n\r\n", "One\rTwo\r"},
    {"no end", "One", "One\r"},
    {"nothing", "", ""},
    {"blank lines are dropped", "\n  \n\t\nOne", "One\r"},
    {"blanks at a line's end too", "One  \t\nTwo \n\n", "One\rTwo\r"},
    {"blanks before are kept", "  One\n\n", "  One\r"},
    {"a backspace takes a character back", "Hallo\b\b\b\bello\n\n", "Hello\r"},
    {"a delete does nothing", "Hel\x7flo\n\n", "Hello\r"},
    {"never from the line before", "One\n\b\bTwo\n\n", "One\rTwo\r"},
    {"nor what is not there", "\b\b\bOne\n\n", "One\r"},
    {"a tab goes to the next eighth column", "A\tB\n\n", "A       B\r"},
    {"controls vanish",
        "A\a\x01\x02\x0b\x0c\x0e\x0f\x1f"
        "B\n\n",
        "AB\r"},
    {"and those that are commands at a console",
        "A\x04\x15\x17\x0c"
        "B\n\n",
        "AB\r"},
    {"colours", "\x1b[31mRed\x1b[0m \x1b[1;4mbold\x1b[m\n\n", "Red bold\r"},
    {"the way out of a colour, as tput says it", "\x1b[1mA\x1b(B\x1b[m\n\n", "A\r"},
    {"true colours", "\x1b[38;2;1;2;3mA\x1b[38:5:7mB\n\n", "AB\r"},
    {"moves", "\x1b[2J\x1b[HA\x1b[10;20HB\x1b[5C\x1b[K\x1b[A\n\n", "AB\r"},
    {"modes", "\x1b[?25lA\x1b[?1049hB\x1b[>4;2mC\x1b[!p\n\n", "ABC\r"},
    {"a title", "\x1b]0;owned\aA\x1b]2;owned\x1b\\B\n\n", "AB\r"},
    {"other strings", "\x1bPq#0\x1b\\A\x1b_x\x1b\\B\x1b^y\x1b\\C\n\n", "ABC\r"},
    {"short escapes",
        "\x1b"
        "7A\x1b"
        "8B\x1b=C\x1b>D\x1b"
        "cE\x1bMF\n\n",
        "BCDEF\r"},
    {"character sets", "\x1b)0A\x1b%GB\x1b#8C\n\n", "ABC\r"},
    {"a key as a terminal sends it", "\x1b[A\x1bOA\x1b[15~A\n\n", "A\r"},
    {"UTF-8 as it would be typed",
        "caf\xc3\xa9 \xe2\x80\x9cna\xc3\xafve\xe2\x80\x9d\n\n", "cafe \"naive\"\r"},
    {"typographers' signs", "\xe2\x80\x98x\xe2\x80\x99 \xe2\x80\x93 y\xe2\x80\xa6\n\n",
        "'x' - y...\r"},
    {"two letters for one",
        "Stra\xc3\x9f"
        "e \xc3\x86ther\n\n",
        "Strasse AEther\r"},
    {"a blank that is none",
        "a\xc2\xa0"
        "b\n\n",
        "a b\r"},
    {"what nobody sees",
        "\xef\xbb\xbf"
        "a\xe2\x80\x8b"
        "b\n\n",
        "ab\r"},
    {"what cannot be typed", "\xe4\xbd\xa0\xe5\xa5\xbd\xf0\x9f\x99\x82\n\n", "???\r"},
    {"C1 controls",
        "a\xc2\x85\xc2\x9f"
        "b\n\n",
        "ab\r"},
    {"broken UTF-8", "a\xc3 b\xe2\x80 c\xff d\n\n", "aA b? cy d\r"},
    {"a character cut short by the line's end", "a\xe2\x80\n\n", "a?\r"},
    {"@@05 is text here", "@@05\n\n", "@@05\r"},
};

static bool keys_are(const struct passage *passage, const char *how, const char *got)
{
    if (strcmp(got, passage->keys) == 0)
        return true;
    print_error("%s, %s: \"%s\"\n", passage->name, how, got);
    return false;
}

static void types_passages(void **state)
{
    int failures = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(passages); i++) {
        turn_start();
        turn_feed(passages[i].printed, TURN_START);
        turn_end();
        failures += !keys_are(&passages[i], "at once", turn_take());
    }
    assert_int_equal(failures, 0);
}

static void types_passages_byte_by_byte(void **state)
{
    int failures = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(passages); i++) {
        const char *printed = passages[i].printed;
        turn_start();
        for (size_t at = 0; printed[at] != '\0'; at++)
            reply_feed(&turn_reply, printed + at, 1, TURN_START + (int64_t)at);
        reply_feed(&turn_reply, "", 0, TURN_START + 100);
        turn_end();
        failures += !keys_are(&passages[i], "byte by byte", turn_take());
    }
    assert_int_equal(failures, 0);
}

static void makes_latin1_ascii(void **state)
{
    const char *taken;

    (void)state;
    turn_start();
    turn_feed("caf\xe9 na\xefve\n\n", TURN_START);
    taken = turn_take();
    assert_string_equal(taken, "cafe naive\r");
}

static void feeds_nul(void **state)
{
    (void)state;
    turn_start();
    reply_feed(&turn_reply, "A\0B\n\n", 5, TURN_START);
    assert_string_equal(turn_take(), "AB\r");
}

/* A backspace in a turn does not reach text from before the turn. */
static void keeps_head_from_backspaces(void **state)
{
    (void)state;
    reply_init(&turn_reply, (struct reply_manner){.idle_ms = TURN_IDLE});
    turn_feed("Head", TURN_START);
    reply_begin(&turn_reply, "", 0, TURN_START);
    turn_feed("\b\b\b\b\b\bTail\n\n", TURN_START);
    assert_string_equal(turn_take(), "HeadTail\r");
}

/* One reply without an end to its escape does not cost the judge the next. */
static void forgets_unended_escapes(void **state)
{
    static const char *const begun[] = {
        "One\x1b]0;title", "One\x1bP", "One\x1b[31", "One\x1b", "One\xe2\x80"};
    int failures = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(begun); i++) {
        turn_start();
        turn_feed(begun[i], TURN_START);
        turn_end();
        turn_take();
        reply_begin(&turn_reply, "", 0, TURN_START + 2 * SILENT);
        turn_feed("Two.\n\n", TURN_START + 2 * SILENT);
        if (reply_state(&turn_reply, TURN_START + 2 * SILENT) != REPLY_DONE ||
            strcmp(turn_take(), "Two.\r") != 0) {
            print_error("the next reply suffers from escape %zu\n", i);
            failures++;
        }
    }
    assert_int_equal(failures, 0);
}

/* Long lines */

static void breaks_lines_at_blanks(void **state)
{
    static char line[3000], expected[3000];
    char *end = line, *made = expected;

    (void)state;
    end = repeat(end, 'a', 990);
    *end++ = ' ';
    end = repeat(end, 'b', 500);
    *end++ = ' ';
    end = repeat(end, 'c', 400);
    made = repeat(made, 'a', 990);
    *made++ = '\r';
    made = repeat(made, 'b', 500);
    *made++ = ' ';
    made = repeat(made, 'c', 400);
    memcpy(made, "\r", 2);
    turn_start();
    turn_feed(line, TURN_START);
    assert_string_equal(turn_take(), expected);
}

/* Runs of one character, and the lengths of the lines that come of them. */
static const struct long_line {
    const char *name;
    struct run {
        char c;
        size_t count;
    } runs[4];
    size_t lengths[5];
} long_lines[] = {
    {"as long as may be", {{'x', 1000}}, {1000}},
    {"one more", {{'x', 1001}}, {1000, 1}},
    {"a word of three lines", {{'x', 2500}}, {1000, 1000, 500}},
    {"a blank just in time", {{'x', 1000}, {' ', 1}, {'y', 3}}, {1000, 3}},
    {"a blank just too early", {{'x', 999}, {' ', 1}, {'y', 3}}, {999, 3}},
    {"many blanks at the break", {{'x', 990}, {' ', 30}, {'y', 500}}, {990, 500}},
    {"blanks at the end", {{'x', 999}, {' ', 900}}, {999}},
    {"a short word before a long", {{'x', 1}, {' ', 1}, {'y', 1500}}, {1, 1000, 500}},
    {"nothing but blanks", {{' ', 2500}}, {0}},
};

static void feed_runs(const struct run runs[4])
{
    for (int i = 0; i < 4; i++)
        for (size_t n = 0; n < runs[i].count; n++)
            reply_feed(&turn_reply, &runs[i].c, 1, TURN_START);
}

/* Whether the lines of the keys have these lengths, all above 0. */
static bool have_lengths(const char *made, const size_t lengths[5])
{
    for (int i = 0; lengths[i] != 0; i++) {
        if (strcspn(made, "\r") != lengths[i] || made[lengths[i]] != '\r')
            return false;
        made += lengths[i] + 1;
    }
    return *made == '\0';
}

static void breaks_long_lines(void **state)
{
    int failures = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(long_lines); i++) {
        turn_start();
        feed_runs(long_lines[i].runs);
        if (have_lengths(turn_take(), long_lines[i].lengths))
            continue;
        print_error("%s\n", long_lines[i].name);
        failures++;
    }
    assert_int_equal(failures, 0);
}

/* Blanks that fill more than a line are no line: a blank one would end the turn. */
static void makes_no_line_of_blanks(void **state)
{
    const char *made;

    (void)state;
    turn_start();
    turn_feed("A\n", TURN_START);
    feed_runs((const struct run[4]){{' ', 2000}, {'y', 3}});
    made = turn_take();
    assert_int_equal(strncmp(made, "A\r", 2), 0);
    made += 2;
    assert_true(strspn(made, " ") < strcspn(made, "\r"));
    assert_non_null(strstr(made, "yyy\r"));
}

/* Anything at all */

static struct dice dice = {1950};

static char random_byte(void)
{
    static const char likely[] = "\n\r \b\t\x1b[]mO\x7f\x9b\xc3\xa9\xe2\x80\x9c@>;0A";

    switch (dice_roll(&dice, 4)) {
    case 0:
        return (char)dice_roll(&dice, 256);
    case 1:
        return likely[dice_roll(&dice, sizeof(likely))];
    case 2:
        return ' ';
    default:
        return (char)('a' + dice_roll(&dice, 26));
    }
}

/* Where the book has them, characters are typed as they are, and those that it has not
 * as ever. */
static void types_unicode(void **state)
{
    static const struct {
        const char *printed, *typed;
    } cases[] = {
        {"\xc2\xbfQu\xc3\xa9? \xe6\x97\xa5 \xf0\x9f\x98\x80\n\n",
            "\xc2\xbfQu\xc3\xa9? \xe6\x97\xa5 \xf0\x9f\x98\x80\r"},
        {"\xe9t\xe9\n\n", "\xc3\xa9t\xc3\xa9\r"}, /* Latin-1 */
        {"x\xc2\xa0y\xe2\x80\x8bz\xe2\x80\xaez\n\n", "x yzz\r"},
        {"e\xcc\x81.\n\n", "e\xcc\x81.\r"},
        {"\xcc\x81z \xcc\x81\n\n", "z\r"}, /* marks on nothing */
        {"One.\n \xcc\x81\nTwo.\n\n", "One.\rTwo.\r"},
        {"\xc3\xa9\xc3\xa9\b\xc3\xb6\n\n", "\xc3\xa9\xc3\xb6\r"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        reply_init(
            &turn_reply, (struct reply_manner){.idle_ms = TURN_IDLE, .unicode = true});
        reply_begin(&turn_reply, "", 0, TURN_START);
        turn_feed(cases[i].printed, TURN_START);
        turn_end();
        assert_string_equal(turn_take(), cases[i].typed);
    }
}

/* The longest lines of the widest characters fit, and are broken as others are. */
static void has_room_for_unicode(void **state)
{
    size_t length, breaks = 0;

    (void)state;
    reply_init(
        &turn_reply, (struct reply_manner){.idle_ms = TURN_IDLE, .unicode = true});
    reply_begin(&turn_reply, "", 0, TURN_START);
    for (int i = 0; i < REPLY_MAX; i++)
        turn_feed("\xf0\x9f\x98\x80", TURN_START);
    length = reply_take(&turn_reply, turn_keys);
    for (size_t i = 0; i < length; i++)
        breaks += turn_keys[i] == '\r';
    assert_int_equal(breaks, (REPLY_MAX + PROMPT_LINE_MAX - 1) / PROMPT_LINE_MAX);
    assert_int_equal(length, 4 * REPLY_MAX + breaks);
}

/* The promises of reply_take() for any output. */
static void check_keys(const char *made, size_t length)
{
    size_t column = 0, text = 0;

    for (size_t i = 0; i < length; i++) {
        if (made[i] != '\r') {
            assert_in_range((unsigned char)made[i], ' ', '~');
            text += made[i] != ' ';
            column++;
            continue;
        }
        assert_in_range(column, 1, PROMPT_LINE_MAX);
        assert_true(text > 0);
        assert_true(made[i - 1] != ' ');
        column = text = 0;
    }
    assert_int_equal(column, 0);
}

static size_t random_text(char *text, size_t most)
{
    size_t length = dice_roll(&dice, (uint32_t)most);
    bool wide = dice_roll(&dice, 3) == 0; /* hardly any line's end */

    for (size_t i = 0; i < length; i++) {
        text[i] = random_byte();
        if (wide && (text[i] == '\n' || text[i] == '\r'))
            text[i] = dice_roll(&dice, 2) ? ' ' : 'w';
    }
    return length;
}

static void keeps_its_promises_of_anything(void **state)
{
    static char text[8000], twin[REPLY_KEYS_SIZE];
    enum { TIMES = 3000 };

    (void)state;
    for (int n = 0; n < TIMES; n++) {
        size_t length = random_text(text, n % 2 ? sizeof(text) : 60), made;
        turn_start();
        reply_feed(&turn_reply, text, length, TURN_START);
        made = reply_take(&turn_reply, turn_keys);
        check_keys(turn_keys, made);
        memcpy(twin, turn_keys, made);
        turn_start();
        for (size_t i = 0; i < length; i++)
            reply_feed(&turn_reply, text + i, 1, TURN_START);
        assert_int_equal(reply_take(&turn_reply, turn_keys), made);
        assert_memory_equal(turn_keys, twin, made);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_passages),
        cmocka_unit_test(types_passages_byte_by_byte),
        cmocka_unit_test(makes_latin1_ascii),
        cmocka_unit_test(feeds_nul),
        cmocka_unit_test(keeps_head_from_backspaces),
        cmocka_unit_test(forgets_unended_escapes),
        cmocka_unit_test(breaks_lines_at_blanks),
        cmocka_unit_test(breaks_long_lines),
        cmocka_unit_test(makes_no_line_of_blanks),
        cmocka_unit_test(types_unicode),
        cmocka_unit_test(has_room_for_unicode),
        cmocka_unit_test(keeps_its_promises_of_anything),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
