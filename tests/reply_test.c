/*
 * reply_test.c - what a computer entry prints, and the keys that are made of it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "prompt.h"
#include "reply.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

enum { START = 1000, IDLE = 700, STEPS = 12, SILENT = IDLE + 1, SEED = 1950 };

static struct reply reply;
static char keys[REPLY_KEYS_SIZE];

static void feed(const char *text, int64_t tick)
{
    reply_feed(&reply, text, strlen(text), tick);
}

/* What is taken, as a string. */
static const char *take(void)
{
    static char taken[REPLY_KEYS_SIZE + 1];
    size_t length = reply_take(&reply, keys);

    assert_true(length <= sizeof(keys));
    memcpy(taken, keys, length);
    taken[length] = '\0';
    return taken;
}

/* Silence in which the program is given up, or its reply is over. */
static void wait_until_done(void)
{
    assert_int_equal(reply_state(&reply, reply_due(&reply)), REPLY_DONE);
}

static char *repeat(char *to, char c, size_t count)
{
    memset(to, c, count);
    to[count] = '\0';
    return to + count;
}

/* Scripts: when a reply ends */

struct step {
    char act; /* b turn begun, p printed, s state, r ready or not, d due, t taken,
                k the banner is kept from the judge */
    int64_t tick;
    const char *text; /* printed or taken; the state: w d h f */
    int64_t due;
};

struct script {
    const char *name, *prompt;
    struct step steps[STEPS + 1];
};

static const struct script scripts[] = {
    {"an empty line ends a reply", NULL,
        {{'b', 0, NULL, 0}, {'p', 10, "One.\nTwo.\n", 0}, {'s', 10, "w", 0},
            {'p', 11, "\n", 0}, {'s', 11, "d", 0}, {'t', 0, "One.\rTwo.\r", 0}}},
    {"so does a line of blanks", NULL,
        {{'b', 0, NULL, 0}, {'p', 10, "One.\n \t \n", 0}, {'s', 10, "d", 0},
            {'t', 0, "One.\r", 0}}},
    {"an empty line before any text does not", NULL,
        {{'b', 0, NULL, 0}, {'p', 10, "\n\nOne.\n", 0}, {'s', 10, "w", 0},
            {'p', 11, "\n", 0}, {'s', 11, "d", 0}, {'t', 0, "One.\r", 0}}},
    {"silence ends a reply, to the millisecond", NULL,
        {{'b', 0, NULL, 0}, {'p', 10, "One.\n", 0}, {'d', 0, NULL, 10 + IDLE},
            {'s', 9 + IDLE, "w", 0}, {'s', 10 + IDLE, "d", 0}, {'t', 0, "One.\r", 0}}},
    {"every byte begins the silence anew", NULL,
        {{'b', 0, NULL, 0}, {'p', 10, "O", 0}, {'p', 600, "ne", 0},
            {'s', 10 + IDLE, "w", 0}, {'d', 0, NULL, 600 + IDLE},
            {'s', 600 + IDLE, "d", 0}, {'t', 0, "One\r", 0}}},
    {"nothing for a minute is a hung program", NULL,
        {{'b', 5, NULL, 0}, {'d', 0, NULL, 5 + REPLY_HUNG_MS},
            {'s', 4 + REPLY_HUNG_MS, "w", 0}, {'s', 5 + REPLY_HUNG_MS, "h", 0}}},
    {"what was printed before the turn is at its head and ends nothing", NULL,
        {{'p', 0, "ELIZA\n\nTell me.\n\n", 0}, {'b', 10, NULL, 0}, {'s', 10, "w", 0},
            {'s', 10 + IDLE, "w", 0}, {'p', 20, "Go on.\n\n", 0}, {'s', 20, "d", 0},
            {'t', 0, "ELIZA\rTell me.\rGo on.\r", 0}}},
    {"an empty line before the text, after a head, ends nothing", NULL,
        {{'p', 0, "ELIZA\n", 0}, {'b', 10, NULL, 0}, {'p', 20, "\nGo on.\n", 0},
            {'s', 20, "w", 0}, {'p', 21, "\n", 0}, {'s', 21, "d", 0},
            {'t', 0, "ELIZA\rGo on.\r", 0}}},
    {"silence counts from the turn, not from the head", NULL,
        {{'p', 0, "ELIZA\n", 0}, {'b', 5000, NULL, 0}, {'s', 5000 + IDLE, "w", 0},
            {'s', 5000 + REPLY_HUNG_MS, "h", 0}}},
    {"what comes after the end waits for the next turn", NULL,
        {{'b', 0, NULL, 0}, {'p', 10, "One.\n\nLate.\n", 0}, {'s', 10, "d", 0},
            {'t', 0, "One.\r", 0}, {'p', 15, "Later.\n\n", 0}, {'b', 20, NULL, 0},
            {'s', 20, "w", 0}, {'p', 30, "Two.\n\n", 0}, {'s', 30, "d", 0},
            {'t', 0, "Late.\rLater.\rTwo.\r", 0}}},
    {"what is taken before the end is all there is", NULL,
        {{'b', 0, NULL, 0}, {'p', 10, "One.\nTw", 0}, {'s', 10, "w", 0},
            {'t', 0, "One.\rTw\r", 0}, {'b', 20, NULL, 0}, {'p', 30, "o.\n\n", 0},
            {'t', 0, "o.\r", 0}}},
    {"an empty reply is one", NULL,
        {{'b', 0, NULL, 0}, {'p', 10, "\n", 0}, {'s', 10, "w", 0},
            {'s', 10 + IDLE, "d", 0}, {'t', 0, "", 0}}},
    {"a line that only looked blank", NULL,
        {{'b', 0, NULL, 0}, {'p', 10, "One.\n  ", 0}, {'p', 11, "more\n", 0},
            {'s', 11, "w", 0}, {'p', 12, "\n", 0}, {'s', 12, "d", 0},
            {'t', 0, "One.\r  more\r", 0}}},
    {"without a prompt a program is always ready", NULL,
        {{'r', 0, "yes", 0}, {'p', 0, "Busy", 0}, {'r', 0, "yes", 0}}},
    {"a prompt says that it is", "> ",
        {{'r', 0, "no", 0}, {'p', 0, "ELIZA\n>", 0}, {'r', 0, "no", 0},
            {'p', 1, " ", 0}, {'r', 0, "yes", 0}}},
    {"a prompt ends a reply, and empty lines and silence do not", "> ",
        {{'p', 0, "> ", 0}, {'b', 5, NULL, 0}, {'p', 10, "One.\n\nTwo.\n", 0},
            {'s', 10 + IDLE, "w", 0}, {'d', 0, NULL, 10 + REPLY_HUNG_MS},
            {'p', 900, "> ", 0}, {'s', 900, "d", 0}, {'t', 0, "One.\rTwo.\r", 0}}},
    {"a prompt in pieces", "you> ",
        {{'p', 0, "you> ", 0}, {'b', 5, NULL, 0}, {'p', 10, "One.\nyo", 0},
            {'s', 10, "w", 0}, {'p', 11, "u>", 0}, {'s', 11, "w", 0}, {'p', 12, " ", 0},
            {'s', 12, "d", 0}, {'t', 0, "One.\r", 0}}},
    {"a prompt within a line is text", "> ",
        {{'p', 0, "> ", 0}, {'b', 5, NULL, 0}, {'p', 10, "2 > ", 0}, {'s', 10, "w", 0},
            {'p', 11, "1\n", 0}, {'s', 11, "w", 0}, {'p', 12, "> ", 0},
            {'s', 12, "d", 0}, {'t', 0, "2 > 1\r", 0}}},
    {"a prompt before more of the line is text", "> ",
        {{'p', 0, "> ", 0}, {'b', 5, NULL, 0}, {'p', 10, "> quoted\n> ", 0},
            {'s', 10, "d", 0}, {'t', 0, "> quoted\r", 0}}},
    {"a prompt at once is an empty reply", "> ",
        {{'p', 0, "> ", 0}, {'b', 5, NULL, 0}, {'p', 10, "> ", 0}, {'s', 10, "d", 0},
            {'t', 0, "", 0}}},
    {"a prompt before the turn ends nothing", "> ",
        {{'p', 0, "ELIZA\n> ", 0}, {'b', 5, NULL, 0}, {'s', 5, "w", 0},
            {'p', 10, "One.\n> ", 0}, {'s', 10, "d", 0}, {'t', 0, "ELIZA\rOne.\r", 0}}},
    {"after its prompt a program is ready for the next turn", "> ",
        {{'p', 0, "> ", 0}, {'b', 5, NULL, 0}, {'p', 10, "One.\n> ", 0},
            {'t', 0, "One.\r", 0}, {'r', 0, "yes", 0}, {'b', 20, NULL, 0},
            {'p', 30, "Two.\n> ", 0}, {'s', 30, "d", 0}, {'t', 0, "Two.\r", 0}}},
    {"and its next reply, if it begins with an empty line, is no prompt", "> ",
        {{'p', 0, "> ", 0}, {'b', 5, NULL, 0}, {'p', 10, "\nOne.\n\n> ", 0},
            {'s', 10, "d", 0}, {'t', 0, "One.\r", 0}}},
    {"a banner that is skipped is waited for, until it is over", NULL,
        {{'k', 0, NULL, 0}, {'r', 5000, "no", 0}, {'p', 6000, "ELIZA\n\n", 0},
            {'r', 6001, "no", 0}, {'r', 5999 + IDLE, "no", 0},
            {'r', 6000 + IDLE, "yes", 0}, {'b', 7000, NULL, 0},
            {'p', 7010, "Go on.\n\n", 0}, {'s', 7010, "d", 0}, {'t', 0, "Go on.\r", 0},
            {'r', 7011, "yes", 0}}},
    {"only the first one is", NULL,
        {{'k', 0, NULL, 0}, {'p', 0, "ELIZA\n", 0}, {'b', 1000, NULL, 0},
            {'p', 1010, "One.\n\nLate", 0}, {'t', 0, "One.\r", 0},
            {'r', 1011, "yes", 0}, {'b', 2000, NULL, 0}, {'p', 2010, ".\nTwo.\n\n", 0},
            {'t', 0, "Late.\rTwo.\r", 0}}},
    {"with a prompt the banner goes as far as that", "> ",
        {{'k', 0, NULL, 0}, {'p', 0, "ELIZA\n", 0}, {'r', 5000, "no", 0},
            {'p', 6000, "> ", 0}, {'r', 6000, "yes", 0}, {'b', 6001, NULL, 0},
            {'p', 6010, "One.\n> ", 0}, {'s', 6010, "d", 0}, {'t', 0, "One.\r", 0}}},
    {"a prompt that never comes is a hung program", "> ",
        {{'p', 0, "> ", 0}, {'b', 5, NULL, 0}, {'s', 5 + REPLY_HUNG_MS, "h", 0}}},
};

static enum reply_state state_named(char letter)
{
    static const char letters[] = {[REPLY_WAITING] = 'w',
        [REPLY_DONE] = 'd',
        [REPLY_HUNG] = 'h',
        [REPLY_FLOOD] = 'f'};
    int state = REPLY_WAITING;

    while (letters[state] != letter)
        state++;
    return (enum reply_state)state;
}

/* Returns false if the program did not do as the step says. */
static bool play_step(const struct step *step)
{
    switch (step->act) {
    case 'b':
        reply_begin(&reply, START + step->tick);
        return true;
    case 'p':
        feed(step->text, START + step->tick);
        return true;
    case 's':
        return reply_state(&reply, START + step->tick) == state_named(*step->text);
    case 'k':
        reply.manner.skip_banner = true;
        return true;
    case 'r':
        return reply_is_ready(&reply, START + step->tick) ==
               (strcmp(step->text, "yes") == 0);
    case 'd':
        return reply_due(&reply) == START + step->due;
    default:
        return strcmp(take(), step->text) == 0;
    }
}

static void plays_scripts(void **state)
{
    int failures = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(scripts); i++) {
        const struct script *script = &scripts[i];
        bool good = true;
        reply_init(
            &reply, (struct reply_manner){.prompt = script->prompt, .idle_ms = IDLE});
        for (int at = 0; good && script->steps[at].act != '\0'; at++) {
            good = play_step(&script->steps[at]);
            if (!good)
                print_error("%s: step %d\n", script->name, at + 1);
        }
        failures += !good;
    }
    assert_int_equal(failures, 0);
}

/* Texts: what is printed, and the keys of it */

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

static void start_turn(void)
{
    reply_init(&reply, (struct reply_manner){.idle_ms = IDLE});
    reply_begin(&reply, START);
}

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
        start_turn();
        feed(passages[i].printed, START);
        wait_until_done();
        failures += !keys_are(&passages[i], "at once", take());
    }
    assert_int_equal(failures, 0);
}

static void types_passages_byte_by_byte(void **state)
{
    int failures = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(passages); i++) {
        const char *printed = passages[i].printed;
        start_turn();
        for (size_t at = 0; printed[at] != '\0'; at++)
            reply_feed(&reply, printed + at, 1, START + (int64_t)at);
        reply_feed(&reply, "", 0, START + 100);
        wait_until_done();
        failures += !keys_are(&passages[i], "byte by byte", take());
    }
    assert_int_equal(failures, 0);
}

static void makes_latin1_ascii(void **state)
{
    const char *taken;

    (void)state;
    start_turn();
    feed("caf\xe9 na\xefve\n\n", START);
    taken = take();
    assert_string_equal(taken, "cafe naive\r");
}

static void feeds_nul(void **state)
{
    (void)state;
    start_turn();
    reply_feed(&reply, "A\0B\n\n", 5, START);
    assert_string_equal(take(), "AB\r");
}

/* A backspace in a turn leaves alone what was printed before it. */
static void keeps_head_from_backspaces(void **state)
{
    (void)state;
    reply_init(&reply, (struct reply_manner){.idle_ms = IDLE});
    feed("Head", START);
    reply_begin(&reply, START);
    feed("\b\b\b\b\b\bTail\n\n", START);
    assert_string_equal(take(), "HeadTail\r");
}

/* One reply without an end to its escape does not cost the judge the next. */
static void forgets_unended_escapes(void **state)
{
    static const char *const begun[] = {
        "One\x1b]0;title", "One\x1bP", "One\x1b[31", "One\x1b", "One\xe2\x80"};
    int failures = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(begun); i++) {
        start_turn();
        feed(begun[i], START);
        wait_until_done();
        take();
        reply_begin(&reply, START + 2 * SILENT);
        feed("Two.\n\n", START + 2 * SILENT);
        if (reply_state(&reply, START + 2 * SILENT) != REPLY_DONE ||
            strcmp(take(), "Two.\r") != 0) {
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
    start_turn();
    feed(line, START);
    assert_string_equal(take(), expected);
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
            reply_feed(&reply, &runs[i].c, 1, START);
}

/* Whether the lines of the keys have these lengths, none of which is 0. */
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
        start_turn();
        feed_runs(long_lines[i].runs);
        if (have_lengths(take(), long_lines[i].lengths))
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
    start_turn();
    feed("A\n", START);
    feed_runs((const struct run[4]){{' ', 2000}, {'y', 3}});
    made = take();
    assert_int_equal(strncmp(made, "A\r", 2), 0);
    made += 2;
    assert_true(strspn(made, " ") < strcspn(made, "\r"));
    assert_non_null(strstr(made, "yyy\r"));
}

/* Floods */

static void calls_a_flood_one(void **state)
{
    static char much[REPLY_MAX + 1];

    (void)state;
    repeat(much, 'x', REPLY_MAX);
    start_turn();
    feed(much, START);
    assert_int_equal(reply_state(&reply, START), REPLY_WAITING);
    feed("x", START);
    assert_int_equal(reply_state(&reply, START), REPLY_FLOOD);
    assert_int_equal(reply_state(&reply, START + SILENT), REPLY_FLOOD);
}

/* Nothing that can be typed, but without end: it must not look alive for ever. */
static void calls_an_invisible_flood_one(void **state)
{
    static const char *const pieces[] = {"\x01", "\x1b[0m", "\a", "x\b"};
    enum { TIMES = 4 * REPLY_MAX };

    (void)state;
    for (size_t i = 0; i < COUNT(pieces); i++) {
        start_turn();
        for (int n = 0; n < TIMES; n++)
            feed(pieces[i], START);
        if (reply_state(&reply, START) != REPLY_FLOOD)
            print_error("piece %zu\n", i);
        assert_int_equal(reply_state(&reply, START), REPLY_FLOOD);
    }
}

static void takes_the_largest_reply_whole(void **state)
{
    static char much[REPLY_MAX + 1];

    (void)state;
    for (size_t i = 0; i < REPLY_MAX; i += 2)
        memcpy(much + i, "x\n", 2);
    start_turn();
    feed(much, START);
    wait_until_done();
    assert_int_equal(reply_take(&reply, keys), REPLY_MAX);
    assert_int_equal(reply_take(&reply, keys), 0);
}

/* What was printed too much of in one turn is not held against the next program. */
static void is_dry_after_a_flood(void **state)
{
    (void)state;
    calls_a_flood_one(NULL);
    start_turn();
    feed("One.\n\n", START);
    assert_int_equal(reply_state(&reply, START), REPLY_DONE);
    assert_string_equal(take(), "One.\r");
}

/* Anything at all */

static uint32_t roll(uint32_t sides)
{
    static uint64_t random = SEED;

    random = random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(random >> 33) % sides;
}

static char random_byte(void)
{
    static const char likely[] = "\n\r \b\t\x1b[]mO\x7f\x9b\xc3\xa9\xe2\x80\x9c@>;0A";

    switch (roll(4)) {
    case 0:
        return (char)roll(256);
    case 1:
        return likely[roll(sizeof(likely))];
    case 2:
        return ' ';
    default:
        return (char)('a' + roll(26));
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
        reply_init(&reply, (struct reply_manner){.idle_ms = IDLE, .unicode = true});
        reply_begin(&reply, START);
        feed(cases[i].printed, START);
        wait_until_done();
        assert_string_equal(take(), cases[i].typed);
    }
}

/* The longest lines of the widest characters fit, and are broken as others are. */
static void has_room_for_unicode(void **state)
{
    size_t length, breaks = 0;

    (void)state;
    reply_init(&reply, (struct reply_manner){.idle_ms = IDLE, .unicode = true});
    reply_begin(&reply, START);
    for (int i = 0; i < REPLY_MAX; i++)
        feed("\xf0\x9f\x98\x80", START);
    length = reply_take(&reply, keys);
    for (size_t i = 0; i < length; i++)
        breaks += keys[i] == '\r';
    assert_int_equal(breaks, (REPLY_MAX + PROMPT_LINE_MAX - 1) / PROMPT_LINE_MAX);
    assert_int_equal(length, 4 * REPLY_MAX + breaks);
}

/* What reply_take() promises of all it makes. */
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
    size_t length = roll((uint32_t)most);
    bool wide = roll(3) == 0; /* hardly any line's end */

    for (size_t i = 0; i < length; i++) {
        text[i] = random_byte();
        if (wide && (text[i] == '\n' || text[i] == '\r'))
            text[i] = roll(2) ? ' ' : 'w';
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
        start_turn();
        reply_feed(&reply, text, length, START);
        made = reply_take(&reply, keys);
        check_keys(keys, made);
        memcpy(twin, keys, made);
        start_turn();
        for (size_t i = 0; i < length; i++)
            reply_feed(&reply, text + i, 1, START);
        assert_int_equal(reply_take(&reply, keys), made);
        assert_memory_equal(keys, twin, made);
    }
}

/* However it is cut into replies, nothing is lost, doubled or out of order. */
static void loses_nothing_between_replies(void **state)
{
    static char text[64 * 1024], joined[REPLY_KEYS_SIZE];
    size_t length = 0, made = 0, at = 0;

    (void)state;
    for (int line = 0; line < 2000; line++)
        length +=
            (size_t)sprintf(text + length, roll(4) ? "line %d\n" : "line %d\n\n", line);
    start_turn();
    while (at < length || reply.paper.length > 0) {
        size_t piece = roll(200);
        if (piece > length - at)
            piece = length - at;
        reply_feed(&reply, text + at, piece, START);
        at += piece;
        if (at < length && reply_state(&reply, START) != REPLY_DONE)
            continue;
        made += reply_take(&reply, joined + made);
        reply_begin(&reply, START);
    }
    for (int line = 0, i = 0; line < 2000; line++) {
        char expected[32];
        int size = snprintf(expected, sizeof(expected), "line %d\r", line);
        assert_memory_equal(joined + i, expected, (size_t)size);
        i += size;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_scripts),
        cmocka_unit_test(types_passages),
        cmocka_unit_test(types_passages_byte_by_byte),
        cmocka_unit_test(makes_latin1_ascii),
        cmocka_unit_test(feeds_nul),
        cmocka_unit_test(keeps_head_from_backspaces),
        cmocka_unit_test(forgets_unended_escapes),
        cmocka_unit_test(breaks_lines_at_blanks),
        cmocka_unit_test(breaks_long_lines),
        cmocka_unit_test(makes_no_line_of_blanks),
        cmocka_unit_test(calls_a_flood_one),
        cmocka_unit_test(calls_an_invisible_flood_one),
        cmocka_unit_test(takes_the_largest_reply_whole),
        cmocka_unit_test(is_dry_after_a_flood),
        cmocka_unit_test(types_unicode),
        cmocka_unit_test(has_room_for_unicode),
        cmocka_unit_test(keeps_its_promises_of_anything),
        cmocka_unit_test(loses_nothing_between_replies),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
