/*
 * tally_table.h - print rows of tally.h, JSON objects, as a table of text.
 */
#ifndef TALLY_TABLE_H
#define TALLY_TABLE_H

#include <jansson.h>
#include <stdbool.h>

enum { TALLY_PLACES_NEEDED = -1 }; /* four decimal places, without trailing zeros */

/* A column with a number of each row. */
struct tally_column {
    const char *heading;
    const char *member;  /* of the row: a number, or an array of numbers */
    int index;           /* in the array */
    const char *of;      /* second member, for "2 of 5"; NULL: one number only */
    int places;          /* decimal places, or TALLY_PLACES_NEEDED */
    const char *unknown; /* text for null */
    int width;           /* at least, with the blanks in front */
};

/*
 * Print rows with their places and names: entries before confederates, then by place,
 * then by the share of their bars. Columns without any text are left out. On a terminal
 * with room each row ends in a bar: the mean as a share of rating_most, or, with
 * rating_most 0, the share taken for human. rating_most -1: no bars.
 * Takes the reference of rows; NULL prints the heading alone.
 */
void tally_table_print(
    json_t *rows, const struct tally_column *columns, int count, int rating_most);

#endif
