/* Notes of a key log: names, values, the judge's clock. */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/record/log_note.h"

static void notes_are_read(void **state)
{
    static const struct {
        const char *line;
        enum log_note_kind kind;
        bool has_value;
        const char *value;
    } rows[] = {
        {"# session d257", LOG_NOTE_SESSION, true, "d257"},
        {"# station  a b", LOG_NOTE_STATION, true, " a b"},
        {"# role ", LOG_NOTE_ROLE, true, ""},
        {"# role", LOG_NOTE_ROLE, false, ""},
        {"# clock review -", LOG_NOTE_CLOCK, true, "review -"},
        {"# isolated", LOG_NOTE_ISOLATED, false, ""},
        {"# roles judge", LOG_NOTE_UNKNOWN, false, ""},
        {"# rol judge", LOG_NOTE_UNKNOWN, false, ""},
        {"#role judge", LOG_NOTE_UNKNOWN, false, ""},
        {"role judge", LOG_NOTE_UNKNOWN, false, ""},
        {"# ", LOG_NOTE_UNKNOWN, false, ""},
        {"#", LOG_NOTE_UNKNOWN, false, ""},
        {"", LOG_NOTE_UNKNOWN, false, ""},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        char *line = exact_copy(rows[i].line, strlen(rows[i].line));
        struct log_note note = log_note_read(line, strlen(rows[i].line));

        assert_int_equal(note.kind, rows[i].kind);
        assert_int_equal(note.has_value, rows[i].has_value);
        assert_int_equal(note.length, strlen(rows[i].value));
        assert_memory_equal(note.value, rows[i].value, note.length);
        free(line);
    }
}

static void each_name_is_read_back(void **state)
{
    (void)state;
    for (int kind = 0; kind < LOG_NOTE_UNKNOWN; kind++) {
        char line[64];
        int length = snprintf(
            line, sizeof(line), "# %s x", log_note_name((enum log_note_kind)kind));

        assert_int_equal(log_note_read(line, (size_t)length).kind, kind);
    }
}

static void values_are_copied_or_truncated(void **state)
{
    struct log_note note = log_note_read("# book 2009", 11);
    char four[4], five[5];

    (void)state;
    assert_true(log_note_copy(&note, five, sizeof(five)));
    assert_string_equal(five, "2009");
    assert_false(log_note_copy(&note, four, sizeof(four)));
    assert_string_equal(four, "200");
}

static void clocks_are_read(void **state)
{
    static const struct {
        const char *value;
        struct log_clock clock;
    } rows[] = {
        {"0", {LOG_CLOCK_TALK, true, 0}},
        {"90000", {LOG_CLOCK_TALK, true, 90000}},
        {"-", {LOG_CLOCK_TALK, false, 0}},
        {"review 5", {LOG_CLOCK_REVIEW, true, 5}},
        {"review -", {LOG_CLOCK_REVIEW, false, 0}},
        {"thanks", {LOG_CLOCK_THANKS, false, 0}},
    };
    static const char *const bad[] = {"", "x", "-1", "5 ", "review", "review ",
        "review x", "review thanks", "thanks ", "99999999999999999999"};
    struct log_clock clock;

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        assert_int_equal(
            log_clock_read(rows[i].value, strlen(rows[i].value), &clock), 0);
        assert_int_equal(clock.phase, rows[i].clock.phase);
        assert_int_equal(clock.limited, rows[i].clock.limited);
        assert_int_equal(clock.left_ms, rows[i].clock.left_ms);
    }
    clock.left_ms = 4711;
    for (size_t i = 0; i < COUNT(bad); i++) {
        assert_int_equal(log_clock_read(bad[i], strlen(bad[i]), &clock), -1);
        assert_int_equal(clock.left_ms, 4711);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(notes_are_read),
        cmocka_unit_test(each_name_is_read_back),
        cmocka_unit_test(values_are_copied_or_truncated),
        cmocka_unit_test(clocks_are_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
