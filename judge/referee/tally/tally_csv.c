/*
 * tally_csv.c - rows of a result (tally_data.c) as CSV.
 */
#include <stdio.h>
#include <string.h>

#include "judge/ballot/csv.h"
#include "judge/referee/output/json_value.h"
#include "judge/referee/tally/tally.h"

/* A row for each player, and in books with tests a row for each trial and entry. */
static const char *const result_columns[] = {"player", "name", "role", "disqualified",
    "place", "judged", "taken", "sum", "mean", "mean_rank", "preliminary", "low",
    "high", "p_chance", "p_turing", "result", "medal", "trial", "fooled", "median",
    "foils", "determination", "rank_order", "outcome", "provisional", NULL};

/* "given" stands for a column of each judge: judge_1, judge_2, ... */
static const char *const preliminary_columns[] = {"player", "name", "place", "judged",
    "mean", "standing", "given", "provisional", NULL};

/* Print a field; nothing for null or a missing member. */
static void print_value(const json_t *value)
{
    const char *text = json_string_value(value);
    char field[CSV_SIZE(CONTEST_TEXT_SIZE)];

    if (json_is_string(value))
        printf("%.*s", (int)csv_write(text, strlen(text), field, sizeof(field)), field);
    else if (json_is_boolean(value))
        printf("%s", json_is_true(value) ? "yes" : "no");
    else if (json_is_number(value))
        printf("%.10g", json_number_value(value));
}

/* Print a header with row NULL. An array has a column for each element. */
static void print_row(const char *const *columns, const json_t *row, size_t judges)
{
    for (int i = 0; columns[i] != NULL; i++) {
        const json_t *value = json_object_get(row, columns[i]);
        bool is_array = strcmp(columns[i], "given") == 0;

        if (i > 0 && !is_array)
            printf(",");
        for (size_t k = 0; is_array && k < judges; k++) {
            printf(row == NULL ? ",judge_%zu" : ",", k + 1);
            print_value(json_array_get(value, k));
        }
        if (row == NULL && !is_array)
            printf("%s", columns[i]);
        else
            print_value(value);
    }
    printf("\n");
}

static void print_rows(const char *const *columns, json_t *rows, size_t judges)
{
    const json_t *row;
    size_t i;

    print_row(columns, NULL, judges);
    json_array_foreach(rows, i, row)
    {
        print_row(columns, row, judges);
    }
    json_decref(rows);
}

void tally_csv(const struct tally_report *report)
{
    print_rows(result_columns, tally_result_rows(report), 0);
}

void tally_preliminary_csv(const struct preliminary *p)
{
    print_rows(preliminary_columns, tally_preliminary_rows(p), (size_t)p->judges);
}
