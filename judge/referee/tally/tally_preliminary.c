/*
 * tally_preliminary.c - the sentences of `referee tally --preliminary`: the finalists,
 * ties and the reserve.
 */
#include <stdio.h>

#include "judge/referee/tally/tally.h"

static int count_of(const struct preliminary *p, enum preliminary_standing standing)
{
    int count = 0;

    for (int i = 0; i < p->line_count; i++)
        count += p->lines[i].standing == standing;
    return count;
}

static void print_names(
    FILE *to, const struct preliminary *p, enum preliminary_standing standing)
{
    const char *names[CONTEST_MOST];
    int count = 0;

    for (int i = 0; i < p->line_count; i++)
        if (p->lines[i].standing == standing)
            names[count++] = p->lines[i].name;
    tally_print_names(to, names, count);
}

static void cite(FILE *to, const struct preliminary *p, const char *clause)
{
    tally_cite(to, p->contest->book, clause);
}

static void print_finalists(FILE *to, const struct preliminary *p)
{
    int count = count_of(p, PRELIMINARY_FINALIST);

    if (p->entries == 0) {
        fprintf(to, "No finalists: there is no entry, or all are disqualified.\n");
        return;
    }
    if (count == 0)
        return;
    if (p->remark_count > 0)
        fprintf(to, "By the numbers so far:\n");
    fprintf(to, "%s: ", count == 1 ? "The finalist" : "The finalists");
    print_names(to, p, PRELIMINARY_FINALIST);
    if (!p->held)
        fprintf(to, "; all go forward without a preliminary round");
    cite(to, p, p->clause);
}

static void print_choice(FILE *to, const struct preliminary *p)
{
    const struct rulebook *book = p->contest->book;

    fprintf(to, "The contest file's 'finalists' break the tie: ");
    if (book->preliminary.tie != NULL) {
        fprintf(to, "the panel's decision");
        cite(to, p, book->preliminary.tie);
    } else {
        fprintf(to, "the book has no clause for it (%s).\n", book->name);
    }
}

static void print_tie(FILE *to, const struct preliminary *p)
{
    const struct rulebook *book = p->contest->book;
    bool by_panel = book->preliminary.tie != NULL;

    fprintf(to, "%s: ", by_panel ? "Open" : "Undecided by the rules");
    print_names(to, p, PRELIMINARY_TIED);
    fprintf(to, " are tied for %d place%s, and ", p->open, p->open == 1 ? "" : "s");
    if (by_panel) {
        fprintf(to, "a panel of judges may evaluate them");
        cite(to, p, book->preliminary.tie);
    } else {
        fprintf(to, "the book has no clause for it (%s): the organisers decide.\n",
            book->name);
    }
    fprintf(to, "Write 'finalists = ' and the chosen entries under [contest].\n");
}

static void print_reserve(FILE *to, const struct preliminary *p)
{
    bool held = count_of(p, PRELIMINARY_RESERVE) > 0;

    if (!held && count_of(p, PRELIMINARY_RESERVE_TIED) == 0)
        return;
    fprintf(to, "%s: ", held ? "In reserve" : "Tied for the reserve");
    print_names(to, p, held ? PRELIMINARY_RESERVE : PRELIMINARY_RESERVE_TIED);
    if (!held)
        fprintf(
            to, "; it has %d places at most", p->contest->book->preliminary.reserves);
    cite(to, p, p->contest->book->preliminary.reserve);
}

void tally_preliminary_outcome(FILE *to, const struct preliminary *p)
{
    print_finalists(to, p);
    if (p->chosen)
        print_choice(to, p);
    if (p->open > 0)
        print_tie(to, p);
    print_reserve(to, p);
}
