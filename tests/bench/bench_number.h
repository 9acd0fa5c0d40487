/*
 * bench_number.h - measured numbers, their quantiles, and tables.
 */
#ifndef BENCH_NUMBER_H
#define BENCH_NUMBER_H

#include <stddef.h>
#include <stdint.h>

/* Numbers in the order of measurement; all zero is empty. */
struct numbers {
    double *value;
    size_t count;
    size_t room;
};

void numbers_add(struct numbers *numbers, double value);
void numbers_free(struct numbers *numbers);

/*
 * The value that a share of all values does not exceed: 0.5 for the median. Of a part
 * of the numbers: count of them from the one at first. Without any it is NAN.
 */
double numbers_at(const struct numbers *numbers, double share);
double numbers_part_at(
    const struct numbers *numbers, size_t first, size_t count, double share);

enum { TABLE_COLUMNS = 9, TABLE_CELL = 96 };

/* Rows of text; the first is the heading. All zero is an empty table. */
struct table {
    char (*row)[TABLE_COLUMNS][TABLE_CELL];
    size_t rows;
    int columns; /* used, so far */
    int column;  /* to be filled next, in the last row */
};

/* Begin a row, and fill its next cell. */
void table_row(struct table *table);
void table_cell(struct table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The next cell: a number to this many places, or a dash for NAN. */
void table_number(struct table *table, double number, int places);

/* Print it as markdown, the columns aligned, all but the first to the right. */
void schedule_table_print(const struct table *table);
void table_free(struct table *table);

#endif
