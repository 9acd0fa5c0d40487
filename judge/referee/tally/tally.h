/*
 * tally.h - the writers of `referee tally`: the result of a contest, and its finalists,
 * as text, CSV and JSON. All print to standard output; errors stay in the stream.
 */
#ifndef TALLY_H
#define TALLY_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "judge/referee/tally/ballotbox.h"
#include "judge/referee/tally/preliminary.h"
#include "judge/referee/tally/score.h"

/* A result and its sources. */
struct tally_report {
    const struct ballotbox *box; /* finished; its roster has the contest */
    const struct score *score;
    bool tossed; /* the coin was tossed in this run */
};

/* Whether ballots are missing, contradict each other, or could not be counted. */
bool tally_is_provisional(const struct tally_report *report);

/* Text for people; on a terminal with bars. */
void tally_text(const struct tally_report *report);
void tally_preliminary_text(const struct preliminary *p);

/* The result as an object for --json, its players, and its rows for --csv as an array
 * of objects: new references, or NULL if memory is short. */
json_t *tally_result_value(const struct tally_report *report);
json_t *tally_players(const struct tally_report *report);
json_t *tally_result_rows(const struct tally_report *report);

/* The finalists in the same way. */
json_t *tally_preliminary_value(const struct preliminary *p);
json_t *tally_preliminary_rows(const struct preliminary *p);

void tally_csv(const struct tally_report *report);
void tally_preliminary_csv(const struct preliminary *p);

/* The sentences of the text: the winner, the statistics, the finalists. */
void tally_text_outcome(FILE *to, const struct tally_report *report);
void tally_text_bearing(FILE *to, const struct tally_report *report);
void tally_preliminary_outcome(FILE *to, const struct preliminary *p);

/* Print names as "E1, E2 and E3 Jabber"; print " (2004, scoring 3)." and the end of the
 * line. */
void tally_print_names(FILE *to, const char *const names[], int count);
void tally_cite(FILE *to, const struct rulebook *book, const char *clause);

/* Write a number with four decimal places at most, without trailing zeros. */
enum { TALLY_NUMBER_SIZE = 32 };
void tally_number(double number, char text[static TALLY_NUMBER_SIZE]);

#endif
