/*
 * table.h - prints the rounds of a contest: as a table, as CSV, or as the sections of a
 * contest file.
 */
#ifndef TABLE_H
#define TABLE_H

#include <stdio.h>

#include "contest.h"

enum table_form { TABLE_TEXT, TABLE_CSV, TABLE_INI };

struct table {
    const struct contest *c;
    int first; /* the first round that is printed */
    int start; /* when that begins, in minutes since midnight, or -1: nobody said so */
};

/* How long a round lasts, in minutes, with all that belongs to it; 0: as long as it
 * takes. */
int table_minutes(const struct contest *c, int round);

void table_print(const struct table *t, enum table_form form, FILE *to);

#endif
