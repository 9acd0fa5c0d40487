/*
 * transcript_test.c - lines of transcripts, written and read (transcript.h).
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/record/transcript.h"

/* A conversation and its transcript. */
struct record {
    struct prompt prompt;
    struct transcript transcript;
    struct tm now;
    struct bytes text;
};

static void record_event(void *context, const struct event *event)
{
    static char out[TRANSCRIPT_OUT_SIZE];
    struct record *record = context;
    size_t length = transcript_feed(&record->transcript, event, &record->now, out);

    assert_true(length <= sizeof(out));
    bytes_add(&record->text, out, length);
}

static void begin(struct record *record)
{
    *record = (struct record){.now = day_time(14, 12, 20)};
    prompt_init(&record->prompt, rulebook_find("1996"));
    transcript_init(&record->transcript, rulebook_find("1996"));
    bytes_add(&record->text, "", 0);
}

/* End the conversation with an unfinished line and a held line. */
static void end(struct record *record)
{
    static char out[TRANSCRIPT_OUT_SIZE];
    struct event events[PROMPT_ENDS_MAX];
    int count = prompt_end(&record->prompt, events);

    record->now = day_time(23, 59, 59);
    for (int i = 0; i < count; i++)
        record_event(record, &events[i]);
    bytes_add(&record->text, out, transcript_end(&record->transcript, out));
}

/* Keys typed at a time of day. */
struct timed {
    const char *at;
    enum side side;
    const char *keys;
};

#define J SIDE_JUDGE
#define O SIDE_OTHER

struct told {
    const char *what;
    struct timed timed[8];
    const char *text;
    const char *more; /* at the end */
};

static const struct told told[] = {
    {"the example of the rule book",
        {{"14:12:20", J, "@@04\r\r"}, {"14:12:25", O, "Welcome judge 4\r\r"},
            {"14:12:32", J, " Do you think that the\r"},
            {"14:12:39", J, " Republicans can succeed\r"},
            {"14:12:55", J, " in winning the White House?\r  \r"},
            {"14:13:15", O, "Only if Newt succeeds in\r"},
            {"14:13:17", O, "developing a more tolerant image.\r\r"}},
        "*** JUDGE04 ***\n"
        "PROGRAM[14:12:25]Welcome judge 4\n"
        "JUDGE04[14:12:32]Do you think that the\n"
        "JUDGE04[14:12:39]Republicans can succeed\n"
        "JUDGE04[14:12:55]in winning the White House?\n"
        "PROGRAM[14:13:15]Only if Newt succeeds in\n"
        "PROGRAM[14:13:17]developing a more tolerant image.\n",
        ""},
    {"judge 00 is there until someone says otherwise", {{"01:02:03", J, "Hello\r\r"}},
        "JUDGE00[01:02:03]Hello\n", ""},
    {"midnight", {{"23:59:59", J, "late\r"}, {"00:00:00", J, "early\r\r"}},
        "JUDGE00[23:59:59]late\nJUDGE00[00:00:00]early\n", ""},
    {"a leap second", {{"23:59:60", J, "leap\r"}}, "JUDGE00[23:59:60]leap\n", ""},
    {"a line's time is that of its Return",
        {{"09:00:00", J, "Hel"}, {"09:00:07", J, "lo\r"}}, "JUDGE00[09:00:07]Hello\n",
        ""},
    {"empty and blank lines",
        {{"01:01:01", J, "\r"}, {"01:01:01", J, "  \r"}, {"01:01:02", O, " \r"},
            {"01:01:02", O, "\r"}},
        "", ""},
    {"one blank after the prompt, the judge's only",
        {{"01:01:01", J, " one\r  two\r   three  \r\r"},
            {"01:01:02", O, " one\r  two \r\r"}},
        "JUDGE00[01:01:01]one\nJUDGE00[01:01:01] two\nJUDGE00[01:01:01]  three  \n"
        "PROGRAM[01:01:02] one\nPROGRAM[01:01:02]  two \n",
        ""},
    {"a change of judges: the lines before it were the judge before's",
        {{"01:01:01", J, "@@04\r\r"}, {"01:01:02", O, "Hi\r\r"},
            {"01:01:03", J, "Bye\r@@05\r"}, {"01:01:04", J, "\r"},
            {"01:01:05", O, "Ho\r\r"}, {"01:01:06", J, "x\r"}},
        "*** JUDGE04 ***\nPROGRAM[01:01:02]Hi\nJUDGE04[01:01:03]Bye\n*** JUDGE05 ***\n"
        "PROGRAM[01:01:05]Ho\nJUDGE05[01:01:06]x\n",
        ""},
    {"@@nn with more after it is a line, with its own time",
        {{"01:01:01", J, "@@04\r"}, {"01:01:02", J, "Hi\r"}, {"01:01:03", J, "\r"}},
        "JUDGE00[01:01:01]@@04\nJUDGE00[01:01:02]Hi\n", ""},
    {"two @@nn: the first is a line",
        {{"01:01:01", J, " @@04\r"}, {"01:01:02", J, "@@05 \r\r"}},
        "JUDGE00[01:01:01]@@04\n*** JUDGE05 ***\n", ""},
    {"@@nn waits", {{"01:01:01", J, "Hi\r"}, {"01:01:02", J, "@@04\r"}},
        "JUDGE00[01:01:01]Hi\n", "JUDGE00[01:01:02]@@04\n"},
    {"@@00 waits too", {{"01:01:02", J, "@@00\r"}}, "", "JUDGE00[01:01:02]@@00\n"},
    {"@@nn that is not finished", {{"01:01:01", J, "@@04"}}, "",
        "JUDGE00[23:59:59]@@04\n"},
    {"a line begun after @@nn",
        {{"01:01:01", J, "@@04\r"}, {"01:01:02", J, "And"},
            {"01:01:03", J, "\b\b\b\r"}},
        "*** JUDGE04 ***\n", ""},
    {"a line begun after @@nn when all ends",
        {{"01:01:01", J, "@@04\r"}, {"01:01:02", J, "And"}}, "",
        "JUDGE00[01:01:01]@@04\nJUDGE00[23:59:59]And\n"},
    {"@@ that is no number", {{"01:01:01", J, "@@4\r@@100\r@@x7\r\r"}},
        "JUDGE00[01:01:01]@@4\nJUDGE00[01:01:01]@@100\nJUDGE00[01:01:01]@@x7\n", ""},
    {"@@nn of the station",
        {{"01:01:01", J, "\r\r"}, {"01:01:02", O, "@@04\r"}, {"01:01:03", O, "\r"}},
        "PROGRAM[01:01:02]@@04\n", ""},
    {"lines that would be others'",
        {{"01:01:01", J, "*** JUDGE05 ***\rPROGRAM[14:12:25]x\r[a] [b]\r\r"},
            {"01:01:02", O,
                "*** JUDGE05 ***\rJUDGE00[14:12:25]x\rStart at: [now]\r\r"}},
        "JUDGE00[01:01:01]*** JUDGE05 ***\nJUDGE00[01:01:01]PROGRAM[14:12:25]x\n"
        "JUDGE00[01:01:01][a] [b]\nPROGRAM[01:01:02]*** JUDGE05 ***\n"
        "PROGRAM[01:01:02]JUDGE00[14:12:25]x\nPROGRAM[01:01:02]Start at: [now]\n",
        ""},
    {"corrections are not told, nor keys without effect",
        {{"01:01:01", J, "Hx\bi\r"}, {"01:01:02", O, "no\r\r"},
            {"01:01:03", J, "\r\rno\x1b"}, {"01:01:04", O, "Yes\r\r"}},
        "JUDGE00[01:01:01]Hi\nPROGRAM[01:01:04]Yes\n", ""},
    {"what is unfinished at the end",
        {{"01:01:01", J, "@@99\r\r"}, {"01:01:02", O, "Well\rI th"}},
        "*** JUDGE99 ***\nPROGRAM[01:01:02]Well\n", "PROGRAM[23:59:59]I th\n"},
    {"blanks at the end", {{"01:01:01", J, "Hi\r  "}}, "JUDGE00[01:01:01]Hi\n", ""},
};

static void type_at(struct record *record, const struct timed *timed)
{
    int hour, minute, second;

    assert_int_equal(sscanf(timed->at, "%d:%d:%d", &hour, &minute, &second), 3);
    record->now = day_time(hour, minute, second);
    type_keys(&record->prompt, &(struct typed){timed->side, timed->keys}, record_event,
        record);
}

static void a_conversation_is_written(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(told); i++) {
        struct record record;
        char expected[2048];

        begin(&record);
        for (size_t t = 0; t < COUNT(told[i].timed) && told[i].timed[t].at != NULL; t++)
            type_at(&record, &told[i].timed[t]);
        if (strcmp(record.text.at, told[i].text) != 0)
            fail_msg("%s:\n%s", told[i].what, record.text.at);
        end(&record);
        snprintf(expected, sizeof(expected), "%s%s", told[i].text, told[i].more);
        if (strcmp(record.text.at, expected) != 0)
            fail_msg("%s, at the end:\n%s", told[i].what, record.text.at);
        bytes_free(&record.text);
    }
}

static struct event line_event(enum side side, const uint32_t *text, size_t length)
{
    return (struct event){EV_LINE, .side = side, .text = text, .length = length};
}

/* The longest lines, of the longest characters, one of them held. */
static void the_longest_lines_fit(void **state)
{
    static const char unit[] = "\xf4\x8f\xbf\xbf";
    static char out[TRANSCRIPT_OUT_SIZE];
    uint32_t waiting[PROMPT_LINE_MAX], wide[PROMPT_LINE_MAX];
    struct tm now = day_time(1, 1, 1);
    struct transcript t;
    struct event event;
    size_t length, head = strlen("JUDGE00[01:01:01]");

    (void)state;
    for (size_t i = 0; i < PROMPT_LINE_MAX; i++) {
        waiting[i] = i < 4 ? (uint32_t) "@@04"[i] : ' ';
        wide[i] = 0x10ffff;
    }
    transcript_init(&t, rulebook_find("1996"));
    event = line_event(SIDE_JUDGE, waiting, PROMPT_LINE_MAX);
    assert_int_equal(transcript_feed(&t, &event, &now, out), 0);
    event = line_event(SIDE_JUDGE, wide, PROMPT_LINE_MAX);
    length = transcript_feed(&t, &event, &now, out);
    assert_int_equal(length, 2 * (head + 1) + PROMPT_LINE_MAX + sizeof(wide));
    assert_memory_equal(out, "JUDGE00[01:01:01]@@04   ", head + 7);
    assert_memory_equal(out + length - 5, unit, 4);
    assert_int_equal(out[length - 1], '\n');
}

/* Under a book without @@nn such a line is not held. */
static void without_judge_lines_no_line_is_held(void **state)
{
    static const uint32_t text[] = {'@', '@', '0', '4'};
    static char out[TRANSCRIPT_OUT_SIZE];
    struct event event = line_event(SIDE_JUDGE, text, COUNT(text));
    struct tm now = day_time(1, 1, 1);
    struct transcript t;

    (void)state;
    transcript_init(&t, rulebook_find("2009"));
    assert_int_equal(transcript_feed(&t, &event, &now, out), 22);
    assert_memory_equal(out, "JUDGE00[01:01:01]@@04\n", 22);
    assert_int_equal(transcript_end(&t, out), 0);
}

/* A held line is written once, by the next line, the end of the turn, or the end of the
 * conversation; not by an echo, a stop or a blank line. */
static void held_lines_are_written_once(void **state)
{
    static const uint32_t text[] = {'@', '@', '0', '4'};
    static char out[TRANSCRIPT_OUT_SIZE];
    struct event line = line_event(SIDE_JUDGE, text, COUNT(text));
    struct event blank = line_event(SIDE_JUDGE, text, 0);
    struct event turn = {EV_TURN, .side = SIDE_JUDGE};
    struct event echo = {EV_ECHO, .side = SIDE_JUDGE, .code = 'x'};
    struct tm now = day_time(1, 1, 1), later = day_time(2, 2, 2);
    struct transcript t;

    (void)state;
    transcript_init(&t, rulebook_find("1996"));
    assert_int_equal(transcript_feed(&t, &line, &now, out), 0);
    assert_int_equal(transcript_feed(&t, &blank, &later, out), 0);
    assert_int_equal(transcript_feed(&t, &echo, &later, out), 0);
    assert_int_equal(transcript_feed(&t, &turn, &later, out), 22);
    assert_memory_equal(out, "JUDGE00[01:01:01]@@04\n", 22);
    assert_int_equal(transcript_feed(&t, &turn, &later, out), 0);
    assert_int_equal(transcript_feed(&t, &line, &now, out), 0);
    assert_int_equal(transcript_end(&t, out), 22);
    assert_memory_equal(out, "JUDGE00[01:01:01]@@04\n", 22);
    assert_int_equal(transcript_end(&t, out), 0);
}

/* Headers */

#define DATE "Start at: [2026/11/20 14:12:20]\n"
#define TEN "0123456789"
#define FIFTY TEN TEN TEN TEN TEN
#define LONGEST FIFTY FIFTY FIFTY FIFTY /* 200 */

static const struct {
    const char *notice, *program, *contestant;
    const char *header;
} headers[] = {
    {"(c)%d Cambridge Center For Behavioral Studies all rights reserved",
        "Program Name", "Contestant Name",
        "(c)2026 Cambridge Center For Behavioral Studies all rights reserved\n"
        "[Program Name] [Contestant Name]\n" DATE},
    {"This transcript is in the public domain", "terminal-1950", "",
        "This transcript is in the public domain\n[terminal-1950] []\n" DATE},
    {"", "", "", "\n[] []\n" DATE},
    {"%d", "", "", "2026\n[] []\n" DATE},
    {"in %d", "", "", "in 2026\n[] []\n" DATE},
    {"100%, %s%n%%", "%d%s", "%s%n", "100%, %s%n%%\n[%d%s] [%s%n]\n" DATE},
    {"%d of %d, %s", "", "", "2026 of %d, %s\n[] []\n" DATE},
    {"a\nb\r\tc\x1b[31m", "d\n] [e\x7f", "caf\xc3\xa9 ~",
        "abc[31m\n[d] [e] [caf ~]\n" DATE},
    {LONGEST "x", LONGEST "y", LONGEST "z",
        LONGEST "\n[" LONGEST "] [" LONGEST "]\n" DATE},
    {"%d" LONGEST, "\n" LONGEST, "",
        "2026" FIFTY FIFTY FIFTY TEN TEN TEN TEN "012345\n[" LONGEST "] []\n" DATE},
    {LONGEST LONGEST LONGEST "%d", "", "", LONGEST "\n[] []\n" DATE},
};

static void headers_are_three_lines(void **state)
{
    struct tm when = day_time(14, 12, 20);

    (void)state;
    for (size_t i = 0; i < COUNT(headers); i++) {
        char out[TRANSCRIPT_HEADER_SIZE + 1];
        size_t notice = strcspn(headers[i].header, "\n") + 1;
        size_t length = transcript_header(
            headers[i].notice, headers[i].program, headers[i].contestant, &when, out);

        assert_true(length < sizeof(out));
        out[length] = '\0';
        assert_string_equal(out, headers[i].header);
        assert_int_equal(transcript_notice(headers[i].notice, 2026, out), notice);
        assert_memory_equal(out, headers[i].header, notice);
    }
}

/* Reading */

static const struct {
    const char *line;
    struct transcript_line read;
} readable[] = {
    {"*** JUDGE04 ***", {TRANSCRIPT_JUDGE, SIDE_JUDGE, 4, 0, NULL, 0}},
    {"*** JUDGE00 ***", {TRANSCRIPT_JUDGE, SIDE_JUDGE, 0, 0, NULL, 0}},
    {"*** JUDGE99 ***", {TRANSCRIPT_JUDGE, SIDE_JUDGE, 99, 0, NULL, 0}},
    {"***JUDGE04***", {TRANSCRIPT_JUDGE, SIDE_JUDGE, 4, 0, NULL, 0}}, /* 2002 */
    {"PROGRAM[14:12:25]Welcome judge 4",
        {TRANSCRIPT_LINE, SIDE_OTHER, 0, 51145, "Welcome judge 4", 15}},
    {"PROGRAM[14:12:25] Welcome judge 4",
        {TRANSCRIPT_LINE, SIDE_OTHER, 0, 51145, " Welcome judge 4", 16}},
    {"JUDGE04[14:12:32]Do", {TRANSCRIPT_LINE, SIDE_JUDGE, 4, 51152, "Do", 2}},
    {"JUDGE40[00:00:00]x", {TRANSCRIPT_LINE, SIDE_JUDGE, 40, 0, "x", 1}},
    {"JUDGE00[00:00:02]x", {TRANSCRIPT_LINE, SIDE_JUDGE, 0, 2, "x", 1}},
    {"**[00:00:02]x", {TRANSCRIPT_LINE, SIDE_OTHER, 0, 2, "x", 1}},
    {"JUDGE99[23:59:59]", {TRANSCRIPT_LINE, SIDE_JUDGE, 99, 86399, "", 0}},
    {"HAL[09:08:07]Dave", {TRANSCRIPT_LINE, SIDE_OTHER, 0, 32887, "Dave", 4}},
    {"PROGRAM[23:59:60]leap", {TRANSCRIPT_LINE, SIDE_OTHER, 0, 86400, "leap", 4}},
    {"PROGRAM[01:00:00]*** JUDGE05 ***",
        {TRANSCRIPT_LINE, SIDE_OTHER, 0, 3600, "*** JUDGE05 ***", 15}},
    {"PROGRAM[00:01:00]JUDGE05[14:12:25]x",
        {TRANSCRIPT_LINE, SIDE_OTHER, 0, 60, "JUDGE05[14:12:25]x", 18}},
    {"JUDGE05[00:00:01]PROGRAM[14:12:25]x",
        {TRANSCRIPT_LINE, SIDE_JUDGE, 5, 1, "PROGRAM[14:12:25]x", 18}},
    {"PROGRAM[00:00:09]caf\xc3\xa9",
        {TRANSCRIPT_LINE, SIDE_OTHER, 0, 9, "caf\xc3\xa9", 5}},
    {"JUDGE4[00:00:09]x", {TRANSCRIPT_LINE, SIDE_OTHER, 0, 9, "x", 1}},
    {"JUDGEx4[00:00:09]x", {TRANSCRIPT_LINE, SIDE_OTHER, 0, 9, "x", 1}},
    {"JUDGE4x[00:00:09]x", {TRANSCRIPT_LINE, SIDE_OTHER, 0, 9, "x", 1}},
    {"JUDGE004[00:00:09]x", {TRANSCRIPT_LINE, SIDE_OTHER, 0, 9, "x", 1}},
    {"JUDGX04[00:00:09]x", {TRANSCRIPT_LINE, SIDE_OTHER, 0, 9, "x", 1}},
};

static const char *const unreadable[] = {"", "*", "***", "****", "*****", "******",
    "*** ***", "*** JUDGE04 **", "*** JUDGE04 ", "** JUDGE04 ***", "*** JUDGE4 ***",
    "*** JUDGE004 ***", "*** JUDGE0x ***", "*** JUDGEx4 ***", "*** JUDGE04***",
    "***JUDGE04 ***", "***  JUDGE04  ***", "*** judge04 ***", "***xJUDGE04x***",
    "***xJUDGE04 ***", "*** JUDGE04x***", "*** JUDGE04 ****", "*** JUDGE04 *** ",
    " *** JUDGE04 ***", "***JUDGE04**x", "***[14:12:25]x", "***PROGRAM[14:12:25]x",
    "[14:12:25]x", "PROGRAM", "PROGRAM[", "PROGRAM[]", "PROGRAM[14:12:25",
    "PROGRAM[14:12:2", "PROGRAM 14:12:25]x", "PROGRAM[24:00:00]x", "PROGRAM[30:00:00]x",
    "PROGRAM[23:60:00]x", "PROGRAM[23:00:61]x", "PROGRAM[1:12:25]xx",
    "PROGRAM[14.12:25]x", "PROGRAM[14:12.25]x", "PROGRAM[14:12:25)x",
    "PROGRAM[x4:12:25]x", "PROGRAM[1x:12:25]x", "PROGRAM[14:x2:25]x",
    "PROGRAM[14:1x:25]x", "PROGRAM[14:12:x5]x", "PROGRAM[14:12:2x]x",
    "PROGRAM[-1:12:25]x",
    "(c)1995 Cambridge Center For Behavioral Studies all rights reserved",
    "[Program Name] [Contestant Name]", "[MegaHALv8][Jason Hutchens]",
    "Start at: [1995/11/20 14:12:20]", "This transcript is in the public domain"};

static void assert_read(size_t i, const struct transcript_line *read)
{
    const struct transcript_line *expected = &readable[i].read;
    size_t length = strlen(readable[i].line);

    if (read->kind != expected->kind || read->side != expected->side ||
        read->judge != expected->judge || read->second != expected->second ||
        read->length != expected->length)
        fail_msg("%s: kind %d, side %d, judge %u, second %d", readable[i].line,
            read->kind, read->side, read->judge, read->second);
    if (expected->text == NULL)
        assert_null(read->text);
    else
        assert_ptr_equal(read->text, readable[i].line + length - expected->length);
}

static void lines_of_all_years_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(readable); i++) {
        struct transcript_line read;

        assert_int_equal(
            transcript_read(readable[i].line, strlen(readable[i].line), &read), 0);
        assert_read(i, &read);
    }
}

static void other_lines_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(unreadable); i++) {
        struct transcript_line read, before;
        char *copy;

        memset(&read, 0x55, sizeof(read));
        before = read;
        copy = exact_copy(unreadable[i], strlen(unreadable[i]));
        errno = 0;
        if (transcript_read(copy, strlen(unreadable[i]), &read) != -1)
            fail_msg("\"%s\" is read", unreadable[i]);
        assert_int_equal(errno, EINVAL);
        assert_memory_equal(&read, &before, sizeof(read));
        free(copy);
    }
}

/* Bytes after the length are not read. */
static void lines_have_a_length(void **state)
{
    static const char line[] = "PROGRAM[14:12:25]Welcome";
    struct transcript_line read;

    (void)state;
    for (size_t length = 0; length < strlen(line); length++) {
        char *copy = exact_copy(line, length);
        int result;

        result = transcript_read(copy, length, &read);
        assert_int_equal(result, length < 17 ? -1 : 0);
        free(copy);
    }
    assert_int_equal(transcript_read(line, 17 + 3, &read), 0);
    assert_int_equal(read.length, 3);
}

/* Written lines are read back. */
static void written_lines_are_read_back(void **state)
{
    struct record record;
    struct transcript_line read;
    static const struct typed typed[] = {{SIDE_JUDGE, "@@07\r\r"},
        {SIDE_OTHER, "*** JUDGE05 ***\r\r"}, {SIDE_JUDGE, "  [x]\r@@08\rPROGRAM[\r\r"}};
    static const struct transcript_line expected[] = {
        {TRANSCRIPT_JUDGE, SIDE_JUDGE, 7, 0, NULL, 0},
        {TRANSCRIPT_LINE, SIDE_OTHER, 0, 51140, "*** JUDGE05 ***", 15},
        {TRANSCRIPT_LINE, SIDE_JUDGE, 7, 51140, " [x]", 4},
        {TRANSCRIPT_LINE, SIDE_JUDGE, 7, 51140, "@@08", 4},
        {TRANSCRIPT_LINE, SIDE_JUDGE, 7, 51140, "PROGRAM[", 8},
    };
    char *rest, *line;

    (void)state;
    begin(&record);
    for (size_t i = 0; i < COUNT(typed); i++)
        type_keys(&record.prompt, &typed[i], record_event, &record);
    rest = record.text.at;
    for (size_t i = 0; i < COUNT(expected); i++) {
        line = strsep(&rest, "\n");
        assert_int_equal(transcript_read(line, strlen(line), &read), 0);
        assert_int_equal(read.kind, expected[i].kind);
        assert_int_equal(read.side, expected[i].side);
        assert_int_equal(read.judge, expected[i].judge);
        assert_int_equal(read.second, expected[i].second);
        assert_int_equal(read.length, expected[i].length);
        if (expected[i].length > 0)
            assert_memory_equal(read.text, expected[i].text, read.length);
    }
    assert_string_equal(rest, "");
    bytes_free(&record.text);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_conversation_is_written),
        cmocka_unit_test(the_longest_lines_fit),
        cmocka_unit_test(without_judge_lines_no_line_is_held),
        cmocka_unit_test(held_lines_are_written_once),
        cmocka_unit_test(headers_are_three_lines),
        cmocka_unit_test(lines_of_all_years_are_read),
        cmocka_unit_test(other_lines_are_refused),
        cmocka_unit_test(lines_have_a_length),
        cmocka_unit_test(written_lines_are_read_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
