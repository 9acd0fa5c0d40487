/*
 * schedule.h - check the rounds of a contest, and make new ones. Pure.
 *
 * In a book with pairs, each judge meets each entry once, and all people meet as many
 * different confederates as possible (rules/2004.txt, 15, a to c; rules/2009.txt, 3).
 * In the other books, each judge meets each entry and each confederate, once or more
 * (rules/1996.txt, 14; rules/2003.txt, 42), or once in each trial (rules/wager.txt,
 * II); new tables have the least number of meetings. In these books, a judge's sessions
 * of a round follow one another in the order of the file, and all judges change at the
 * same time: the wager's round is a trial of four interviews.
 */
#ifndef SCHEDULE_H
#define SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "judge/contest/contest.h"
#include "judge/contest/inirow.h"

/* Takes one mistake: its line in the file, or 0, and one sentence. */
typedef void schedule_say(void *context, int line, const char *text);

/*
 * Check a table: each person is in one place at a time and has the required meetings,
 * and the lists of excused people agree with the rounds. say() is called for each
 * mistake. Returns their number.
 */
int schedule_check(const struct contest *c, schedule_say *say, void *context);

/* Check only for people in two places: the rest of a table may lack meetings. */
int schedule_check_places(const struct contest *c, schedule_say *say, void *context);

/* Whether a person is absent or disqualified. Then only the others have to meet, and
 * the number of meetings with confederates is not checked. */
bool schedule_is_cut(const struct contest *c);

/* Mark the people with a session in that round, by role and number. */
void schedule_mark(
    const struct contest *c, int round, bool busy[static ROLES][CONTEST_MOST + 1]);

/* The sessions in that round, one after another, of the judge with the most. */
int schedule_slots(const struct contest *c, int round);

/* Takes one mistake in the numbers of people: the clause, "2003, 40", and one sentence.
 */
typedef void schedule_say_count(void *context, const char *clause, const char *text);

/* Compare the numbers of judges, entries and confederates with the book's; say() is
 * called for each mistake. */
void schedule_check_counts(
    const struct contest *c, schedule_say_count *say, void *context);

/* Wishes for a new table; all members may be zero. */
struct schedule_wish {
    uint64_t
        seed;    /* each seed gives another table; 0: people in the order of numbers */
    bool repack; /* keep the sessions, change only the rounds */
    bool done[CONTEST_SESSIONS_MOST]; /* sessions that are over: they stay */
};

/* Read "1-3,5,J2E1C4", rounds and sessions of *c that are over; or "J2,C3", people
 * absent from now on, in addition to those of the file. Return false, with *error, for
 * any other text. */
bool schedule_read_done(const struct contest *c, const char *text,
    struct schedule_wish *wish, struct inirow_error *error);
bool schedule_read_absent(
    struct contest *c, const char *text, struct inirow_error *error);

struct schedule_result {
    int first;  /* number of the first new round */
    int rounds; /* number of new rounds */
    int least;  /* lower bound on this number */
    bool even;  /* confederates are spread as evenly as possible */
};

/*
 * Make a new table of all sessions that are not over, for all people that are not
 * absent. Numbers of rounds continue those of the sessions that are over. Returns
 * false, with *error and *c unchanged, if the table is too large, or if a table to
 * repack has a meeting twice.
 */
bool schedule_make(struct contest *c, const struct schedule_wish *wish,
    struct schedule_result *result, struct inirow_error *error);

#endif
