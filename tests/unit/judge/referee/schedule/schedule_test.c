/*
 * schedule_test.c - the rounds of contests: the published tables and the examples are
 * good, each change in them is reported, and new ones are complete.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "judge/contest/contest.h"
#include "judge/contest/inifile.h"
#include "judge/referee/schedule/schedule.h"

enum { TEXTS_SIZE = 1 << 16 };

static struct contest contest;
static struct schedule_wish wish;
static char texts[TEXTS_SIZE];

static void remember(void *context, int line, const char *text)
{
    size_t length = strlen(texts);

    (void)context;
    snprintf(texts + length, sizeof(texts) - length, "%d: %s\n", line, text);
}

static int check(void)
{
    texts[0] = '\0';
    return schedule_check(&contest, remember, NULL);
}

static void read_example(const char *name)
{
    struct inirow_error error;
    char file[512];

    snprintf(file, sizeof(file), "%s/examples/contests/%s.ini", SRC, name);
    assert_int_equal(inifile_read(file, &contest_reader, &contest, &error), 0);
}

static const char *const examples[] = {
    "1996", "2003", "2004", "2009", "four-rounds", "wager"};

static void the_examples_and_published_tables_are_good(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(examples); i++) {
        read_example(examples[i]);
        if (check() != 0)
            fail_msg("%s: %s", examples[i], texts);
    }
}

/* One person replaced by another in a complete table is met twice, or never. */
static void each_wrong_person_in_a_session_is_reported(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(examples); i++) {
        read_example(examples[i]);
        for (size_t k = 0; k < contest.session_count; k++)
            for (int role = 0; role < ROLES; role++) {
                uint8_t *who = &contest.sessions[k].who[role], was = *who;
                for (int other = 1; was > 0 && other <= contest.counts[role]; other++) {
                    *who = (uint8_t)other;
                    assert_int_equal(check() > 0, other != was);
                }
                *who = was;
            }
    }
}

static void each_missing_session_is_reported(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(examples); i++) {
        read_example(examples[i]);
        contest.session_count--;
        assert_true(check() > 0);
    }
}

/* In a table without idle rounds a session has no other place. */
static void each_wrong_round_is_reported(void **state)
{
    (void)state;
    read_example("four-rounds");
    for (size_t k = 0; k < contest.session_count; k++)
        for (uint16_t round = 1; round <= 4; round++) {
            uint16_t was = contest.sessions[k].round;
            contest.sessions[k].round = round;
            assert_int_equal(check() > 0, round != was);
            contest.sessions[k].round = was;
        }
}

/* An excused person of the published tables left out, or replaced. */
static void each_wrong_excuse_is_reported(void **state)
{
    static const char *const published[] = {"2004", "2009"};

    (void)state;
    for (size_t i = 0; i < COUNT(published); i++) {
        read_example(published[i]);
        assert_int_equal(contest.excuse_count, 24);
        for (size_t k = 0; k < contest.excuse_count; k++) {
            struct contest_excuse was = contest.excuses[k];
            contest.excuses[k].who.number = was.who.number % 4 + 1;
            assert_true(check() > 0);
            contest.excuses[k] = was;
        }
        assert_int_equal(check(), 0);
    }
}

#define PEOPLE "[judges]\nJ1=\nJ2=\n[entries]\nE1=\nE2=\n[confederates]\nC1=\nC2=\n"

static void a_fault_names_the_line_and_the_people(void **state)
{
    static const struct {
        const char *book, *rounds, *complaint;
    } cases[] = {
        {"2004", "1 = J1E1C1 J1E2C2\n",
            "15: round 1: J1 is in two places, J1E1C1 and "
            "J1E2C2\n"},
        {"2004", "1 = J1E1C1\n  J2E2C1\n",
            "16: round 1: C1 is in two places, J1E1C1 and J2E2C1\n"},
        {"2004", "1 = J1E1C1\n", "0: J1 meets E2 never; the book requires once\n"},
        {"2004", "1 = J1E1C1\n2 = J1E1C2\n",
            "16: J1 meets E1 twice; the book requires once\n"},
        {"2004", "1 = J1E1C1\n2 = J1E2C1\n",
            "16: J1 meets C1 twice; the book requires once\n"},
        {"2004", "1 = J1E1C1\n2 = J2E1C1\n",
            "16: E1 meets C1 twice; the book requires once\n"},
        {"2004", "1 = J1E1C1\n[excused]\n1 = J1 J2 C2\n",
            "17: round 1: J1 is listed as excused, and takes part\n"},
        {"2004", "1 = J1E1C1\n[excused]\n1 = J2\n",
            "17: round 1: C2 rests, and is not listed as excused\n"},
        {"2003", "1 = J1E1 J2E1\n",
            "15: round 1: E1 is in two places, J1E1 and J2E1\n"},
        {"2003", "1 = J1E1\n",
            "0: J1 meets C1 never; the book requires at least once\n"},
        /* A round's sessions are one after another, so these two are at once: */
        {"wager", "1 = J1E1 J1C1 J2E2 J2C1\n",
            "15: round 1: C1 is in two places, J1C1 and J2C1\n"},
        {"wager", "1 = J1E1\n", "0: J1 meets E1 once; the book requires 3 times\n"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        char text[512];
        struct inirow_error error;
        snprintf(text, sizeof(text),
            "[contest]\ntitle = T\nbook = %s\n\n%s[rounds]\n%s", cases[i].book, PEOPLE,
            cases[i].rounds);
        assert_int_equal(
            inifile_parse(text, strlen(text), &contest_reader, &contest, &error), 0);
        check();
        if (strstr(texts, cases[i].complaint) == NULL)
            fail_msg("%s: %s", cases[i].complaint, texts);
    }
}

/* "One or more opportunities" (1996, 14; 2003, 42), "at least three" trials (wager). */
static void more_meetings_are_good_if_the_book_allows_them(void **state)
{
    static const char *const books[] = {"1996", "2003", "2004", "2009", "wager"};

    (void)state;
    for (size_t i = 0; i < COUNT(books); i++) {
        struct contest_session again;
        bool pairs, is_wager = strcmp(books[i], "wager") == 0;

        read_example(books[i]);
        again = contest.sessions[0];
        pairs = rulebook_has_pairs(contest.book);
        again.round = 20;
        assert_true(contest_add(&contest, &again, 0));
        assert_int_equal(check() == 0, !pairs && !is_wager);
    }
    /* A fourth trial is good when it is whole. */
    read_example("wager");
    for (size_t i = 0, count = contest.session_count; i < count; i++) {
        struct contest_session again = contest.sessions[i];
        if (again.round != 1)
            continue;
        assert_int_equal(check() == 0, i == 0);
        again.round = 4;
        assert_true(contest_add(&contest, &again, 0));
    }
    assert_int_equal(check(), 0);
}

/* New tables */

static void make_people(const char *book, int judges, int entries, int confederates)
{
    const int counts[ROLES] = {judges, entries, confederates};

    contest_init(&contest);
    memset(&wish, 0, sizeof(wish));
    contest.book = rulebook_find(book);
    for (int role = 0; role < ROLES; role++) {
        contest.counts[role] = counts[role];
        for (int i = 1; i <= counts[role]; i++)
            contest.people[role][i].listed = true;
    }
}

static struct schedule_result make(void)
{
    struct schedule_result result;
    struct inirow_error error;

    if (!schedule_make(&contest, &wish, &result, &error))
        fail_msg("%s", error.why);
    return result;
}

static void new_tables_of_each_book_are_good(void **state)
{
    (void)state;
    for (size_t book = 0; book < rulebook_count; book++)
        for (int j = 1; j <= 6; j++)
            for (int e = 1; e <= 6; e++)
                for (int c = 1; c <= 6; c += 2)
                    for (uint64_t seed = 0; seed < 2; seed++) {
                        make_people(rulebooks[book].name, j, e, c);
                        wish.seed = seed;
                        make();
                        if (check() != 0)
                            fail_msg("%s %d %d %d: %s", rulebooks[book].name, j, e, c,
                                texts);
                    }
}

static void numbers_of_rounds_are_those_of_the_books(void **state)
{
    (void)state;
    make_people("2004", 4, 4, 4);
    assert_int_equal(make().rounds, 4);
    make_people("2003", 5, 4, 4); /* every judge every terminal */
    assert_int_equal(make().rounds, 8);
    make_people("wager", 3, 1, 3); /* three trials of four interviews */
    assert_int_equal(make().rounds, 3);
    for (int trial = 1; trial <= 3; trial++)
        assert_int_equal(schedule_slots(&contest, trial), 4);
}

static void another_seed_is_another_table(void **state)
{
    static struct contest first;

    (void)state;
    make_people("2004", 5, 5, 5);
    make();
    first = contest;
    wish.seed = 1;
    make();
    assert_memory_not_equal(
        first.sessions, contest.sessions, 25 * sizeof(first.sessions[0]));
}

static void repacking_changes_rounds_only(void **state)
{
    static struct contest before;
    struct schedule_result result;

    (void)state;
    read_example("2004");
    before = contest;
    memset(&wish, 0, sizeof(wish));
    wish.repack = true;
    result = make();
    assert_int_equal(result.rounds, 6);
    assert_int_equal(check(), 0);
    assert_int_equal(contest.session_count, before.session_count);
    for (size_t i = 0; i < before.session_count; i++) {
        bool there = false;
        for (size_t k = 0; k < contest.session_count; k++)
            there = there ||
                    memcmp(before.sessions[i].who, contest.sessions[k].who, ROLES) == 0;
        assert_true(there);
    }
}

/* How often a judge meets an entry. */
static int count_meetings(int judge, int entry)
{
    int count = 0;

    for (size_t i = 0; i < contest.session_count; i++)
        count += contest.sessions[i].who[ROLE_JUDGE] == judge &&
                 contest.sessions[i].who[ROLE_ENTRY] == entry;
    return count;
}

/* Two rounds and a session of the third are over; one person of each role is absent. */
static void sessions_of_present_people_are_held(void **state)
{
    struct inirow_error error;
    struct schedule_result result;

    (void)state;
    read_example("2004");
    memset(&wish, 0, sizeof(wish));
    assert_true(schedule_read_done(&contest, "1-2,J1E2C2", &wish, &error));
    assert_true(schedule_read_absent(&contest, "J2,E3,C4", &error));
    result = make();
    assert_int_equal(result.first, 4);
    assert_int_equal(schedule_check_places(&contest, remember, NULL), 0);
    for (int j = 1; j <= 4; j++)
        for (int e = 1; e <= 4; e++) {
            bool gone = j == 2 || e == 3;
            bool over = (j == 1 && (e == 1 || e == 2)) || (j == 2 && e >= 3) ||
                        (j == 3 && e >= 2 && e <= 3) || (j == 4 && e == 1);
            assert_int_equal(count_meetings(j, e), over || !gone);
        }
    for (size_t i = 0; i < contest.session_count; i++)
        if (contest.sessions[i].round >= 4)
            assert_int_not_equal(contest.sessions[i].who[ROLE_CONFEDERATE], 4);
}

/* The rest of a table is good whenever people leave, and each of its sessions is
 * required. */
static void the_rest_of_a_table_is_good(void **state)
{
    static const char *const books[] = {"2003", "2004", "2009"};
    static const char *const held[] = {"1", "1-2", "1-3"};
    static const char *const gone[] = {"J2", "E3", "C2", "J1,C4", "J4,E1,C1,C3"};

    (void)state;
    for (size_t i = 0; i < COUNT(books) * COUNT(held) * COUNT(gone); i++) {
        struct inirow_error error;

        make_people(books[i % COUNT(books)], 4, 4, 4);
        make();
        assert_true(schedule_read_done(
            &contest, held[i / COUNT(books) % COUNT(held)], &wish, &error));
        assert_true(schedule_read_absent(
            &contest, gone[i / COUNT(books) / COUNT(held)], &error));
        make();
        if (check() != 0)
            fail_msg("%zu: %s", i, texts);
        contest.session_count--;
        assert_true(check() > 0);
    }
}

/* A disqualified entry has no session. */
static void disqualified_entries_are_in_no_new_round(void **state)
{
    (void)state;
    for (size_t book = 0; book < rulebook_count; book++) {
        make_people(rulebooks[book].name, 4, 4, 4);
        contest.people[ROLE_ENTRY][3].marks[CONTEST_DISQUALIFIED] = true;
        make();
        assert_int_equal(check(), 0);
        for (int j = 1; j <= 4; j++) {
            assert_int_equal(count_meetings(j, 3), 0);
            assert_true(count_meetings(j, 4) > 0);
        }
    }
}

static void a_trial_that_is_over_is_not_held_again(void **state)
{
    struct inirow_error error;
    struct schedule_result result;

    (void)state;
    read_example("wager");
    memset(&wish, 0, sizeof(wish));
    assert_true(schedule_read_done(&contest, "1", &wish, &error));
    result = make();
    assert_int_equal(result.first, 2);
    assert_int_equal(result.rounds, 2);
    assert_int_equal(check(), 0);
}

static void malformed_lists_are_refused(void **state)
{
    static const char *const held[] = {"0", "8", "1-8", "3-1", "1-", "-1", "1x",
        "J1E1C2", "J1", "1-2-3", "99999999", "1,,2"};
    static const char *const absent[] = {"J5", "J", "1", "J1 J2", "J1E1", "J1,,J2"};
    struct inirow_error error;

    (void)state;
    read_example("2004");
    for (size_t i = 0; i < COUNT(held); i++)
        if (schedule_read_done(&contest, held[i], &wish, &error))
            fail_msg("%s", held[i]);
    for (size_t i = 0; i < COUNT(absent); i++)
        if (schedule_read_absent(&contest, absent[i], &error))
            fail_msg("%s", absent[i]);
}

static void too_many_people_are_refused(void **state)
{
    struct schedule_result result;
    struct inirow_error error;

    (void)state;
    make_people("2004", 31, 4, 4);
    assert_false(schedule_make(&contest, &wish, &result, &error));
    make_people("2003", 4, 16, 15); /* in the hidden room all count */
    assert_false(schedule_make(&contest, &wish, &result, &error));
    make_people("2004", 1, 1, 1);
    contest.people[ROLE_JUDGE][1].marks[CONTEST_ABSENT] = true;
    assert_false(schedule_make(&contest, &wish, &result, &error));
}

/* Numbers of people */

struct counts {
    char texts[200];
};

static void note_count(void *context, const char *clause, const char *text)
{
    struct counts *counts = context;
    size_t length = strlen(counts->texts);

    snprintf(counts->texts + length, sizeof(counts->texts) - length, "%s (%s);", text,
        clause);
}

static void numbers_against_the_book_are_reported(void **state)
{
    static const struct {
        const char *book;
        int judges, entries, confederates;
        const char *texts;
    } cases[] = {
        {"1996", 1, 2, 1, ""},
        {"1996", 1, 1, 1,
            "[entries] lists 1: the book requires at least 2 (1996, 14);"},
        {"2003", 5, 2, 1, ""},
        {"2003", 9, 9, 9, ""},
        {"2003", 4, 2, 1, "[judges] lists 4: the book requires at least 5 (2003, 40);"},
        {"2003", 5, 1, 1,
            "[entries] lists 1: the book requires at least 2 (2003, 42);"},
        {"2004", 1, 1, 1, ""},
        {"2009", 1, 1, 1, ""},
        {"wager", 3, 1, 3, ""},
        {"wager", 4, 2, 2,
            "[judges] lists 4: the book requires 3 (wager, II);"
            "[entries] lists 2: the book requires 1 (wager, II);"
            "[confederates] lists 2: the book requires 3 (wager, II);"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct counts counts = {""};
        contest_init(&contest);
        contest.book = rulebook_find(cases[i].book);
        contest.counts[ROLE_JUDGE] = cases[i].judges;
        contest.counts[ROLE_ENTRY] = cases[i].entries;
        contest.counts[ROLE_CONFEDERATE] = cases[i].confederates;
        schedule_check_counts(&contest, note_count, &counts);
        assert_string_equal(counts.texts, cases[i].texts);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_against_the_book_are_reported),
        cmocka_unit_test(the_examples_and_published_tables_are_good),
        cmocka_unit_test(each_wrong_person_in_a_session_is_reported),
        cmocka_unit_test(each_missing_session_is_reported),
        cmocka_unit_test(each_wrong_round_is_reported),
        cmocka_unit_test(each_wrong_excuse_is_reported),
        cmocka_unit_test(a_fault_names_the_line_and_the_people),
        cmocka_unit_test(more_meetings_are_good_if_the_book_allows_them),
        cmocka_unit_test(new_tables_of_each_book_are_good),
        cmocka_unit_test(numbers_of_rounds_are_those_of_the_books),
        cmocka_unit_test(another_seed_is_another_table),
        cmocka_unit_test(repacking_changes_rounds_only),
        cmocka_unit_test(sessions_of_present_people_are_held),
        cmocka_unit_test(the_rest_of_a_table_is_good),
        cmocka_unit_test(disqualified_entries_are_in_no_new_round),
        cmocka_unit_test(a_trial_that_is_over_is_not_held_again),
        cmocka_unit_test(malformed_lists_are_refused),
        cmocka_unit_test(too_many_people_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
