/*
 * contest_test.c - contest files and slips: their values, and one message for each
 * mistake, with its line.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "judge/contest/contest.h"
#include "judge/contest/inifile.h"
#include "judge/contest/slip.h"

#define HEAD "[contest]\ntitle = A test\nbook = 2004\n"
#define PEOPLE "[judges]\nJ1=Ada\nJ2=\n[entries]\nE1=Parrot\n[confederates]\nC1=Emil\n"
#define GOOD HEAD PEOPLE
/* GOOD has ten lines. */

static struct contest contest;

static void a_contest_is_read(void **state)
{
    static const char text[] =
        "; a comment\r\n[contest]\r\ntitle = Turing's tést ; not this\r\nbook=2009\n"
        "minutes = 8\ndecision = E12\ndisqualified = E3 E12\nfinalists = "
        "E3\nopen-source = E12 E1\nabsent = J2 C1\nabsent = E3\n" PEOPLE
        "[entries]\nE12 = Abacus\nE3 = Magpie\n"
        "[stations]\nE1 = [fe80::1%eth0]:1950\nC1 = lpp:/tmp/keys\n"
        "[preliminary]\nE12 = 62.5\nE1 = 7 - 0.3333333\n"
        "[rounds]\n2 = J1E12C1\n  J2E3C1\n1 = J2E1C1\n[excused]\n1 = J1\n  C1\n";
    struct inirow_error error;
    const struct contest_session *s = contest.sessions;

    (void)state;
    assert_int_equal(
        inifile_parse(text, sizeof(text) - 1, &contest_reader, &contest, &error), 0);
    assert_string_equal(contest.title, "Turing's tést");
    assert_string_equal(contest.book->name, "2009");
    assert_int_equal(contest.minutes, 8);
    assert_int_equal(contest.decision, 12);
    assert_int_equal(contest.counts[ROLE_JUDGE], 2);
    assert_int_equal(contest.counts[ROLE_ENTRY], 3);
    assert_string_equal(contest.people[ROLE_JUDGE][1].name, "Ada");
    assert_string_equal(contest.people[ROLE_JUDGE][2].name, "");
    assert_string_equal(contest.people[ROLE_ENTRY][1].station, "[fe80::1%eth0]:1950");
    assert_true(contest.people[ROLE_ENTRY][3].marks[CONTEST_DISQUALIFIED]);
    assert_false(contest.people[ROLE_ENTRY][1].marks[CONTEST_DISQUALIFIED]);
    assert_int_equal(contest.preliminary[12].count, 1);
    assert_int_equal(contest.preliminary[12].given[0], 62500000);
    assert_int_equal(contest.preliminary[1].count, 3);
    assert_int_equal(contest.preliminary[1].given[1], BALLOT_UNSAID);
    assert_int_equal(contest.preliminary[1].given[2], 333333);
    assert_int_equal(contest.preliminary[3].line, 0);
    assert_true(contest.people[ROLE_ENTRY][3].marks[CONTEST_FINALIST]);
    assert_false(contest.people[ROLE_ENTRY][12].marks[CONTEST_FINALIST]);
    assert_true(contest.people[ROLE_JUDGE][2].marks[CONTEST_ABSENT]);
    assert_true(contest.people[ROLE_CONFEDERATE][1].marks[CONTEST_ABSENT]);
    assert_true(contest.people[ROLE_ENTRY][3].marks[CONTEST_ABSENT]);
    assert_false(contest.people[ROLE_JUDGE][1].marks[CONTEST_ABSENT]);
    assert_true(contest.people[ROLE_ENTRY][1].marks[CONTEST_OPEN_SOURCE]);
    assert_false(contest.people[ROLE_ENTRY][3].marks[CONTEST_OPEN_SOURCE]);
    assert_int_equal(contest.session_count, 3);
    assert_int_equal(s[1].who[ROLE_ENTRY], 3);
    assert_int_equal(s[1].round, 2);
    assert_int_equal(contest.session_lines[1], contest.session_lines[0] + 1);
    assert_int_equal(s[2].round, 1);
    assert_int_equal(contest.excuse_count, 2);
}

static void a_book_gives_its_minutes(void **state)
{
    struct inirow_error error;

    (void)state;
    assert_int_equal(
        inifile_parse(GOOD, strlen(GOOD), &contest_reader, &contest, &error), 0);
    assert_int_equal(contest.minutes, 25);
}

struct bad {
    const char *text;
    int line;
    const char *why; /* a part of it */
};

static const struct bad bad_contests[] = {
    {"", 0, "no title"},
    {"[contest]\ntitle = T\n", 0, "no book"},
    {"title = T\n", 1, "before any section"},
    {HEAD, 0, "[judges] is empty"},
    {HEAD "book = 2004\n", 4, "twice"},
    {HEAD "title = other\n", 4, "twice"},
    {HEAD "colour = red\n", 4, "colour is unknown"},
    {HEAD "minutes = 0\n", 4, "say 1 to 1440"},
    {HEAD "minutes = 05\n", 4, "say 1 to 1440"},
    {HEAD "minutes = 1441\n", 4, "say 1 to 1440"},
    {HEAD "minutes = 99999999999999999999\n", 4, "say 1 to 1440"},
    {HEAD "minutes = 5 \nminutes = 5\n", 5, "twice"},
    {HEAD "decision = C1\n", 4, "name the entry"},
    {HEAD "decision = E1 E2\n", 4, "name the entry"},
    {GOOD "[contest]\ndecision = E9\n", 12, "not listed"},
    {HEAD "disqualified = E1,E2\n", 4, "not an entry"},
    {GOOD "[contest]\ndisqualified = E2\n", 12, "not listed"},
    {HEAD "absent = J2, C3\n", 4, "absent: J2, is not a label"},
    {GOOD "[contest]\nabsent = C2\n", 12, "C2 is not listed"},
    {HEAD "finalists = E1 J1\n", 4, "finalists: J1 is not an entry"},
    {HEAD "finalists = E1\nfinalists = E2\n", 5, "finalists is here twice"},
    {GOOD "[contest]\nfinalists = E2\n", 12, "not listed"},
    {GOOD "[contest]\nopen-source = E2\n", 12, "not listed"},
    {HEAD "open-source = yes\n", 4, "open-source: yes is not an entry"},
    {"[contest]\ntitle = \302\2332J\n", 2, "control character"},
    {"[contest]\nbook = 1999\n", 2, "the books are"},
    {"[contest]\ntitle\n", 2, "NAME = VALUE"},
    {"[contest\n", 1, "NAME = VALUE"},
    {"[contest]\n title = T\n", 2, "begins with a blank"},
    {"[contest]\ntitle =\n", 2, "empty"},
    {"[contest]\ntitle = \x1b[2J\n", 2, "control character"},
    {"[contest]\ntitle = \xc3\n", 2, "UTF-8"},
    {"[contests]\ntitle = T\n", 2, "[contests] is unknown"},
    {GOOD "J3 = Eve\n", 11, "does not belong in [confederates]"},
    {GOOD "C1 = Eve\n", 11, "twice"},
    {GOOD "C0 = Eve\n", 11, "not a label"},
    {GOOD "C100 = Eve\n", 11, "not a label"},
    {GOOD "C1x = Eve\n", 11, "not a label"},
    {GOOD "X1 = Eve\n", 11, "not a label"},
    {GOOD "[stations]\nJ1 = host\n", 12, "no station"},
    {GOOD "[stations]\nE1 = a b\n", 12, "name its station"},
    {GOOD "[stations]\nE1 = -x\n", 12, "name its station"},
    {GOOD "[stations]\nE1 =\n", 12, "name its station"},
    {GOOD "[stations]\nE1 = 10.0.0.2:195O\n", 12, "name its station"},
    {GOOD "[stations]\nE1 = 10.0.0.2:19500\nC1 = 10.0.0.2:195000\n", 13,
        "name its station"},
    {GOOD "[stations]\nE1 = 10.0.0.2:\n", 12, "name its station"},
    {GOOD "[stations]\nE1 = [fe80::1%eth0:1950\n", 12, "name its station"},
    {GOOD "[stations]\nE1 = h\nE1 = h\n", 13, "twice"},
    {GOOD "[stations]\nE1 = h\nC1 = h\n", 13, "give each its own"},
    {GOOD "[stations]\nE7 = h\n", 12, "E7 is not listed"},
    {GOOD "[preliminary]\nC1 = 3\n", 12, "only entries"},
    {GOOD "[preliminary]\nE1 = 3\nE9 = 3\n", 13, "E9 is not listed"},
    {GOOD "[preliminary]\nE1 = 1 2 x\n", 12, "E1 = x: give each judge's"},
    {GOOD "[preliminary]\nE1 =\n", 12, "E1 is empty"},
    {GOOD "[preliminary]\nE1 = --\n", 12, "give each judge's number"},
    {GOOD "[preliminary]\nE1 = 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 "
          "6 7 8 9 0 1 2\n",
        12, "the limit is 32 judges"},
    {GOOD "[preliminary]\nE1 = 3,5\n", 12, "each judge's number"},
    {GOOD "[preliminary]\nE1 = 3.\n", 12, "each judge's number"},
    {GOOD "[preliminary]\nE1 = 1e3\n", 12, "each judge's number"},
    {GOOD "[preliminary]\nE1 = nan\n", 12, "each judge's number"},
    {GOOD "[preliminary]\nE1 = -1\n", 12, "each judge's number"},
    {GOOD "[rounds]\n0 = J1E1C1\n", 12, "not a round"},
    {GOOD "[rounds]\n01 = J1E1C1\n", 12, "not a round"},
    {GOOD "[rounds]\n1000 = J1E1C1\n", 12, "not a round"},
    {GOOD "[rounds]\n1 = J1E1C1\n1 = J2E1C1\n", 13, "twice"},
    {GOOD "[rounds]\n 1 = J1E1C1\n", 12, "begins with a blank"},
    {GOOD "[rounds]\n1 = J1E1\n", 12, "compares pairs"},
    {GOOD "[rounds]\n1 = J1C1E1\n", 12, "not a session"},
    {GOOD "[rounds]\n1 = J1E1C1,\n", 12, "not a session"},
    {GOOD "[rounds]\n1 = E1C1\n", 12, "not a session"},
    {GOOD "[rounds]\n1 = J1J2E1C1\n", 12, "not a session"},
    {GOOD "[rounds]\n1 = J1E1C1\n 2 = J3E1C1\n", 13, "not a session"},
    {GOOD "[rounds]\n1 = J1E1C1\n  J3E1C1\n", 13, "J3 is not listed"},
    {GOOD "[rounds]\n1 = J1E1C1\n[excused]\n2 = J2\n", 14, "not in [rounds]"},
    {GOOD "[rounds]\n1 = J1E1C1\n[excused]\n1 = E1\n", 14, "cannot be excused"},
    {GOOD "[rounds]\n1 = J1E1C1\n[excused]\n1 = J9\n", 14, "not listed"},
    {"[contest]\ntitle = T\nbook = 2003\n" PEOPLE "[rounds]\n1 = J1E1C1\n", 12,
        "one at a time"},
};

static void mistakes_are_reported_with_their_line(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(bad_contests); i++) {
        struct inirow_error error;
        if (inifile_parse(bad_contests[i].text, strlen(bad_contests[i].text),
                &contest_reader, &contest, &error) == 0)
            fail_msg("good: %s", bad_contests[i].text);
        if (error.line != bad_contests[i].line ||
            strstr(error.why, bad_contests[i].why) == NULL)
            fail_msg("%s: line %d: %s", bad_contests[i].text, error.line, error.why);
        assert_null(strchr(error.why, '\n'));
    }
}

/* A line as long as can be, and one more. */
static void a_long_line_is_refused(void **state)
{
    char text[512];
    struct inirow_error error;

    (void)state;
    snprintf(text, sizeof(text), "%s; %0*d\n", GOOD, 195, 0);
    assert_int_equal(
        inifile_parse(text, strlen(text), &contest_reader, &contest, &error), 0);
    snprintf(text, sizeof(text), "%s; %0*d\n", GOOD, 196, 0);
    assert_int_equal(
        inifile_parse(text, strlen(text), &contest_reader, &contest, &error), -1);
    assert_int_equal(error.line, 11);
    assert_non_null(strstr(error.why, "too long"));
}

static void a_nul_is_refused(void **state)
{
    static const char text[] = "[contest]\ntitle = A\0B\n";
    struct inirow_error error;

    (void)state;
    assert_int_equal(
        inifile_parse(text, sizeof(text) - 1, &contest_reader, &contest, &error), -1);
    assert_int_equal(error.line, 2);
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

static void port_1950_is_optional(void **state)
{
    static const struct {
        const char *a, *b;
        int order;
    } cases[] = {
        {"10.0.0.2", "10.0.0.2:1950", 0},
        {"10.0.0.2:1950", "10.0.0.2:1950", 0},
        {"::1", "[::1]:1950", 0},
        {"[::1]", "::1", 0},
        {"[fe80::1%eth0]:1950", "fe80::1%eth0", 0},
        {"10.0.0.2", "10.0.0.2:1951", -1},
        {"10.0.0.2:1950", "10.0.0.20", -1},
        {"10.0.0.2:1951", "10.0.0.2:1952", -1},
        {"b", "a:1950", 1},
        {"::1950", "::", 1}, /* an address, and no port */
        {"[::1950]", "[::1950]:1950", 0},
        {"[::1]:1951", "[::1]", 1},
        {"", "", 0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_int_equal(
            sign(contest_station_order(cases[i].a, cases[i].b)), cases[i].order);
        assert_int_equal(
            sign(contest_station_order(cases[i].b, cases[i].a)), -cases[i].order);
    }
}

static void sessions_are_words(void **state)
{
    static const char *const good[] = {"J1E1C1", "J99E98C97", "J4C3", "J4E12"};
    static const char *const bad[] = {"", "J", "J1", "J1E", "J0E1", "J01E1", "J1E100",
        "j1e1", "J1E1C1 ", "E1J1C1", "J1E1E2", "J1E1C1C2", "J1E+1"};

    (void)state;
    for (size_t i = 0; i < COUNT(good); i++) {
        struct contest_session s;
        char word[CONTEST_SESSION_SIZE];
        assert_true(contest_session_read(good[i], &s));
        contest_session_write(&s, word);
        assert_string_equal(word, good[i]);
    }
    for (size_t i = 0; i < COUNT(bad); i++) {
        struct contest_session s;
        assert_false(contest_session_read(bad[i], &s));
    }
}

/* Slips */

#define SLIP                                                                           \
    "[round]\ntitle = A test\nbook = 2004\njudge = 04\nround = 1\nminutes = 25\n"      \
    "station = 10.0.0.2:1950\nstation = 10.0.0.3:1950\n"

#define RANKED                                                                         \
    "[round]\ntitle = A test\nbook = 2009\njudge = 04\nround = 1\nminutes = 10\n"      \
    "pairs = 3\nstation = 10.0.0.2:1950\nstation = 10.0.0.3:1950\n"

static void a_slip_is_written_as_it_is_read(void **state)
{
    struct inirow_error error;
    struct slip s;
    char text[SLIP_SIZE];

    (void)state;
    assert_int_equal(inifile_parse(SLIP, strlen(SLIP), &slip_reader, &s, &error), 0);
    assert_int_equal(s.judge, 4);
    assert_int_equal(s.round, 1);
    assert_int_equal(s.minutes, 25);
    assert_int_equal(s.station_count, 2);
    assert_string_equal(s.stations[1], "10.0.0.3:1950");
    assert_int_equal(slip_write(&s, text), strlen(SLIP));
    assert_string_equal(text, SLIP);
    assert_int_equal(
        inifile_parse(RANKED, strlen(RANKED), &slip_reader, &s, &error), 0);
    assert_int_equal(s.pairs, 3);
    assert_int_equal(slip_write(&s, text), strlen(RANKED));
    assert_string_equal(text, RANKED);
}

/* The longest slip fits, and so do its lines. */
static void a_full_slip_is_read_again(void **state)
{
    struct slip s, again;
    struct inirow_error error;
    char text[SLIP_SIZE];
    size_t length;

    (void)state;
    slip_init(&s);
    s.book = rulebook_find("wager");
    s.judge = 99;
    s.round = CONTEST_ROUNDS_MOST;
    s.minutes = CONTEST_MINUTES_MOST;
    memset(s.title, 'T', sizeof(s.title) - 1);
    for (int i = 0; i < SLIP_STATIONS_MOST; i++)
        snprintf(s.stations[s.station_count++], CONTEST_STATION_SIZE, "%0*d",
            CONTEST_STATION_SIZE - 1, i);
    length = slip_write(&s, text);
    assert_true(length < SLIP_SIZE);
    assert_int_equal(inifile_parse(text, length, &slip_reader, &again, &error), 0);
    assert_string_equal(again.title, s.title);
    assert_string_equal(again.stations[31], s.stations[31]);
    assert_int_equal(again.station_count, SLIP_STATIONS_MOST);
}

static void mistakes_in_a_slip_are_reported(void **state)
{
    static const struct bad bad[] = {
        {"", 0, "no title"},
        {"[round]\ntitle = T\nbook = 2003\nround = 1\nstation = h\n", 0, "no judge"},
        {"[round]\ntitle = T\nbook = 2003\njudge = 01\nstation = h\n", 0, "no round"},
        {"[round]\ntitle = T\nbook = 2003\njudge = 01\nround = 1\n", 0, "no station"},
        {SLIP "station = third\n", 0, "two stations"},
        {SLIP "station = 10.0.0.2:1950\n", 9, "twice"},
        {SLIP "station = 10.0.0.3\n", 9, "twice"},
        {SLIP "judge = 05\n", 9, "twice"},
        {SLIP "book = 2004\n", 9, "twice"},
        {SLIP "title = T\n", 9, "twice"},
        {SLIP "round = 2\n", 9, "twice"},
        {SLIP "minutes = 2\n", 9, "twice"},
        {SLIP "pairs = 4\n", 0, "ranks no pairs"},
        {RANKED "pairs = 4\n", 10, "twice"},
        {"[round]\npairs = 33\n", 2, "say 1 to 32"},
        {SLIP "entry = Parrot\n", 9, "does not belong in a slip"},
        {SLIP "[stations]\nE1 = h\n", 10, "leave all but [round] out"},
        {"[round]\njudge = 4\n", 2, "two digits"},
        {"[round]\njudge = 00\n", 2, "two digits"},
        {"[round]\nround = 1000\n", 2, "say 1 to 999"},
        {"[round]\nminutes = 0\n", 2, "say 1 to 1440"},
        {"[round]\nstation = a b\n", 2, "HOST:PORT"},
        {"[round]\nstation = 10.0.0.2:0\n", 2, "HOST:PORT"},
        {"[round]\n title = T\n", 2, "begins with a blank"},
        {"[contest]\ntitle = T\n", 2, "leave all but [round] out"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++) {
        struct inirow_error error;
        struct slip s;
        if (inifile_parse(bad[i].text, strlen(bad[i].text), &slip_reader, &s, &error) ==
            0)
            fail_msg("good: %s", bad[i].text);
        if (error.line != bad[i].line || strstr(error.why, bad[i].why) == NULL)
            fail_msg("%s: line %d: %s", bad[i].text, error.line, error.why);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_contest_is_read),
        cmocka_unit_test(a_book_gives_its_minutes),
        cmocka_unit_test(mistakes_are_reported_with_their_line),
        cmocka_unit_test(a_long_line_is_refused),
        cmocka_unit_test(a_nul_is_refused),
        cmocka_unit_test(port_1950_is_optional),
        cmocka_unit_test(sessions_are_words),
        cmocka_unit_test(a_slip_is_written_as_it_is_read),
        cmocka_unit_test(a_full_slip_is_read_again),
        cmocka_unit_test(mistakes_in_a_slip_are_reported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
