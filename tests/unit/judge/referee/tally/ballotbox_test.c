/*
 * ballotbox_test.c - rows of BALLOTS.CSV in a score sheet (ballotbox.h): the rows that
 * count, the remarks, and the independence of the order of rows.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/contest/contest.h"
#include "judge/contest/inifile.h"
#include "judge/referee/tally/ballotbox.h"

#define PEOPLE                                                                         \
    "[judges]\nJ1 = Ann\nJ4 = Bob\n[entries]\nE1 = One\nE3 = Three\n"                  \
    "[confederates]\nC1 = Kim\nC2 = Lou\n"                                             \
    "[stations]\nE1 = a:1\nE3 = b:1\nC1 = c:1\nC2 = d:1\n"

static const char pairs_2004[] = "[contest]\ntitle = T\nbook = 2004\n" PEOPLE
                                 "[rounds]\n1 = J1E1C1 J4E3C2\n2 = J1E3C2 J4E1C1\n";
static const char pairs_2009[] = "[contest]\ntitle = T\nbook = 2009\n" PEOPLE
                                 "[rounds]\n1 = J1E1C1 J4E3C2\n2 = J1E3C2 J4E1C1\n";
static const char gone_2009[] =
    "[contest]\ntitle = T\nbook = 2009\nabsent = J4\n" PEOPLE
    "[rounds]\n1 = J1E1C1 J4E3C2\n2 = J1E3C2 J4E1C1\n";
static const char no_rounds_2004[] = "[contest]\ntitle = T\nbook = 2004\n" PEOPLE;
static const char scale_2003[] =
    "[contest]\ntitle = T\nbook = 2003\ndisqualified = E3\n" PEOPLE;
static const char trials[] =
    "[contest]\ntitle = T\nbook = wager\n"
    "[judges]\nJ1 = Ann\n[entries]\nE1 = One\n[confederates]\nC1 = Kim\n"
    "[stations]\nE1 = a:1\nC1 = c:1\n"
    "[rounds]\n1 = J1E1\n2 = J1C1\n3 = J1C1\n4 = J1E1\n";

static const char usual_port[] =
    "[contest]\ntitle = T\nbook = 2003\n"
    "[judges]\nJ1 = Ann\n[entries]\nE1 = One\n[confederates]\nC1 = Kim\n"
    "[stations]\nE1 = a:1950\nC1 = b\n[rounds]\n1 = J1E1\n2 = J1C1\n";

struct fixture {
    struct contest *contest;
    struct ballotbox box;
    long line;
};

static void open_box(struct fixture *fixture, const char *text, bool later)
{
    struct inirow_error error;

    fixture->line = 1;
    fixture->contest = malloc(sizeof(*fixture->contest));
    assert_non_null(fixture->contest);
    if (inifile_parse(text, strlen(text), &contest_reader, fixture->contest, &error) <
        0)
        fail_msg("line %d: %s", error.line, error.why);
    assert_int_equal(ballotbox_make(&fixture->box, fixture->contest, later), 0);
}

static void close_box(struct fixture *fixture)
{
    ballotbox_free(&fixture->box);
    free(fixture->contest);
}

/* A row, from its varying fields: "12:20:00,2004,1,01,ballot,a:1 c:1" and "51 49". */
static void put(struct fixture *fixture, const char *row, const char *scores)
{
    struct ballotbox_place place = {"b", ++fixture->line};
    char line[400], marks[64] = "";
    const char *stations = strrchr(row, ',') + 1;
    struct ballot_row read;
    const char *why = NULL;

    for (const char *at = stations; at != NULL; at = strchr(at + 1, ' '))
        strcat(marks, marks[0] == '\0' ? "-" : " -");
    snprintf(
        line, sizeof(line), "2026/11/20 %s,%s,%s,%s,,,,", row, marks, marks, scores);
    if (ballot_row_read(line, strlen(line), &read, &why) < 0)
        ballotbox_refuse(&fixture->box, place, why);
    else
        ballotbox_take(&fixture->box, place, &read);
}

static void finish(struct fixture *fixture)
{
    assert_int_equal(ballotbox_finish(&fixture->box), 0);
}

static void assert_remarks(
    const struct fixture *fixture, const char *const *texts, size_t count)
{
    const struct ballotbox *box = &fixture->box;

    for (size_t i = 0; i < count && i < box->remark_count; i++)
        assert_string_equal(box->remarks[i].text, texts[i]);
    assert_int_equal(box->remark_count, count);
}

static int said(const struct fixture *fixture, int judge, int player)
{
    int64_t value = score_sheet_cell(&fixture->box.sheet, 0, judge, player)->said;

    return value == BALLOT_UNSAID ? -1 : (int)(value / BALLOT_UNIT);
}

static int ranked(const struct fixture *fixture, int judge, int player)
{
    int64_t rank = score_sheet_cell(&fixture->box.sheet, 0, judge, player)->rank;

    return rank == BALLOT_UNSAID ? -1 : (int)(rank / BALLOT_UNIT);
}

static void put_all_2004(struct fixture *fixture)
{
    put(fixture, "12:20:00,2004,1,01,ballot,a:1 c:1", "51 49");
    put(fixture, "12:20:00,2004,1,04,ballot,d:1 b:1", "70 30");
    put(fixture, "12:50:00,2004,2,01,ballot,b:1 d:1", "0 100");
    put(fixture, "12:50:00,2004,2,04,ballot,c:1 a:1", "49 51");
}

static void a_station_may_be_named_without_its_port(void **state)
{
    struct fixture fixture;

    (void)state;
    open_box(&fixture, usual_port, false);
    put(&fixture, "12:20:00,2003,1,01,ballot,a", "3");
    put(&fixture, "12:50:00,2003,2,01,ballot,b:1950", "4");
    finish(&fixture);
    assert_remarks(&fixture, NULL, 0);
    assert_int_equal(said(&fixture, 0, 0), 3);
    assert_int_equal(said(&fixture, 0, 1), 4);
    close_box(&fixture);
}

static void all_ballots_make_a_whole_sheet(void **state)
{
    struct fixture fixture;

    (void)state;
    open_box(&fixture, pairs_2004, false);
    put_all_2004(&fixture);
    finish(&fixture);
    assert_remarks(&fixture, NULL, 0);
    assert_int_equal(fixture.box.rows, 4);
    assert_int_equal(said(&fixture, 0, 0), 51);
    assert_int_equal(said(&fixture, 0, 1), 0);
    assert_int_equal(said(&fixture, 0, 2), 49);
    assert_int_equal(said(&fixture, 0, 3), 100);
    assert_int_equal(said(&fixture, 1, 0), 51);
    assert_int_equal(said(&fixture, 1, 1), 30);
    close_box(&fixture);
}

/* Two machines' files may have the same row, and a judge may confirm the same again. */
static void a_repeated_row_counts_once(void **state)
{
    struct fixture fixture;

    (void)state;
    open_box(&fixture, pairs_2004, false);
    put_all_2004(&fixture);
    put_all_2004(&fixture);
    put(&fixture, "12:21:00,2004,1,01,ballot,c:1 a:1", "49 51");
    finish(&fixture);
    assert_remarks(&fixture, NULL, 0);
    assert_int_equal(fixture.box.rows, 4);
    assert_int_equal(said(&fixture, 0, 0), 51);
    close_box(&fixture);
}

static void a_missing_ballot_is_reported(void **state)
{
    static const char *const texts[] = {"J1E3C2 (round 2): no ballot",
        "J4E1C1 (round 2): no ballot", "J4E3C2 (round 1): no ballot"};
    struct fixture fixture;

    (void)state;
    open_box(&fixture, pairs_2004, false);
    put(&fixture, "12:20:00,2004,1,01,ballot,a:1 c:1", "51 49");
    finish(&fixture);
    assert_remarks(&fixture, texts, COUNT(texts));
    assert_int_equal(fixture.box.remarks[0].fault, BALLOTBOX_MISSING);
    assert_int_equal(said(&fixture, 1, 1), -1);
    close_box(&fixture);
}

static void contradictory_ballots_do_not_count(void **state)
{
    static const char *const texts[] = {
        "J1E1C1 (round 1): b:2 and b:6 contradict each other"};
    struct fixture fixture;

    (void)state;
    open_box(&fixture, pairs_2004, false);
    put_all_2004(&fixture);
    put(&fixture, "12:21:00,2004,1,01,ballot,a:1 c:1", "49 51");
    put(&fixture, "12:22:00,2004,1,01,ballot,a:1 c:1", "51 49");
    finish(&fixture);
    assert_remarks(&fixture, texts, COUNT(texts));
    assert_int_equal(fixture.box.remarks[0].fault, BALLOTBOX_CONTRADICTORY);
    assert_int_equal(said(&fixture, 0, 0), -1);
    assert_int_equal(said(&fixture, 0, 2), -1);
    assert_int_equal(said(&fixture, 0, 1), 0);
    close_box(&fixture);
}

/* Every order of three ballots for one meeting. */
static void with_later_the_last_counts_in_any_order(void **state)
{
    static const char *const rows[] = {"12:21:00,2004,1,01,ballot,a:1 c:1",
        "12:22:00,2004,1,01,ballot,c:1 a:1", "12:20:00,2004,1,01,ballot,a:1 c:1"};
    static const char *const scores[] = {"60 40", "20 80", "51 49"};
    static const int orders[][3] = {
        {0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

    (void)state;
    for (size_t i = 0; i < COUNT(orders); i++) {
        struct fixture fixture;

        open_box(&fixture, pairs_2004, true);
        for (int k = 0; k < 3; k++)
            put(&fixture, rows[orders[i][k]], scores[orders[i][k]]);
        finish(&fixture);
        assert_int_equal(said(&fixture, 0, 0), 80);
        assert_int_equal(said(&fixture, 0, 2), 20);
        close_box(&fixture);
    }
}

static void with_later_ballots_of_one_second_contradict(void **state)
{
    static const char *const rows[] = {"12:22:00,2004,1,01,ballot,a:1 c:1",
        "12:22:00,2004,1,01,ballot,c:1 a:1", "12:20:00,2004,1,01,ballot,a:1 c:1"};
    struct fixture fixture;

    (void)state;
    open_box(&fixture, pairs_2004, true);
    for (int k = 0; k < 3; k++)
        put(&fixture, rows[k], "60 40");
    finish(&fixture);
    assert_int_equal(said(&fixture, 0, 0), -1);
    assert_string_equal(fixture.box.remarks[0].text,
        "J1E1C1 (round 1): b:2 and b:3 contradict each other");
    close_box(&fixture);
}

static const struct {
    const char *row, *scores, *why;
} strangers[] = {
    {"12:20:00,2009,1,01,ballot,a:1 c:1", "1 0",
        "b:2: the ballot's book is 2009, the contest's 2004"},
    {"12:20:00,2004,1,02,ballot,a:1 c:1", "51 49",
        "b:2: judge 02 is not in the contest file"},
    {"12:20:00,2004,1,00,ballot,a:1 c:1", "51 49",
        "b:2: judge 00 is not in the contest file"},
    {"12:20:00,2004,1,01,ballot,a:1 z:1", "51 49",
        "b:2: station z:1 is not in the contest file"},
    {"12:20:00,2004,1,01,ballot,a:1 z\303\251:1", "51 49",
        "b:2: station (malformed) is not in the contest file"},
    {"12:20:00,2004,1,01,ballot,a:1 a:1", "51 49", "b:2: station a:1 is named twice"},
    {"12:20:00,2004,1,01,ballot,a:1 b:1", "51 49",
        "b:2: the pair is not an entry and a confederate"},
    {"12:20:00,2004,1,01,ballot,a:1 d:1", "51 49",
        "b:2: judge 01 does not meet these stations in the contest's rounds"},
    {"12:20:00,2004,1,01,ballot,a:1 c:1", "50 50",
        "b:2: scores: not allowed together by this book"},
};

static void rows_of_another_contest_are_reported(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(strangers); i++) {
        struct fixture fixture;

        open_box(&fixture, pairs_2004, false);
        put(&fixture, strangers[i].row, strangers[i].scores);
        finish(&fixture);
        assert_string_equal(fixture.box.remarks[0].text, strangers[i].why);
        assert_int_equal(fixture.box.remark_count, 1 + 4);
        assert_int_equal(fixture.box.refused, 1);
        assert_int_equal(fixture.box.rows, 0);
        close_box(&fixture);
    }
}

static void only_the_first_refused_rows_are_named(void **state)
{
    struct fixture fixture;

    (void)state;
    open_box(&fixture, pairs_2004, false);
    for (int i = 0; i < 1000; i++)
        put(&fixture, strangers[0].row, strangers[0].scores);
    finish(&fixture);
    assert_string_equal(
        fixture.box.remarks[BALLOTBOX_REFUSED_MOST].text, "and 980 more refused rows");
    assert_int_equal(fixture.box.remark_count, BALLOTBOX_REFUSED_MOST + 1 + 4);
    close_box(&fixture);
}

/* Without a table any pair will do, and each judge is to judge each entry. */
static void without_rounds_each_judge_meets_each_entry(void **state)
{
    static const char *const texts[] = {"J1E3: no ballot",
        "J4E1: b:3 and b:4 contradict each other", "J4E3: no ballot"};
    struct fixture fixture;

    (void)state;
    open_box(&fixture, no_rounds_2004, false);
    put(&fixture, "12:20:00,2004,,01,ballot,a:1 d:1", "51 49");
    put(&fixture, "12:20:00,2004,,04,ballot,a:1 d:1", "51 49");
    put(&fixture, "12:50:00,2004,,04,ballot,a:1 c:1", "51 49");
    finish(&fixture);
    assert_remarks(&fixture, texts, COUNT(texts));
    assert_int_equal(said(&fixture, 0, 0), 51);
    assert_int_equal(said(&fixture, 1, 0), -1);
    close_box(&fixture);
}

/* One ballot for all entries of a judge; a disqualified entry needs none. */
static void ratings_have_decimals(void **state)
{
    static const char *const texts[] = {"J4E1: no ballot", "J4C2: no ballot"};
    struct fixture fixture;

    (void)state;
    open_box(&fixture, scale_2003, false);
    put(&fixture, "12:20:00,2003,,01,ballot,a:1 b:1 c:1 d:1", "3.25 4.1 0.0001 5");
    put(&fixture, "12:20:00,2003,,04,ballot,c:1", "2");
    finish(&fixture);
    assert_remarks(&fixture, texts, COUNT(texts));
    assert_int_equal(score_sheet_cell(&fixture.box.sheet, 0, 0, 0)->said, 3250000);
    assert_int_equal(score_sheet_cell(&fixture.box.sheet, 0, 0, 1)->said, 4100000);
    assert_int_equal(score_sheet_cell(&fixture.box.sheet, 0, 0, 2)->said, 100);
    assert_true(fixture.box.sheet.players[1].disqualified);
    close_box(&fixture);
}

static void put_all_2009(struct fixture *fixture)
{
    put(fixture, "12:20:00,2009,1,01,ballot,a:1 c:1", "1 0");
    put(fixture, "12:20:00,2009,1,04,ballot,d:1 b:1", "1 0");
    put(fixture, "12:50:00,2009,2,01,ballot,b:1 d:1", "0 1");
    put(fixture, "12:50:00,2009,2,04,ballot,c:1 a:1", "1 0");
}

static void only_terminals_taken_for_machines_are_ranked(void **state)
{
    struct fixture fixture;

    (void)state;
    open_box(&fixture, pairs_2009, false);
    put_all_2009(&fixture);
    put(&fixture, "13:20:00,2009,,01,ranks,b:1 c:1", "1 2");
    put(&fixture, "13:20:00,2009,,04,ranks,a:1 b:1", "2 1");
    finish(&fixture);
    assert_remarks(&fixture, NULL, 0);
    assert_int_equal(ranked(&fixture, 0, 1), 1);
    assert_int_equal(ranked(&fixture, 0, 2), 2);
    assert_int_equal(ranked(&fixture, 0, 0), -1);
    assert_int_equal(ranked(&fixture, 1, 0), 2);
    close_box(&fixture);
}

static void rankings_that_do_not_fit_together_are_reported(void **state)
{
    static const char *const texts[] = {
        "J1: b:6 ranks E1, taken for the human by the same judge",
        "J1: the ranking lacks C1", "J4: no ranking"};
    static const char *const again[] = {"J1: b:6 and b:7 give E3 different ranks",
        "J1: b:6 and b:7 give C1 different ranks", "J4: no ranking"};
    struct fixture fixture;

    (void)state;
    open_box(&fixture, pairs_2009, false);
    put_all_2009(&fixture);
    put(&fixture, "13:20:00,2009,,01,ranks,b:1 a:1", "1 2");
    finish(&fixture);
    assert_remarks(&fixture, texts, COUNT(texts));
    assert_int_equal(ranked(&fixture, 0, 0), -1);
    assert_int_equal(ranked(&fixture, 0, 1), 1);
    close_box(&fixture);
    open_box(&fixture, pairs_2009, false);
    put_all_2009(&fixture);
    put(&fixture, "13:20:00,2009,,01,ranks,b:1 c:1", "1 2");
    put(&fixture, "13:20:00,2009,,01,ranks,b:1 c:1", "2 1");
    finish(&fixture);
    assert_remarks(&fixture, again, COUNT(again));
    close_box(&fixture);
}

/* Each ranking is valid by itself and ranks other players; together they are not. */
static void two_rankings_do_not_make_one(void **state)
{
    static const char *const texts[] = {
        "J1: b:7 and b:6 belong to rankings that do not fit together",
        "J4: no ranking"};
    struct fixture fixture;

    (void)state;
    open_box(&fixture, pairs_2009, false);
    put_all_2009(&fixture);
    put(&fixture, "13:20:00,2009,,01,ranks,c:1", "1");
    put(&fixture, "13:20:00,2009,,01,ranks,b:1", "1");
    finish(&fixture);
    assert_remarks(&fixture, texts, COUNT(texts));
    assert_int_equal(ranked(&fixture, 0, 1), -1);
    assert_int_equal(ranked(&fixture, 0, 2), -1);
    close_box(&fixture);
}

/* A judge has given the first pair again, the other way round, and ranked anew. */
static void with_later_a_ranking_replaces_the_earlier_one(void **state)
{
    static const char *const rows[] = {"12:20:00,2009,1,01,ballot,a:1 c:1",
        "13:20:00,2009,,01,ranks,b:1 c:1", "14:20:00,2009,1,01,ballot,a:1 c:1",
        "14:21:00,2009,,01,ranks,b:1 a:1"};
    static const char *const scores[] = {"1 0", "1 2", "0 1", "2 1"};
    static const int orders[][4] = {{0, 1, 2, 3}, {3, 2, 1, 0}, {1, 3, 0, 2}};
    static const char *const texts[] = {
        "J4E1C1 (round 2): no ballot", "J4E3C2 (round 1): no ballot", "J4: no ranking"};

    (void)state;
    for (size_t i = 0; i < COUNT(orders); i++) {
        struct fixture fixture;

        open_box(&fixture, pairs_2009, true);
        put(&fixture, "12:50:00,2009,2,01,ballot,b:1 d:1", "0 1");
        for (int k = 0; k < 4; k++)
            put(&fixture, rows[orders[i][k]], scores[orders[i][k]]);
        finish(&fixture);
        assert_remarks(&fixture, texts, COUNT(texts));
        assert_int_equal(ranked(&fixture, 0, 0), 1);
        assert_int_equal(ranked(&fixture, 0, 1), 2);
        assert_int_equal(ranked(&fixture, 0, 2), -1);
        assert_int_equal(fixture.box.rows, 3);
        close_box(&fixture);
    }
}

static void absent_judges_need_not_rank(void **state)
{
    static const char *const texts[] = {"J1: no ranking"};
    struct fixture fixture;

    (void)state;
    open_box(&fixture, gone_2009, false);
    put_all_2009(&fixture);
    finish(&fixture);
    assert_remarks(&fixture, texts, COUNT(texts));
    close_box(&fixture);
}

static void the_round_gives_the_trial_of_the_wager(void **state)
{
    static const char *const texts[] = {
        "b:5: judge 01 has no round 7 in the contest file",
        "b:6: judge 01 has no round 0 in the contest file",
        "[judges] lists 1: the book requires 3 (wager, II)",
        "[confederates] lists 1: the book requires 3 (wager, II)",
        "the contest file's rounds make 2 trials: a session has at least 3 (wager, II)",
        "J1C1, trial 1 (round 2): no ballot", "J1, trial 1: no ranking",
        "J1E1, trial 2 (round 4): no ballot"};
    struct fixture fixture;

    (void)state;
    open_box(&fixture, trials, false);
    assert_int_equal(fixture.box.roster.trials, 2);
    put(&fixture, "12:20:00,wager,1,01,ballot,a:1", "human");
    put(&fixture, "14:20:00,wager,3,01,ballot,c:1", "machine");
    put(&fixture, "14:30:00,wager,4,01,ranks,c:1 a:1", "1 2");
    put(&fixture, "14:20:00,wager,7,01,ballot,c:1", "machine");
    put(&fixture, "14:20:00,wager,,01,ballot,c:1", "machine");
    finish(&fixture);
    assert_remarks(&fixture, texts, COUNT(texts));
    assert_int_equal(score_sheet_cell(&fixture.box.sheet, 0, 0, 0)->said, BALLOT_UNIT);
    assert_int_equal(score_sheet_cell(&fixture.box.sheet, 1, 0, 1)->said, 0);
    assert_int_equal(
        score_sheet_cell(&fixture.box.sheet, 1, 0, 0)->rank, 2 * BALLOT_UNIT);
    close_box(&fixture);
}

/* The same session in each possible round. */
static void too_many_trials_are_refused(void **state)
{
    char text[2000];
    struct contest *contest = malloc(sizeof(*contest));
    struct inirow_error error;
    struct ballotbox box;
    size_t length = (size_t)snprintf(text, sizeof(text), "%s",
        "[contest]\ntitle = T\nbook = wager\n[judges]\nJ1 = A\n[entries]\nE1 = B\n"
        "[confederates]\nC1 = C\n[rounds]\n");

    (void)state;
    assert_non_null(contest);
    for (int round = 1; round <= SCORE_SHEET_TRIALS_MOST + 1; round++)
        length += (size_t)snprintf(
            text + length, sizeof(text) - length, "%d = J1E1\n", round);
    if (inifile_parse(text, length, &contest_reader, contest, &error) < 0)
        fail_msg("line %d: %s", error.line, error.why);
    assert_int_equal(ballotbox_make(&box, contest, false), -1);
    assert_int_equal(errno, EOVERFLOW);
    ballotbox_free(&box);
    free(contest);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_ballots_make_a_whole_sheet),
        cmocka_unit_test(a_station_may_be_named_without_its_port),
        cmocka_unit_test(a_repeated_row_counts_once),
        cmocka_unit_test(a_missing_ballot_is_reported),
        cmocka_unit_test(contradictory_ballots_do_not_count),
        cmocka_unit_test(with_later_the_last_counts_in_any_order),
        cmocka_unit_test(with_later_ballots_of_one_second_contradict),
        cmocka_unit_test(rows_of_another_contest_are_reported),
        cmocka_unit_test(only_the_first_refused_rows_are_named),
        cmocka_unit_test(without_rounds_each_judge_meets_each_entry),
        cmocka_unit_test(ratings_have_decimals),
        cmocka_unit_test(only_terminals_taken_for_machines_are_ranked),
        cmocka_unit_test(rankings_that_do_not_fit_together_are_reported),
        cmocka_unit_test(two_rankings_do_not_make_one),
        cmocka_unit_test(with_later_a_ranking_replaces_the_earlier_one),
        cmocka_unit_test(absent_judges_need_not_rank),
        cmocka_unit_test(the_round_gives_the_trial_of_the_wager),
        cmocka_unit_test(too_many_trials_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
