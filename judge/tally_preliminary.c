/*
 * tally_preliminary.c - `referee tally --preliminary`: who goes forward to the final,
 * as text, as CSV and as JSON.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "json.h"
#include "tally.h"

/* The numbers of more judges than these have no room beside each other. */
enum { JUDGES_MOST = 8, GIVEN_WIDTH = 7, MEAN_WIDTH = 12, MARGIN = 8 };

static const char *book_of(const struct preliminary *p)
{
    return p->contest->book->name;
}

static void write_label(int entry, char label[static CONTEST_LABEL_SIZE])
{
    contest_label_write(&(struct contest_label){ROLE_ENTRY, entry}, label);
}

static const char *name_of(const struct preliminary *p, int entry)
{
    return p->contest->people[ROLE_ENTRY][entry].name;
}

/* "E3 Jabber". */
static void write_name(
    const struct preliminary *p, int entry, char name[static TALLY_NAME_SIZE])
{
    const char *own = name_of(p, entry);
    char label[CONTEST_LABEL_SIZE];

    write_label(entry, label);
    snprintf(name, TALLY_NAME_SIZE, "%s%s%s", label, own[0] != '\0' ? " " : "", own);
}

/* What a judge has given; not a number for nothing. */
static double given_by(const struct preliminary *p, int judge, int entry)
{
    const struct contest_numbers *numbers = &p->contest->preliminary[entry];

    if (judge >= numbers->count || numbers->given[judge] == SHEET_UNSAID)
        return NAN;
    return (double)numbers->given[judge] / SHEET_UNIT;
}

static bool has_ranks(const struct preliminary *p)
{
    return p->contest->book->preliminary == PRELIMINARY_RANKS;
}

/* The table. */

static int widest_name(const struct preliminary *p)
{
    char name[TALLY_NAME_SIZE];
    int widest = 0;

    for (int i = 0; i < p->line_count; i++) {
        write_name(p, p->lines[i].entry, name);
        if (tally_width(name) > widest)
            widest = tally_width(name);
    }
    return widest;
}

static int columns_of(const struct preliminary *p)
{
    return p->judges > JUDGES_MOST ? 0 : p->judges;
}

static void print_heading(const struct preliminary *p, int names)
{
    printf("%-*s", names + MARGIN, "");
    for (int j = 0; j < columns_of(p); j++)
        printf("%*d", GIVEN_WIDTH, j + 1);
    if (p->judges > 0)
        printf("%*s", MEAN_WIDTH, has_ranks(p) ? "mean rank" : "mean score");
    printf("\n");
}

static void print_number(double number, int width)
{
    char text[TALLY_NUMBER_SIZE] = "-";

    if (!isnan(number))
        tally_number(number, text);
    printf("%*s", width, text);
}

static void print_line(
    const struct preliminary *p, const struct preliminary_line *line, int names)
{
    char name[TALLY_NAME_SIZE], place[TALLY_NUMBER_SIZE] = "";

    write_name(p, line->entry, name);
    if (line->standing == PRELIMINARY_DISQUALIFIED)
        snprintf(place, sizeof(place), "out");
    else if (line->place > 0)
        snprintf(place, sizeof(place), "%d.", line->place);
    printf("  %4s  %s%*s", place, name, names - tally_width(name), "");
    for (int j = 0; j < columns_of(p); j++)
        print_number(given_by(p, j, line->entry), GIVEN_WIDTH);
    if (p->judges > 0)
        print_number(score_number(line->mean), MEAN_WIDTH);
    if (line->standing != PRELIMINARY_OUT)
        printf("  %s", preliminary_standing_name(line->standing));
    printf("\n");
}

static void print_table(const struct preliminary *p)
{
    int names = widest_name(p);

    print_heading(p, names);
    for (int i = 0; i < p->line_count; i++)
        print_line(p, &p->lines[i], names);
    printf("\n");
}

/* Sentences. */

static int count_of(const struct preliminary *p, enum preliminary_standing standing)
{
    int count = 0;

    for (int i = 0; i < p->line_count; i++)
        count += p->lines[i].standing == standing;
    return count;
}

/* "E1 Jabber, E2 and E3". */
static void print_names(
    FILE *to, const struct preliminary *p, enum preliminary_standing standing)
{
    int left = count_of(p, standing);
    char name[TALLY_NAME_SIZE];

    for (int i = 0; i < p->line_count; i++) {
        if (p->lines[i].standing != standing)
            continue;
        write_name(p, p->lines[i].entry, name);
        left--;
        fprintf(to, "%s%s", name, left > 1 ? ", " : left == 1 ? " and " : "");
    }
}

static void cite(FILE *to, const struct preliminary *p, const char *clause)
{
    fprintf(to, " (%s, %s).\n", book_of(p), clause);
}

static void print_finalists(FILE *to, const struct preliminary *p)
{
    int count = count_of(p, PRELIMINARY_FINALIST);

    if (p->entries == 0) {
        fprintf(to, "Nobody goes forward: there is no entry that is not "
                    "disqualified.\n");
        return;
    }
    if (count == 0)
        return;
    if (p->remark_count > 0)
        fprintf(to, "As far as the numbers go:\n");
    fprintf(to, "%s: ", count == 1 ? "The finalist" : "The finalists");
    print_names(to, p, PRELIMINARY_FINALIST);
    if (!p->held)
        fprintf(to, "; so few go forward without a preliminary round");
    cite(to, p, p->clause);
}

static void print_choice(FILE *to, const struct preliminary *p)
{
    fprintf(to, "Of those level for the last places the contest file's 'finalists' "
                "are chosen: ");
    if (p->tie_clause != NULL)
        fprintf(to, "the panel's decision (%s, %s).\n", book_of(p), p->tie_clause);
    else
        fprintf(to, "no clause parts them (%s).\n", book_of(p));
}

static void print_tie(FILE *to, const struct preliminary *p)
{
    fprintf(to, "%s: ", p->tie_clause != NULL ? "Open" : "Undecided by the rules");
    print_names(to, p, PRELIMINARY_TIED);
    fprintf(to, " are level for %d place%s, and ", p->open, p->open == 1 ? "" : "s");
    if (p->tie_clause != NULL)
        fprintf(to, "a panel of three judges may evaluate them (%s, %s).\n", book_of(p),
            p->tie_clause);
    else
        fprintf(to, "no clause parts them (%s): the organisers have to.\n", book_of(p));
    fprintf(to, "Write 'finalists = ' and the entries that are chosen under "
                "[contest].\n");
}

static void print_reserve(FILE *to, const struct preliminary *p)
{
    bool held = count_of(p, PRELIMINARY_RESERVE) > 0;

    if (!held && count_of(p, PRELIMINARY_RESERVE_TIED) == 0)
        return;
    fprintf(to, "%s: ", held ? "In reserve" : "Level for the reserve");
    print_names(to, p, held ? PRELIMINARY_RESERVE : PRELIMINARY_RESERVE_TIED);
    if (!held)
        fprintf(to, "; %d at most are held", p->contest->book->reserves);
    cite(to, p, p->reserve_clause);
}

static void print_sentences(FILE *to, const void *what)
{
    const struct preliminary *p = what;

    print_finalists(to, p);
    if (p->chosen)
        print_choice(to, p);
    if (p->open > 0)
        print_tie(to, p);
    print_reserve(to, p);
}

static void print_remarks(const struct preliminary *p)
{
    printf("PROVISIONAL: numbers are missing, or not as they should be:\n");
    for (int i = 0; i < p->remark_count; i++)
        printf("  %s\n", p->remarks[i].text);
    printf("\n");
}

void tally_preliminary_text(const struct preliminary *p)
{
    printf("%s\n", p->contest->title);
    printf("preliminary round by the rules of %s: judges %d, entries %d, finalists "
           "%d\n\n",
        book_of(p), p->judges, p->line_count, p->contest->book->finalists);
    if (p->remark_count > 0)
        print_remarks(p);
    print_table(p);
    tally_fill(print_sentences, p);
}

/* For programs. */

static void print_row(const struct preliminary *p, const struct preliminary_line *line)
{
    char label[CONTEST_LABEL_SIZE];

    write_label(line->entry, label);
    tally_csv_text(label);
    tally_csv_text(name_of(p, line->entry));
    if (line->place > 0)
        tally_csv_count(line->place);
    else
        printf(",");
    tally_csv_count(line->mean.count);
    tally_csv_number(score_number(line->mean));
    tally_csv_text(preliminary_standing_name(line->standing));
    for (int j = 0; j < p->judges; j++)
        tally_csv_number(given_by(p, j, line->entry));
    printf("%s\n", p->remark_count > 0 ? "yes" : "no");
}

void tally_preliminary_csv(const struct preliminary *p)
{
    printf("player,name,place,judged,mean,standing,");
    for (int j = 0; j < p->judges; j++)
        printf("judge_%d,", j + 1);
    printf("provisional\n");
    for (int i = 0; i < p->line_count; i++)
        print_row(p, &p->lines[i]);
}

static void print_labels(
    const struct preliminary *p, const char *name, enum preliminary_standing standing)
{
    bool any = false;

    json_key(name, false);
    printf("[");
    for (int i = 0; i < p->line_count; i++) {
        char label[CONTEST_LABEL_SIZE];

        if (p->lines[i].standing != standing)
            continue;
        write_label(p->lines[i].entry, label);
        printf("%s", any ? ", " : "");
        json_string(label);
        any = true;
    }
    printf("]");
}

static void print_outcome(const struct preliminary *p)
{
    printf(",\n ");
    json_text("clause", p->clause, true);
    json_truth("held", p->held);
    print_labels(p, "finalists", PRELIMINARY_FINALIST);
    print_labels(p, "tied", PRELIMINARY_TIED);
    json_count("open_places", p->open);
    json_truth("chosen", p->chosen);
    json_text("tie_clause", p->tie_clause, false);
    print_labels(p, "reserve", PRELIMINARY_RESERVE);
    print_labels(p, "tied_for_reserve", PRELIMINARY_RESERVE_TIED);
    json_text("reserve_clause", p->reserve_clause, false);
}

static void print_given(const struct preliminary *p, int entry)
{
    json_key("given", false);
    printf("[");
    for (int j = 0; j < p->judges; j++) {
        printf("%s", j > 0 ? ", " : "");
        json_value(given_by(p, j, entry));
    }
    printf("]");
}

static void print_entry(
    const struct preliminary *p, const struct preliminary_line *line)
{
    char label[CONTEST_LABEL_SIZE];

    write_label(line->entry, label);
    json_text("name", name_of(p, line->entry), true);
    json_text("player", label, false);
    if (line->place > 0)
        json_count("place", line->place);
    else
        json_text("place", NULL, false);
    json_text("standing", preliminary_standing_name(line->standing), false);
    json_count("judged", line->mean.count);
    json_number("mean", score_number(line->mean));
    print_given(p, line->entry);
}

void tally_preliminary_json(const struct preliminary *p)
{
    printf("{");
    json_text("title", p->contest->title, true);
    json_text("book", book_of(p), false);
    json_text("measure", has_ranks(p) ? "mean rank" : "mean score", false);
    json_count("judges", p->judges);
    json_count("entries", p->line_count);
    json_count("places", p->contest->book->finalists);
    tally_json_remarks(p->remarks, (size_t)p->remark_count);
    print_outcome(p);
    printf(",\n \"players\": [");
    for (int i = 0; i < p->line_count; i++) {
        printf("%s\n  {", i > 0 ? "," : "");
        print_entry(p, &p->lines[i]);
        printf("}");
    }
    printf("]}\n");
}
