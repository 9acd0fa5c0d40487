/*
 * keyboard_test.c - bytes of terminals, pipes and programs as keys (keyboard.h).
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "common/input/keyboard.h"

enum { KEYS_MAX = 24 };

#define R K_RETURN
#define ESC K_ESCAPE
#define B UTF8_BROKEN

struct sent {
    const char *bytes;
    uint32_t keys[KEYS_MAX]; /* 0 after the last one */
};

/* CR, LF and CRLF are one Return. */
static const struct sent returns[] = {
    {"\r", {R}},
    {"\n", {R}},
    {"\r\n", {R}},
    {"\r\r", {R, R}},
    {"\n\n", {R, R}},
    {"\r\n\r\n", {R, R}},
    {"\n\r", {R, R}},
    {"\n\r\n", {R, R}},
    {"\r\r\n", {R, R}},
    {"\r\n\n", {R, R}},
    {"\r\n\r", {R, R}},
    {"a\r\nb\nc\rd", {'a', R, 'b', R, 'c', R, 'd'}},
    {"\ra\n", {R, 'a', R}},
    {"\r\b\n", {R, K_BACKSPACE, R}},
    {"\r\x01\n", {R, R}},
    {"\r\xc3\xa9\n", {R, 0xe9, R}},
    {"\r\xff\n", {R, B, R}},
};

/* A '\n' is the second half of a CRLF only if nothing came between. */
static const struct sent returns_apart[] = {
    {"\r\x1b[A\n", {R, COMMAND_LINE_UP, R}},
    {"\r\x1bOB\n", {R, COMMAND_LINE_DOWN, R}},
    {"\r\x1b[200~\n", {R, R}},
    {"\r\x1b\n", {R, ESC, R}},
    {"\r\x1b]0;t\a\n", {R, R}},
};

static const struct sent text[] = {
    {" ~", {' ', '~'}},
    {"Hi, [O]?", {'H', 'i', ',', ' ', '[', 'O', ']', '?'}},
    {"\b\x7f", {K_BACKSPACE, K_BACKSPACE}},
    {"\t", {K_TAB}},
    {"caf\xc3\xa9", {'c', 'a', 'f', 0xe9}},
    {"\xe2\x82\xac\xf0\x9f\x98\x80", {0x20ac, 0x1f600}},
    {"\xc2\x80", {0x80}},
    /* incomplete UTF-8: the next byte is a key */
    {"\xc3z", {B, 'z'}},
    {"\xc3\r\n", {B, R}},
    {"\xe2\x82\x7f", {B, K_BACKSPACE}},
    {"\xc3\x1b[A", {B, COMMAND_LINE_UP}},
    {"\xc3\x03x", {B, 'x'}},
    {"\xed\xa0\x80\xff", {B, B}},
};

/* The keys of the console on xterm, vt100, linux, screen and rxvt. */
static const struct sent commands[] = {
    {"\x04\x0c\x15\x17",
        {COMMAND_LEAVE, COMMAND_REDRAW, COMMAND_ERASE_LINE, COMMAND_ERASE_WORD}},
    {"\x1b[A\x1b[B", {COMMAND_LINE_UP, COMMAND_LINE_DOWN}},
    {"\x1bOA\x1bOB", {COMMAND_LINE_UP, COMMAND_LINE_DOWN}},
    {"\x1b[H\x1b[F", {COMMAND_OLDEST, COMMAND_NEWEST}},
    {"\x1b[C\x1b[D\x1bOC\x1bOD",
        {COMMAND_RIGHT, COMMAND_LEFT, COMMAND_RIGHT, COMMAND_LEFT}},
    {"\x1b[1;5C\x1b[1;5D\x1bOc\x1bOd", /* with Control, by xterm and by rxvt */
        {COMMAND_RIGHT, COMMAND_LEFT, COMMAND_RIGHT, COMMAND_LEFT}},
    {"\x1bOH\x1bOF", {COMMAND_OLDEST, COMMAND_NEWEST}},
    {"\x1b[1~\x1b[4~", {COMMAND_OLDEST, COMMAND_NEWEST}},
    {"\x1b[7~\x1b[8~", {COMMAND_OLDEST, COMMAND_NEWEST}},
    {"\x1b[5~\x1b[6~", {COMMAND_PAGE_UP, COMMAND_PAGE_DOWN}},
    {"\x1bOQ", {COMMAND_GREET}},
    {"\x1b[[B", {COMMAND_GREET}},
    {"\x1b[12~", {COMMAND_GREET}},
    {"\x1b[20~", {COMMAND_PAUSE}},
    {"\x1b[21~", {COMMAND_LEAVE}},
    {"a\x1b[5~b", {'a', COMMAND_PAGE_UP, 'b'}},
};

/* Unknown sequences: no key comes of them. */
static const char *const unknown[] = {
    "\x1b[2~", "\x1b[3~",                        /* Insert, Delete */
    "\x1bOP", "\x1bOR",                          /* F1, F3 */
    "\x1b[11~", "\x1b[13~",                      /* the same, rxvt */
    "\x1b[15~", "\x1b[24~",                      /* F5, F12 */
    "\x1b[[A", "\x1b[[C",                        /* F1, F3 of the Linux console */
    "\x1b[[E", "\x1b[[@", "\x1b[[ ", "\x1b[5 q", /* F5 */
    "\x1b[1;5A", "\x1b[1;2H",                    /* Control-Up, Shift-Home */
    "\x1b[1;2C", "\x1b[1;50D", "\x1b[2;5C",      /* Shift-Right */
    "\x1b[1;5;5C", "\x1bO1;5C", "\x1bO;c", "\x1b[5;5~",
    "\x1b[12;2~",               /* Control-PageUp, Shift-F2 */
    "\x1b[1A", "\x1b[0;1B",     /* with a number */
    "\x1b[Z",                   /* Shift-Tab */
    "\x1b[200~", "\x1b[201~",   /* bracketed paste */
    "\x1b[I", "\x1b[O",         /* focus */
    "\x1b[?1;2c", "\x1b[>0;1c", /* a terminal's report of its type */
    "\x1b[?5~", "\x1b[12;40R",  /* a report; where the cursor is */
    "\x1b[<0;10;5M",            /* a mouse */
    "\x1b[50~", "\x1b[51~",     /* longer numbers */
    "\x1b[1000000005~", "\x1b[9999999999999999~", "\x1b[~", "\x1b[0~", "\x1b[;~",
    "\x1b[5\x7f", "\x1b[\x7f", /* sequences that end with DEL */
    "\x1b]0;A title\a",        /* OSC */
    "\x1b]11;rgb:0000/0000/0000\x1b\\", "\x1b]0;caf\xc3\xa9\r\n\x1b[A\a",
    "\x1bP1$r0m\x1b\\", /* DCS */
    "\x1bP\x1b\x1b\\", "\x1bPa\x1bz\x1b\\", "\x1b_Ga\x1b\\", "\x1b^private\x1b\\",
    "\x1bXstring\x1b\\", /* APC, PM, SOS */
};

/* Sequences that look like a known one and are not. */
static const char *const lookalikes[] = {
    "\x1b[>5~", "\x1b[<1~", "\x1b[=6~", "\x1b[5$~", "\x1b[5 ~", "\x1bO A", "\x1b[>A",
    "\x1b[!H", /* CSI */
    "\x1bO2P", "\x1bO2Q", "\x1bO5A",
    "\x1bO1;5A", /* F13 of Konsole and its like: SS3 2 P */
};

static size_t feed_bytes(
    struct keyboard *k, const char *bytes, size_t length, uint32_t keys[KEYS_MAX])
{
    size_t count = 0;

    for (size_t i = 0; i < length; i++) {
        uint32_t out[KEYBOARD_OUT_MAX];
        int made = keyboard_feed(k, (unsigned char)bytes[i], out);

        assert_in_range(made, 0, KEYBOARD_OUT_MAX);
        assert_true(count + (size_t)made < KEYS_MAX);
        memcpy(keys + count, out, (size_t)made * sizeof(out[0]));
        count += (size_t)made;
    }
    keys[count] = 0;
    return count;
}

/* The bytes, readable. */
static const char *show(const char *bytes)
{
    static char shown[512];
    size_t length = 0;

    for (; *bytes != '\0' && length < sizeof(shown) - 5; bytes++)
        length += (size_t)snprintf(shown + length, sizeof(shown) - length,
            *bytes > ' ' && *bytes <= '~' ? "%c" : "\\x%02x", (unsigned char)*bytes);
    return shown;
}

static void assert_sent(const struct sent *sent)
{
    struct keyboard k = {0};
    uint32_t keys[KEYS_MAX];
    size_t expected = 0;
    size_t count = feed_bytes(&k, sent->bytes, strlen(sent->bytes), keys);

    while (sent->keys[expected] != 0)
        expected++;
    if (count != expected || memcmp(keys, sent->keys, count * sizeof(keys[0])) != 0)
        fail_msg("%s: %zu keys, %X %X %X", show(sent->bytes), count, keys[0], keys[1],
            keys[2]);
    assert_false(keyboard_waiting(&k));
}

static void assert_all(const struct sent *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_sent(&rows[i]);
}

static void returns_are_one_key(void **state)
{
    (void)state;
    assert_all(returns, COUNT(returns));
}

static void a_crlf_has_nothing_between(void **state)
{
    (void)state;
    assert_all(returns_apart, COUNT(returns_apart));
}

static void characters_are_keys(void **state)
{
    (void)state;
    assert_all(text, COUNT(text));
}

static void keys_of_the_console_are_commands(void **state)
{
    (void)state;
    assert_all(commands, COUNT(commands));
}

static void other_controls_do_nothing(void **state)
{
    (void)state;
    for (int c = 0; c < ' '; c++) {
        struct keyboard k = {0};
        char bytes[] = {'a', (char)c, 'b'};
        uint32_t keys[KEYS_MAX];

        if (c != 0 && strchr("\b\t\n\r\x1b\x04\x0c\x15\x17", c) != NULL)
            continue;
        assert_int_equal(feed_bytes(&k, bytes, sizeof(bytes), keys), 2);
        assert_int_equal(keys[0], 'a');
        assert_int_equal(keys[1], 'b');
    }
}

/* No byte of the sequence makes a key, the next key is typed, and the keyboard waits
 * until the last byte. */
static void assert_swallowed(const char *sequence)
{
    struct keyboard k = {0};
    uint32_t keys[KEYS_MAX];
    size_t length = strlen(sequence);

    for (size_t i = 0; i < length; i++) {
        if (feed_bytes(&k, sequence + i, 1, keys) != 0)
            fail_msg("%s: byte %zu makes a key", show(sequence), i);
        if (keyboard_waiting(&k) != (i + 1 < length))
            fail_msg("%s: byte %zu, waiting or not", show(sequence), i);
    }
    assert_int_equal(feed_bytes(&k, "x", 1, keys), 1);
    assert_int_equal(keys[0], 'x');
}

static void unknown_sequences_vanish_whole(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(unknown); i++)
        assert_swallowed(unknown[i]);
}

static void csi_lookalikes_vanish_whole(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(lookalikes); i++)
        if (lookalikes[i][1] == '[')
            assert_swallowed(lookalikes[i]);
}

static void ss3_lookalikes_vanish_whole(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(lookalikes); i++)
        if (lookalikes[i][1] == 'O')
            assert_swallowed(lookalikes[i]);
}

/* Every final byte of CSI and SS3, with and without parameters. */
static void all_finals_make_one_command_or_none(void **state)
{
    static const char *const begin[] = {"\x1b[", "\x1bO", "\x1b[25", "\x1b[1;2"};

    (void)state;
    for (size_t i = 0; i < COUNT(begin); i++)
        for (int c = '@'; c <= '~'; c++) {
            struct keyboard k = {0};
            char bytes[16];
            uint32_t keys[KEYS_MAX];
            bool bound = (i < 2 && strchr("ABCDFHQ", c) != NULL) ||
                         (i == 1 && strchr("cd", c) != NULL);

            if (i == 0 && c == '[')
                continue; /* the Linux console's */
            snprintf(bytes, sizeof(bytes), "%s%c", begin[i], c);
            assert_int_equal(feed_bytes(&k, bytes, strlen(bytes), keys), bound ? 1 : 0);
            assert_true(!bound || keys[0] >= COMMAND_FIRST);
            assert_false(keyboard_waiting(&k));
        }
}

static void all_numbers_make_one_command_or_none(void **state)
{
    static const uint32_t bound[2000] = {[1] = COMMAND_OLDEST,
        [4] = COMMAND_NEWEST,
        [5] = COMMAND_PAGE_UP,
        [6] = COMMAND_PAGE_DOWN,
        [7] = COMMAND_OLDEST,
        [8] = COMMAND_NEWEST,
        [12] = COMMAND_GREET,
        [20] = COMMAND_PAUSE,
        [21] = COMMAND_LEAVE};

    (void)state;
    for (size_t i = 0; i < COUNT(bound); i++) {
        struct keyboard k = {0};
        char bytes[16];
        uint32_t keys[KEYS_MAX];

        snprintf(bytes, sizeof(bytes), "\x1b[%zu~", i);
        assert_int_equal(feed_bytes(&k, bytes, strlen(bytes), keys), bound[i] != 0);
        assert_int_equal(keys[0], bound[i]);
    }
}

/* A paste is typed; only its marks vanish. */
static void a_paste_is_typed(void **state)
{
    static const struct sent paste = {
        "\x1b[200~Hi\r\nyou\x1b[201~.", {'H', 'i', R, 'y', 'o', 'u', '.'}};

    (void)state;
    assert_sent(&paste);
}

/* An Escape before a key that begins no sequence is an Escape. */
static void an_escape_before_a_key_is_one(void **state)
{
    static const struct sent escaped[] = {
        {"\x1b"
         "a",
            {ESC, 'a'}},
        {"\x1b\r\n", {ESC, R}},
        {"\x1b\x1b[A", {ESC, COMMAND_LINE_UP}},
        {"\x1b\x1b"
         "a",
            {ESC, ESC, 'a'}},
        {"\x1b\x04", {ESC, COMMAND_LEAVE}},
        {"\x1b\x03", {ESC}},
        {"\x1b\xc3\xa9", {ESC, 0xe9}},
        {"\x1b\x7f", {ESC, K_BACKSPACE}},
        {"\x1bN", {ESC, 'N'}},
        {"\x1b\\", {ESC, '\\'}},
    };
    struct keyboard k = {0};
    uint32_t keys[KEYS_MAX];

    (void)state;
    assert_all(escaped, COUNT(escaped));
    assert_int_equal(feed_bytes(&k, "\x1b\0a", 3, keys), 2);
    assert_int_equal(keys[0], ESC);
    assert_int_equal(keys[1], 'a');
}

/* A control breaks a sequence off, and is itself. */
static void a_control_breaks_a_sequence_off(void **state)
{
    static const struct sent cut[] = {
        {"\x1b[\r", {R}},
        {"\x1b[5\rx", {R, 'x'}},
        {"\x1bO\r", {R}},
        {"\x1b[5\x1b[A", {COMMAND_LINE_UP}},
        {"\x1bO\x1b[A", {COMMAND_LINE_UP}},
    };

    (void)state;
    assert_all(cut, COUNT(cut));
}

static void a_control_breaks_a_linux_sequence_off(void **state)
{
    static const struct sent cut[] = {
        {"\x1b[[\rx", {R, 'x'}},
        {"\x1b[[\x1b[A", {COMMAND_LINE_UP}},
    };

    (void)state;
    assert_all(cut, COUNT(cut));
}

/* After silence an Escape was one alone, and any other sequence is over. */
static void silence_ends_a_sequence(void **state)
{
    static const char *const begun[] = {"\x1b[", "\x1b[1;", "\x1b[[", "\x1bO",
        "\x1b]0;t", "\x1bP", "\x1b]0;t\x1b", "\x1b[5"};
    struct keyboard k = {0};
    uint32_t keys[KEYS_MAX];

    (void)state;
    assert_false(keyboard_waiting(&k));
    assert_int_equal(keyboard_silence(&k, keys), 0);
    assert_int_equal(feed_bytes(&k, "\x1b", 1, keys), 0);
    assert_true(keyboard_waiting(&k));
    assert_int_equal(keyboard_silence(&k, keys), 1);
    assert_int_equal(keys[0], K_ESCAPE);
    assert_false(keyboard_waiting(&k));
    assert_int_equal(keyboard_silence(&k, keys), 0);
    assert_int_equal(feed_bytes(&k, "[A", 2, keys), 2);
    for (size_t i = 0; i < COUNT(begun); i++) {
        assert_int_equal(feed_bytes(&k, begun[i], strlen(begun[i]), keys), 0);
        assert_true(keyboard_waiting(&k));
        assert_int_equal(keyboard_silence(&k, keys), 0);
        assert_false(keyboard_waiting(&k));
        assert_int_equal(feed_bytes(&k, "~B", 2, keys), 2);
        assert_int_equal(keys[0], '~');
        assert_int_equal(keys[1], 'B');
    }
}

/* Silence is no key: a CRLF and a character may come in two pieces. */
static void silence_splits_nothing_else(void **state)
{
    struct keyboard k = {0};
    uint32_t keys[KEYS_MAX];

    (void)state;
    assert_int_equal(feed_bytes(&k, "\r", 1, keys), 1);
    assert_int_equal(keyboard_silence(&k, keys), 0);
    assert_int_equal(feed_bytes(&k, "\n", 1, keys), 0);
    assert_int_equal(feed_bytes(&k, "\xe2\x82", 2, keys), 0);
    assert_int_equal(keyboard_silence(&k, keys), 0);
    assert_int_equal(feed_bytes(&k, "\xac", 1, keys), 1);
    assert_int_equal(keys[0], 0x20ac);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(returns_are_one_key),
        cmocka_unit_test(a_crlf_has_nothing_between),
        cmocka_unit_test(characters_are_keys),
        cmocka_unit_test(keys_of_the_console_are_commands),
        cmocka_unit_test(other_controls_do_nothing),
        cmocka_unit_test(unknown_sequences_vanish_whole),
        cmocka_unit_test(csi_lookalikes_vanish_whole),
        cmocka_unit_test(ss3_lookalikes_vanish_whole),
        cmocka_unit_test(all_finals_make_one_command_or_none),
        cmocka_unit_test(all_numbers_make_one_command_or_none),
        cmocka_unit_test(a_paste_is_typed),
        cmocka_unit_test(an_escape_before_a_key_is_one),
        cmocka_unit_test(a_control_breaks_a_sequence_off),
        cmocka_unit_test(a_control_breaks_a_linux_sequence_off),
        cmocka_unit_test(silence_ends_a_sequence),
        cmocka_unit_test(silence_splits_nothing_else),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
