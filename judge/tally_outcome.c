/*
 * tally_outcome.c - who has won, by which clauses, and what the numbers can bear: the
 * sentences of `referee tally`.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "statistics.h"
#include "tally.h"
#include "words.h"

static const struct score *score_of(const struct tally_report *report)
{
    return report->score;
}

static const char *book_of(const struct tally_report *report)
{
    return report->box->sheet.book->name;
}

/* " (2004, scoring 3)." and the end of the line. */
static void cite(FILE *to, const struct tally_report *report, const char *clause)
{
    fprintf(to, " (%s, %s).\n", book_of(report), clause);
}

void tally_number(double number, char text[static TALLY_NUMBER_SIZE])
{
    int length = snprintf(text, TALLY_NUMBER_SIZE, "%.4f", number);

    if (length < 0 || length >= TALLY_NUMBER_SIZE)
        return;
    while (text[length - 1] == '0')
        text[--length] = '\0';
    if (text[length - 1] == '.')
        text[length - 1] = '\0';
}

/* "E1 and E3 Jabber", of the players from `first` that are marked. */
static void print_names(FILE *to, const struct tally_report *report, const bool *marked,
    int first, int count)
{
    char name[TALLY_NAME_SIZE];
    int left = 0;

    for (int i = 0; i < count; i++)
        left += marked[i];
    for (int i = 0; i < count; i++) {
        if (!marked[i])
            continue;
        tally_name(report, first + i, name);
        left--;
        fprintf(to, "%s%s", name, left > 1 ? ", " : left == 1 ? " and " : "");
    }
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
        fprintf(to, "The %s cannot part them, since not each of them has one",
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

/* Whether ballots that are not there could change who wins: the only entry has won
 * without any. */
static bool is_winner_open(const struct tally_report *report)
{
    const struct score *score = score_of(report);

    return tally_is_provisional(report) &&
           !(score->outcome == SCORE_WON && score->steps == 0);
}

/* Nobody is to be called to the stage by half of the ballots. */
static const char *wins(const struct tally_report *report)
{
    return is_winner_open(report) ? "would win" : "wins";
}

static void print_winner(FILE *to, const struct tally_report *report)
{
    const struct score *score = score_of(report);
    char name[TALLY_NAME_SIZE];

    tally_name(report, score->winner, name);
    if (score->steps == 0)
        fprintf(to, "%s is the only entry, and wins without a contest", name);
    else if (score->step[score->steps - 1].left > 1)
        fprintf(to, "%s %s: so %s decided", name, wins(report),
            report->tossed ? "the coin, tossed just now, has"
                           : "the judges or a coin have");
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
    fprintf(
        to, " are tied, and no clause is left to part them (%s).\n", book_of(report));
}

/* A medal can be earned by one and go to another. */
static const char *receives(const struct tally_report *report)
{
    const struct score *score = score_of(report);
    bool own = score->winner == SHEET_NOBODY ||
               prize_of(&report->box->sheet, score, score->winner).to == PRIZE_WINNER;

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
        score->winner == SHEET_NOBODY ? "Whoever of them wins" : "The winner",
        receives(report), score->medal == SCORE_SILVER ? "Silver" : "Bronze");
    cite(to, report, score->medal_clause);
}

/* What becomes of the prize if it is an open source program's: of the winner's, or of
 * each that may still win. */
static void print_prize(FILE *to, const struct tally_report *report, int entry)
{
    static const char *const words[] = {
        [PRIZE_NEXT_YEAR] = "no Medal is awarded, and the money is added to the next "
                            "year's",
        [PRIZE_DEVELOPERS] = "the Medal and the money go to whoever has developed it",
        [PRIZE_DESERVING] = "the Medal and the money are kept, unless somebody who "
                            "deserves them can be told",
    };
    const struct score *score = score_of(report);
    struct prize prize = prize_of(&report->box->sheet, score, entry);
    char name[TALLY_NAME_SIZE];

    if (prize.clause == NULL ||
        (score->winner != SHEET_NOBODY ? score->winner != entry : !score->tied[entry]))
        return;
    tally_name(report, entry, name);
    fprintf(to,
        "%s is an open source program that was entered by those who hold the "
        "contest: %s%s",
        name, score->winner == SHEET_NOBODY ? "if it wins, " : "", words[prize.to]);
    cite(to, report, prize.clause);
}

/* 2003, 58: "the Entries ranked second and third to the winner". */

static bool runs_up(const struct tally_report *report, int entry)
{
    const struct score *score = score_of(report);

    return entry != score->winner && score->lines[entry].judged > 0 &&
           !report->box->sheet.players[entry].disqualified;
}

/* Mark those whom so many others come before, the winner not counted. Returns how many
 * these are. */
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

/* Returns whether one entry has that place. */
static bool print_runner_up(
    FILE *to, const struct tally_report *report, int before, const char *place)
{
    bool marked[CONTEST_MOST];
    int count = mark_runners_up(report, before, marked);

    if (count == 0)
        return false;
    fprintf(to, "%s to the winner%s: ", place, count > 1 ? ", level" : "");
    print_names(to, report, marked, 0, report->box->sheet.entries);
    if (count > 1)
        fprintf(to, ", for the judges or a coin to part");
    cite(to, report, count > 1 ? "50 and 58" : "58");
    return count == 1;
}

static void print_runners_up(FILE *to, const struct tally_report *report)
{
    const struct score *score = score_of(report);

    if (report->box->sheet.book->tally == TALLY_MEAN && score->outcome == SCORE_WON &&
        print_runner_up(to, report, 0, "Second"))
        print_runner_up(to, report, 1, "Third");
}

static void print_most_human(FILE *to, const struct tally_report *report)
{
    const struct sheet *sheet = &report->box->sheet;
    const bool *most = score_of(report)->most_human;
    int count = 0;

    for (int c = 0; most != NULL && c < sheet->confederates; c++)
        count += most[c];
    if (count == 0)
        return;
    if (score_of(report)->winner != SHEET_NOBODY) {
        char name[TALLY_NAME_SIZE];

        tally_name(report, score_of(report)->winner, name);
        fprintf(to, "Most Human Computer: %s", name);
        cite(to, report, "heading");
    }
    fprintf(to, "Most Human Human: ");
    print_names(to, report, most, sheet->entries, sheet->confederates);
    fprintf(to, "%s", count > 1 ? ", tied: undecided by the rules" : "");
    cite(to, report, "heading");
}

/* The wager. */

static void print_test(
    FILE *to, const struct tally_report *report, int trial, int entry)
{
    const struct sheet *sheet = &report->box->sheet;
    const struct wager_test *test =
        &score_of(report)->tests[trial * sheet->entries + entry];
    char name[TALLY_NAME_SIZE], median[TALLY_NUMBER_SIZE] = "unknown";

    tally_name(report, entry, name);
    if (sheet->players[entry].disqualified) {
        fprintf(to, "Trial %d, %s: disqualified.\n", trial + 1, name);
        return;
    }
    if (test->median != SHEET_UNSAID)
        tally_number((double)test->median / 2, median);
    fprintf(to, "Trial %d, %s:%s\n", trial + 1, name,
        test->is_whole ? "" : " (not all has been said)");
    fprintf(to, "  has fooled %d of %d judges: %s the Human Determination Test\n",
        test->fooled, sheet->judges, test->is_determined ? "passes" : "does not pass");
    fprintf(to,
        "  has the median rank %s, as high as %d of %d foils: %s the Rank Order Test\n",
        median, test->foils, sheet->confederates,
        test->is_ranked ? "passes" : "does not pass");
}

static void print_wager(FILE *to, const struct tally_report *report)
{
    const struct sheet *sheet = &report->box->sheet;

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
            "they do not say what that makes");
        break;
    }
    cite(to, report, score_of(report)->clause);
}

void tally_text_outcome(FILE *to, const struct tally_report *report)
{
    const struct score *score = score_of(report);

    if (is_winner_open(report))
        fprintf(to, "As far as the ballots go:\n");
    for (int i = 0; i < score->steps; i++)
        print_step(to, report, i);
    switch (score->outcome) {
    case SCORE_WON:
        print_winner(to, report);
        break;
    case SCORE_NO_ENTRY:
        fprintf(to,
            "Nobody can win: there is no entry, or none that is not disqualified.\n");
        break;
    case SCORE_NO_BALLOT:
        fprintf(to, "Nobody has judged an entry yet.\n");
        break;
    case SCORE_OPEN:
    case SCORE_UNDECIDED:
        print_tie(to, report);
        break;
    case SCORE_PASSED:
    case SCORE_FAILED:
    case SCORE_DIVIDED:
        print_wager(to, report);
        break;
    }
    print_medal(to, report);
    for (int e = 0; e < report->box->sheet.entries; e++)
        print_prize(to, report, e);
    print_runners_up(to, report);
    print_most_human(to, report);
    if (score->decision_needless)
        fprintf(to,
            "The contest file's decision is not used: the rules ask for none such.\n");
}

/* What the numbers can bear. */

static void print_bearing(FILE *to, const struct tally_report *report, int entry)
{
    const struct score_line *line = &score_of(report)->lines[entry];
    struct statistics_interval interval =
        statistics_interval(line->taken, line->judged, 0.95);
    char name[TALLY_NAME_SIZE], words[WORDS_SIZE];

    if (line->judged == 0)
        return;
    tally_name(report, entry, name);
    words_of_share(line->taken, line->judged, report->box->sheet.judges, words);
    fprintf(to, "%s: %d of %d, %.1f %%; 95 %% interval %.1f to %.1f %%\n", name,
        line->taken, line->judged, 100.0 * line->taken / line->judged,
        100 * interval.low, 100 * interval.high);
    fprintf(to, "  against chance p = %.4f, against Turing's 30 %% p = %.4f:\n  %s.\n",
        statistics_test(line->taken, line->judged, WORDS_CHANCE),
        statistics_test(line->taken, line->judged, WORDS_TURING), words);
}

static bool is_any_too_few(const struct tally_report *report)
{
    for (int e = 0; e < report->box->sheet.entries; e++) {
        int judged = score_of(report)->lines[e].judged;

        if (judged > 0 && judged < WORDS_FEWEST)
            return true;
    }
    return false;
}

void tally_text_bearing(FILE *to, const struct tally_report *report)
{
    double alpha = sheet_agreement(&report->box->sheet);

    fprintf(to, "Taken for human, and what so few judgements can bear\n");
    for (int e = 0; e < report->box->sheet.entries; e++)
        print_bearing(to, report, e);
    if (is_any_too_few(report))
        fprintf(to,
            "(Fewer than %d judgements cannot tell anything from chance, whatever "
            "they are.)\n",
            WORDS_FEWEST);
    fprintf(to, "Agreement between judges (Krippendorff's alpha): ");
    if (!isnan(alpha))
        fprintf(to, "%.3f: ", alpha);
    fprintf(to, "%s.\n", words_of_agreement(alpha));
}
