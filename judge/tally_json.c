/*
 * tally_json.c - `referee tally --json`: one object with all that there is to say. What
 * is not known is null.
 */
#include <math.h>
#include <stdio.h>

#include "statistics.h"
#include "tally.h"
#include "words.h"

static void print_text(const char *text)
{
    putchar('"');
    for (; *text != '\0'; text++) {
        unsigned char byte = (unsigned char)*text;

        if (byte == '"' || byte == '\\')
            printf("\\%c", byte);
        else if (byte < ' ' || byte == 0x7f)
            printf("\\u%04x", byte);
        else
            putchar(byte);
    }
    putchar('"');
}

/* "name": with the comma before it, unless it is the first of its object. */
static void key(const char *name, bool first)
{
    printf("%s", first ? "" : ", ");
    print_text(name);
    printf(": ");
}

static void text(const char *name, const char *value, bool first)
{
    key(name, first);
    if (value != NULL)
        print_text(value);
    else
        printf("null");
}

static void number(const char *name, double value)
{
    key(name, false);
    if (isnan(value))
        printf("null");
    else
        printf("%.17g", value);
}

static void count(const char *name, long value)
{
    key(name, false);
    printf("%ld", value);
}

static void truth(const char *name, bool value)
{
    key(name, false);
    printf("%s", value ? "true" : "false");
}

static void label_of(const struct tally_report *report, const char *name, int player)
{
    char label[CONTEST_LABEL_SIZE];

    if (player == SHEET_NOBODY) {
        text(name, NULL, false);
        return;
    }
    roster_label(&report->box->roster, player, label);
    text(name, label, false);
}

/* The labels of those players from `first` on that are marked. */
static void labels(const struct tally_report *report, const char *name,
    const bool *marked, int first, int players)
{
    bool any = false;

    key(name, false);
    printf("[");
    for (int i = 0; marked != NULL && i < players; i++) {
        char label[CONTEST_LABEL_SIZE];

        if (!marked[i])
            continue;
        roster_label(&report->box->roster, first + i, label);
        printf("%s", any ? ", " : "");
        print_text(label);
        any = true;
    }
    printf("]");
}

static void print_contest(const struct tally_report *report)
{
    const struct contest *contest = report->box->roster.contest;

    text("title", contest->title, true);
    text("book", contest->book->name, false);
    count("judges", contest->counts[ROLE_JUDGE]);
    count("entries", contest->counts[ROLE_ENTRY]);
    count("confederates", contest->counts[ROLE_CONFEDERATE]);
    count("ballots", report->box->rows);
}

static void print_remarks(const struct tally_report *report)
{
    truth("provisional", tally_is_provisional(report));
    printf(",\n \"remarks\": [");
    for (size_t i = 0; i < report->box->remark_count; i++) {
        const struct ballotbox_remark *remark = &report->box->remarks[i];

        printf("%s\n  {", i > 0 ? "," : "");
        text("fault", ballotbox_fault_name(remark->fault), true);
        text("text", remark->text, false);
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
        text("clause", step->clause, true);
        text("measure", step->measure, false);
        number("highest", step->whole ? score_number(step->best) : NAN);
        count("left", step->left);
        printf("}");
    }
    printf("]");
}

static void print_outcome(const struct tally_report *report)
{
    const struct score *score = report->score;
    const struct sheet *sheet = &report->box->sheet;
    bool tie = score->outcome == SCORE_OPEN || score->outcome == SCORE_UNDECIDED;
    bool medal = score->medal != SCORE_NO_MEDAL;

    printf(",\n ");
    text("outcome", tally_outcome_name(score->outcome), true);
    text("clause", score->clause, false);
    label_of(report, "winner", score->winner);
    labels(report, "tied", tie ? score->tied : NULL, 0, sheet->entries);
    text("medal", medal ? tally_medal_name(score->medal) : NULL, false);
    text("medal_clause", medal ? score->medal_clause : NULL, false);
    labels(report, "most_human_human", score->most_human, sheet->entries,
        sheet->confederates);
    truth("coin_tossed", report->tossed);
    truth("decision_needless", score->decision_needless);
}

static void print_share(const struct score_line *line)
{
    struct statistics_interval interval =
        statistics_interval(line->taken, line->judged, 0.95);
    bool any = line->judged > 0;

    number("low", any ? interval.low : NAN);
    number("high", any ? interval.high : NAN);
    number("p_chance",
        any ? statistics_test(line->taken, line->judged, WORDS_CHANCE) : NAN);
    number("p_turing",
        any ? statistics_test(line->taken, line->judged, WORDS_TURING) : NAN);
}

static void print_player(const struct tally_report *report, int player)
{
    const struct sheet *sheet = &report->box->sheet;
    const struct score_line *line = &report->score->lines[player];
    int64_t preliminary = sheet->players[player].preliminary;
    char words[WORDS_SIZE];

    text("name", roster_person(&report->box->roster, player)->name, true);
    label_of(report, "player", player);
    text("role", player < sheet->entries ? "entry" : "confederate", false);
    truth("disqualified", sheet->players[player].disqualified);
    if (line->place > 0)
        count("place", line->place);
    else
        text("place", NULL, false);
    count("judged", line->judged);
    count("taken", line->taken);
    number("sum", (double)line->said.sum / SHEET_UNIT);
    number("mean", score_number(line->said));
    number("mean_rank", score_number(line->rank));
    number("preliminary",
        preliminary == SHEET_UNSAID ? NAN : (double)preliminary / SHEET_UNIT);
    print_share(line);
    words_of_share(line->taken, line->judged, sheet->judges, words);
    text("words", line->judged > 0 ? words : NULL, false);
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
        count("judged", test->judged);
        count("fooled", test->fooled);
        number("median", test->median == SHEET_UNSAID ? NAN : (double)test->median / 2);
        count("foils", test->foils);
        truth("determination", test->is_determined);
        truth("rank_order", test->is_ranked);
        truth("whole", test->is_whole);
        printf("}");
    }
    printf("]");
}

void tally_json(const struct tally_report *report)
{
    double alpha = sheet_agreement(&report->box->sheet);

    printf("{");
    print_contest(report);
    print_remarks(report);
    print_outcome(report);
    print_steps(report->score);
    print_players(report);
    print_trials(report);
    printf(",\n \"agreement\": {\"measure\": \"Krippendorff's alpha\"");
    number("value", alpha);
    text("words", words_of_agreement(alpha), false);
    printf("}}\n");
}
