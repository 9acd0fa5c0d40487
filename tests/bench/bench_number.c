/*
 * bench_number.c - measured numbers, their quantiles, and tables.
 */
#include "tests/bench/bench_number.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *grown(void *array, size_t count, size_t size)
{
    void *larger = reallocarray(array, count, size);

    if (larger == NULL)
        abort();
    return larger;
}

void numbers_add(struct numbers *numbers, double value)
{
    if (numbers->count == numbers->room) {
        numbers->room = numbers->room == 0 ? 64 : numbers->room * 2;
        numbers->value = grown(numbers->value, numbers->room, sizeof(double));
    }
    numbers->value[numbers->count++] = value;
}

void numbers_free(struct numbers *numbers)
{
    free(numbers->value);
    *numbers = (struct numbers){0};
}

static int compare(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;

    return (left > right) - (left < right);
}

double numbers_part_at(
    const struct numbers *numbers, size_t first, size_t count, double share)
{
    double *sorted, value;
    size_t rank;

    if (count == 0 || first + count > numbers->count)
        return NAN;
    sorted = grown(NULL, count, sizeof(double));
    memcpy(sorted, numbers->value + first, count * sizeof(double));
    qsort(sorted, count, sizeof(double), compare);
    rank = (size_t)ceil(share * (double)count);
    value = sorted[rank > 0 ? rank - 1 : 0];
    free(sorted);
    return value;
}

double numbers_at(const struct numbers *numbers, double share)
{
    return numbers_part_at(numbers, 0, numbers->count, share);
}

void table_row(struct table *table)
{
    table->row = grown(table->row, table->rows + 1, sizeof(*table->row));
    memset(table->row[table->rows++], 0, sizeof(*table->row));
    table->column = 0;
}

void table_cell(struct table *table, const char *format, ...)
{
    va_list arguments;

    if (table->column == TABLE_COLUMNS)
        abort();
    va_start(arguments, format);
    vsnprintf(
        table->row[table->rows - 1][table->column++], TABLE_CELL, format, arguments);
    va_end(arguments);
    if (table->columns < table->column)
        table->columns = table->column;
}

void table_number(struct table *table, double number, int places)
{
    if (isnan(number))
        table_cell(table, "–");
    else
        table_cell(table, "%.*f", places, number);
}

/* The number of columns of UTF-8 text: continuation bytes do not count. */
static int width_of(const char *text)
{
    int width = 0;

    for (; *text != '\0'; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

static int column_width(const struct table *table, int column)
{
    int widest = 0;

    for (size_t row = 0; row < table->rows; row++) {
        int width = width_of(table->row[row][column]);
        if (widest < width)
            widest = width;
    }
    return widest;
}

static void print_rule(const struct table *table)
{
    for (int column = 0; column < table->columns; column++) {
        printf("|");
        for (int i = column_width(table, column) + (column == 0 ? 2 : 1); i > 0; i--)
            printf("-");
        printf("%s", column == 0 ? "" : ":");
    }
    printf("|\n");
}

void schedule_table_print(const struct table *table)
{
    for (size_t row = 0; row < table->rows; row++) {
        for (int column = 0; column < table->columns; column++) {
            const char *cell = table->row[row][column];
            int blanks = column_width(table, column) - width_of(cell);
            printf("| %*s%s%*s ", column == 0 ? 0 : blanks, "", cell,
                column == 0 ? blanks : 0, "");
        }
        printf("|\n");
        if (row == 0)
            print_rule(table);
    }
    fflush(stdout);
}

void table_free(struct table *table)
{
    free(table->row);
    *table = (struct table){0};
}
