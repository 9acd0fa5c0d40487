/*
 * tally_json.c - `referee tally --json`: one object with all that there is to say. What
 * is not known is null.
 */
#include <math.h>
#include <stdio.h>

#include "json.h"
#include "statistics.h"
#include "tally.h"
#include "words.h"

static void label_of(const struct tally_report *report, const char *name, int player)
{
    char label[CONTEST_LABEL_SIZE];

    if (player == SHEET_NOBODY) {
        json_text(name, NULL, false);
        return;
    }
    roster_label(&report->box->roster, player, label);
    json_text(name, label, false);
}

/* The labels of those players from `first` on that are marked. */
static void labels(const struct tally_report *report, const char *name,
    const bool *marked, int first, int players)
{
    bool any = false;

    json_key(name, false);
    printf("[");
    for (int i = 0; marked != NULL && i < players; i++) {
        char label[CONTEST_LABEL_SIZE];

        if (!marked[i])
            continue;
        roster_label(&report->box->roster, first + i, label);
        printf("%s", any ? ", " : "");
        json_string(label);
        any = true;
    }
    printf("]");
}

static void print_contest(const struct tally_report *report)
{
    const struct contest *contest = report->box->roster.contest;

    json_text("title", contest->title, true);
    json_text("book", contest->book->name, false);
    json_count("judges", contest->counts[ROLE_JUDGE]);
    json_count("entries", contest->counts[ROLE_ENTRY]);
    json_count("confederates", contest->counts[ROLE_CONFEDERATE]);
    json_count("ballots", report->box->rows);
}

void tally_json_remarks(const struct ballotbox_remark *remarks, size_t count)
{
    json_truth("provisional", count > 0);
    printf(",\n \"remarks\": [");
    for (size_t i = 0; i < count; i++) {
        const struct ballotbox_remark *remark = &remarks[i];

        printf("%s\n  {", i > 0 ? "," : "");
        json_text("fault", ballotbox_fault_name(remark->fault), true);
        json_text("text", remark->text, false);
        printf("}");
    }
    printf("]");
}

static void print_steps(const struct score *score)
{
    printf(",\n \"steps\": [");
    for (int i = 0; i < score->steps; i++) {
        const struct score_step *step = &score->step[i];

        printf("%s\n  {", i > 0 ? "," : "");
        json_text("clause", step->clause, true);
        json_text("measure", step->measure, false);
        json_number("highest", step->whole ? score_number(step->best) : NAN);
        json_count("left", step->left);
        printf("}");
    }
    printf("]");
}

/* Of the winner; null for nobody. */
static void print_prize(const struct tally_report *report)
{
    const struct score *score = report->score;
    struct prize prize = {PRIZE_NOBODY, NULL};

    if (score->winner != SHEET_NOBODY)
        prize = prize_of(&report->box->sheet, score, score->winner);
    json_text(
        "prize_to", prize.to != PRIZE_NOBODY ? prize_name(prize.to) : NULL, false);
    json_text("prize_clause", prize.clause, false);
}

static void print_outcome(const struct tally_report *report)
{
    const struct score *score = report->score;
    const struct sheet *sheet = &report->box->sheet;
    bool tie = score->outcome == SCORE_OPEN || score->outcome == SCORE_UNDECIDED;
    enum score_medal medal = prize_medal(sheet, score);

    printf(",\n ");
    json_text("outcome", tally_outcome_name(score->outcome), true);
    json_text("clause", score->clause, false);
    label_of(report, "winner", score->winner);
    labels(report, "tied", tie ? score->tied : NULL, 0, sheet->entries);
    json_text("medal", medal != SCORE_NO_MEDAL ? tally_medal_name(medal) : NULL, false);
    json_text(
        "medal_clause", medal != SCORE_NO_MEDAL ? score->medal_clause : NULL, false);
    print_prize(report);
    labels(report, "most_human_human", score->most_human, sheet->entries,
        sheet->confederates);
    json_truth("coin_tossed", report->tossed);
    json_truth("decision_needless", score->decision_needless);
}

static void print_share(const struct score_line *line)
{
    struct statistics_interval interval =
        statistics_interval(line->taken, line->judged, 0.95);
    bool any = line->judged > 0;

    json_number("low", any ? interval.low : NAN);
    json_number("high", any ? interval.high : NAN);
    json_number("p_chance",
        any ? statistics_test(line->taken, line->judged, WORDS_CHANCE) : NAN);
    json_number("p_turing",
        any ? statistics_test(line->taken, line->judged, WORDS_TURING) : NAN);
}

static void print_player(const struct tally_report *report, int player)
{
    const struct sheet *sheet = &report->box->sheet;
    const struct score_line *line = &report->score->lines[player];
    char words[WORDS_SIZE];

    json_text("name", roster_person(&report->box->roster, player)->name, true);
    label_of(report, "player", player);
    json_text("role", player < sheet->entries ? "entry" : "confederate", false);
    json_truth("disqualified", sheet->players[player].disqualified);
    if (line->place > 0)
        json_count("place", line->place);
    else
        json_text("place", NULL, false);
    json_count("judged", line->judged);
    json_count("taken", line->taken);
    json_number("sum", (double)line->said.sum / SHEET_UNIT);
    json_number("mean", score_number(line->said));
    json_number("mean_rank", score_number(line->rank));
    json_number("preliminary", sheet_preliminary(sheet, player));
    print_share(line);
    words_of_share(line->taken, line->judged, sheet->judges, words);
    json_text("words", line->judged > 0 ? words : NULL, false);
}

static void print_players(const struct tally_report *report)
{
    printf(",\n \"players\": [");
    for (int p = 0; p < sheet_players(&report->box->sheet); p++) {
        printf("%s\n  {", p > 0 ? "," : "");
        print_player(report, p);
        printf("}");
    }
    printf("]");
}

/* The wager's tests; none under the other books. */
static void print_trials(const struct tally_report *report)
{
    const struct sheet *sheet = &report->box->sheet;
    int tests = report->score->tests != NULL ? sheet->trials * sheet->entries : 0;

    printf(",\n \"tests\": [");
    for (int i = 0; i < tests; i++) {
        const struct wager_test *test = &report->score->tests[i];

        printf("%s\n  {\"trial\": %d", i > 0 ? "," : "", i / sheet->entries + 1);
        label_of(report, "player", i % sheet->entries);
        json_count("judged", test->judged);
        json_count("fooled", test->fooled);
        json_number(
            "median", test->median == SHEET_UNSAID ? NAN : (double)test->median / 2);
        json_count("foils", test->foils);
        json_truth("determination", test->is_determined);
        json_truth("rank_order", test->is_ranked);
        json_truth("whole", test->is_whole);
        printf("}");
    }
    printf("]");
}

void tally_json(const struct tally_report *report)
{
    double alpha = sheet_agreement(&report->box->sheet);

    printf("{");
    print_contest(report);
    tally_json_remarks(report->box->remarks, report->box->remark_count);
    print_outcome(report);
    print_steps(report->score);
    print_players(report);
    print_trials(report);
    printf(",\n \"agreement\": {\"measure\": \"Krippendorff's alpha\"");
    json_number("value", alpha);
    json_text("words", words_of_agreement(alpha), false);
    printf("}}\n");
}
