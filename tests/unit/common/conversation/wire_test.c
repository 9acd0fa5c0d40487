/*
 * wire_test.c - encoding and decoding the lines of the wire (wire.h).
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <errno.h>
#include <regex.h>
#include <stdio.h>
#include <string.h>

#include "common/conversation/wire.h"

#define SESSION "0123456789abcdef0123456789abcdef"
#define SHARE SESSION "fedcba9876543210fedcba9876543210"
#define SHORT "0123456789abcdef"
#define NONE "000000000000000000"
#define SOME "000001763648340123"

struct spelling {
    const char *line; /* without its '\n' */
    struct wire_message message;
};

/* doc/protocol.md: every message, and its one spelling. */
static const struct spelling spellings[] = {
    {"LP1 judge 00 - " NONE " " NONE " 1996",
        {.kind = WIRE_JUDGE, .judge = 0, .book = "1996"}},
    {"LP1 judge 07 " SESSION " " SOME " " NONE " wager", {.kind = WIRE_JUDGE,
                                                             .judge = 7,
                                                             .session = SESSION,
                                                             .got = 1763648340123,
                                                             .book = "wager"}},
    {"LP1 judge 99 " SESSION " 999999999999999999 " SOME " az09mnby",
        {.kind = WIRE_JUDGE,
            .judge = 99,
            .session = SESSION,
            .got = KEY_TIME_MAX,
            .made = 1763648340123,
            .book = "az09mnby"}},
    {"LP1 referee - - 0 0 -", {.kind = WIRE_REFEREE}},
    {"LP1 other terminal-1950 " SESSION " " NONE " " SOME " 1996",
        {.kind = WIRE_OTHER,
            .label = "terminal-1950",
            .session = SESSION,
            .made = 1763648340123,
            .book = "1996"}},
    {"LP1 other A - " NONE " 999999999999999999 2",
        {.kind = WIRE_OTHER, .label = "A", .made = KEY_TIME_MAX, .book = "2"}},
    {"LP1 other -z9-ABCDEFGHIJK- ffffffffffffffffffffffffffffffff " SOME " " SOME
     " 12345678",
        {.kind = WIRE_OTHER,
            .label = "-z9-ABCDEFGHIJK-",
            .session = "ffffffffffffffffffffffffffffffff",
            .got = 1763648340123,
            .made = 1763648340123,
            .book = "12345678"}},
    {"LP1 refuse busy", {.kind = WIRE_REFUSE, .word = "busy"}},
    {"LP1 refuse a", {.kind = WIRE_REFUSE, .word = "a"}},
    {"LP1 refuse abcdefghijklmnoz", {.kind = WIRE_REFUSE, .word = "abcdefghijklmnoz"}},
    {"LP1 seal " SHARE " " SESSION,
        {.kind = WIRE_SEAL, .share = SHARE, .proof = SESSION}},
    {"000001234567890123.bracketleft.other",
        {.kind = WIRE_KEY, .key = {1234567890123, '[', SIDE_OTHER}}},
    {"000000000000000000.H.judge", {.kind = WIRE_KEY, .key = {0, 'H', SIDE_JUDGE}}},
    {"000000000000000001.Return.judge",
        {.kind = WIRE_KEY, .key = {1, K_RETURN, SIDE_JUDGE}}},
    {"009999999999999999.U10FFFF.other",
        {.kind = WIRE_KEY, .key = {9999999999999999, 0x10ffff, SIDE_OTHER}}},
    {SOME ".U00E9.other", {.kind = WIRE_KEY, .key = {1763648340123, 0xe9, SIDE_OTHER}}},
    {SOME ".Escape.judge",
        {.kind = WIRE_KEY, .key = {1763648340123, K_ESCAPE, SIDE_JUDGE}}},
    {"live", {.kind = WIRE_LIVE}},
    {"ping -", {.kind = WIRE_PING, .left = WIRE_LEFT_NONE}},
    {"ping locked", {.kind = WIRE_PING, .left = WIRE_LEFT_LOCKED}},
    {"ping 0", {.kind = WIRE_PING, .left = 0}},
    {"ping 7200000", {.kind = WIRE_PING, .left = 7200000}},
    {"ping 9223372036854775807", {.kind = WIRE_PING, .left = INT64_MAX}},
    {"bye", {.kind = WIRE_BYE}},
};

/* Near misses; all of them are protocol errors. */
static const char *const no_messages[] = {"", " ", "x", "LP1", "LP1 ", "LP1 seal",
    "LP1 seal " SHARE, "LP1 seal " SHARE " " SHORT SHORT "0",
    "LP1 seal " SHARE " " SESSION " ", "LP1 seal  " SHARE " " SESSION,
    "LP1 seal " SHARE " " SESSION " x", "LP1 seal " SESSION " " SESSION,
    "LP2 refuse busy", "lp1 refuse busy", " live", "live ", "live live", "LIVE", "liv",
    "lived", "live\r", "bye ", "bye bye", "ping", "ping ", "ping  -", "ping -1",
    "ping -2", "ping 00", "ping 01", "ping +1", "ping x", "ping lock", "ping Locked",
    "ping locked ", "ping - -", "ping 9223372036854775808", "ping 99999999999999999999",
    "pong 1", "ping 1 1", "ping\t1",
    /* refusals */
    "LP1 refuse", "LP1 refuse ", "LP1 refuse Busy", "LP1 refuse busy2",
    "LP1 refuse busy now", "LP1 refuse abcdefghijklmnopq", "LP1 refuse -",
    "LP1  refuse busy", "LP1 refuse  busy", "LP1 refuses busy",
    /* greetings */
    "LP1 judge 0 - " NONE " " NONE " 1996", "LP1 judge 100 - " NONE " " NONE " 1996",
    "LP1 judge 000 - " NONE " " NONE " 1996", "LP1 judge /: - " NONE " " NONE " 1996",
    "LP1 judge :0 - " NONE " " NONE " 1996", "LP1 judge 0: - " NONE " " NONE " 1996",
    "LP1 judge - - " NONE " " NONE " 1996", "LP1 judge 00 -- " NONE " " NONE " 1996",
    "LP1 judge 00 0 " NONE " " NONE " 1996", "LP1 judge 00 - 0 0 1996",
    "LP1 judge 00 " SESSION "0 " NONE " " NONE " 1996",
    "LP1 judge 00 0123456789ABCDEF0123456789ABCDEF " NONE " " NONE " 1996",
    "LP1 judge 00 0123456789abcdeg0123456789abcdef " NONE " " NONE " 1996",
    "LP1 judge 00 - 00000000000000000 " NONE " 1996",
    "LP1 judge 00 - 0" NONE " " NONE " 1996", "LP1 judge 00 - " NONE " 0" NONE " 1996",
    "LP1 judge 00 - 1000000000000000000 " NONE " 1996",
    "LP1 judge 00 - " NONE " 1000000000000000000 1996",
    "LP1 judge 00 - x" NONE " " NONE " 1996", "LP1 judge 00 - " NONE " x" NONE " 1996",
    "LP1 judge 00 - " NONE " " NONE " ", "LP1 judge 00 - " NONE " " NONE,
    "LP1 judge 00 - " NONE " " NONE " -", "LP1 judge 00 - " NONE " " NONE " 123456789",
    "LP1 judge 00 - " NONE " " NONE " 19_96", "LP1 judge 00 - " NONE " " NONE " Wager",
    "LP1 judge 00 - " NONE " " NONE " 1996 ", "LP1 judge 00 - " NONE " " NONE " 1996 x",
    "LP1  judge 00 - " NONE " " NONE " 1996", "LP1 other a_b - " NONE " " NONE " 1996",
    "LP1 other a.b - " NONE " " NONE " 1996",
    "LP1 other abcdefghijklmnopq - " NONE " " NONE " 1996",
    "LP1 other  - " NONE " " NONE " 1996", "LP1 other a -  " NONE " " NONE " 1996",
    "LP1 judges 00 - " NONE " " NONE " 1996", "LP1 station a - " NONE " " NONE " 1996",
    "LP1 referee - - 0 0 0", "LP1 referee - - 0 0", "LP1 referee - - 0 0 - -",
    "LP1 referee x - 0 0 -", "LP1 referee - " SESSION " 0 0 -",
    "LP1 referee - - 00 0 -",
    /* keystrokes: forms that are allowed in files only */
    "0.a.judge", "00000000000000001.a.judge", "0000000000000000001.a.judge",
    SOME ".CR.judge", SOME ".tab.judge", SOME ".quotedble.judge", SOME ".quotedl.judge",
    SOME ".apostrophe.judge", SOME ".grave.judge", SOME ".U000E9.judge",
    SOME ".U0041.judge", SOME ".UD800.judge", SOME ".U110000.judge",
    SOME ".u00E9.judge", SOME ".Shift_L.judge", SOME ". .judge", SOME "..judge",
    SOME ".a.", SOME ".a", SOME ".a.left", SOME ".a.judge ", " " SOME ".a.judge",
    SOME ".a.judge x", SOME ".a.judge\r", "013370843300939157.a.judge",
    "010000000000000000.a.judge", "999999999999999999.a.judge",
    "1000000000000000000.a.judge"};

/* The grammar again as a regular expression (times of keystrokes are milliseconds,
 * below 10^16). */
#define TIME "[0-9]{18}"
#define REST_OF_GREETING " (-|[0-9a-f]{32}) " TIME " " TIME " [a-z0-9]{1,8}"
#define NAMED                                                                          \
    "braceleft|braceright|bracketleft|bracketright|parenleft|parenright|space|comma|"  \
    "period|greater|less|slash|backslash|bar|quotedbl|quoteright|Tab|equal|"           \
    "underscore|"                                                                      \
    "plus|minus|exclam|at|numbersign|dollar|percent|asterisk|asciicircum|asciitilde|"  \
    "quoteleft|ampersand|Return|colon|semicolon|question|BackSpace|Escape|[A-Za-z0-9]"
#define H "[0-9A-F]"
#define UNICODE                                                                        \
    "U(00[89A-F]" H "|0[1-9A-F]" H H "|[1-9A-CEF]" H H H "|D[0-7]" H H                 \
    "|[1-9A-F]" H H H H "|10" H H H H ")"
static const char grammar[] =
    "^(LP1 judge [0-9]{2}" REST_OF_GREETING "|LP1 referee - - 0 0 -"
    "|LP1 other [A-Za-z0-9-]{1,16}" REST_OF_GREETING "|LP1 refuse [a-z]{1,16}"
    "|LP1 seal [0-9a-f]{64} [0-9a-f]{32}"
    "|00[0-9]{16}\\.(" NAMED "|" UNICODE ")\\.(judge|other)"
    "|live|ping (-|locked|0|[1-9][0-9]{0,18})|bye)$";

#define LATEST "ping 9223372036854775807" /* the largest number */

static regex_t compiled;

static int compile_grammar(void **state)
{
    (void)state;
    return regcomp(&compiled, grammar, REG_EXTENDED | REG_NOSUB);
}

static int free_grammar(void **state)
{
    (void)state;
    regfree(&compiled);
    return 0;
}

static bool is_in_grammar(const char *line, size_t length)
{
    char text[WIRE_LINE_MAX + 1];

    if (length > WIRE_LINE_MAX || memchr(line, '\0', length) != NULL)
        return false;
    memcpy(text, line, length);
    text[length] = '\0';
    return regexec(&compiled, text, 0, NULL, 0) == 0 &&
           (length < strlen(LATEST) || strncmp(text, "ping", 4) != 0 ||
               strcmp(text, LATEST) <= 0);
}

static void assert_same(const struct wire_message *a, const struct wire_message *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->judge, b->judge);
    assert_true(a->got == b->got && a->made == b->made && a->left == b->left);
    assert_true(a->key.time == b->key.time);
    assert_int_equal(a->key.code, b->key.code);
    assert_int_equal(a->key.side, b->key.side);
    assert_string_equal(a->label, b->label);
    assert_string_equal(a->session, b->session);
    assert_string_equal(a->book, b->book);
    assert_string_equal(a->word, b->word);
    assert_string_equal(a->share, b->share);
    assert_string_equal(a->proof, b->proof);
}

static void every_message_has_its_spelling(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(spellings); i++) {
        size_t length = strlen(spellings[i].line);
        char line[WIRE_LINE_MAX];

        assert_int_equal(wire_encode(&spellings[i].message, line), length + 1);
        assert_memory_equal(line, spellings[i].line, length);
        assert_int_equal(line[length], '\n');
    }
}

static void every_spelling_has_its_message(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(spellings); i++) {
        struct wire_reader reader = {0};
        struct wire_message message;
        char line[WIRE_LINE_MAX];
        const char *at = line;
        size_t count = (size_t)snprintf(line, sizeof(line), "%s\n", spellings[i].line);

        memset(&message, 0x55, sizeof(message));
        assert_true(is_in_grammar(line, count - 1));
        assert_int_equal(wire_read(&reader, &at, &count, &message), 1);
        assert_int_equal(count, 0);
        assert_ptr_equal(at, line + strlen(spellings[i].line) + 1);
        assert_same(&message, &spellings[i].message);
    }
}

/* Messages with a field out of range have no line. */
static const struct wire_message unwritable[] = {
    {.kind = WIRE_JUDGE, .judge = 100, .book = "1996"},
    {.kind = WIRE_JUDGE, .judge = 0, .book = ""},
    {.kind = WIRE_JUDGE, .judge = 0, .book = "19-96"},
    {.kind = WIRE_JUDGE, .judge = 0, .book = "19 96"},
    {.kind = WIRE_JUDGE, .book = "1996", .got = KEY_TIME_MAX + 1},
    {.kind = WIRE_JUDGE, .book = "1996", .made = KEY_TIME_MAX + 1},
    {.kind = WIRE_JUDGE, .book = "1996", .session = "0123"},
    {.kind = WIRE_JUDGE, .book = "1996", .session = "-"},
    {.kind = WIRE_JUDGE, .book = "1996", .session = "0123456789abcdef0123456789abcde "},
    {.kind = WIRE_JUDGE, .book = "1996", .session = "0123456789abcdef0123456789abcdeF"},
    {.kind = WIRE_OTHER, .label = "", .book = "1996"},
    {.kind = WIRE_OTHER, .label = "a b", .book = "1996"},
    {.kind = WIRE_OTHER, .label = "a\n", .book = "1996"},
    {.kind = WIRE_OTHER, .label = "a", .book = ""},
    {.kind = WIRE_OTHER, .label = "a", .book = "1996", .got = UINT64_MAX},
    {.kind = WIRE_REFUSE, .word = ""},
    {.kind = WIRE_REFUSE, .word = "Busy"},
    {.kind = WIRE_REFUSE, .word = "no way"},
    {.kind = WIRE_SEAL, .share = SHARE},
    {.kind = WIRE_SEAL, .proof = SESSION},
    {.kind = WIRE_SEAL, .share = SESSION, .proof = SESSION},
    {.kind = WIRE_SEAL, .share = SHARE, .proof = "0123456789abcdef0123456789abcdeF"},
    {.kind = WIRE_KEY, .key = {1, 0, SIDE_JUDGE}},
    {.kind = WIRE_KEY, .key = {1, 0xd800, SIDE_JUDGE}},
    {.kind = WIRE_KEY, .key = {KEY_TIME_MAX + 1, 'a', SIDE_JUDGE}},
    {.kind = WIRE_PING, .left = -3},
    {.kind = WIRE_PING, .left = INT64_MIN},
    {.kind = (enum wire_kind)(WIRE_BYE + 1)},
};

static void a_field_out_of_range_has_no_line(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(unwritable); i++) {
        char line[WIRE_LINE_MAX];

        if (wire_encode(&unwritable[i], line) != 0)
            fail_msg("row %zu is written as %.*s", i, (int)strcspn(line, "\n"), line);
    }
}

/* Each message has one spelling: written lines are read back. A time of 10^16 would be
 * read as the historic form. */
static void written_lines_are_read_back(void **state)
{
    static const uint64_t times[] = {0, 1, UINT64_C(9999999999999999),
        UINT64_C(10000000000000000), UINT64_C(13370843300939157), KEY_TIME_MAX};

    (void)state;
    for (size_t i = 0; i < COUNT(times); i++) {
        struct wire_message message = {
            .kind = WIRE_KEY, .key = {times[i], 'a', SIDE_OTHER}};
        struct wire_reader reader = {0};
        char line[WIRE_LINE_MAX];
        const char *at = line;
        size_t count = wire_encode(&message, line);

        if (count > 0 && wire_read(&reader, &at, &count, &message) != 1)
            fail_msg("%.*s is written, not read", (int)strcspn(line, "\n"), line);
        assert_int_equal(message.key.code, 'a');
    }
}

/* Read bytes to their end or an error. A line that is read is in the grammar and is
 * written in the same way; any other line is an error and changes nothing. */
static void check_bytes(const char *bytes, size_t count)
{
    struct wire_reader reader = {0};
    struct wire_message message, before;
    const char *at = bytes, *line = bytes, *end;
    char again[WIRE_LINE_MAX];
    int result;

    do {
        line = at;
        end = memchr(line, '\n', count);
        memset(&message, 0x55, sizeof(message));
        memcpy(&before, &message, sizeof(before));
        errno = 0;
        result = wire_read(&reader, &at, &count, &message);
        if (end != NULL && is_in_grammar(line, (size_t)(end - line))) {
            assert_int_equal(result, 1);
            assert_ptr_equal(at, end + 1);
            assert_int_equal(wire_encode(&message, again), at - line);
            assert_memory_equal(again, line, (size_t)(at - line));
            continue;
        }
        if (result != (end != NULL ? -1 : 0))
            fail_msg("read gives %d: %.*s", result, (int)(at - line), line);
        assert_memory_equal(&before, &message, sizeof(before));
        assert_int_equal(errno, end != NULL ? EPROTO : 0);
        assert_int_equal(reader.length, at - line);
        assert_memory_equal(reader.line, line, reader.length);
    } while (result > 0);
}

static void near_misses_are_protocol_errors(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(no_messages); i++) {
        char line[WIRE_LINE_MAX];
        int length = snprintf(line, sizeof(line), "%s\n", no_messages[i]);

        assert_in_range(length, 1, WIRE_LINE_MAX - 1);
        if (is_in_grammar(line, (size_t)length - 1))
            fail_msg("the test is wrong about %s", no_messages[i]);
        check_bytes(line, (size_t)length);
    }
}

static void every_truncation_is_an_error_or_a_message(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(spellings); i++)
        for (size_t length = 0; length < strlen(spellings[i].line); length++) {
            char line[WIRE_LINE_MAX];

            memcpy(line, spellings[i].line, length);
            check_bytes(line, length);
            line[length] = '\n';
            check_bytes(line, length + 1);
        }
}

static void every_mutation_is_an_error_or_a_message(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(spellings); i++) {
        char line[WIRE_LINE_MAX];
        size_t length = (size_t)snprintf(line, sizeof(line), "%s\n", spellings[i].line);

        for (size_t at = 0; at < length; at++) {
            char kept = line[at];

            for (int byte = 0; byte < 256; byte++) {
                line[at] = (char)byte;
                check_bytes(line, length);
            }
            line[at] = kept;
        }
    }
}

/* All messages in one stream, in pieces of any size. */
static void pieces_of_any_size_are_read(void **state)
{
    struct bytes stream = {0};

    (void)state;
    for (size_t i = 0; i < COUNT(spellings); i++) {
        bytes_add(&stream, spellings[i].line, strlen(spellings[i].line));
        bytes_add(&stream, "\n", 1);
    }
    for (size_t size = 1; size <= stream.length; size += 1 + size / 8) {
        struct wire_reader reader = {0};
        struct wire_message message;
        size_t messages = 0;

        for (size_t from = 0; from < stream.length; from += size) {
            const char *at = stream.at + from;
            size_t rest = stream.length - from;
            size_t count = size < rest ? size : rest;

            while (wire_read(&reader, &at, &count, &message) > 0)
                assert_same(&message, &spellings[messages++].message);
            assert_int_equal(count, 0);
            assert_false(reader.broken);
        }
        assert_int_equal(messages, COUNT(spellings));
    }
    bytes_free(&stream);
}

/* A line of more than 128 bytes is an error at byte 128. */
static void a_line_has_a_limit(void **state)
{
    char bytes[2 * WIRE_LINE_MAX];

    (void)state;
    memset(bytes, 'a', sizeof(bytes));
    for (size_t length = 1; length <= sizeof(bytes); length++) {
        struct wire_reader reader = {0};
        struct wire_message message;
        const char *at = bytes;
        size_t count = length;
        int expected = length < WIRE_LINE_MAX ? 0 : -1;
        size_t taken = length < WIRE_LINE_MAX ? length : WIRE_LINE_MAX;

        errno = 0;
        assert_int_equal(wire_read(&reader, &at, &count, &message), expected);
        assert_int_equal(errno, expected < 0 ? EPROTO : 0);
        assert_int_equal(reader.length, taken);
        assert_ptr_equal(at, bytes + taken);
        assert_int_equal(count, length - taken);
    }
}

/* A line of exactly 128 bytes is read to its end, and is an error. */
static void a_full_line_is_read_to_its_end(void **state)
{
    struct wire_reader reader = {0};
    struct wire_message message;
    char bytes[WIRE_LINE_MAX];
    const char *at = bytes;
    size_t count = sizeof(bytes);

    (void)state;
    memset(bytes, ' ', sizeof(bytes));
    memcpy(bytes, "live", 4);
    bytes[sizeof(bytes) - 1] = '\n';
    assert_int_equal(wire_read(&reader, &at, &count, &message), -1);
    assert_int_equal(count, 0);
    assert_int_equal(reader.length, WIRE_LINE_MAX);
}

/* After an error the reader reads no more and keeps the line. */
static void a_broken_reader_reads_no_further(void **state)
{
    struct wire_reader reader = {0};
    struct wire_message message = {.kind = WIRE_PING, .left = 4711};
    const char *at = "what?\nlive\n";
    size_t count = strlen(at);

    (void)state;
    assert_int_equal(wire_read(&reader, &at, &count, &message), -1);
    assert_string_equal(at, "live\n");
    assert_true(reader.broken);
    errno = 0;
    assert_int_equal(wire_read(&reader, &at, &count, &message), -1);
    assert_int_equal(errno, EPROTO);
    assert_string_equal(at, "live\n");
    assert_int_equal(count, strlen("live\n"));
    assert_int_equal(reader.length, strlen("what?\n"));
    assert_memory_equal(reader.line, "what?\n", reader.length);
    assert_true(message.kind == WIRE_PING && message.left == 4711);
}

static void labels_are_letters_digits_and_hyphens(void **state)
{
    static const char *const labels[] = {
        "a", "Z", "0", "-", "terminal-1950", "ABCDEFGHIJKLMNOP", "abcxyzAMZ0189-"};
    static const char *const others[] = {
        "", "ABCDEFGHIJKLMNOPQ", "a b", "a_b", "a.b", "caf\xc3\xa9", "a\n", " a", "a "};

    (void)state;
    for (size_t i = 0; i < COUNT(labels); i++)
        assert_true(wire_is_label(labels[i]));
    for (size_t i = 0; i < COUNT(others); i++)
        assert_false(wire_is_label(others[i]));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_message_has_its_spelling),
        cmocka_unit_test(every_spelling_has_its_message),
        cmocka_unit_test(a_field_out_of_range_has_no_line),
        cmocka_unit_test(written_lines_are_read_back),
        cmocka_unit_test(near_misses_are_protocol_errors),
        cmocka_unit_test(every_truncation_is_an_error_or_a_message),
        cmocka_unit_test(every_mutation_is_an_error_or_a_message),
        cmocka_unit_test(pieces_of_any_size_are_read),
        cmocka_unit_test(a_line_has_a_limit),
        cmocka_unit_test(a_full_line_is_read_to_its_end),
        cmocka_unit_test(a_broken_reader_reads_no_further),
        cmocka_unit_test(labels_are_letters_digits_and_hyphens),
    };

    return cmocka_run_group_tests(tests, compile_grammar, free_grammar);
}
