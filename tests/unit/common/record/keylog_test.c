/*
 * keylog_test.c - lines of key logs, written and read in all forms (keylog.h).
 *
 * The real logs of 2012 are read from the directory in LOGS, or ../shared/logs beside
 * the source, if that exists.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/record/keylog.h"

#define POSTED UINT64_C(1763648340123)
#define RELEASED UINT64_C(1763648340121)

struct record {
    const char *line;
    struct keylog_record read;
    const char *who;
};

/* Lines that are written and read back. */
static const struct {
    const char *line; /* without its '\n' */
    int judge;
    uint64_t posted;
    struct key key;
    const char *pane;
} written[] = {
    {"J4 000001763648340123 000001763648340121 local left H", 4, POSTED,
        {RELEASED, 'H', SIDE_JUDGE}, "left"},
    {"J0 000001763648340123 000001763648340121 remote left period", 0, POSTED,
        {RELEASED, '.', SIDE_OTHER}, "left"},
    {"J99 000000000000000000 000000000000000001 remote right Return", 99, 0,
        {1, K_RETURN, SIDE_OTHER}, "right"},
    {"J12 999999999999999999 999999999999999999 local 12345678 space", 12, KEY_TIME_MAX,
        {KEY_TIME_MAX, ' ', SIDE_JUDGE}, "12345678"},
    {"J7 000001763648340123 000001763648340121 local left Escape", 7, POSTED,
        {RELEASED, K_ESCAPE, SIDE_JUDGE}, "left"},
    {"J7 000001763648340123 000001763648340121 local left J", 7, POSTED,
        {RELEASED, 'J', SIDE_JUDGE}, "left"},
    {"J7 000001763648340123 000001763648340121 remote left U10FFFF", 7, POSTED,
        {RELEASED, 0x10ffff, SIDE_OTHER}, "left"},
};

/* The forms of 2007, 2009, 2012 and 2013. */
static const struct record read_only[] = {
    {"J3 011929736140563399 011929736140562500 local left H",
        {3, UINT64_C(11929736140563399), UINT64_C(11929736140562500),
            .side = SIDE_JUDGE, .pane = "left", .code = 'H'},
        "local"},
    {"J3 011929736140563399 011929736140562500 remote right CR",
        {3, UINT64_C(11929736140563399), UINT64_C(11929736140562500),
            .side = SIDE_OTHER, .pane = "right", .code = K_RETURN},
        "remote"},
    {"J2 012522395810610049 012522395810609375 local left H ",
        {2, UINT64_C(12522395810610049), UINT64_C(12522395810609375),
            .side = SIDE_JUDGE, .pane = "left", .code = 'H'},
        "local"},
    {"J2 1 2 local left quotedble   \r",
        {2, 1, 2, .side = SIDE_JUDGE, .pane = "left", .code = '"'}, "local"},
    {"J2 013370845270900515 judge left H\r",
        {2, UINT64_C(13370845270900515), UINT64_C(13370845270900515),
            .side = SIDE_JUDGE, .pane = "left", .code = 'H'},
        "judge"},
    {"J2 013370845270900515 b-wilcox-angela right space\r",
        {2, UINT64_C(13370845270900515), UINT64_C(13370845270900515),
            .side = SIDE_OTHER, .pane = "right", .code = ' '},
        "b-wilcox-angela"},
    {"J1 013370845270900515 human left Return",
        {1, UINT64_C(13370845270900515), UINT64_C(13370845270900515),
            .side = SIDE_OTHER, .pane = "left", .code = K_RETURN},
        "human"},
    /* judge number blank */
    {"J 013370152380273400 b-wilcox-angela left c\r",
        {KEYLOG_NO_JUDGE, UINT64_C(13370152380273400), UINT64_C(13370152380273400),
            .side = SIDE_OTHER, .pane = "left", .code = 'c'},
        "b-wilcox-angela"},
    {"J 5 6 local left c",
        {KEYLOG_NO_JUDGE, 5, 6, .side = SIDE_JUDGE, .pane = "left", .code = 'c'},
        "local"},
    /* a literal blank as the key */
    {"J2 5 d_burke_adam left  ",
        {2, 5, 5, .side = SIDE_OTHER, .pane = "left", .code = ' '}, "d_burke_adam"},
    {"J2 5 d_burke_adam left  \r",
        {2, 5, 5, .side = SIDE_OTHER, .pane = "left", .code = ' '}, "d_burke_adam"},
    {"J2 5 6 remote left   ",
        {2, 5, 6, .side = SIDE_OTHER, .pane = "left", .code = ' '}, "remote"},
    /* unknown keys */
    {"J2 5 judge left Shift_L",
        {2, 5, 5, .side = SIDE_JUDGE, .pane = "left", .code = KEYLOG_NO_CODE}, "judge"},
    {"J2 5 judge left Caps_Lock \r",
        {2, 5, 5, .side = SIDE_JUDGE, .pane = "left", .code = KEYLOG_NO_CODE}, "judge"},
    {"J2 5 judge left Ret",
        {2, 5, 5, .side = SIDE_JUDGE, .pane = "left", .code = KEYLOG_NO_CODE}, "judge"},
    /* names are compared as whole words */
    {"J2 5 6 locals left a", {2, 5, 6, .side = SIDE_OTHER, .pane = "left", .code = 'a'},
        "locals"},
    {"J2 5 6 loca left a", {2, 5, 6, .side = SIDE_OTHER, .pane = "left", .code = 'a'},
        "loca"},
    {"J2 5 6 Judge left a", {2, 5, 6, .side = SIDE_OTHER, .pane = "left", .code = 'a'},
        "Judge"},
    {"J2 5 judges left a", {2, 5, 5, .side = SIDE_OTHER, .pane = "left", .code = 'a'},
        "judges"},
    {"J2 5 6 locax left a", {2, 5, 6, .side = SIDE_OTHER, .pane = "left", .code = 'a'},
        "locax"},
    {"J2 5 judgx left a", {2, 5, 5, .side = SIDE_OTHER, .pane = "left", .code = 'a'},
        "judgx"},
    {"J2 5 abcde left a", {2, 5, 5, .side = SIDE_OTHER, .pane = "left", .code = 'a'},
        "abcde"},
    /* the largest numbers */
    {"J9999 9223372036854775807 0 local left a",
        {9999, INT64_MAX, 0, .side = SIDE_JUDGE, .pane = "left", .code = 'a'}, "local"},
    {"J0004 00000000000000000 1 local abcdefgh a",
        {4, 0, 1, .side = SIDE_JUDGE, .pane = "abcdefgh", .code = 'a'}, "local"},
};

/* Lines that begin like records but are broken. */
static const char *const broken[] = {"J", "J\r", "J4", "J4\r", "J4 ", "J ", "J4 1",
    "J4 1 ", "J4 1 2", "J4 1 2 ", "J4 1 2 local", "J4 1 2 local ", "J4 1 2 local left",
    "J4 1 2 local left ", "J4 1 2 local left \r", "J4 1 judge", "J4 1 judge left",
    "J4 1 judge left ", "J 1 judge left", "J4 1x judge left a",
    "J4 9223372036854775808 judge left a", "J4 1 9223372036854775808 local left a",
    "J4 00000000000000000001 judge left a", "J4 1 2x local left a",
    "J4 1  judge left a", "J4 1 2  local left a", "J4 1 2 local  left a",
    "J12345 1 2 local left a", "J4 1 2 local 123456789 a", "J4 1 2 local lefthalf2 a",
    "J4 1 2 3 left", "J99999999999999999999 1 2 local left a"};

static const struct {
    const char *line;
    enum keylog_kind kind;
} others[] = {
    {"# end", KEYLOG_END},
    {"# end\r", KEYLOG_END},
    {"# end ", KEYLOG_NOTE},
    {"# ends", KEYLOG_NOTE},
    {"# en", KEYLOG_NOTE},
    {"# END", KEYLOG_NOTE},
    {"# session 0123", KEYLOG_NOTE},
    {"# J4 1 2 local left a", KEYLOG_NOTE},
    {"# ", KEYLOG_NOTE},
    {"# \r", KEYLOG_NOTE},
    {"#", KEYLOG_TEXT},
    {"#end", KEYLOG_TEXT},
    {"#\t", KEYLOG_TEXT},
    {" # end", KEYLOG_TEXT},
    {"x end", KEYLOG_TEXT},
    {"", KEYLOG_TEXT},
    {"\r", KEYLOG_TEXT},
    {"Loebner Prize 2012 15 May  Bletchley Park UK\r", KEYLOG_TEXT},
    {"These transcripts are in the public domain\r", KEYLOG_TEXT},
    {"Transcripts of judge  program b-wilcox-angela round \r", KEYLOG_TEXT},
    {"Left =human \r", KEYLOG_TEXT},
    {"starting round 1 left= Human right = Program 3", KEYLOG_TEXT},
    {"*Starting round 1 program P3 human H2 judge J2 left is P3", KEYLOG_TEXT},
    {"**Starting subround 1 program P3 human H2 judge J2 other is P3", KEYLOG_TEXT},
    {"June", KEYLOG_TEXT},
    {"J x", KEYLOG_TEXT},
    {"J  5 6 local left c", KEYLOG_TEXT},
    {"J4x 1 2 local left a", KEYLOG_TEXT},
    {"J4 x", KEYLOG_TEXT},
    {"J4:1 2 local left a", KEYLOG_TEXT},
    {"J-1 1 2 local left a", KEYLOG_TEXT},
    {"j4 1 2 local left a", KEYLOG_TEXT},
    {" J4 1 2 local left a", KEYLOG_TEXT},
    {"JJ4 1 2 local left a", KEYLOG_TEXT},
};

static int read_copy(const char *line, size_t length, enum keylog_kind *kind,
    struct keylog_record *record, char who[static KEYLOG_LINE_SIZE])
{
    char *copy = exact_copy(line, length);
    int result;

    *kind = (enum keylog_kind)47;
    memset(record, 0x55, sizeof(*record));
    errno = 0;
    result = keylog_read(copy, length, kind, record);
    if (result == 0 && *kind == KEYLOG_KEY) {
        assert_true(record->who_length < KEYLOG_LINE_SIZE);
        assert_true(
            record->who > copy && record->who + record->who_length <= copy + length);
        memcpy(who, record->who, record->who_length);
        who[record->who_length] = '\0';
    } else {
        struct keylog_record before;

        memset(&before, 0x55, sizeof(before));
        assert_memory_equal(record, &before, sizeof(before));
    }
    free(copy);
    return result;
}

static void assert_record(const struct record *expected)
{
    struct keylog_record read;
    enum keylog_kind kind;
    char who[KEYLOG_LINE_SIZE];

    if (read_copy(expected->line, strlen(expected->line), &kind, &read, who) != 0 ||
        kind != KEYLOG_KEY)
        fail_msg("\"%s\" is not read", expected->line);
    if (read.judge != expected->read.judge || read.posted != expected->read.posted ||
        read.released != expected->read.released || read.code != expected->read.code ||
        read.side != expected->read.side)
        fail_msg("%s: judge %d, side %d, code %X", expected->line, read.judge,
            read.side, read.code);
    assert_string_equal(read.pane, expected->read.pane);
    assert_string_equal(who, expected->who);
}

static void records_are_written_and_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(written); i++) {
        size_t length = strlen(written[i].line);
        const struct key *key = &written[i].key;
        char line[KEYLOG_LINE_SIZE];
        struct record record = {written[i].line,
            {.judge = written[i].judge,
                .posted = written[i].posted,
                .released = key->time,
                .side = key->side,
                .code = key->code},
            key->side == SIDE_JUDGE ? "local" : "remote"};

        strcpy(record.read.pane, written[i].pane);
        assert_int_equal(keylog_write((unsigned)written[i].judge, written[i].posted,
                             key, written[i].pane, line),
            length + 1);
        assert_memory_equal(line, written[i].line, length);
        assert_int_equal(line[length], '\n');
        assert_record(&record);
    }
}

static void a_key_without_a_name_has_no_record(void **state)
{
    static const uint32_t codes[] = {0, '\n', 0x7f, 0xd800, 0x110000};
    char line[KEYLOG_LINE_SIZE];

    (void)state;
    for (size_t i = 0; i < COUNT(codes); i++) {
        struct key key = {1, codes[i], SIDE_JUDGE};

        assert_int_equal(keylog_write(4, 1, &key, "left", line), 0);
    }
}

/* The longest record, and a pane that is too long. */
static void a_record_always_fits(void **state)
{
    struct key key = {UINT64_MAX, ';', SIDE_OTHER};
    char line[KEYLOG_LINE_SIZE];
    size_t length = keylog_write(UINT_MAX, UINT64_MAX, &key, "123456789", line);

    (void)state;
    assert_in_range(length, 1, KEYLOG_LINE_SIZE - 1);
    assert_memory_equal(line + length - strlen(" 12345678 semicolon\n"),
        " 12345678 semicolon\n", strlen(" 12345678 semicolon\n"));
}

/* Readers must not read the note as a record. */
static void a_pressed_key_is_noted(void **state)
{
    char line[KEYLOG_LINE_SIZE];
    struct keylog_record record;
    enum keylog_kind kind;
    size_t length = keylog_write_pressed(1763648340121, K_BACKSPACE, line);

    (void)state;
    assert_string_equal(line, "# pressed 000001763648340121 BackSpace\n");
    assert_int_equal(length, strlen(line));
    assert_int_equal(keylog_read(line, length - 1, &kind, &record), 0);
    assert_int_equal(kind, KEYLOG_NOTE);
    assert_int_equal(keylog_write_pressed(1763648340121, 0x01, line), 0);
}

static void every_key_is_read_back(void **state)
{
    (void)state;
    for (uint32_t code = 0; code < 0x3000; code++) {
        struct key key = {RELEASED, code, code % 2 ? SIDE_JUDGE : SIDE_OTHER};
        struct keylog_record read;
        enum keylog_kind kind;
        char line[KEYLOG_LINE_SIZE];
        size_t length = keylog_write(4, POSTED, &key, "left", line);

        if (length == 0)
            continue;
        assert_int_equal(keylog_read(line, length - 1, &kind, &read), 0);
        assert_int_equal(kind, KEYLOG_KEY);
        assert_int_equal(read.code, code);
        assert_int_equal(read.side, key.side);
        assert_true(read.posted == POSTED && read.released == RELEASED);
    }
}

static void records_of_all_years_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(read_only); i++)
        assert_record(&read_only[i]);
}

/* Programs of 2012 are named after folders, which may have any name. */
static void a_name_may_begin_with_a_digit(void **state)
{
    static const struct record record = {"J2 013370845270900515 4d-chess left H",
        {2, UINT64_C(13370845270900515), UINT64_C(13370845270900515),
            .side = SIDE_OTHER, .pane = "left", .code = 'H'},
        "4d-chess"};

    (void)state;
    assert_record(&record);
}

static void broken_records_are_errors(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(broken); i++) {
        struct keylog_record read;
        enum keylog_kind kind;
        char who[KEYLOG_LINE_SIZE];

        if (read_copy(broken[i], strlen(broken[i]), &kind, &read, who) != -1)
            fail_msg("\"%s\" is read as %d", broken[i], kind);
        assert_int_equal(errno, EINVAL);
        assert_int_equal(kind, 47);
    }
}

static void other_lines_have_kinds(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(others); i++) {
        struct keylog_record read;
        enum keylog_kind kind;
        char who[KEYLOG_LINE_SIZE];

        assert_int_equal(
            read_copy(others[i].line, strlen(others[i].line), &kind, &read, who), 0);
        if (kind != others[i].kind)
            fail_msg("\"%s\" is read as %d", others[i].line, kind);
    }
}

/*
 * A truncated record is an error, unless only the name of the key is truncated: a part
 * of a name may be another name ("R" of "Return"), so callers ignore a line without its
 * '\n'. All other fields must then be correct.
 */
static void assert_torn(const char *line, size_t length, size_t whole)
{
    struct keylog_record read, all;
    enum keylog_kind kind;
    char who[KEYLOG_LINE_SIZE], all_who[KEYLOG_LINE_SIZE];
    size_t name = whole;
    int result = read_copy(line, length, &kind, &read, who);

    while (line[name - 1] != ' ')
        name--;
    if (length == 0) {
        assert_int_equal(result, 0);
        assert_int_equal(kind, KEYLOG_TEXT);
        return;
    }
    if (length <= name) {
        if (result != -1)
            fail_msg("\"%.*s\" is read", (int)length, line);
        return;
    }
    assert_int_equal(read_copy(line, whole, &kind, &all, all_who), 0);
    assert_int_equal(result, 0);
    assert_int_equal(read.judge, all.judge);
    assert_true(read.posted == all.posted && read.released == all.released);
    assert_int_equal(read.side, all.side);
    assert_string_equal(who, all_who);
    assert_string_equal(read.pane, all.pane);
}

static void truncated_records_are_errors(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(written); i++)
        for (size_t length = 0; length <= strlen(written[i].line); length++)
            assert_torn(written[i].line, length, strlen(written[i].line));
    for (size_t i = 0; i < COUNT(read_only); i++) {
        size_t whole = strlen(read_only[i].line);

        if (strpbrk(read_only[i].line + whole - 1, " \r") == NULL)
            for (size_t length = 0; length <= whole; length++)
                assert_torn(read_only[i].line, length, whole);
    }
}

/* The real logs */

static void count_line(
    const char *file, const char *line, size_t length, size_t *records)
{
    struct keylog_record read;
    enum keylog_kind kind;

    if (keylog_read(line, length, &kind, &read) < 0)
        fail_msg("%s: line cannot be read after %zu records", file, *records);
    if (kind != KEYLOG_KEY)
        return;
    (*records)++;
    assert_true(read.code != KEYLOG_NO_CODE);
    assert_true(strcmp(read.pane, "left") == 0 || strcmp(read.pane, "right") == 0);
    assert_true(
        read.posted == read.released && read.posted > UINT64_C(13370000000000000));
    assert_int_equal(read.side == SIDE_JUDGE, memcmp(read.who, "judge ", 6) == 0);
}

/* A line without its '\n' is not a record: some files end in the middle of one. */
static void read_log(const char *file)
{
    struct bytes log = {0};
    size_t records = 0, at = 0;
    const char *end;

    assert_int_equal(bytes_read(&log, file), 0);
    while ((end = memchr(log.at + at, '\n', log.length - at)) != NULL) {
        count_line(file, log.at + at, (size_t)(end - log.at) - at, &records);
        at = (size_t)(end - log.at) + 1;
    }
    assert_true(records > 0);
    print_message("%s: %zu records\n", file, records);
    bytes_free(&log);
}

static void the_real_logs_are_read_whole(void **state)
{
    (void)state;
    each_real_log(read_log);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_are_written_and_read),
        cmocka_unit_test(a_key_without_a_name_has_no_record),
        cmocka_unit_test(a_record_always_fits),
        cmocka_unit_test(a_pressed_key_is_noted),
        cmocka_unit_test(every_key_is_read_back),
        cmocka_unit_test(records_of_all_years_are_read),
        cmocka_unit_test(a_name_may_begin_with_a_digit),
        cmocka_unit_test(broken_records_are_errors),
        cmocka_unit_test(other_lines_have_kinds),
        cmocka_unit_test(truncated_records_are_errors),
        cmocka_unit_test(the_real_logs_are_read_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
