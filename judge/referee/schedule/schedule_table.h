/*
 * schedule_table.h - print the rounds of a contest as a table, as CSV, or as sections
 * of a contest file.
 */
#ifndef SCHEDULE_TABLE_H
#define SCHEDULE_TABLE_H

#include <stdio.h>

#include "judge/contest/contest.h"

enum schedule_table_form {
    SCHEDULE_TABLE_TEXT,
    SCHEDULE_TABLE_CSV,
    SCHEDULE_TABLE_INI
};

struct schedule_table {
    const struct contest *c;
    int first; /* first round to print */
    int start; /* its start in minutes since midnight; -1: unknown, no times are printed
                */
};

/* Minutes of a round, with review and change of seats; 0: there is no time limit. */
int schedule_table_minutes(const struct contest *c, int round);

/* Print the table to a stream; its errors stay in the stream. */
void schedule_table_print(
    const struct schedule_table *t, enum schedule_table_form form, FILE *to);

#endif
