/*
 * record_test.c - records of every form: recognised, and read line by line (record.h).
 */
#include "judge/referee/record/record.h"
#include "tests/support/helper.h"

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

/* Read a record from a text and pass each line to see(). */
static void read_text(const char *text, struct record_reader *reader,
    void (*see)(
        const struct record_reader *reader, const struct record *record, void *context),
    void *context)
{
    record_init(reader, record_sniff(text, strlen(text)));
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        bool whole = text[length] == '\n';
        char *line = exact_copy(text, length);
        struct record record;

        record_read(reader, line, length, whole, &record);
        see(reader, &record, context);
        free(line);
        text += length + (whole ? 1 : 0);
    }
}

/* The kind of each line, as a letter. */
static void add_kind(
    const struct record_reader *reader, const struct record *record, void *context)
{
    static const char letters[] = {[RECORD_KEY] = 'k',
        [RECORD_LINE] = 'l',
        [RECORD_JUDGE] = 'j',
        [RECORD_ROUND] = 'r',
        [RECORD_NOTE] = 'n',
        [RECORD_END] = 'e',
        [RECORD_TEXT] = 't',
        [RECORD_TORN] = '?'};
    char kind[] = {letters[record->kind], '\0'};

    (void)reader;
    strcat(context, kind);
}

struct row {
    const char *text;
    enum record_form form;
    const char *kinds;
};

static void forms_are_recognised_and_lines_read(void **state)
{
    static const struct row rows[] = {
        {"", RECORD_UNKNOWN, ""},
        {"Dear reader,\nhello.\n", RECORD_UNKNOWN, "tt"},
        {"(c)2026 x\nKeystrokes of LP-01.TXT\n# session 0123\n# role judge\n"
         "J4 000001763648340123 000001763648340121 local left H\n# end\n",
            RECORD_OURS, "ttnnke"},
        {"Loebner Prize 2007\nTranscripts of program P3\n"
         "starting round 1 left= Human right = Program 3\n"
         "J3 011929736140563399 011929736140562500 local left CR\n",
            RECORD_2007, "ttrk"},
        {"Transcripts of program P3\n*Starting round 1 program P3 human H2 judge J2 "
         "left "
         "is P3 right is Human\n"
         "**Starting subround 1 program P3 human H2 judge J2 other is P3\n"
         "J2 012522395810610049 012522395810609375 local left H \n",
            RECORD_2009, "trtk"},
        {"Loebner Prize 2012\r\nTranscripts of judge 2 program x round 1\r\n"
         "Left =program \r\nJ2 013370845270900515 judge left H\r\n"
         "J 013370845270900515 judge left  \r\n",
            RECORD_2012, "ttrkk"},
        /* Logs without their headings. */
        {"J2 012522395810610049 012522395810609375 local left H\n", RECORD_2009, "k"},
        {"J2 013370845270900515 judge left H\r\n", RECORD_2012, "k"},
        /* Truncated inside a record, and before its newline. */
        {"J2 013370845270900515 judge left H\r\nJ2 0133", RECORD_2012, "k?"},
        {"J2 013370845270900515 judge left H\r\nJ2 013370845270900515 judge left H",
            RECORD_2012, "k?"},
        /* Transcripts of 1995, 1998 and 2002; one without lines. */
        {"(c)1995 x\n[A] [B]\nStart at: [1995/12/11 14:12:20]\n*** JUDGE04 ***\n"
         "PROGRAM[14:12:25]Welcome judge 4\nJUDGE04[14:12:32]Hi\n",
            RECORD_TRANSCRIPT, "tttjll"},
        {"(c)1998 x\n[A][B]\nHAL[14:12:25]Hi\n", RECORD_TRANSCRIPT, "ttl"},
        {"(c)2002 x\n***JUDGE04***\r\nPROGRAM[14:12:25] Hi\r\n", RECORD_TRANSCRIPT,
            "tjl"},
        {"(c)1995 x\n[A] [B]\nStart at: [1995/12/11 14:12:20]\n", RECORD_TRANSCRIPT,
            "ttt"},
        /* A record of a key inside the text of a transcript. */
        {"PROGRAM[14:12:25]Hi\nJ2 013370845270900515 judge left H\n", RECORD_TRANSCRIPT,
            "lt"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct record_reader reader;
        char kinds[32] = "";

        read_text(rows[i].text, &reader, add_kind, kinds);
        assert_int_equal(reader.form, rows[i].form);
        assert_string_equal(kinds, rows[i].kinds);
    }
}

static bool may_begin(const char *text, size_t length)
{
    char *bytes = exact_copy(text, length);
    bool may = record_may_begin(bytes, length);

    free(bytes);
    return may;
}

/* Any beginning of a record. */
static void any_beginning_may_become_a_record(void **state)
{
    static const char *const records[] = {
        "Anything\nKeystrokes of LP-01.TXT\n# session 0123\n",
        "Loebner Prize 2007 October 21 New York City\n"
        "These transcripts are in the public domain\nTranscripts of program P3\n",
        "*Starting round 1 program P3 human H2 judge J2 left is P3 right is Human\n",
        "Loebner Prize 2012 15 May  Bletchley Park UK\r\n"
        "These transcripts are in the public domain\r\n"
        "Transcripts of judge  program b-wilcox-angela round \r\n",
        "(c)1995 x\nA program\nStart at: 1995/12/11 14:12:20\n",
        "(c)2004 x\nThis transcript is in the public domain\n[A] [B]\n"
        "Start at: [2004/09/19 14:12:20]\n",
        "\n\n\n\n(c)2002 \xe9\n\n\t\n[A] [B]\r\n***JUDGE04***\r\n",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(records); i++) {
        size_t length = strlen(records[i]);

        assert_int_not_equal(record_sniff(records[i], length), RECORD_UNKNOWN);
        for (size_t cut = 0; cut < length; cut++)
            assert_true(record_sniff(records[i], cut) != RECORD_UNKNOWN ||
                        may_begin(records[i], cut));
    }
}

static void other_files_are_refused_early(void **state)
{
    static const char text[] = "# Notes\n\nFor the morning:\n- keys\n- water\n";
    size_t fourth = sizeof("# Notes\n\nFor the morning:\n- keys\n- water") - 1;

    (void)state;
    assert_true(may_begin(text, fourth));
    assert_false(may_begin(text, fourth + 1));
    assert_false(may_begin("a\0b", 3));
    assert_false(may_begin("\033[2J", 4));
    assert_true(may_begin("a\tb\r\n", 5));
}

static void ignore(
    const struct record_reader *reader, const struct record *record, void *context)
{
    (void)reader;
    (void)record;
    (void)context;
}

struct round_row {
    const char *heading, *number, *program, *human;
    int judge;
    enum record_seat left, right;
};

/* Blanks around '=' vary; numbers and blanks may be missing. */
static void rounds_are_read_in_all_years(void **state)
{
    static const struct round_row rows[] = {
        {"Transcripts of program P3\nstarting round 1 left= Human right = Program 3\n",
            "1", "P3", "", KEYLOG_NO_JUDGE, SEAT_HUMAN, SEAT_PROGRAM},
        {"starting round 2 left =Program 3   right=Human\n", "2", "", "",
            KEYLOG_NO_JUDGE, SEAT_PROGRAM, SEAT_HUMAN},
        {"starting round 2\n", "2", "", "", KEYLOG_NO_JUDGE, SEAT_UNKNOWN,
            SEAT_UNKNOWN},
        {"*Starting round 1 program P3 human H2 judge J2 left is P3 right is Human\n",
            "1", "P3", "H2", 2, SEAT_PROGRAM, SEAT_HUMAN},
        {"Transcripts of judge 2 program b-nobody round 1\r\nLeft =program \r\n", "1",
            "b-nobody", "", 2, SEAT_PROGRAM, SEAT_HUMAN},
        {"Transcripts of judge  program b-nobody round \r\nLeft=human \r\n", "",
            "b-nobody", "", KEYLOG_NO_JUDGE, SEAT_HUMAN, SEAT_PROGRAM},
        {"Transcripts of judge 7 program b-nobody round 3\r\nLeft =\r\n", "3",
            "b-nobody", "", 7, SEAT_UNKNOWN, SEAT_UNKNOWN},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct record_reader reader;
        const struct record_round *round = &reader.round;

        read_text(rows[i].heading, &reader, ignore, NULL);
        assert_int_equal(round->count, 1);
        assert_string_equal(round->number, rows[i].number);
        assert_string_equal(round->program, rows[i].program);
        assert_string_equal(round->human, rows[i].human);
        assert_int_equal(round->judge, rows[i].judge);
        assert_int_equal(round->seat[PANE_LEFT], rows[i].left);
        assert_int_equal(round->seat[PANE_RIGHT], rows[i].right);
    }
}

static void notes_of_our_logs_are_kept(void **state)
{
    struct record_reader reader;

    (void)state;
    read_text("(c)\nKeystrokes of LP-01.TXT\n# session d257\n# role entry\n"
              "# book 1996\n# station terminal-1950\n# draw ab12\n",
        &reader, ignore, NULL);
    assert_string_equal(reader.session, "d257");
    assert_string_equal(reader.role, "entry");
    assert_string_equal(reader.book, "1996");
    assert_string_equal(reader.station, "terminal-1950");
    assert_string_equal(reader.draw, "ab12");
    assert_string_equal(record_book(&reader)->name, "1996");
    assert_false(reader.has_public_domain);
}

/* Words of any length in a heading. */
static void long_names_are_truncated(void **state)
{
    char text[4096] = "Transcripts of judge 2 program ";
    struct record_reader reader;

    (void)state;
    memset(text + strlen(text), 'x', 3000);
    strcat(text, " round 123456789\nLeft =program\n");
    read_text(text, &reader, ignore, NULL);
    assert_int_equal(strlen(reader.round.program), RECORD_NAME_MAX);
    assert_string_equal(reader.round.number, "1234567");
    assert_int_equal(reader.round.seat[PANE_LEFT], SEAT_PROGRAM);
}

/* FORMATS, 8: the printed example, both ways. */
static void times_become_historic(void **state)
{
    (void)state;
    assert_int_equal(
        record_historic_time(UINT64_C(1192973614563)), UINT64_C(11929736140563000));
    assert_int_equal(
        record_historic_time(UINT64_C(11929736140563399)), UINT64_C(11929736140563399));
    assert_int_equal(key_time_ms(record_historic_time(UINT64_C(1763648340123))),
        UINT64_C(1763648340123));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_are_recognised_and_lines_read),
        cmocka_unit_test(any_beginning_may_become_a_record),
        cmocka_unit_test(other_files_are_refused_early),
        cmocka_unit_test(rounds_are_read_in_all_years),
        cmocka_unit_test(notes_of_our_logs_are_kept),
        cmocka_unit_test(long_names_are_truncated),
        cmocka_unit_test(times_become_historic),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
