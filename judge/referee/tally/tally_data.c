/*
 * tally_data.c - the result, and the finalists, as JSON objects. `--json` prints the
 * object, `--csv` its rows. Unknown values are null.
 */
#include <math.h>
#include <string.h>

#include "judge/referee/output/json_value.h"
#include "judge/referee/tally/statistics.h"
#include "judge/referee/tally/tally.h"
#include "judge/referee/tally/verdict.h"

static const char *outcome_name(enum score_outcome outcome)
{
    static const char *const names[] = {
        [SCORE_WON] = "won",
        [SCORE_NO_ENTRY] = "no entry",
        [SCORE_NO_BALLOT] = "no ballot",
        [SCORE_OPEN] = "open",
        [SCORE_UNDECIDED] = "undecided by the rules",
        [SCORE_PASSED] = "passed",
        [SCORE_FAILED] = "not passed",
        [SCORE_DIVIDED] = "undecided by the rules",
    };

    return names[outcome];
}

static const char *prize_name(enum prize_to to)
{
    static const char *const names[] = {
        [PRIZE_NOBODY] = "nobody",
        [PRIZE_WINNER] = "winner",
        [PRIZE_NEXT_YEAR] = "next year",
        [PRIZE_DEVELOPERS] = "developers",
        [PRIZE_DESERVING] = "deserving",
    };

    return names[to];
}

static const char *medal_name(enum score_medal medal)
{
    static const char *const names[] = {
        [SCORE_NO_MEDAL] = "", [SCORE_BRONZE] = "bronze", [SCORE_SILVER] = "silver"};

    return names[medal];
}

/* Add the members of another object, and release it. Returns the first. */
static json_t *join(json_t *value, json_t *other)
{
    json_object_update(value, other);
    json_decref(other);
    return value;
}

static json_t *label_value(const struct tally_report *report, int player)
{
    return player == SCORE_SHEET_NOBODY
               ? json_null()
               : json_string(report->box->roster.players[player].label);
}

/* The labels of marked players, from the player `first` on. */
static json_t *labels_value(
    const struct tally_report *report, const bool *marked, int first, int count)
{
    json_t *labels = json_array();

    for (int i = 0; i < count; i++)
        if (marked[i])
            json_array_append_new(labels, label_value(report, first + i));
    return labels;
}

/* Positive integers; null for 0. */
static json_t *place_value(int place)
{
    return place > 0 ? json_integer(place) : json_null();
}

static json_t *remarks_value(const struct ballotbox_remark *remarks, size_t count)
{
    json_t *array = json_array();

    for (size_t i = 0; i < count; i++)
        json_array_append_new(array,
            json_pack("{s:s, s:o}", "fault", ballotbox_fault_name(remarks[i].fault),
                "text", json_value_string(remarks[i].text)));
    return array;
}

static json_t *steps_value(const struct score *score)
{
    json_t *steps = json_array();

    for (int i = 0; i < score->steps; i++) {
        const struct score_step *step = &score->step[i];

        json_array_append_new(
            steps, json_pack("{s:s, s:s, s:o, s:i}", "clause", step->clause, "measure",
                       step->measure, "highest",
                       json_value_number(step->whole ? score_number(step->best) : NAN),
                       "left", step->left));
    }
    return steps;
}

/* Players */

static json_t *person_value(const struct tally_report *report, int player)
{
    const struct score_sheet *sheet = &report->box->sheet;

    return json_pack("{s:o, s:o, s:s, s:b}", "name",
        json_value_string(report->box->roster.players[player].person->name), "player",
        label_value(report, player), "role",
        player < sheet->entries ? "entry" : "confederate", "disqualified",
        sheet->players[player].disqualified);
}

/* The interval of the share taken for human, and the tests against it. */
static json_t *share_value(const struct score_line *line)
{
    struct statistics_interval interval =
        statistics_interval(line->taken, line->judged, 0.95);

    if (line->judged == 0)
        return json_pack("{s:n, s:n, s:n, s:n}", "low", "high", "p_chance", "p_turing");
    return json_pack("{s:f, s:f, s:f, s:f}", "low", interval.low, "high", interval.high,
        "p_chance", statistics_test(line->taken, line->judged, VERDICT_CHANCE),
        "p_turing", statistics_test(line->taken, line->judged, VERDICT_TURING));
}

static json_t *player_value(const struct tally_report *report, int player)
{
    const struct score_sheet *sheet = &report->box->sheet;
    const struct score_line *line = &report->score->lines[player];
    char words[VERDICT_SIZE];
    json_t *numbers;

    verdict_of_share(line->taken, line->judged, sheet->judges, words);
    numbers = json_pack("{s:o, s:i, s:i, s:f, s:o, s:o, s:o, s:s?}", "place",
        place_value(line->place), "judged", line->judged, "taken", line->taken, "sum",
        (double)line->said.sum / BALLOT_UNIT, "mean",
        json_value_number(score_number(line->said)), "mean_rank",
        json_value_number(score_number(line->rank)), "preliminary",
        json_value_number(score_number(sheet->players[player].preliminary)), "words",
        line->judged > 0 ? words : NULL);
    return join(join(person_value(report, player), numbers), share_value(line));
}

json_t *tally_players(const struct tally_report *report)
{
    json_t *players = json_array();

    for (int p = 0; p < score_sheet_players(&report->box->sheet); p++)
        json_array_append_new(players, player_value(report, p));
    return players;
}

/* The tests of an entry in each trial; an empty array in books without tests. */
static json_t *tests_value(const struct tally_report *report)
{
    const struct score_sheet *sheet = &report->box->sheet;
    int count = sheet->book->test_clause != NULL ? sheet->trials * sheet->entries : 0;
    json_t *tests = json_array();

    for (int i = 0; i < count; i++) {
        const struct score_test *test = &report->score->tests[i];
        double median = test->median == BALLOT_UNSAID ? NAN : (double)test->median / 2;

        json_array_append_new(
            tests, json_pack("{s:i, s:o, s:i, s:i, s:o, s:i, s:b, s:b, s:b}", "trial",
                       i / sheet->entries + 1, "player",
                       label_value(report, i % sheet->entries), "judged", test->judged,
                       "fooled", test->fooled, "median", json_value_number(median),
                       "foils", test->foils, "determination", test->is_determined,
                       "rank_order", test->is_ranked, "whole", test->is_whole));
    }
    return tests;
}

/* The result */

static json_t *contest_value(const struct tally_report *report)
{
    const struct contest *contest = report->box->roster.contest;

    return json_pack("{s:o, s:s, s:i, s:i, s:i, s:I, s:b, s:o}", "title",
        json_value_string(contest->title), "book", contest->book->name, "judges",
        contest->counts[ROLE_JUDGE], "entries", contest->counts[ROLE_ENTRY],
        "confederates", contest->counts[ROLE_CONFEDERATE], "ballots",
        (json_int_t)report->box->rows, "provisional", tally_is_provisional(report),
        "remarks", remarks_value(report->box->remarks, report->box->remark_count));
}

static json_t *outcome_value(const struct tally_report *report)
{
    const struct score *score = report->score;
    const struct score_sheet *sheet = &report->box->sheet;
    bool tie = score->outcome == SCORE_OPEN || score->outcome == SCORE_UNDECIDED;
    enum score_medal medal = score_awarded(score, sheet);
    bool awarded = medal != SCORE_NO_MEDAL;
    struct score_prize prize = {PRIZE_NOBODY, NULL};

    if (score->winner != SCORE_SHEET_NOBODY)
        prize = score_prize(score, sheet, score->winner);
    return json_pack("{s:s, s:s?, s:o, s:o, s:s?, s:s?, s:s?, s:s?, s:o, s:b, s:b}",
        "outcome", outcome_name(score->outcome), "clause", score->clause, "winner",
        label_value(report, score->winner), "tied",
        labels_value(report, score->tied, 0, tie ? sheet->entries : 0), "medal",
        awarded ? medal_name(medal) : NULL, "medal_clause",
        awarded ? score->medal_clause : NULL, "prize_to",
        prize.to != PRIZE_NOBODY ? prize_name(prize.to) : NULL, "prize_clause",
        prize.clause, "most_human_human",
        labels_value(report, score->most_human, sheet->entries, sheet->confederates),
        "coin_tossed", report->tossed, "decision_needless", score->decision_needless);
}

json_t *tally_result_value(const struct tally_report *report)
{
    double alpha = score_sheet_agreement(&report->box->sheet);
    json_t *agreement = json_pack("{s:s, s:o, s:s}", "measure", "Krippendorff's alpha",
        "value", json_value_number(alpha), "words", verdict_of_agreement(alpha));
    json_t *parts = json_pack("{s:o, s:o, s:o, s:o}", "steps",
        steps_value(report->score), "players", tally_players(report), "tests",
        tests_value(report), "agreement", agreement);

    return join(join(contest_value(report), outcome_value(report)), parts);
}

/* Rows for CSV */

/* Members that only CSV has: the result of a player or trial, and of the contest. */
static void finish_row(
    const struct tally_report *report, json_t *row, const char *result)
{
    json_object_set_new(row, "result", json_string(result));
    json_object_set_new(
        row, "outcome", json_string(outcome_name(report->score->outcome)));
    json_object_set_new(row, "provisional", json_boolean(tally_is_provisional(report)));
}

static json_t *player_row(const struct tally_report *report, int player)
{
    const struct score *score = report->score;
    const struct score_sheet *sheet = &report->box->sheet;
    json_t *row = player_value(report, player);
    bool won = score->winner == player;
    bool tied =
        score->outcome != SCORE_WON && player < sheet->entries && score->tied[player];

    if (won)
        json_object_set_new(
            row, "medal", json_string(medal_name(score_awarded(score, sheet))));
    finish_row(report, row, won ? "won" : tied ? "tied" : "");
    return row;
}

/* A trial's row has the test's numbers; "taken" is the number of judges fooled. */
static json_t *test_row(const struct tally_report *report, json_t *test, int entry)
{
    bool passed = json_is_true(json_object_get(test, "determination")) &&
                  json_is_true(json_object_get(test, "rank_order"));
    json_t *row = person_value(report, entry);

    json_object_update(row, test);
    json_object_set(row, "taken", json_object_get(test, "fooled"));
    finish_row(report, row, passed ? "passed" : "not passed");
    return row;
}

json_t *tally_result_rows(const struct tally_report *report)
{
    int players = score_sheet_players(&report->box->sheet);
    json_t *rows = json_array(), *tests = tests_value(report), *test;
    size_t i;

    for (int p = 0; p < players; p++)
        json_array_append_new(rows, player_row(report, p));
    json_array_foreach(tests, i, test)
    {
        int entry = (int)i % report->box->sheet.entries;
        json_array_append_new(rows, test_row(report, test, entry));
    }
    json_decref(tests);
    return rows;
}

/* The preliminary round */

static json_t *standing_labels(
    const struct preliminary *p, enum preliminary_standing standing)
{
    json_t *labels = json_array();

    for (int i = 0; i < p->line_count; i++)
        if (p->lines[i].standing == standing)
            json_array_append_new(labels, json_string(p->lines[i].label));
    return labels;
}

static json_t *entry_value(
    const struct preliminary *p, const struct preliminary_line *line)
{
    const char *name = p->contest->people[ROLE_ENTRY][line->entry].name;
    json_t *given = json_array();

    for (int j = 0; j < p->judges; j++)
        json_array_append_new(
            given, json_value_number(preliminary_given(p, j, line->entry)));
    return json_pack("{s:o, s:s, s:o, s:s, s:i, s:o, s:o}", "name",
        json_value_string(name), "player", line->label, "place",
        place_value(line->place), "standing", preliminary_standing_name(line->standing),
        "judged", line->mean.count, "mean", json_value_number(score_number(line->mean)),
        "given", given);
}

static json_t *entries_value(const struct preliminary *p)
{
    json_t *entries = json_array();

    for (int i = 0; i < p->line_count; i++)
        json_array_append_new(entries, entry_value(p, &p->lines[i]));
    return entries;
}

json_t *tally_preliminary_value(const struct preliminary *p)
{
    const struct rulebook *book = p->contest->book;
    const struct rulebook_preliminary *rules = &book->preliminary;
    json_t *value = json_pack("{s:o, s:s, s:s, s:i, s:i, s:i, s:b, s:o}", "title",
        json_value_string(p->contest->title), "book", book->name, "measure",
        rules->ranks ? "mean rank" : "mean score", "judges", p->judges, "entries",
        p->line_count, "places", rules->finalists, "provisional", p->remark_count > 0,
        "remarks", remarks_value(p->remarks, (size_t)p->remark_count));
    json_t *outcome =
        json_pack("{s:s?, s:b, s:o, s:o, s:i, s:b, s:s?, s:o, s:o, s:s?, s:o}",
            "clause", p->clause, "held", p->held, "finalists",
            standing_labels(p, PRELIMINARY_FINALIST), "tied",
            standing_labels(p, PRELIMINARY_TIED), "open_places", p->open, "chosen",
            p->chosen, "tie_clause", rules->tie, "reserve",
            standing_labels(p, PRELIMINARY_RESERVE), "tied_for_reserve",
            standing_labels(p, PRELIMINARY_RESERVE_TIED), "reserve_clause",
            rules->reserve, "players", entries_value(p));

    return join(value, outcome);
}

json_t *tally_preliminary_rows(const struct preliminary *p)
{
    json_t *rows = entries_value(p), *row;
    size_t i;

    json_array_foreach(rows, i, row)
    {
        json_object_set_new(row, "provisional", json_boolean(p->remark_count > 0));
    }
    return rows;
}
