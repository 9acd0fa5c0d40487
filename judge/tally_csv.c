/*
 * tally_csv.c - `referee tally --csv`: a row a player, and one a trial of the wager.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "csv.h"
#include "statistics.h"
#include "tally.h"
#include "words.h"

static bool is_entry(const struct tally_report *report, int player)
{
    return player < report->box->sheet.entries;
}

static bool has_won(const struct tally_report *report, int player)
{
    return report->score->winner == player;
}

static bool is_tied(const struct tally_report *report, int player)
{
    return report->score->outcome != SCORE_WON && is_entry(report, player) &&
           report->score->tied[player];
}

void tally_csv_text(const char *text)
{
    char out[2 * TALLY_NAME_SIZE + 2];
    size_t length = csv_write(text, strlen(text), out, sizeof(out));

    printf("%.*s,", (int)length, out);
}

void tally_csv_number(double number)
{
    if (isnan(number))
        printf(",");
    else
        printf("%.10g,", number);
}

void tally_csv_count(int count)
{
    printf("%d,", count);
}

static void print_shares(const struct score_line *line)
{
    struct statistics_interval interval =
        statistics_interval(line->taken, line->judged, 0.95);

    if (line->judged == 0) {
        printf(",,,,");
        return;
    }
    tally_csv_number(interval.low);
    tally_csv_number(interval.high);
    tally_csv_number(statistics_test(line->taken, line->judged, WORDS_CHANCE));
    tally_csv_number(statistics_test(line->taken, line->judged, WORDS_TURING));
}

/* The wager's tests, of which other rows have nothing. */
static void print_test(const struct wager_test *test)
{
    if (test == NULL) {
        printf(",,,,,");
        return;
    }
    tally_csv_count(test->fooled);
    tally_csv_number(test->median == SHEET_UNSAID ? NAN : (double)test->median / 2);
    tally_csv_count(test->foils);
    tally_csv_text(test->is_determined ? "yes" : "no");
    tally_csv_text(test->is_ranked ? "yes" : "no");
}

static void print_end(const struct tally_report *report)
{
    tally_csv_text(tally_outcome_name(report->score->outcome));
    printf("%s\n", tally_is_provisional(report) ? "yes" : "no");
}

static void print_who(const struct tally_report *report, int player)
{
    char label[CONTEST_LABEL_SIZE];

    roster_label(&report->box->roster, player, label);
    tally_csv_text(label);
    tally_csv_text(roster_person(&report->box->roster, player)->name);
    tally_csv_text(is_entry(report, player) ? "entry" : "confederate");
    tally_csv_text(report->box->sheet.players[player].disqualified ? "yes" : "no");
}

static void print_numbers(const struct tally_report *report, int player)
{
    const struct score_line *line = &report->score->lines[player];

    if (line->place > 0)
        tally_csv_count(line->place);
    else
        printf(",");
    tally_csv_count(line->judged);
    tally_csv_count(line->taken);
    tally_csv_number((double)line->said.sum / SHEET_UNIT);
    tally_csv_number(score_number(line->said));
    tally_csv_number(score_number(line->rank));
    tally_csv_number(sheet_preliminary(&report->box->sheet, player));
    print_shares(line);
}

static void print_row(const struct tally_report *report, int player)
{
    bool won = has_won(report, player);

    print_who(report, player);
    print_numbers(report, player);
    tally_csv_text(won ? "won" : is_tied(report, player) ? "tied" : "");
    tally_csv_text(
        won ? tally_medal_name(prize_medal(&report->box->sheet, report->score)) : "");
    printf(",");
    print_test(NULL);
    print_end(report);
}

static void print_trial(const struct tally_report *report, int trial, int entry)
{
    const struct wager_test *test =
        &report->score->tests[trial * report->box->sheet.entries + entry];
    bool passed = test->is_determined && test->is_ranked;

    print_who(report, entry);
    printf(",%d,%d,,,,,,,,,", test->judged, test->fooled);
    tally_csv_text(passed ? "passed" : "not passed");
    printf(",");
    tally_csv_count(trial + 1);
    print_test(test);
    print_end(report);
}

void tally_csv(const struct tally_report *report)
{
    const struct sheet *sheet = &report->box->sheet;
    int trials = report->score->tests != NULL ? sheet->trials : 0;

    printf("player,name,role,disqualified,place,judged,taken,sum,mean,mean_rank,"
           "preliminary,low,high,p_chance,p_turing,result,medal,trial,fooled,median,"
           "foils,determination,rank_order,outcome,provisional\n");
    for (int p = 0; p < sheet_players(sheet); p++)
        print_row(report, p);
    for (int t = 0; t < trials; t++)
        for (int e = 0; e < sheet->entries; e++)
            print_trial(report, t, e);
}
