/*
 * saved_log_test.c - a key log read back after a crash (saved_log.h): complete,
 * truncated at every byte, with holes; and foreign files.
 *
 * The real logs of 2012 are read from the directory in LOGS, or ../shared/logs beside
 * the source, if that exists. Linked so that reallocarray() is __wrap_reallocarray().
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/record/keylog.h"
#include "common/record/saved_log.h"

enum { HOLES_MAX = 200 };

#define SESSION "0123456789abcdef0123456789abcdef"
#define OTHER_SESSION "ffffffffffffffff0000000000000000"
#define TITLE "(c)2026 all rights reserved\nKeystrokes of LP-02.TXT\n"
#define HEADING                                                                        \
    TITLE "# session " SESSION "\n"                                                    \
          "# role judge\n"                                                             \
          "# book 1996\n"                                                              \
          "# station terminal-1950\n"                                                  \
          "# address [fe80::1%eth0]:1950\n"                                            \
          "# began 000001795183940117\n"                                               \
          "# abandons " OTHER_SESSION "\n"                                             \
          "# continues LP-01.KEY\n"

/* A text with its length; it may contain NULs. */
#define BYTES(text) text, sizeof(text) - 1

/* Names with a part that is another name: bracketleft (b), Return (R), U00E9 (U). */
static const struct saved_log_key keys[] = {
    {1001, {1001, '@', SIDE_JUDGE}},
    {1002, {1002, '[', SIDE_JUDGE}},
    {1003, {1002, '[', SIDE_OTHER}}, /* by another clock */
    {1003, {1003, K_RETURN, SIDE_JUDGE}},
    {1003, {1004, K_BACKSPACE, SIDE_JUDGE}},
    {900, {1003, 0xe9, SIDE_OTHER}}, /* the wall clock was set back */
    {1005, {1005, K_ESCAPE, SIDE_JUDGE}},
    {1006, {KEY_TIME_HISTORIC - 1, 'b', SIDE_OTHER}},
};

/* Calls of reallocarray() that succeed; negative: all of them. */
static int calls_left = -1;

void *__real_reallocarray(void *old, size_t count, size_t size);
void *__wrap_reallocarray(void *old, size_t count, size_t size);

void *__wrap_reallocarray(void *old, size_t count, size_t size)
{
    if (calls_left == 0) {
        errno = ENOMEM;
        return NULL;
    }
    if (calls_left > 0)
        calls_left--;
    return __real_reallocarray(old, count, size);
}

static void add_text(struct bytes *log, const char *text)
{
    bytes_add(log, text, strlen(text));
}

static void add_key(struct bytes *log, const struct saved_log_key *key)
{
    char line[KEYLOG_LINE_SIZE];

    bytes_add(log, line, keylog_write(4, key->posted, &key->key, "left", line));
}

/* Read from memory of the exact size. */
static int read_bytes(struct saved_log *past, const char *bytes, size_t length)
{
    char *copy = exact_copy(bytes, length);
    int result;

    memset(past, 0x55, sizeof(*past));
    result = saved_log_read(past, copy, length);
    free(copy);
    return result;
}

static void assert_keys(
    const struct saved_log *past, const struct saved_log_key *expected, size_t count)
{
    assert_int_equal(past->count, count);
    assert_int_equal(past->judge, count > 0 ? 4 : 0);
    for (size_t i = 0; i < count; i++) {
        assert_true(past->keys[i].posted == expected[i].posted);
        assert_true(past->keys[i].key.time == expected[i].key.time);
        assert_int_equal(past->keys[i].key.code, expected[i].key.code);
        assert_int_equal(past->keys[i].key.side, expected[i].key.side);
    }
}

/* Headings */

static const char heading[] = HEADING;

static void assert_heading(const struct saved_log *past)
{
    assert_string_equal(past->session, SESSION);
    assert_string_equal(past->role, "judge");
    assert_string_equal(past->book, "1996");
    assert_string_equal(past->station, "terminal-1950");
    assert_string_equal(past->address, "[fe80::1%eth0]:1950");
    assert_true(past->began == 1795183940117);
    assert_string_equal(past->abandons, OTHER_SESSION);
}

static void a_heading_is_read(void **state)
{
    struct saved_log past;

    (void)state;
    saved_log_read_heading(&past, heading, strlen(heading));
    assert_heading(&past);
    assert_false(past.ended);
    assert_int_equal(past.count, 0);
}

/* Whether the line with this beginning is complete in the first bytes of the heading.
 */
static bool has_line(const char *begins, size_t length)
{
    const char *line = strstr(heading, begins);

    return (size_t)(strchr(line, '\n') + 1 - heading) <= length;
}

static void assert_field(
    const char *value, const char *begins, const char *whole, size_t length)
{
    assert_string_equal(value, has_line(begins, length) ? whole : "");
}

static void complete_lines_of_a_torn_heading_are_read(void **state)
{
    (void)state;
    for (size_t length = 0; length <= strlen(heading); length++) {
        char *copy = exact_copy(heading, length);
        struct saved_log past;

        saved_log_read_heading(&past, copy, length);
        assert_field(past.session, "# session", SESSION, length);
        assert_field(past.role, "# role", "judge", length);
        assert_field(past.book, "# book", "1996", length);
        assert_field(past.station, "# station", "terminal-1950", length);
        assert_field(past.address, "# address", "[fe80::1%eth0]:1950", length);
        assert_field(past.abandons, "# abandons", OTHER_SESSION, length);
        free(copy);
    }
}

static void a_heading_ends_with_the_first_record(void **state)
{
    static const char *const records[] = {
        "J4 000000000000000001 000000000000000001 local left a\n", "J4 00\n",
        "# end\n"};

    (void)state;
    for (size_t i = 0; i < COUNT(records); i++) {
        struct bytes log = {0};
        struct saved_log past;

        add_text(&log, TITLE "# role judge\n");
        add_text(&log, records[i]);
        add_text(&log, "# session " SESSION "\n");
        saved_log_read_heading(&past, log.at, log.length);
        assert_string_equal(past.role, "judge");
        assert_string_equal(past.session, "");
        bytes_free(&log);
    }
}

static void long_fields_are_ignored(void **state)
{
    static const char *const names[] = {
        "# session ", "# role ", "# book ", "# station ", "# address ", "# abandons "};

    (void)state;
    for (size_t i = 0; i < COUNT(names); i++)
        for (size_t length = 0; length < 2 * SAVED_LOG_ADDRESS_MAX; length++) {
            struct bytes log = {0};
            struct saved_log past;

            add_text(&log, names[i]);
            for (size_t n = 0; n < length; n++)
                add_text(&log, "a");
            add_text(&log, "\n");
            saved_log_read_heading(&past, log.at, log.length);
            assert_int_equal(strlen(past.session),
                i == 0 && length == WIRE_SESSION_SIZE ? WIRE_SESSION_SIZE : 0);
            assert_int_equal(
                strlen(past.role), i == 1 && length <= SAVED_LOG_WORD_MAX ? length : 0);
            assert_int_equal(
                strlen(past.book), i == 2 && length <= SAVED_LOG_WORD_MAX ? length : 0);
            assert_int_equal(
                strlen(past.station), i == 3 && length <= WIRE_LABEL_MAX ? length : 0);
            assert_int_equal(strlen(past.address),
                i == 4 && length <= SAVED_LOG_ADDRESS_MAX ? length : 0);
            assert_int_equal(strlen(past.abandons),
                i == 5 && length <= WIRE_SESSION_SIZE ? length : 0);
            bytes_free(&log);
        }
}

/* Foreign files */

static const struct {
    const char *bytes;
    size_t length;
} foreign[] = {
    {BYTES("")},
    {BYTES("\n\n\n")},
    {BYTES("\0\0\0\0\0\0\0\n\0")},
    {BYTES(
        "(c)2026\n[Eliza] []\nStart at: [2026/11/20 14:12:20]\nPROGRAM[14:12:25]Hi\n")},
    {BYTES("# session\n")},
    {BYTES("# session \n")},
    {BYTES(" # session " SESSION "\n")},
    {BYTES("# Session " SESSION "\n")},
    {BYTES("#session " SESSION "\n")},
    {BYTES("# session 0123456789ABCDEF0123456789abcdef\n")},
    {BYTES("# session 0123456789abcdef0123456789abcde\n")},
    {BYTES("# session 0123456789abcdef0123456789abcdef0\n")},
    {BYTES("# session 0123456789abcdef 123456789abcdef\n")},
    {BYTES("# session 0123456789abcdef\0abcdef0123456789\n")},
    {BYTES("# session " SESSION "\r\n")},
};

static void other_files_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(foreign); i++) {
        struct saved_log past;

        assert_int_equal(read_bytes(&past, foreign[i].bytes, foreign[i].length), 0);
        if (past.session[0] != '\0')
            fail_msg("foreign[%zu] is taken for a log", i);
        saved_log_free(&past);
    }
}

static void assert_historic(const char *file)
{
    struct bytes log = {0};
    struct saved_log past;

    assert_int_equal(bytes_read(&log, file), 0);
    assert_int_equal(read_bytes(&past, log.at, log.length), 0);
    assert_string_equal(past.session, "");
    assert_int_equal(past.count, 0);
    assert_false(past.ended);
    saved_log_free(&past);
    bytes_free(&log);
}

static void the_real_logs_are_refused(void **state)
{
    (void)state;
    each_real_log(assert_historic);
}

/* Records */

static void a_log_cut_at_any_byte_keeps_complete_records(void **state)
{
    struct bytes log = {0};
    size_t ends[COUNT(keys)], whole = 0;

    (void)state;
    add_text(&log, HEADING);
    for (size_t i = 0; i < COUNT(keys); i++) {
        add_key(&log, &keys[i]);
        ends[i] = log.length;
        add_text(&log, "# pressed 000000000000000123\n");
    }
    add_text(&log, KEYLOG_END_LINE "\n");
    for (size_t length = strlen(HEADING); length <= log.length; length++) {
        struct saved_log past;

        whole += whole < COUNT(keys) && ends[whole] <= length;
        assert_int_equal(read_bytes(&past, log.at, length), 0);
        assert_heading(&past);
        assert_keys(&past, keys, whole);
        assert_int_equal(past.ended, length == log.length);
        saved_log_free(&past);
    }
    assert_int_equal(whole, COUNT(keys));
    bytes_free(&log);
}

/* Lines between the second record, of the judge at 1002, and another at 1003. */
static const struct {
    const char *lines;
    size_t length;
    bool passed; /* reading continues after it */
} middles[] = {
    {BYTES(""), true},
    {BYTES("# a note\n"), true},
    {BYTES("# \n"), true},
    {BYTES("# J4 000000000000001002 000000000000001002 local left a\n"), true},
    {BYTES("\n"), false},
    {BYTES("#\n"), false},
    {BYTES("# end\n"), false},
    {BYTES("Keystrokes\n"), false},
    {BYTES("J4 0000\n"), false},
    {BYTES("J4 000000000000001002 000000000000001002 local left \n"), false},
    {BYTES("J4 000000000000001002 0000000000010"), false},
    {BYTES("000000001003 000000000000001003 local left a\n"), false},
    /* unknown keys */
    {BYTES("J4 000000000000001003 000000000000001003 local left bracketlef\n"), false},
    {BYTES("J4 000000000000001003 000000000000001003 local left Shift_L\n"), false},
    {BYTES("J4 000000000000001003 000000000000001003 local left a\0b\n"), false},
    /* times that do not increase, or are historic */
    {BYTES("J4 000000000000001003 000000000000001002 local left a\n"), false},
    {BYTES("J4 000000000000001003 000000000000001001 local left a\n"), false},
    {BYTES("J4 000000000000001003 000000000000000000 local left a\n"), false},
    {BYTES("J4 000000000000001003 000000000000000000 remote left a\n"), false},
    {BYTES("J4 000000000000001003 010000000000000000 remote left a\n"), false},
    {BYTES("J4 000000000000001003 999999999999999999 remote left a\n"), false},
    /* forms of other programs */
    {BYTES("J 000000000000001003 000000000000001003 remote left a\n"), false},
    {BYTES("J04 000000000000001003 000000000000001003 remote left a\n"), false},
    {BYTES("J4 000000000000001003 remote left a\n"), false},
    {BYTES("J4 1003 1003 remote left a\n"), false},
    {BYTES("J4 000000000000001003 000000000000001003 remote left CR\n"), false},
    {BYTES("J4 000000000000001003 000000000000001003 remote left a \n"), false},
    {BYTES("J4 000000000000001003 000000000000001003 remote left a\r\n"), false},
    {BYTES("J4 000000000000001003 000000000000001003 judge left a\n"), false},
    /* two torn records joined */
    {BYTES("J4 000000000000001003 000000000000001003 locote left a\n"), false},
    {BYTES("J4 000000000000001003 000000000000001003 lo\0\0al left a\n"), false},
};

static void reading_stops_at_a_broken_record(void **state)
{
    static const struct saved_log_key third = {1003, {1003, 'c', SIDE_JUDGE}};

    (void)state;
    for (size_t i = 0; i < COUNT(middles); i++) {
        const char *lines = middles[i].lines;
        struct saved_log_key expected[] = {keys[0], keys[1], third};
        struct bytes log = {0};
        struct saved_log past;

        add_text(&log, HEADING);
        add_key(&log, &keys[0]);
        add_key(&log, &keys[1]);
        bytes_add(&log, lines, middles[i].length);
        add_key(&log, &third);
        assert_int_equal(read_bytes(&past, log.at, log.length), 0);
        if (past.count != (middles[i].passed ? 3U : 2U))
            fail_msg("after \"%s\" there are %zu records", lines, past.count);
        assert_keys(&past, expected, past.count);
        saved_log_free(&past);
        bytes_free(&log);
    }
}

/* A power cut leaves NULs in allocated blocks that were never written. Only complete
 * records before the first NUL count. */
static void a_hole_ends_a_log(void **state)
{
    struct bytes log = {0};
    size_t first, whole = 0, ends[COUNT(keys)];

    (void)state;
    add_text(&log, HEADING);
    first = log.length;
    for (size_t i = 0; i < COUNT(keys); i++) {
        add_key(&log, &keys[i]);
        ends[i] = log.length;
    }
    for (size_t begin = first; begin < log.length; begin++) {
        whole += whole < COUNT(keys) && ends[whole] <= begin;
        for (size_t size = 1; size <= HOLES_MAX && begin + size <= log.length; size++) {
            char *copy = exact_copy(log.at, log.length);
            struct saved_log past;

            memset(copy + begin, 0, size);
            assert_int_equal(saved_log_read(&past, copy, log.length), 0);
            if (past.count != whole)
                fail_msg("%zu NULs at %zu: %zu records in place of %zu", size,
                    begin - first, past.count, whole);
            assert_keys(&past, keys, whole);
            saved_log_free(&past);
            free(copy);
        }
    }
    bytes_free(&log);
}

static void huge_lines_are_refused(void **state)
{
    struct bytes log = {0}, line = {0};
    struct saved_log past;

    (void)state;
    for (size_t i = 0; i < 100000; i++)
        add_text(&line, "bracketleft");
    add_text(&log, "# address ");
    bytes_add(&log, line.at, line.length);
    add_text(&log, "\n");
    bytes_add(&log, line.at, line.length);
    add_text(&log, "\n" HEADING);
    add_key(&log, &keys[0]);
    add_text(&log, "# ");
    bytes_add(&log, line.at, line.length);
    add_text(&log, "\n");
    add_key(&log, &keys[1]);
    add_text(&log, "J4 000000000000001003 000000000000001003 remote left ");
    bytes_add(&log, line.at, line.length);
    add_text(&log, "\n");
    add_key(&log, &keys[2]);
    assert_int_equal(read_bytes(&past, log.at, log.length), 0);
    assert_heading(&past);
    assert_keys(&past, keys, 2);
    saved_log_free(&past);
    bytes_free(&line);
    bytes_free(&log);
}

static void any_number_of_records_is_read(void **state)
{
    struct bytes log = {0};

    (void)state;
    add_text(&log, HEADING);
    for (size_t count = 0; count <= 1100; count++) {
        struct saved_log_key last = {count, {count + 1, 'a', SIDE_JUDGE}};
        struct saved_log past;

        assert_int_equal(read_bytes(&past, log.at, log.length), 0);
        assert_int_equal(past.count, count);
        for (size_t i = 0; i < count; i++)
            assert_true(past.keys[i].key.time == i + 1);
        saved_log_free(&past);
        add_key(&log, &last);
    }
    bytes_free(&log);
}

/* The end */

static const struct {
    const char *bytes;
    bool ends;
} tails[] = {
    {"\n# end\n", true},
    {"J4 000000000000001003 000000000000001003 local left a\n# end\n", true},
    {"\n# end\n# end\n", true},
    {"", false},
    {"\n", false},
    {"# end\n", false}, /* may be the end of another line */
    {" # end\n", false},
    {"\n# end", false},
    {"\n# en", false},
    {"\n# end\r\n", false},
    {"\n# end \n", false},
    {"\n# end\n\n", false},
    {"\n# ends\n", false},
    {"\n# End\n", false},
    {"\n#end\n", false},
    {"\n# end\nJ4 000000000000001003 000000000000001003 local left a\n", false},
};

static void only_its_last_line_ends_a_log(void **state)
{
    static const char holed[] = "\n# end\n\0\0\0";

    (void)state;
    for (size_t i = 0; i < COUNT(tails); i++) {
        char *copy = exact_copy(tails[i].bytes, strlen(tails[i].bytes));

        if (saved_log_has_end(copy, strlen(tails[i].bytes)) != tails[i].ends)
            fail_msg("tails[%zu]", i);
        free(copy);
    }
    assert_false(saved_log_has_end(holed, sizeof(holed) - 1));
}

/* Memory */

static void lack_of_memory_is_reported(void **state)
{
    struct bytes log = {0};
    int fits = 0;

    (void)state;
    add_text(&log, HEADING);
    for (uint64_t time = 1; time <= 3000; time++) {
        struct saved_log_key key = {time, {time, 'a', SIDE_OTHER}};

        add_key(&log, &key);
    }
    for (int result = -1; result < 0; fits++) {
        struct saved_log past;

        assert_in_range(fits, 0, 20);
        calls_left = fits;
        errno = 0;
        result = saved_log_read(&past, log.at, log.length);
        calls_left = -1;
        assert_int_equal(result < 0, past.count < 3000);
        assert_int_equal(errno, result < 0 ? ENOMEM : 0);
        saved_log_free(&past);
        assert_null(past.keys);
        assert_int_equal(past.count, 0);
    }
    assert_true(fits > 2);
    bytes_free(&log);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_heading_is_read),
        cmocka_unit_test(complete_lines_of_a_torn_heading_are_read),
        cmocka_unit_test(a_heading_ends_with_the_first_record),
        cmocka_unit_test(long_fields_are_ignored),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(the_real_logs_are_refused),
        cmocka_unit_test(a_log_cut_at_any_byte_keeps_complete_records),
        cmocka_unit_test(reading_stops_at_a_broken_record),
        cmocka_unit_test(a_hole_ends_a_log),
        cmocka_unit_test(huge_lines_are_refused),
        cmocka_unit_test(any_number_of_records_is_read),
        cmocka_unit_test(only_its_last_line_ends_a_log),
        cmocka_unit_test(lack_of_memory_is_reported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
