/*
 * tally_text.c - the result, and the finalists, as text. Tables have the rows of
 * tally_data.c; the columns of a result are those of its book.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/referee/tally/tally.h"
#include "judge/referee/tally/tally_table.h"

enum {
    WIDTH = 79,      /* of a line of sentences */
    INDENT = 2,      /* of the continuation of a line */
    JUDGES_MOST = 8, /* more judges have no room beside each other */
    FIELD_SIZE = 32,
    FIELD_WIDTH = 10
};

/* Sentences. */

/* How many bytes of a line fit, to the last blank that does. A clause that is cited, in
 * brackets, stays in one piece, and so does "30 %". */
static size_t fitting(const char *line, size_t length, int room)
{
    size_t best = 0;
    int width = 0, brackets = 0;

    for (size_t i = 0; i < length; i++) {
        brackets += (line[i] == '(') - (line[i] == ')');
        if (line[i] == ' ' && brackets == 0 && line[i + 1] != '%')
            best = i;
        width += ((unsigned char)line[i] & 0xc0) != 0x80;
        if (width > room && best > 0)
            return best;
    }
    return length;
}

/* Print a line; where it is too long it goes on below, further in. */
static void print_filled(const char *line)
{
    int margin = (int)strspn(line, " "), further = margin + INDENT;

    line += margin;
    for (;;) {
        size_t length = strlen(line);
        size_t fits = fitting(line, length, WIDTH - margin);

        printf("%*s%.*s\n", margin, "", (int)fits, line);
        if (fits == length)
            return;
        line += fits + 1;
        margin = further;
    }
}

void tally_print_names(FILE *to, const char *const names[], int count)
{
    for (int i = 0; i < count; i++)
        fprintf(to, "%s%s", names[i],
            i + 2 < count    ? ", "
            : i + 2 == count ? " and "
                             : "");
}

void tally_cite(FILE *to, const struct rulebook *book, const char *clause)
{
    fprintf(to, " (%s, %s).\n", book->name, clause);
}

/* Without memory to fill the lines in, they are printed as they are. */
static void fill_lines(void (*write)(FILE *to, const void *result), const void *result)
{
    char *text = NULL, *rest, *line;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);
    bool written = to != NULL;

    if (to != NULL) {
        write(to, result);
        written = fclose(to) == 0;
    }
    rest = text;
    while (written && (line = strsep(&rest, "\n")) != NULL && rest != NULL)
        print_filled(line);
    if (!written)
        write(stdout, result);
    free(text);
}

static void print_remarks(
    const char *heading, const struct ballotbox_remark *remarks, size_t count)
{
    if (count > 0)
        printf("PROVISIONAL: %s:\n", heading);
    for (size_t i = 0; i < count; i++)
        printf("  %s\n", remarks[i].text);
    if (count > 0)
        printf("\n");
}

/* The result. */

static void print_title(const struct tally_report *report)
{
    const struct contest *contest = report->box->roster.contest;

    printf("%s\n", contest->title[0] != '\0' ? contest->title : "A contest");
    printf(
        "by the rules of %s: judges %d, entries %d, confederates %d, ballots %ld\n\n",
        contest->book->name, contest->counts[ROLE_JUDGE], contest->counts[ROLE_ENTRY],
        contest->counts[ROLE_CONFEDERATE], report->box->rows);
}

static void write_value(const struct score_sheet *sheet,
    const struct score_sheet_cell *cell, char text[static FIELD_SIZE])
{
    double value = (double)cell->said / BALLOT_UNIT;

    if (sheet->book->ballot != BALLOT_ASK_VERDICT)
        snprintf(text, FIELD_SIZE, "%g", value);
    else if (cell->rank == BALLOT_UNSAID)
        snprintf(text, FIELD_SIZE, "%s", value > 0 ? "human" : "machine");
    else
        snprintf(text, FIELD_SIZE, "%s %d", value > 0 ? "human" : "machine",
            (int)(cell->rank / BALLOT_UNIT));
}

/* "51 C1": the score of an entry and the confederate of the pair; "?" for contradictory
 * ballots, "-" for a missing one. */
static void write_field(const struct tally_report *report, int judge, int player,
    char text[static FIELD_SIZE])
{
    const struct participants *roster = &report->box->roster;
    size_t at = participants_index(roster, 0, judge, player);
    const struct score_sheet_cell *cell = &report->box->sheet.cells[at];
    const struct ballotbox_mark *said = &report->box->said[at];
    char value[FIELD_SIZE];

    if (cell->said == BALLOT_UNSAID) {
        snprintf(text, FIELD_SIZE, "%s", said->other.line > 0 ? "?" : "-");
        return;
    }
    write_value(&report->box->sheet, cell, value);
    if (said->against != PARTICIPANTS_NOBODY)
        snprintf(
            text, FIELD_SIZE, "%.16s %s", value, roster->players[said->against].label);
    else
        snprintf(text, FIELD_SIZE, "%s", value);
}

/* Print the table of scores as in the books: entries down, judges across, and in
 * each field the confederate of the pair. */
static void print_sheet(const struct tally_report *report)
{
    const struct participants *roster = &report->box->roster;
    int players = roster->has_pairs ? roster->entries : roster->count;

    if (roster->judges > JUDGES_MOST || roster->trials > 1)
        return;
    printf("     ");
    for (int j = 0; j < roster->judges; j++) {
        char text[FIELD_SIZE];

        snprintf(text, sizeof(text), "J%d", roster->judge_numbers[j]);
        printf("%*s", FIELD_WIDTH, text);
    }
    printf("\n");
    for (int p = 0; p < players; p++) {
        printf("  %-3s", roster->players[p].label);
        for (int j = 0; j < roster->judges; j++) {
            char text[FIELD_SIZE];

            write_field(report, j, p, text);
            printf("%*s", FIELD_WIDTH, text);
        }
        printf("\n");
    }
    printf("\n");
}

/* The columns of a result, by measure; the book gives their headings. */
static const struct tally_column measures[] = {
    [MEASURE_MEAN] = {.width = 8, .member = "mean", .places = 2, .unknown = "-"},
    [MEASURE_TAKEN] = {.width = 10, .member = "taken", .of = "judged"},
    [MEASURE_POINTS] = {.width = 8, .member = "sum"},
    [MEASURE_PRELIMINARY] = {.width = 8,
        .member = "preliminary",
        .places = TALLY_PLACES_NEEDED,
        .unknown = ""},
    [MEASURE_RANK] = {.width = 8, .member = "mean_rank", .places = 2, .unknown = "-"},
};

static void print_players(const struct tally_report *report)
{
    const struct rulebook *book = report->box->sheet.book;
    struct tally_column columns[RULEBOOK_COLUMNS];
    int count = 0;

    for (; count < RULEBOOK_COLUMNS && book->columns[count].measure != MEASURE_NONE;
         count++) {
        columns[count] = measures[book->columns[count].measure];
        columns[count].heading = book->columns[count].heading;
    }
    tally_table_print(tally_players(report), columns, count, book->rating_most);
}

static void write_sentences(FILE *to, const void *report)
{
    tally_text_outcome(to, report);
    fprintf(to, "\n");
    tally_text_bearing(to, report);
}

void tally_text(const struct tally_report *report)
{
    print_title(report);
    print_remarks("ballots are missing, contradict each other or do not count",
        report->box->remarks, report->box->remark_count);
    print_sheet(report);
    print_players(report);
    fill_lines(write_sentences, report);
}

/* The finalists. */

static void print_entries(const struct preliminary *p)
{
    static const char *const headings[] = {"1", "2", "3", "4", "5", "6", "7", "8"};
    struct tally_column columns[JUDGES_MOST + 1];
    int count = 0;

    for (int j = 0; p->judges <= JUDGES_MOST && j < p->judges; j++)
        columns[count++] = (struct tally_column){.heading = headings[j],
            .member = "given",
            .index = j,
            .places = TALLY_PLACES_NEEDED,
            .unknown = "-",
            .width = 7};
    if (p->judges > 0)
        columns[count++] = (struct tally_column){
            .heading = p->contest->book->preliminary.ranks ? "mean rank" : "mean score",
            .member = "mean",
            .places = TALLY_PLACES_NEEDED,
            .unknown = "-",
            .width = 12};
    tally_table_print(tally_preliminary_rows(p), columns, count, -1);
}

static void write_finalists(FILE *to, const void *preliminary)
{
    tally_preliminary_outcome(to, preliminary);
}

void tally_preliminary_text(const struct preliminary *p)
{
    printf("%s\n", p->contest->title);
    printf("preliminary round by the rules of %s: judges %d, entries %d, finalists "
           "%d\n\n",
        p->contest->book->name, p->judges, p->line_count,
        p->contest->book->preliminary.finalists);
    print_remarks("numbers are missing, or contradict the rules", p->remarks,
        (size_t)p->remark_count);
    print_entries(p);
    fill_lines(write_finalists, p);
}
