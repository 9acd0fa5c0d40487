/*
 * schedule.h - the rounds of a contest: whether they are a good table, and new ones.
 * Pure.
 *
 * In a book with pairs each judge is to meet each entry once, and everybody as many
 * different confederates as there are (rules/2004.txt, 15, a to c; rules/2009.txt, 3).
 * In the others each judge is to meet everybody in the hidden room: once or more
 * (rules/1996.txt, 14; rules/2003.txt, 42) or, for the wager, in each of at least three
 * trials (rules/wager.txt, II); new tables have no more than that. There a judge's sessions of one round are held one after another, in the order
 * of the file, and those of all judges in step: the wager's round is a trial of four
 * interviews.
 */
#ifndef SCHEDULE_H
#define SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "contest.h"
#include "inirow.h"

/* Takes one thing that is wrong with a table: the line of its file, 0 if it is none of
 * them, and what it is. */
typedef void schedule_say(void *context, int line, const char *text);

/*
 * Look at a table: nobody is in two places, everybody meets whom they are to meet, and
 * those who are said to rest are those who do. Returns how many things are wrong; say()
 * is called for each.
 */
int schedule_check(const struct contest *c, schedule_say *say, void *context);

/* Look only for who is in two places: what is left of a table need have no more. */
int schedule_check_places(const struct contest *c, schedule_say *say, void *context);

/* Whether somebody is out: then only the others have to meet, and how evenly they
 * meet confederates is not looked at, since what was held before stays as it was. */
bool schedule_is_cut(const struct contest *c);

/* Mark, by role and number, who has a session in that round. */
void schedule_mark(
    const struct contest *c, int round, bool busy[static ROLES][CONTEST_MOST + 1]);

/* How many sessions a judge has in that round, one after another: the most of all. */
int schedule_slots(const struct contest *c, int round);

/* The clause that says who is to meet whom, as "2004, 15". */
const char *schedule_clause(const struct rulebook *book);

/* How many times each judge is to meet each of those in the hidden room, at least. */
int schedule_trials(const struct rulebook *book);

/* What a new table is to be like; all zero is the same for all. */
struct schedule_wish {
    uint64_t seed; /* another one gives another table; 0: numbers as they come */
    bool repack;   /* the sessions stand, only their rounds are new */
    bool held[CONTEST_SESSIONS_MOST]; /* sessions that are over: they stay */
};

/* Read "1-3,5,J2E1C4": rounds and sessions of *c that are over; or "J2,C3": who is
 * absent from now on, beside those who are so by the file. Return false, with *error,
 * if something is no such thing. */
bool schedule_read_held(const struct contest *c, const char *text,
    struct schedule_wish *wish, struct inirow_error *error);
bool schedule_read_absent(
    struct contest *c, const char *text, struct inirow_error *error);

struct schedule_result {
    int first;  /* the first new round */
    int rounds; /* how many there are, from there on */
    int least;  /* fewer there cannot be: */
    bool often; /* some would meet a confederate too often */
    bool even;  /* confederates are spread as evenly as can be */
};

/*
 * Draw up a new table for a contest whose people are listed: for those who are not
 * absent, all that was not held. The new rounds have the numbers behind the last that
 * was. Returns false, with *error, if it is too large, or if a table that is to be
 * repacked has a session twice; *c is then unchanged.
 */
bool schedule_make(struct contest *c, const struct schedule_wish *wish,
    struct schedule_result *result, struct inirow_error *error);

#endif
