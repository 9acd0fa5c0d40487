/*
 * ballot_test.c - values of ballots, and rows of BALLOTS.CSV (ballot.h, csv.h).
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/ballot/ballot.h"
#include "judge/ballot/csv.h"

#define S1 "00112233445566778899aabbccddeeff"
#define S2 "ffeeddccbbaa99887766554433221100"

static const struct {
    enum ballot_ask ask;
    const char *text;
    int value;
    const char *written; /* NULL: the text itself */
} good[] = {
    {BALLOT_ASK_HOW_HUMAN, "0", 0, NULL},
    {BALLOT_ASK_HOW_HUMAN, "73", 73, NULL},
    {BALLOT_ASK_HOW_HUMAN, "100", 100, NULL},
    {BALLOT_ASK_SCALE, "0", 0, NULL},
    {BALLOT_ASK_SCALE, "5", 50000, NULL},
    {BALLOT_ASK_SCALE, "3.25", 32500, NULL},
    {BALLOT_ASK_SCALE, "4.1", 41000, NULL},
    {BALLOT_ASK_SCALE, "4.1000", 41000, "4.1"},
    {BALLOT_ASK_SCALE, "5.0000", 50000, "5"},
    {BALLOT_ASK_SCALE, "0.0001", 1, NULL},
    {BALLOT_ASK_SCALE, "4.9999", 49999, NULL},
    {BALLOT_ASK_POINTS, "51", 51, NULL},
    {BALLOT_ASK_POINTS, "0", 0, NULL},
    {BALLOT_ASK_WHICH, "1", 1, NULL},
    {BALLOT_ASK_WHICH, "0", 0, NULL},
    {BALLOT_ASK_VERDICT, "human", 1, NULL},
    {BALLOT_ASK_VERDICT, "machine", 0, NULL},
    {BALLOT_ASK_RANK, "1", 1, NULL},
    {BALLOT_ASK_RANK, "4", 4, NULL},
};

static const struct {
    enum ballot_ask ask;
    const char *text;
    enum ballot_error error;
} bad[] = {
    {BALLOT_ASK_HOW_HUMAN, "", BALLOT_EMPTY},
    {BALLOT_ASK_HOW_HUMAN, "101", BALLOT_TOO_HIGH},
    {BALLOT_ASK_HOW_HUMAN, "99999999999999999999", BALLOT_TOO_HIGH},
    {BALLOT_ASK_HOW_HUMAN, "50.5", BALLOT_NOT_WHOLE},
    {BALLOT_ASK_HOW_HUMAN, "50.0", BALLOT_NOT_WHOLE},
    {BALLOT_ASK_HOW_HUMAN, "50,5", BALLOT_COMMA},
    {BALLOT_ASK_HOW_HUMAN, "051", BALLOT_LEADING_ZERO},
    {BALLOT_ASK_HOW_HUMAN, "00", BALLOT_LEADING_ZERO},
    {BALLOT_ASK_HOW_HUMAN, "-1", BALLOT_NEGATIVE},
    {BALLOT_ASK_HOW_HUMAN, "-0", BALLOT_NEGATIVE},
    {BALLOT_ASK_HOW_HUMAN, "+1", BALLOT_NOT_A_NUMBER},
    {BALLOT_ASK_HOW_HUMAN, "-", BALLOT_NOT_A_NUMBER},
    {BALLOT_ASK_HOW_HUMAN, "1e2", BALLOT_NOT_A_NUMBER},
    {BALLOT_ASK_HOW_HUMAN, "0x10", BALLOT_NOT_A_NUMBER},
    {BALLOT_ASK_HOW_HUMAN, "NaN", BALLOT_NOT_A_NUMBER},
    {BALLOT_ASK_HOW_HUMAN, "inf", BALLOT_NOT_A_NUMBER},
    {BALLOT_ASK_HOW_HUMAN, "fifty", BALLOT_NOT_A_NUMBER},
    {BALLOT_ASK_HOW_HUMAN, "5 1", BALLOT_NOT_A_NUMBER},
    {BALLOT_ASK_HOW_HUMAN, " 51", BALLOT_NOT_A_NUMBER},
    {BALLOT_ASK_HOW_HUMAN, "50/50", BALLOT_NOT_A_NUMBER},
    {BALLOT_ASK_HOW_HUMAN, "\xd9\xa1", BALLOT_NOT_A_NUMBER}, /* an Arabic digit */
    {BALLOT_ASK_SCALE, "5.0001", BALLOT_TOO_HIGH},
    {BALLOT_ASK_SCALE, "6", BALLOT_TOO_HIGH},
    {BALLOT_ASK_SCALE, "10000000000", BALLOT_TOO_HIGH},
    {BALLOT_ASK_SCALE, "3.25001", BALLOT_TOO_FINE},
    {BALLOT_ASK_SCALE, "3,25", BALLOT_COMMA},
    {BALLOT_ASK_SCALE, "3.", BALLOT_UNFINISHED},
    {BALLOT_ASK_SCALE, ".5", BALLOT_UNFINISHED},
    {BALLOT_ASK_SCALE, ".", BALLOT_UNFINISHED},
    {BALLOT_ASK_SCALE, "3.2.5", BALLOT_NOT_A_NUMBER},
    {BALLOT_ASK_SCALE, "03.25", BALLOT_LEADING_ZERO},
    {BALLOT_ASK_SCALE, "-0.5", BALLOT_NEGATIVE},
    {BALLOT_ASK_SCALE, "1e2", BALLOT_NOT_A_NUMBER},
    {BALLOT_ASK_SCALE, "NaN", BALLOT_NOT_A_NUMBER},
    {BALLOT_ASK_SCALE, "", BALLOT_EMPTY},
    {BALLOT_ASK_POINTS, "101", BALLOT_TOO_HIGH},
    {BALLOT_ASK_POINTS, "50.5", BALLOT_NOT_WHOLE},
    {BALLOT_ASK_POINTS, "49.5", BALLOT_NOT_WHOLE},
    {BALLOT_ASK_POINTS, "051", BALLOT_LEADING_ZERO},
    {BALLOT_ASK_WHICH, "2", BALLOT_TOO_HIGH},
    {BALLOT_ASK_VERDICT, "", BALLOT_EMPTY},
    {BALLOT_ASK_VERDICT, "Human", BALLOT_NO_WORD},
    {BALLOT_ASK_VERDICT, "humanmachine", BALLOT_NO_WORD},
    {BALLOT_ASK_VERDICT, "1", BALLOT_NO_WORD},
    {BALLOT_ASK_RANK, "0", BALLOT_TOO_LOW},
    {BALLOT_ASK_RANK, "5", BALLOT_TOO_HIGH},
};

static void good_values_are_read_and_written(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(good); i++) {
        const char *text = good[i].text;
        char written[BALLOT_VALUE_SIZE];
        int value = -1;

        assert_int_equal(
            ballot_read_value(good[i].ask, 4, text, strlen(text), &value), BALLOT_GOOD);
        assert_int_equal(value, good[i].value);
        assert_int_equal(ballot_write_value(good[i].ask, value, written),
            strlen(good[i].written != NULL ? good[i].written : text));
        assert_string_equal(written, good[i].written != NULL ? good[i].written : text);
    }
}

static void bad_values_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++) {
        int value = -7;
        char *text = exact_copy(bad[i].text, strlen(bad[i].text));
        enum ballot_error error =
            ballot_read_value(bad[i].ask, 4, text, strlen(bad[i].text), &value);

        if (error != bad[i].error)
            fail_msg("\"%s\" is %d, not %d", bad[i].text, error, bad[i].error);
        assert_int_equal(value, -7);
        free(text);
    }
}

/* Every value of the scale with four decimals is read back. */
static void scale_values_are_exact(void **state)
{
    (void)state;
    for (int value = 0; value <= 5 * BALLOT_SCALE_UNIT; value++) {
        char text[BALLOT_VALUE_SIZE];
        size_t length = ballot_write_value(BALLOT_ASK_SCALE, value, text);
        int read;

        assert_int_equal(
            ballot_read_value(BALLOT_ASK_SCALE, 1, text, length, &read), 0);
        assert_int_equal(read, value);
    }
}

static void confidence_may_be_empty(void **state)
{
    int value = 50;

    (void)state;
    assert_int_equal(ballot_read_confidence("", 0, &value), BALLOT_GOOD);
    assert_int_equal(value, BALLOT_NO_CONFIDENCE);
    assert_int_equal(ballot_read_confidence("100", 3, &value), BALLOT_GOOD);
    assert_int_equal(value, 100);
    assert_int_equal(ballot_read_confidence("101", 3, &value), BALLOT_TOO_HIGH);
    assert_int_equal(ballot_read_confidence("70%", 3, &value), BALLOT_NOT_A_NUMBER);
    assert_int_equal(value, 100);
}

static const struct {
    enum ballot_ask ask;
    int seats;
    int values[4];
    enum ballot_error error;
} wholes[] = {
    {BALLOT_ASK_POINTS, 2, {51, 49}, BALLOT_GOOD},
    {BALLOT_ASK_POINTS, 2, {0, 100}, BALLOT_GOOD},
    {BALLOT_ASK_POINTS, 2, {50, 50}, BALLOT_TIE},
    {BALLOT_ASK_POINTS, 2, {51, 50}, BALLOT_NOT_A_HUNDRED},
    {BALLOT_ASK_POINTS, 2, {40, 40}, BALLOT_NOT_A_HUNDRED},
    {BALLOT_ASK_POINTS, 1, {100}, BALLOT_COUNT},
    {BALLOT_ASK_POINTS, 3, {50, 49, 1}, BALLOT_COUNT},
    {BALLOT_ASK_WHICH, 2, {1, 0}, BALLOT_GOOD},
    {BALLOT_ASK_WHICH, 2, {0, 1}, BALLOT_GOOD},
    {BALLOT_ASK_WHICH, 2, {1, 1}, BALLOT_NOT_ONE},
    {BALLOT_ASK_WHICH, 2, {0, 0}, BALLOT_NOT_ONE},
    {BALLOT_ASK_RANK, 4, {4, 3, 2, 1}, BALLOT_GOOD},
    {BALLOT_ASK_RANK, 4, {4, 3, 3, 1}, BALLOT_ALIKE},
    {BALLOT_ASK_RANK, 1, {1}, BALLOT_GOOD},
    {BALLOT_ASK_VERDICT, 4, {1, 1, 1, 1}, BALLOT_GOOD},
    {BALLOT_ASK_HOW_HUMAN, 3, {50, 50, 50}, BALLOT_GOOD},
    {BALLOT_ASK_SCALE, 0, {0}, BALLOT_COUNT},
};

static void values_are_checked_together(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(wholes); i++)
        assert_int_equal(ballot_check(wholes[i].ask, wholes[i].values, wholes[i].seats),
            wholes[i].error);
}

/* Messages fit one line, differ from each other, and name a remedy. */
static void messages_name_the_remedy(void **state)
{
    char line[BALLOT_COMPLAINT_SIZE];

    (void)state;
    for (enum ballot_ask ask = 0; ask <= BALLOT_ASK_RANK; ask++)
        for (enum ballot_error e = BALLOT_EMPTY; e <= BALLOT_COUNT; e++) {
            ballot_complain(e, ask, BALLOT_SEATS_MAX, line);
            assert_non_null(strchr(line, ':'));
            assert_null(strchr(line, '%'));
            assert_true(strlen(line) < BALLOT_COMPLAINT_SIZE - 1);
        }
    ballot_complain(BALLOT_TOO_HIGH, BALLOT_ASK_RANK, 4, line);
    assert_string_equal(line, "That is too high: give a whole number from 1 to 4");
    ballot_complain(BALLOT_COMMA, BALLOT_ASK_SCALE, 1, line);
    assert_string_equal(
        line, "No commas, please: give a number from 0 to 5, such as 4 or 3.25");
    ballot_complain(BALLOT_TIE, BALLOT_ASK_POINTS, 2, line);
    assert_string_equal(line, "50 and 50 is a tie: give one of the two at least 51");
    ballot_complain_of_confidence(BALLOT_TOO_HIGH, line);
    assert_string_equal(
        line, "That is too high: give per cent from 0 to 100, or nothing");
    ballot_complain(BALLOT_GOOD, BALLOT_ASK_POINTS, 2, line);
    assert_string_equal(line, "");
}

static void the_scale_has_its_words(void **state)
{
    (void)state;
    assert_string_equal(ballot_scale_words(1), "Definitely a machine");
    assert_string_equal(ballot_scale_words(5), "Definitely a human");
    assert_string_equal(ballot_scale_words(6), "");
}

#define HEAD "2026/11/20 14:12:20,2004,3,04,ballot,"
#define PAIR "10.0.0.2:1950 10.0.0.3:1950,terminal-A terminal-B," S1 " " S2 ","
#define DRAWN "left=10.0.0.2:1950 right=10.0.0.3:1950," S1

/* Rows that are read and written unchanged. */
static const char *const rows[] = {
    HEAD PAIR "51 49,,," DRAWN,
    HEAD PAIR "0 100,80,\"It said \"\"no\"\", twice\"," DRAWN,
    "2024/02/29 23:59:60,1996,,00,ballot,host a\\ b\\\\c lpp:/x,- t-1 -," S1 " - " S2
    ",73 0 100,100,,,",
    "2026/11/20 14:12:20,2003,,07,ballot,h,l," S1 ",3.25,,caf\xc3\xa9,,",
    "2026/11/20 14:12:20,2009,999,99,ballot,a b,c d," S1 " " S2 ",1 0,,," DRAWN,
    "2026/11/20 14:12:20,2009,,99,ranks,a b c d,c d e f," S1 " " S2 " - -,4 3 2 1,,,,",
    "2026/11/20 14:12:20,wager,,01,ballot,a,c," S1 ",machine,,,,",
};

static void rows_are_written_as_they_were_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        char line[BALLOT_ROW_SIZE], *text = exact_copy(rows[i], strlen(rows[i]));
        struct ballot_row row;
        const char *why = "";
        size_t length;

        if (ballot_row_read(text, strlen(rows[i]), &row, &why) < 0)
            fail_msg("%s: %s", rows[i], why);
        length = ballot_row_write(&row, line);
        assert_int_equal(length, strlen(rows[i]) + 1);
        assert_memory_equal(line, rows[i], length - 1);
        assert_int_equal(line[length - 1], '\n');
        free(text);
    }
}

static void rows_have_their_fields(void **state)
{
    struct ballot_row row;
    const char *why, *line = rows[1];

    (void)state;
    assert_int_equal(ballot_row_read(line, strlen(line), &row, &why), 0);
    assert_string_equal(row.confirmed, "2026/11/20 14:12:20");
    assert_ptr_equal(row.book, rulebook_find("2004"));
    assert_int_equal(row.round, 3);
    assert_int_equal(row.judge, 4);
    assert_int_equal(row.kind, BALLOT_KIND_BALLOT);
    assert_int_equal(row.seats, 2);
    assert_string_equal(row.seat[1].station, "10.0.0.3:1950");
    assert_string_equal(row.seat[1].label, "terminal-B");
    assert_string_equal(row.seat[1].session, S2);
    assert_int_equal(row.seat[1].score, 100);
    assert_int_equal(row.confidence, 80);
    assert_string_equal(row.reason, "It said \"no\", twice");
    assert_string_equal(row.draw, "left=10.0.0.2:1950 right=10.0.0.3:1950");
    assert_string_equal(row.nonce, S1);
    line = rows[2];
    assert_int_equal(ballot_row_read(line, strlen(line), &row, &why), 0);
    assert_int_equal(row.round, BALLOT_NO_ROUND);
    assert_string_equal(row.seat[1].station, "a b\\c");
    assert_string_equal(row.seat[0].label, "");
    assert_string_equal(row.seat[1].session, "");
    assert_int_equal(row.confidence, 100);
}

static const struct {
    const char *line;
    const char *column; /* first word of the message */
} broken[] = {
    {"", "confirmed:"},
    {BALLOT_HEADER, "confirmed:"},
    {"2026/11/20 24:12:20,2004", "confirmed:"},
    {"2026/02/29 14:12:20,2004", "confirmed:"},
    {"2026/11/31 14:12:20,2004", "confirmed:"},
    {"2026-11-20 14:12:20,2004", "confirmed:"},
    {"2026/11/20 14:12:20,2005,", "book:"},
    {"2026/11/20 14:12:20,2004,0,", "round:"},
    {"2026/11/20 14:12:20,2004,03,", "round:"},
    {"2026/11/20 14:12:20,2004,1000,", "round:"},
    {"2026/11/20 14:12:20,2004,3,4,", "judge:"},
    {"2026/11/20 14:12:20,2004,3,004,", "judge:"},
    {"2026/11/20 14:12:20,2004,3,04,vote,", "kind:"},
    {"2026/11/20 14:12:20,2004,3,04,ranks,", "kind:"},
    {HEAD ",,,", "stations:"},
    {HEAD "a ,,,", "stations:"},
    {HEAD "a  b,,,", "stations:"},
    {HEAD "a\\,,,", "stations:"},
    {HEAD "a b,x,", "labels:"},
    {HEAD "a b,x y z,", "labels:"},
    {HEAD "a b,x y_,", "labels:"},
    {HEAD "a b,x yyyyyyyyyyyyyyyyy,", "labels:"},
    {HEAD "a b,x y," S1 ",", "sessions:"},
    {HEAD "a b,x y," S1 " 00,", "sessions:"},
    {HEAD PAIR "51,", "scores:"},
    {HEAD PAIR "51 49 ,", "scores:"},
    {HEAD PAIR "51  49,", "scores:"},
    {HEAD PAIR "51 49 0,", "scores:"},
    {HEAD PAIR "50 50,", "scores:"},
    {HEAD PAIR "051 49,", "scores:"},
    {HEAD PAIR "51 49,101,", "confidence:"},
    {HEAD PAIR "51 49,,,left=a right=b,", "nonce:"},
    {HEAD PAIR "51 49,,,,", NULL},
    {HEAD PAIR "51 49,,,," S1, "nonce:"},
    {HEAD PAIR "51 49,,," DRAWN "0", "nonce:"},
    {HEAD PAIR "51 49,,," DRAWN ",", "more"},
    {HEAD PAIR "51 49,,", "columns"},
    {HEAD PAIR "51 49,,\"torn", "a"},
    {HEAD PAIR "51 49,,\"no\"ise,,", "a"},
    {HEAD PAIR "51 49,,no\"ise,,", "a"},
    {HEAD PAIR "51 49,,\x01,,", "not"},
    {HEAD PAIR "51 49,,\xff,,", "not"},
    {HEAD PAIR "51 49,,\xc3", "not"},
};

static void broken_rows_are_refused_by_column(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(broken); i++) {
        char *line = exact_copy(broken[i].line, strlen(broken[i].line));
        struct ballot_row row;
        const char *why = NULL;
        int result = ballot_row_read(line, strlen(broken[i].line), &row, &why);

        free(line);
        if (broken[i].column == NULL) {
            assert_int_equal(result, 0);
            continue;
        }
        if (result == 0)
            fail_msg("\"%s\" was read", broken[i].line);
        assert_int_equal(errno, EINVAL);
        if (strncmp(why, broken[i].column, strlen(broken[i].column)) != 0)
            fail_msg("\"%s\": %s", broken[i].line, why);
    }
}

/* A part of a row is refused, unless only the '\n' is missing. */
static void torn_rows_are_refused(void **state)
{
    struct ballot_row row;
    const char *why;

    (void)state;
    for (size_t length = 0; length < strlen(rows[1]); length++)
        assert_int_equal(ballot_row_read(rows[1], length, &row, &why), -1);
}

static void unreadable_rows_are_not_written(void **state)
{
    char line[BALLOT_ROW_SIZE];
    struct ballot_row row;
    const char *why;

    (void)state;
    assert_int_equal(ballot_row_read(rows[0], strlen(rows[0]), &row, &why), 0);
    strcpy(row.reason, "two\nlines\tand a bell\a");
    assert_true(ballot_row_write(&row, line) > 0);
    assert_non_null(memmem(line, sizeof(line), ",two lines and a bell ,", 23));
    row.seat[0].score = 50;
    assert_int_equal(ballot_row_write(&row, line), 0);
    row.seat[0].score = 51;
    row.nonce[0] = '\0';
    assert_int_equal(ballot_row_write(&row, line), 0);
}

static void the_longest_row_fits(void **state)
{
    char line[BALLOT_ROW_SIZE];
    struct ballot_row row = {.confirmed = "2026/11/20 14:12:20",
        .book = rulebook_find("1996"),
        .seats = BALLOT_SEATS_MAX,
        .confidence = 100};
    struct ballot_row again;
    const char *why;
    size_t length;

    (void)state;
    for (int i = 0; i < BALLOT_SEATS_MAX; i++) {
        memset(row.seat[i].station, ' ', BALLOT_STATION_SIZE - 1);
        memset(row.seat[i].label, 'x', BALLOT_LABEL_SIZE - 1);
        strcpy(row.seat[i].session, S1);
        row.seat[i].score = 100;
    }
    memset(row.reason, '"', sizeof(row.reason) - 1);
    length = ballot_row_write(&row, line);
    assert_true(length > 0);
    assert_int_equal(ballot_row_read(line, length - 1, &again, &why), 0);
    assert_memory_equal(
        again.seat[31].station, row.seat[31].station, sizeof(row.seat[31].station));
    assert_string_equal(again.reason, row.reason);
}

static void the_header_is_recognised(void **state)
{
    (void)state;
    assert_true(ballot_is_header(BALLOT_HEADER, strlen(BALLOT_HEADER)));
    assert_true(ballot_is_header(BALLOT_HEADER "\r", strlen(BALLOT_HEADER) + 1));
    assert_false(ballot_is_header(BALLOT_HEADER, strlen(BALLOT_HEADER) - 1));
}

static void fields_without_room_are_refused(void **state)
{
    const char *at = "\"a\"\"b\",c";
    char out[16], field[4];
    size_t length;

    (void)state;
    assert_int_equal(csv_write("a\"b", 3, out, 8), 6);
    assert_memory_equal(out, "\"a\"\"b\"", 6);
    assert_int_equal(csv_write("a\"b", 3, out, 7), 8);
    assert_int_equal(csv_write("a\nb", 3, out, 8), 5);
    assert_memory_equal(out, "\"a\nb\"", 5);
    assert_true(csv_take(&at, at + 8, field, sizeof(field), &length));
    assert_string_equal(field, "a\"b");
    assert_int_equal(*at, ',');
    at = "abcd";
    assert_false(csv_take(&at, at + 4, field, sizeof(field), &length));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_values_are_read_and_written),
        cmocka_unit_test(bad_values_are_refused),
        cmocka_unit_test(scale_values_are_exact),
        cmocka_unit_test(confidence_may_be_empty),
        cmocka_unit_test(values_are_checked_together),
        cmocka_unit_test(messages_name_the_remedy),
        cmocka_unit_test(the_scale_has_its_words),
        cmocka_unit_test(rows_are_written_as_they_were_read),
        cmocka_unit_test(rows_have_their_fields),
        cmocka_unit_test(broken_rows_are_refused_by_column),
        cmocka_unit_test(torn_rows_are_refused),
        cmocka_unit_test(unreadable_rows_are_not_written),
        cmocka_unit_test(the_longest_row_fits),
        cmocka_unit_test(the_header_is_recognised),
        cmocka_unit_test(fields_without_room_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
