/*
 * tally_outcome.c - the sentences of `referee tally`: the winner, the clauses, and the
 * statistics.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "judge/referee/tally/statistics.h"
#include "judge/referee/tally/tally.h"
#include "judge/referee/tally/verdict.h"

static const struct score *score_of(const struct tally_report *report)
{
    return report->score;
}

static void cite(FILE *to, const struct tally_report *report, const char *clause)
{
    tally_cite(to, report->box->sheet.book, clause);
}

static const char *name_of(const struct tally_report *report, int player)
{
    return report->box->roster.players[player].name;
}

/* Print the names of the marked players, from the player `first` on. */
static void print_names(FILE *to, const struct tally_report *report, const bool *marked,
    int first, int count)
{
    const char *names[CONTEST_MOST];
    int number = 0;

    for (int i = 0; i < count; i++)
        if (marked[i])
            names[number++] = name_of(report, first + i);
    tally_print_names(to, names, number);
}

static void print_tied(FILE *to, const struct tally_report *report)
{
    print_names(to, report, score_of(report)->tied, 0, report->box->sheet.entries);
}

/* Step by step. */

static void print_step(FILE *to, const struct tally_report *report, int at)
{
    const struct score_step *step = &score_of(report)->step[at];
    char number[TALLY_NUMBER_SIZE];

    if (!step->whole) {
        fprintf(to, "The %s cannot break the tie: not all of these entries have one",
            step->measure);
        cite(to, report, step->clause);
        return;
    }
    tally_number(score_number(step->best), number);
    fprintf(to, "%s highest %s is %s, that of ", at > 0 ? "Of these the" : "The",
        step->measure, number);
    if (step->left == 1)
        print_tied(to, report);
    else
        fprintf(to, "%d entries", step->left);
    cite(to, report, step->clause);
}

/* Whether missing ballots could change the winner. The only entry wins without
 * ballots. */
static bool is_winner_open(const struct tally_report *report)
{
    const struct score *score = score_of(report);

    return tally_is_provisional(report) &&
           !(score->outcome == SCORE_WON && score->steps == 0);
}

static const char *wins(const struct tally_report *report)
{
    return is_winner_open(report) ? "would win" : "wins";
}

static void print_winner(FILE *to, const struct tally_report *report)
{
    const struct score *score = score_of(report);
    const char *name = name_of(report, score->winner);

    if (score->steps == 0)
        fprintf(to, "%s is the only entry, and wins without a contest", name);
    else if (score->step[score->steps - 1].left > 1)
        fprintf(to, "%s %s by %s", name, wins(report),
            report->tossed ? "the coin tossed just now"
                           : "decision of the judges or a coin");
    else
        fprintf(to, "%s %s", name, wins(report));
    cite(to, report, score->clause);
}

static void print_tie(FILE *to, const struct tally_report *report)
{
    const struct score *score = score_of(report);

    if (score->outcome == SCORE_OPEN) {
        fprintf(to, "Open: the judges confer about ");
        print_tied(to, report);
        fprintf(to, ", and if no majority of them agrees, a coin is tossed");
        cite(to, report, score->clause);
        fprintf(to,
            "Write 'decision = ' and the entry under [contest]; for the coin, call "
            "tally --toss.\n");
        return;
    }
    fprintf(to, "Undecided by the rules: ");
    print_tied(to, report);
    fprintf(to, " are tied, and the book has no further clause (%s).\n",
        report->box->sheet.book->name);
}

/* The winner earns the medal; in some books it goes to another. */
static const char *receives(const struct tally_report *report)
{
    const struct score *score = score_of(report);
    bool own =
        score->winner == SCORE_SHEET_NOBODY ||
        score_prize(score, &report->box->sheet, score->winner).to == PRIZE_WINNER;

    if (is_winner_open(report))
        return own ? "would receive" : "would earn";
    return own ? "receives" : "has earned";
}

static void print_medal(FILE *to, const struct tally_report *report)
{
    const struct score *score = score_of(report);

    if (score->medal == SCORE_NO_MEDAL)
        return;
    fprintf(to, "%s %s the %s Medal",
        score->winner == SCORE_SHEET_NOBODY ? "The winner among them" : "The winner",
        receives(report), score->medal == SCORE_SILVER ? "Silver" : "Bronze");
    cite(to, report, score->medal_clause);
}

/* The prize of an open source program that has won or may still win. */
static void print_prize(FILE *to, const struct tally_report *report, int entry)
{
    static const char *const words[] = {
        [PRIZE_NEXT_YEAR] = "no Medal is awarded, and the money is added to the next "
                            "year's",
        [PRIZE_DEVELOPERS] = "the Medal and the money go to its developers",
        [PRIZE_DESERVING] = "the Medal and the money are kept, unless a deserving "
                            "recipient is found",
    };
    const struct score *score = score_of(report);
    struct score_prize prize = score_prize(score, &report->box->sheet, entry);

    if (prize.clause == NULL ||
        (score->winner != SCORE_SHEET_NOBODY ? score->winner != entry
                                             : !score->tied[entry]))
        return;
    fprintf(to, "%s is an open source program that the organisers entered: %s%s",
        name_of(report, entry),
        score->winner == SCORE_SHEET_NOBODY ? "if it wins, " : "", words[prize.to]);
    cite(to, report, prize.clause);
}

/* 2003, 58: "the Entries ranked second and third to the winner". */

static bool runs_up(const struct tally_report *report, int entry)
{
    const struct score *score = score_of(report);

    return entry != score->winner && score->lines[entry].judged > 0 &&
           !report->box->sheet.players[entry].disqualified;
}

/* Mark the entries with this number of better ones, the winner not counted. Returns the
 * number of marked entries. */
static int mark_runners_up(
    const struct tally_report *report, int before, bool marked[static CONTEST_MOST])
{
    const struct score_line *lines = score_of(report)->lines;
    int count = 0;

    for (int e = 0; e < report->box->sheet.entries; e++) {
        int better = 0;

        for (int other = 0; other < report->box->sheet.entries; other++)
            better += runs_up(report, other) &&
                      score_compare(lines[other].said, lines[e].said) > 0;
        marked[e] = runs_up(report, e) && better == before;
        count += marked[e];
    }
    return count;
}

/* Returns whether exactly one entry has this place. */
static bool print_runner_up(
    FILE *to, const struct tally_report *report, int before, const char *place)
{
    const struct rulebook *book = report->box->sheet.book;
    bool marked[CONTEST_MOST];
    char clauses[RULEBOOK_CLAUSE_SIZE];
    int count = mark_runners_up(report, before, marked);
    bool by_coin = count > 1 && book->decision != NULL;

    if (count == 0)
        return false;
    fprintf(to, "%s to the winner%s: ", place, count > 1 ? ", tied" : "");
    print_names(to, report, marked, 0, report->box->sheet.entries);
    if (count > 1)
        fprintf(
            to, by_coin ? "; the judges or a coin decide" : ": undecided by the rules");
    snprintf(clauses, sizeof(clauses), "%s%s%s", by_coin ? book->decision : "",
        by_coin ? " and " : "", book->runners_up);
    cite(to, report, clauses);
    return count == 1;
}

static void print_runners_up(FILE *to, const struct tally_report *report)
{
    const struct score *score = score_of(report);

    if (report->box->sheet.book->runners_up != NULL && score->outcome == SCORE_WON &&
        print_runner_up(to, report, 0, "Second"))
        print_runner_up(to, report, 1, "Third");
}

static void print_most_human(FILE *to, const struct tally_report *report)
{
    const struct score_sheet *sheet = &report->box->sheet;
    const bool *most = score_of(report)->most_human;
    int count = 0;

    for (int c = 0; c < sheet->confederates; c++)
        count += most[c];
    if (count == 0)
        return;
    if (score_of(report)->winner != SCORE_SHEET_NOBODY) {
        fprintf(
            to, "Most Human Computer: %s", name_of(report, score_of(report)->winner));
        cite(to, report, sheet->book->most_human);
    }
    fprintf(to, "Most Human Human: ");
    print_names(to, report, most, sheet->entries, sheet->confederates);
    fprintf(to, "%s", count > 1 ? ", tied: undecided by the rules" : "");
    cite(to, report, sheet->book->most_human);
}

/* The two tests. */

static void print_test(
    FILE *to, const struct tally_report *report, int trial, int entry)
{
    const struct score_sheet *sheet = &report->box->sheet;
    const struct score_test *test =
        &score_of(report)->tests[trial * sheet->entries + entry];
    const char *name = name_of(report, entry);
    char median[TALLY_NUMBER_SIZE] = "unknown";

    if (sheet->players[entry].disqualified) {
        fprintf(to, "Trial %d, %s: disqualified.\n", trial + 1, name);
        return;
    }
    if (test->median != BALLOT_UNSAID)
        tally_number((double)test->median / 2, median);
    fprintf(to, "Trial %d, %s:%s\n", trial + 1, name,
        test->is_whole ? "" : " (verdicts or ranks are missing)");
    fprintf(to, "  has fooled %d of %d judges: %s the Human Determination Test\n",
        test->fooled, sheet->judges, test->is_determined ? "passes" : "does not pass");
    fprintf(to,
        "  has the median rank %s, as high as %d of %d foils: %s the Rank Order Test\n",
        median, test->foils, sheet->confederates,
        test->is_ranked ? "passes" : "does not pass");
}

static void print_tests(FILE *to, const struct tally_report *report)
{
    const struct score_sheet *sheet = &report->box->sheet;

    for (int t = 0; t < sheet->trials; t++)
        for (int e = 0; e < sheet->entries; e++)
            print_test(to, report, t, e);
    switch (score_of(report)->outcome) {
    case SCORE_PASSED:
        fprintf(to, "The Turing Test is passed: both tests%s",
            sheet->trials > 1 ? ", in each trial that was held" : "");
        break;
    case SCORE_FAILED:
        fprintf(to, "The Turing Test is not passed: that takes both tests");
        break;
    default:
        fprintf(to,
            "Undecided by the rules: both tests are passed in some trials only, and "
            "the book does not define the result");
        break;
    }
    cite(to, report, score_of(report)->clause);
}

void tally_text_outcome(FILE *to, const struct tally_report *report)
{
    const struct score *score = score_of(report);

    if (is_winner_open(report))
        fprintf(to, "By the ballots so far:\n");
    for (int i = 0; i < score->steps; i++)
        print_step(to, report, i);
    switch (score->outcome) {
    case SCORE_WON:
        print_winner(to, report);
        break;
    case SCORE_NO_ENTRY:
        fprintf(to, "No winner: there is no entry, or all are disqualified.\n");
        break;
    case SCORE_NO_BALLOT:
        fprintf(to, "No winner: no entry has a ballot yet.\n");
        break;
    case SCORE_OPEN:
    case SCORE_UNDECIDED:
        print_tie(to, report);
        break;
    case SCORE_PASSED:
    case SCORE_FAILED:
    case SCORE_DIVIDED:
        print_tests(to, report);
        break;
    }
    print_medal(to, report);
    for (int e = 0; e < report->box->sheet.entries; e++)
        print_prize(to, report, e);
    print_runners_up(to, report);
    print_most_human(to, report);
    if (score->decision_needless)
        fprintf(to,
            "The contest file's decision is not used: the rules do not ask for one.\n");
}

/* Statistics. */

static void print_bearing(FILE *to, const struct tally_report *report, int entry)
{
    const struct score_line *line = &score_of(report)->lines[entry];
    struct statistics_interval interval =
        statistics_interval(line->taken, line->judged, 0.95);
    char words[VERDICT_SIZE];

    if (line->judged == 0)
        return;
    verdict_of_share(line->taken, line->judged, report->box->sheet.judges, words);
    fprintf(to, "%s: %d of %d, %.1f %%; 95 %% interval %.1f to %.1f %%\n",
        name_of(report, entry), line->taken, line->judged,
        100.0 * line->taken / line->judged, 100 * interval.low, 100 * interval.high);
    fprintf(to, "  against chance p = %.4f, against Turing's 30 %% p = %.4f:\n  %s.\n",
        statistics_test(line->taken, line->judged, VERDICT_CHANCE),
        statistics_test(line->taken, line->judged, VERDICT_TURING), words);
}

static bool is_any_too_few(const struct tally_report *report)
{
    for (int e = 0; e < report->box->sheet.entries; e++) {
        int judged = score_of(report)->lines[e].judged;

        if (judged > 0 && judged < VERDICT_FEWEST)
            return true;
    }
    return false;
}

void tally_text_bearing(FILE *to, const struct tally_report *report)
{
    double alpha = score_sheet_agreement(&report->box->sheet);

    fprintf(to, "Taken for human, with 95%% confidence intervals\n");
    for (int e = 0; e < report->box->sheet.entries; e++)
        print_bearing(to, report, e);
    if (is_any_too_few(report))
        fprintf(to,
            "(Fewer than %d judgements never differ significantly from chance.)\n",
            VERDICT_FEWEST);
    fprintf(to, "Agreement between judges (Krippendorff's alpha): ");
    if (!isnan(alpha))
        fprintf(to, "%.3f: ", alpha);
    fprintf(to, "%s.\n", verdict_of_agreement(alpha));
}
