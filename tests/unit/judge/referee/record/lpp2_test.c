/*
 * lpp2_test.c - rounds of LPP v2: their messages and faults (lpp2.h, record.h). The
 * first message is the example of FORMATS, 11, with an additional member.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/referee/check/check_transcript.h"
#include "judge/referee/record/lpp2.h"

#define MESSAGE(id, content, to)                                                       \
    "{\"id\":\"" id "\",\"secret\":\"\",\"content\":\"" content "\",\"to\":\"" to "\"" \
    "}"

/* Read a line from memory of its exact size. */
static enum record_kind read_line(
    struct record_reader *reader, const char *text, struct record *out)
{
    char *line = exact_copy(text, strlen(text));

    record_read(reader, line, strlen(text), true, out);
    free(line);
    return out->kind;
}

static void messages_are_read(void **state)
{
    static const struct {
        const char *line;
        enum side side;
        int judge;
        size_t pair;
        enum record_pane pane;
        const char *who, *text;
    } rows[] = {
        {"{\"id\":\"judge0\",\"secret\":\"\",\"content\":\"Hello\",\"to\":\"ai0\","
         "\"at\":[1234567890123456789012,{}]}",
            SIDE_JUDGE, 0, 0, PANE_LEFT, "judge0", "Hello"},
        {MESSAGE("human1", "Hi", "Judge12"), SIDE_OTHER, 12, 1, PANE_LEFT, "human1",
            "Hi"},
        {MESSAGE("judge0", "", "human0"), SIDE_JUDGE, 0, 0, PANE_RIGHT, "judge0", ""},
        /* Other blanks, another order. */
        {" { \"to\" : \"judge0\" , \"content\" : \"x\" , \"secret\" : \"\" , \"id\" :"
         " \"ai0\" } \r",
            SIDE_OTHER, 0, 0, PANE_LEFT, "ai0", "x"},
        /* A third partner starts another pair, which a fourth joins. */
        {MESSAGE("judge0", "x", "Rose"), SIDE_JUDGE, 0, 2, PANE_LEFT, "judge0", "x"},
        {MESSAGE("ai9", "x", "judge0"), SIDE_OTHER, 0, 2, PANE_RIGHT, "ai9", "x"},
        {MESSAGE("human0", "x", "judge0"), SIDE_OTHER, 0, 0, PANE_RIGHT, "human0", "x"},
        /* No numbers. */
        {MESSAGE("judge", "x", "ai"), SIDE_JUDGE, KEYLOG_NO_JUDGE, 3, PANE_LEFT,
            "judge", "x"},
        {MESSAGE("JUDGE7a", "x", "ai"), SIDE_JUDGE, KEYLOG_NO_JUDGE, 4, PANE_LEFT,
            "JUDGE7a", "x"},
        /* Escapes, and characters beyond ASCII, also as surrogates. */
        {MESSAGE("judge0", "a\\nb\\r\\nc\\rd\\t\\\"\\\\\\/", "ai0"), SIDE_JUDGE, 0, 0,
            PANE_LEFT, "judge0", "a\nb\nc\nd\t\"\\/"},
        {MESSAGE("judge0", "caf\\u00e9 \xe2\x80\x94 \\ud83d\\ude42", "ai0"), SIDE_JUDGE,
            0, 0, PANE_LEFT, "judge0", "caf\xc3\xa9 \xe2\x80\x94 \xf0\x9f\x99\x82"},
    };
    struct record_reader reader;

    (void)state;
    assert_int_equal(record_init(&reader, RECORD_LPP2), 0);
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct record record;

        assert_int_equal(read_line(&reader, rows[i].line, &record), RECORD_LINE);
        assert_int_equal(record.line.side, rows[i].side);
        assert_int_equal((int)record.line.judge, rows[i].judge);
        assert_int_equal(record.line.second, TRANSCRIPT_NO_TIME);
        assert_int_equal(record.pair, rows[i].pair);
        assert_int_equal(reader.round.count, rows[i].pair + 1);
        assert_int_equal(record.pane, rows[i].pane);
        assert_string_equal(record.who, rows[i].who);
        assert_int_equal(record.length, strlen(rows[i].text));
        assert_memory_equal(record.line.text, rows[i].text, record.length);
    }
    assert_int_equal(record_pairs(&reader), 5);
    assert_int_equal(reader.lpp2->talks, 7);
    record_free(&reader);
}

static const struct {
    const char *line, *why;
} faults[] = {
    {"", "not JSON: "},
    {"Hello", "not JSON: "},
    {"{\"id\":\"judge0\",\"secret\":\"\",\"content\":\"Hel", "not JSON: "},
    {MESSAGE("judge0", "x", "ai0") "}", "not JSON: end of file expected"},
    {"{\"id\":\"judge0\",\"id\":\"judge0\",\"secret\":\"\",\"content\":\"\",\"to\":"
     "\"ai0\"}",
        "duplicate object key"},
    {"[\"judge0\"]", "JSON, but not an object"},
    {"{\"secret\":\"\",\"content\":\"\",\"to\":\"ai0\"}", "\"id\" is missing"},
    {"{\"id\":\"judge0\",\"content\":\"\",\"to\":\"ai0\"}", "\"secret\" is missing"},
    {"{\"id\":\"judge0\",\"secret\":\"\",\"to\":\"ai0\"}", "\"content\" is missing"},
    {"{\"id\":\"judge0\",\"secret\":\"\",\"content\":\"\"}", "\"to\" is missing"},
    {"{\"id\":0,\"secret\":\"\",\"content\":\"\",\"to\":\"ai0\"}",
        "\"id\" is not a string"},
    {"{\"id\":\"judge0\",\"secret\":\"\",\"content\":null,\"to\":\"ai0\"}",
        "\"content\" is not a string"},
    {MESSAGE("judge0", "x", ""), "\"to\" is not a name"},
    {MESSAGE("judge 0", "x", "ai0"), "\"id\" is not a name"},
    {MESSAGE("judge\\u001b", "x", "ai0"), "\"id\" is not a name"},
    {MESSAGE("judge0", "x",
         "a23456789b123456789c123456789d123456789e123456789f123456789g1234"),
        "\"to\" is not a name"},
    {MESSAGE("judge0", "x", "judge0"), "judge0 speaks to itself"},
    {MESSAGE("ai0", "x", "ai0"), "ai0 speaks to itself"},
    {MESSAGE("judge0", "x", "Judge1"), "a judge speaks to a judge"},
    {MESSAGE("ai0", "x", "human0"), "neither end is a judge"},
    {MESSAGE("judge0", "\\ud83d", "ai0"), "not JSON: invalid Unicode '\\uD83D'"},
    {MESSAGE("judge0", "\\ude42\\ud83d", "ai0"), "not JSON: invalid Unicode"},
    {MESSAGE("judge0", "\\u0000", "ai0"), "\\u0000 is not allowed"},
    {MESSAGE("judge0", "\xe9", "ai0"), "unable to decode byte 0xe9"},
    {MESSAGE("judge0", "\x1b[2J", "ai0"), "control character 0x1b"},
};

/* Each fault is described in printable text, and no pair is made. */
static void faults_are_named(void **state)
{
    struct record_reader reader;

    (void)state;
    assert_int_equal(record_init(&reader, RECORD_LPP2), 0);
    for (size_t i = 0; i < COUNT(faults); i++) {
        struct record record;

        assert_int_equal(read_line(&reader, faults[i].line, &record), RECORD_TORN);
        if (strstr(record.why, faults[i].why) == NULL)
            fail_msg("%s: %s", faults[i].line, record.why);
        for (const char *c = record.why; *c != '\0'; c++)
            assert_in_range(*c, ' ', '~');
        assert_int_equal(record_pairs(&reader), 0);
    }
    record_free(&reader);
}

/* A line needs its newline and has a maximum length; NULs are not JSON. */
static void torn_and_long_lines_are_refused(void **state)
{
    static const char good[] = MESSAGE("judge0", "x", "ai0");
    static char line[RECORD_LINE_MAX + 1];
    struct record_reader reader;
    struct record record;

    (void)state;
    assert_int_equal(record_init(&reader, RECORD_LPP2), 0);
    record_read(&reader, good, strlen(good), false, &record);
    assert_int_equal(record.kind, RECORD_TORN);
    assert_string_equal(record.why, "incomplete: it has no newline");
    memset(line, ' ', sizeof(line));
    memcpy(line, good, strlen(good));
    record_read(&reader, line, sizeof(line), true, &record);
    assert_int_equal(record.kind, RECORD_TORN);
    assert_string_equal(record.why, "longer than 65536 bytes");
    record_read(&reader, line, RECORD_LINE_MAX, true, &record);
    assert_int_equal(record.kind, RECORD_LINE);
    line[100] = '\0';
    record_read(&reader, line, RECORD_LINE_MAX, true, &record);
    assert_int_equal(record.kind, RECORD_TORN);
    /* The longest text. */
    memset(line, 'x', RECORD_LINE_MAX);
    memcpy(line, good, sizeof("{\"id\":\"judge0\",\"secret\":\"\",\"content\":\"") - 1);
    memcpy(line + RECORD_LINE_MAX - strlen("\",\"to\":\"ai0\"}"), "\",\"to\":\"ai0\"}",
        strlen("\",\"to\":\"ai0\"}"));
    record_read(&reader, line, RECORD_LINE_MAX, true, &record);
    assert_int_equal(record.kind, RECORD_LINE);
    assert_int_equal(record.length, RECORD_LINE_MAX - 51);
    record_free(&reader);
}

/* The maximum number of judges, and one more, whose messages are dropped. */
static void pairs_are_bounded(void **state)
{
    struct record_reader reader;
    struct record record;

    (void)state;
    assert_int_equal(record_init(&reader, RECORD_LPP2), 0);
    for (int judge = 0; judge <= LPP2_PAIRS_MAX; judge++) {
        char line[128];

        snprintf(line, sizeof(line),
            "{\"id\":\"judge%d\",\"secret\":\"\",\"content\":\"\",\"to\":\"ai0\"}",
            judge);
        assert_false(record_lost_pairs(&reader));
        assert_int_equal(read_line(&reader, line, &record),
            judge < LPP2_PAIRS_MAX ? RECORD_LINE : RECORD_TORN);
    }
    assert_true(record_lost_pairs(&reader));
    assert_int_equal(record_pairs(&reader), LPP2_PAIRS_MAX);
    assert_int_equal(
        read_line(&reader, MESSAGE("ai0", "", "judge63"), &record), RECORD_LINE);
    record_free(&reader);
}

/* Headings of pairs with one partner and with two; kinds of partners. */
static void pairs_have_headings(void **state)
{
    static const struct {
        const char *line, *heading, *left, *right;
        enum record_seat left_seat, right_seat;
    } rows[] = {
        {MESSAGE("judge3", "", "Rose"), "-- judge3: left Rose --", "Rose", "",
            SEAT_UNKNOWN, SEAT_UNKNOWN},
        {MESSAGE("HUMAN", "", "judge3"), "-- judge3: left Rose right HUMAN --", "Rose",
            "HUMAN", SEAT_UNKNOWN, SEAT_HUMAN},
        {MESSAGE("Ai_x", "", "judge4"), "-- judge4: left Ai_x --", "Ai_x", "",
            SEAT_PROGRAM, SEAT_UNKNOWN},
        {MESSAGE("judge5", "", "conf0"), "-- judge5: left conf0 --", "conf0", "",
            SEAT_HUMAN, SEAT_UNKNOWN},
        {MESSAGE("ai5", "", "judge5"), "-- judge5: left conf0 right ai5 --", "conf0",
            "ai5", SEAT_HUMAN, SEAT_PROGRAM},
    };
    struct record_reader reader;

    (void)state;
    assert_int_equal(record_init(&reader, RECORD_LPP2), 0);
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct record record;

        assert_int_equal(read_line(&reader, rows[i].line, &record), RECORD_LINE);
        record_begin_pair(&reader, record.pair, &record);
        assert_int_equal(record.kind, RECORD_ROUND);
        assert_int_equal(record.length, strlen(rows[i].heading));
        assert_memory_equal(record.text, rows[i].heading, record.length);
        assert_string_equal(reader.round.name[PANE_LEFT], rows[i].left);
        assert_string_equal(reader.round.name[PANE_RIGHT], rows[i].right);
        assert_int_equal(reader.round.seat[PANE_LEFT], rows[i].left_seat);
        assert_int_equal(reader.round.seat[PANE_RIGHT], rows[i].right_seat);
    }
    assert_string_equal(reader.round.program, "ai5");
    assert_string_equal(reader.round.human, "conf0");
    record_free(&reader);
}

/* The form depends on the content: a message on any of the first lines. */
static void the_form_is_recognised(void **state)
{
    static const struct {
        const char *text;
        enum record_form form;
    } rows[] = {
        {MESSAGE("judge0", "x", "ai0") "\n", RECORD_LPP2},
        {"\n oops\n" MESSAGE("judge0", "x", "ai0") "\n", RECORD_LPP2},
        /* Text that looks like a line of a transcript. */
        {MESSAGE("judge0", "x[14:12:25]Hi", "ai0") "\n", RECORD_LPP2},
        {"{\"id\":\"judge0\",\"to\":\n", RECORD_LPP2},
        {MESSAGE("judge0", "x", "ai0"), RECORD_UNKNOWN}, /* too short to tell */
        /* Other JSON files, such as exports. */
        {"{\"kind\":\"line\",\"judge\":0,\"side\":\"judge\",\"who\":\"judge0\","
         "\"pane\":\"left\",\"text\":\"{\\\"id\\\":\\\"to\\\"}\"}\n",
            RECORD_UNKNOWN},
        {"{\"version\": 2, \"width\": 80, \"height\": 24}\n", RECORD_UNKNOWN},
        {"\"id\" \"to\"\n", RECORD_UNKNOWN},
        {"PROGRAM[14:12:25]Hi\n" MESSAGE("judge0", "x", "ai0") "\n", RECORD_TRANSCRIPT},
        {"J2 013370845270900515 judge left H\n" MESSAGE("judge0", "x", "ai0") "\n",
            RECORD_2012},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        char *text = exact_copy(rows[i].text, strlen(rows[i].text));

        assert_int_equal(record_sniff(text, strlen(rows[i].text)), rows[i].form);
        free(text);
    }
    assert_int_equal(
        check_kind("Round1", rows[0].text, strlen(rows[0].text)), CHECK_LPP2);
    assert_int_equal(
        check_kind("x.TXT", rows[2].text, strlen(rows[2].text)), CHECK_LPP2);
    assert_int_equal(
        check_kind("Round1", rows[4].text, strlen(rows[4].text)), CHECK_LPP2);
    assert_int_equal(
        check_kind("Round1", rows[5].text, strlen(rows[5].text)), CHECK_UNKNOWN);
}

/* The keys of a message; <> is a Return. */
static void messages_are_typed(void **state)
{
    static const struct {
        const char *text, *keys;
    } rows[] = {
        {"", "<>"},
        {"Hi", "Hi<>"},
        {"a\nb\n\nc", "a<>b<><>c<>"},
        {"a\n", "a<><>"},
        {"a\tb\x1b[2J", "a b?[2J<>"},
        {"\xc2\x9b\xe2\x80\xae\xc3\xa9", "??\xc3\xa9<>"},
    };
    static char text[2 * PROMPT_LINE_MAX + 1];
    struct transcript_line line = {.text = text};
    struct record_typist typist;
    uint32_t code;
    size_t count = 0, returns = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        char keys[64] = "";

        line.text = rows[i].text;
        line.length = strlen(rows[i].text);
        typist = record_typist(&line);
        while (record_type(&typist, &code)) {
            size_t at = strlen(keys), size = utf8_encode(code, keys + at);

            keys[at + size] = '\0';
            if (code == K_RETURN)
                strcpy(keys + at, "<>");
        }
        assert_string_equal(keys, rows[i].keys);
    }
    /* A line longer than the prompt's longest is split. */
    memset(text, 'x', sizeof(text));
    line.text = text;
    line.length = sizeof(text);
    typist = record_typist(&line);
    for (; record_type(&typist, &code); count++)
        if (code == K_RETURN && ++returns < 3)
            assert_int_equal(count + 1, returns * (PROMPT_LINE_MAX + 1));
    assert_int_equal(returns, 3);
    assert_int_equal(count, sizeof(text) + 3);
}

/* Write a fault as "line: fault (clause)". */
static void report(
    void *to, const char *path, uint64_t line, const char *what, const char *clause)
{
    char *told = to;

    (void)path;
    sprintf(told + strlen(told), "%d: %s (%s)\n", (int)line, what, clause);
}

static void rounds_are_checked(void **state)
{
    static const char text[] = MESSAGE("judge0", "x", "ai0") "\n" MESSAGE(
        "ai0", "x", "ai0") "\n{\"id\":\"judge0\",\"secret\":\"abc\",\"content\":\"\","
                           "\"to\":\"ai0\"}"
                           "\n" MESSAGE("ai0", "x", "judge0") "\n";
    char told[1024] = "";
    struct check check = {.report = report, .to = told};
    struct check_messages m;

    (void)state;
    assert_int_equal(check_messages_init(&m, &check), 0);
    for (const char *line = text, *end; *line != '\0'; line = end + 1) {
        end = strchr(line, '\n');
        check_messages_line(&m, line, (size_t)(end - line));
    }
    check_messages_end(&m, true);
    assert_string_equal(told,
        "2: ai0 speaks to itself (referee(1))\n"
        "3: \"secret\" is not empty: a reader could register with it (referee(1))\n"
        "5: the last line is incomplete: it has no newline (referee(1))\n");
    assert_int_equal(m.messages, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_are_read),
        cmocka_unit_test(faults_are_named),
        cmocka_unit_test(torn_and_long_lines_are_refused),
        cmocka_unit_test(pairs_are_bounded),
        cmocka_unit_test(pairs_have_headings),
        cmocka_unit_test(the_form_is_recognised),
        cmocka_unit_test(messages_are_typed),
        cmocka_unit_test(rounds_are_checked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
