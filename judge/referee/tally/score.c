#include "judge/referee/tally/score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int score_compare(struct score_mean a, struct score_mean b)
{
    int64_t first = a.sum * b.count, second = b.sum * a.count;

    return (first > second) - (first < second);
}

double score_number(struct score_mean mean)
{
    if (mean.count == 0)
        return NAN;
    return (double)mean.sum / mean.count / BALLOT_UNIT;
}

static void mean_add(struct score_mean *mean, int64_t value)
{
    mean->sum += value;
    mean->count++;
}

struct score_mean score_mean_of(const struct contest_numbers *numbers)
{
    struct score_mean mean = {0};

    for (int i = 0; i < numbers->count; i++)
        if (numbers->given[i] != BALLOT_UNSAID)
            mean_add(&mean, numbers->given[i]);
    return mean;
}

/* The lines of the table. */

static void line_add(struct score_line *line, const struct rulebook *book,
    const struct score_sheet_cell *cell)
{
    bool taken = cell->said != BALLOT_UNSAID && score_sheet_is_taken(book, cell->said);

    if (cell->said != BALLOT_UNSAID) {
        line->judged++;
        line->taken += taken;
        mean_add(&line->said, cell->said);
    }
    /* 2009, 3: "by those who judged them not to be the human". */
    if (cell->rank != BALLOT_UNSAID && (book->ranking != RANKING_OTHERS || !taken))
        mean_add(&line->rank, cell->rank);
}

static void add_lines(struct score *score, const struct score_sheet *sheet)
{
    for (int t = 0; t < sheet->trials; t++)
        for (int j = 0; j < sheet->judges; j++)
            for (int p = 0; p < score_sheet_players(sheet); p++)
                line_add(
                    &score->lines[p], sheet->book, score_sheet_cell(sheet, t, j, p));
}

/* The number that a criterion compares. */
static struct score_mean measure_of(const struct score_sheet *sheet,
    const struct score *score, enum measure by, int player)
{
    const struct score_line *line = &score->lines[player];

    switch (by) {
    case MEASURE_MEAN:
        return line->said;
    case MEASURE_TAKEN:
        return (struct score_mean){line->taken * (int64_t)BALLOT_UNIT, 1};
    case MEASURE_POINTS:
        return (struct score_mean){line->said.sum, 1};
    case MEASURE_PRELIMINARY:
        return sheet->players[player].preliminary;
    case MEASURE_RANK:
        return line->rank;
    case MEASURE_NONE:
        break;
    }
    return (struct score_mean){0};
}

/* 2003, 48: "no Confederate is ranked higher (equal placing being permitted)". A
 * contest without judged confederates gives no silver medal. */
static bool is_among_humans(
    const struct score_sheet *sheet, const struct score *score, int entry)
{
    int judged = 0;

    for (int p = sheet->entries; p < score_sheet_players(sheet); p++) {
        if (score->lines[p].judged == 0)
            continue;
        judged++;
        if (score_compare(score->lines[p].said, score->lines[entry].said) > 0)
            return false;
    }
    return judged > 0;
}

static bool earns_silver(
    const struct score_sheet *sheet, const struct score *score, int entry)
{
    const struct rulebook *book = sheet->book;

    if (book->silver_by_mean)
        return is_among_humans(sheet, score, entry);
    return book->silver_taken > 0 && score->lines[entry].taken >= book->silver_taken;
}

/* Places. */

static bool is_placed(
    const struct score_sheet *sheet, const struct score *score, int player)
{
    return score->lines[player].judged > 0 && !sheet->players[player].disqualified &&
           (player < sheet->entries || !rulebook_has_pairs(sheet->book));
}

/* The measure of a criterion, or MEASURE_NONE after the last one. */
static enum measure measure_at(const struct score_sheet *sheet, int criterion)
{
    return criterion < RULEBOOK_CRITERIA ? sheet->book->criteria[criterion].measure
                                         : MEASURE_NONE;
}

/* Whether all of these players have the number. */
static bool can_compare(const struct score_sheet *sheet, const struct score *score,
    enum measure by, const bool *group)
{
    for (int p = 0; p < score_sheet_players(sheet); p++)
        if (group[p] && measure_of(sheet, score, by, p).count == 0)
            return false;
    return true;
}

/* Leave only the players with the highest number, *best. Returns their count. */
static int keep_best(const struct score_sheet *sheet, const struct score *score,
    enum measure by, bool *group, struct score_mean *best)
{
    int left = 0;

    *best = (struct score_mean){0};
    for (int p = 0; p < score_sheet_players(sheet); p++) {
        struct score_mean mean = measure_of(sheet, score, by, p);

        if (group[p] && (best->count == 0 || score_compare(mean, *best) > 0))
            *best = mean;
    }
    for (int p = 0; p < score_sheet_players(sheet); p++) {
        group[p] =
            group[p] && score_compare(measure_of(sheet, score, by, p), *best) == 0;
        left += group[p];
    }
    return left;
}

/* Give places, from this one on, to players that are tied by the criteria before, and
 * empty the group. */
static void place_group(struct score *score, const struct score_sheet *sheet,
    bool *group, int criterion, int place)
{
    enum measure by = measure_at(sheet, criterion);
    bool is_last = by == MEASURE_NONE || !can_compare(sheet, score, by, group);
    bool best[SCORE_SHEET_PLAYERS_MOST];
    struct score_mean mean;
    int count = 1;

    for (int p = 0; is_last && p < score_sheet_players(sheet); p++)
        if (group[p])
            score->lines[p].place = place;
    for (; !is_last && count > 0; place += count) {
        memcpy(best, group, sizeof(best));
        count = keep_best(sheet, score, by, best, &mean);
        for (int p = 0; p < score_sheet_players(sheet); p++)
            group[p] = group[p] && !best[p];
        place_group(score, sheet, best, criterion + 1, place);
    }
}

static void place_players(struct score *score, const struct score_sheet *sheet)
{
    bool placed[SCORE_SHEET_PLAYERS_MOST] = {false};

    for (int p = 0; p < score_sheet_players(sheet); p++)
        placed[p] = is_placed(sheet, score, p);
    if (measure_at(sheet, 0) != MEASURE_NONE)
        place_group(score, sheet, placed, 0, 1);
}

static void find_most_human(struct score *score, const struct score_sheet *sheet)
{
    const struct score_line *lines = &score->lines[sheet->entries];
    int best = 0;

    for (int c = 0; c < sheet->confederates; c++)
        if (lines[c].place > 0 && (best == 0 || lines[c].place < best))
            best = lines[c].place;
    for (int c = 0; c < sheet->confederates; c++)
        score->most_human[c] = best > 0 && lines[c].place == best;
}

/* The winner. */

static int first_tied(const struct score *score, const struct score_sheet *sheet)
{
    for (int e = 0; e < sheet->entries; e++)
        if (score->tied[e])
            return e;
    return SCORE_SHEET_NOBODY;
}

/* Apply the criteria in order until one entry is left. Returns the number of entries
 * left. */
static int apply_criteria(
    struct score *score, const struct score_sheet *sheet, int left)
{
    enum measure by;

    for (int i = 0; (i == 0 || left > 1) && (by = measure_at(sheet, i)) != MEASURE_NONE;
         i++) {
        const struct rulebook_criterion *criterion = &sheet->book->criteria[i];
        struct score_step *step = &score->step[score->steps++];

        *step = (struct score_step){.clause = criterion->clause,
            .measure = criterion->name,
            .whole = can_compare(sheet, score, by, score->tied),
            .left = left};
        if (!step->whole)
            break;
        left = step->left = keep_best(sheet, score, by, score->tied, &step->best);
        score->clause = step->clause;
    }
    return left;
}

static void decide_tie(struct score *score, const struct score_sheet *sheet)
{
    const char *decision = sheet->book->decision;
    bool decides =
        sheet->decision != SCORE_SHEET_NOBODY && score->tied[sheet->decision];

    score->outcome = SCORE_UNDECIDED;
    if (decision == NULL)
        return;
    score->clause = decision;
    score->outcome = decides ? SCORE_WON : SCORE_OPEN;
    score->winner = decides ? sheet->decision : SCORE_SHEET_NOBODY;
}

/* Whether the winner is the sheet's decision. */
static bool is_decided(const struct score *score, const struct score_sheet *sheet)
{
    return score->outcome == SCORE_WON && score->clause == sheet->book->decision;
}

/* All tied entries earn the same medal: they are equal by the criterion for silver. */
static void award(struct score *score, const struct score_sheet *sheet)
{
    bool silver = earns_silver(sheet, score, first_tied(score, sheet));

    score->medal = silver ? SCORE_SILVER : SCORE_BRONZE;
    score->medal_clause =
        silver ? sheet->book->silver.clause : sheet->book->bronze.clause;
}

/* The only entry wins without a contest (1996, 5; 2003, 3; 2004, 1 and 8.2). */
static bool win_alone(struct score *score, const struct score_sheet *sheet)
{
    const char *alone = sheet->book->only_entry;

    if (alone == NULL || sheet->entries != 1 || sheet->players[0].disqualified)
        return false;
    score->outcome = SCORE_WON;
    score->winner = 0;
    score->tied[0] = true;
    score->clause = score->medal_clause = alone;
    score->medal = SCORE_BRONZE;
    return true;
}

static void find_winner(struct score *score, const struct score_sheet *sheet)
{
    int standing = 0, left = 0;

    if (win_alone(score, sheet))
        return;
    for (int e = 0; e < sheet->entries; e++) {
        standing += !sheet->players[e].disqualified;
        score->tied[e] = !sheet->players[e].disqualified && score->lines[e].judged > 0;
        left += score->tied[e];
    }
    score->outcome = standing == 0 ? SCORE_NO_ENTRY : SCORE_NO_BALLOT;
    if (left == 0)
        return;
    if (apply_criteria(score, sheet, left) == 1) {
        score->outcome = SCORE_WON;
        score->winner = first_tied(score, sheet);
    } else {
        decide_tie(score, sheet);
    }
    award(score, sheet);
}

/* The tests of the wager. */

static int compare_numbers(const void *a, const void *b)
{
    int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;

    return (first > second) - (first < second);
}

static int64_t find_median(const struct score_sheet *sheet, int trial, int player)
{
    int64_t ranks[CONTEST_MOST];
    size_t count = 0;

    for (int j = 0; j < sheet->judges; j++) {
        int64_t rank = score_sheet_cell(sheet, trial, j, player)->rank;

        if (rank != BALLOT_UNSAID)
            ranks[count++] = rank / BALLOT_UNIT;
    }
    if (count == 0)
        return BALLOT_UNSAID;
    qsort(ranks, count, sizeof(ranks[0]), compare_numbers);
    return ranks[(count - 1) / 2] + ranks[count / 2];
}

static void count_fooled(
    struct score_test *test, const struct score_sheet *sheet, int trial, int entry)
{
    for (int j = 0; j < sheet->judges; j++) {
        int64_t said = score_sheet_cell(sheet, trial, j, entry)->said;

        if (said == BALLOT_UNSAID) {
            test->is_whole = false;
            continue;
        }
        test->judged++;
        test->fooled += score_sheet_is_taken(sheet->book, said);
    }
    test->is_determined = test->fooled >= sheet->book->test_fooled;
}

static void count_foils(
    struct score_test *test, const struct score_sheet *sheet, int trial, int entry)
{
    test->median = find_median(sheet, trial, entry);
    for (int p = sheet->entries; p < score_sheet_players(sheet); p++) {
        int64_t median = find_median(sheet, trial, p);

        test->foils += test->median != BALLOT_UNSAID && median != BALLOT_UNSAID &&
                       test->median >= median;
    }
    test->is_ranked = test->foils >= sheet->book->test_foils;
    for (int j = 0; j < sheet->judges; j++)
        for (int p = 0; p < score_sheet_players(sheet); p++)
            test->is_whole =
                test->is_whole &&
                score_sheet_cell(sheet, trial, j, p)->rank != BALLOT_UNSAID;
}

/* Find the result of all trials. The book does not define it when only some trials are
 * passed. */
static void judge_trials(struct score *score, const struct score_sheet *sheet)
{
    int passed = 0, held = 0, standing = 0;

    for (int i = 0; i < sheet->trials * sheet->entries; i++) {
        const struct score_test *test = &score->tests[i];

        if (sheet->players[i % sheet->entries].disqualified)
            continue;
        standing++;
        held += test->judged > 0;
        passed += test->is_determined && test->is_ranked;
    }
    score->clause = sheet->book->test_clause;
    if (held == 0)
        score->outcome = standing == 0 ? SCORE_NO_ENTRY : SCORE_NO_BALLOT;
    else if (passed == 0)
        score->outcome = SCORE_FAILED;
    else
        score->outcome = passed == held ? SCORE_PASSED : SCORE_DIVIDED;
}

static void test_entries(struct score *score, const struct score_sheet *sheet)
{
    for (int i = 0; i < sheet->trials * sheet->entries; i++) {
        struct score_test *test = &score->tests[i];
        int trial = i / sheet->entries, entry = i % sheet->entries;

        test->is_whole = true;
        count_fooled(test, sheet, trial, entry);
        count_foils(test, sheet, trial, entry);
    }
    judge_trials(score, sheet);
}

/* The prize. */

struct score_prize score_prize(
    const struct score *score, const struct score_sheet *sheet, int entry)
{
    const struct rulebook_medal *medal =
        score->medal == SCORE_SILVER ? &sheet->book->silver : &sheet->book->bronze;

    if (score->medal == SCORE_NO_MEDAL)
        return (struct score_prize){PRIZE_NOBODY, NULL};
    if (!sheet->players[entry].open_source || medal->open_source_clause == NULL)
        return (struct score_prize){PRIZE_WINNER, NULL};
    return (struct score_prize){medal->open_source, medal->open_source_clause};
}

enum score_medal score_awarded(
    const struct score *score, const struct score_sheet *sheet)
{
    if (score->winner == SCORE_SHEET_NOBODY ||
        score_prize(score, sheet, score->winner).to != PRIZE_NEXT_YEAR)
        return score->medal;
    return SCORE_NO_MEDAL;
}

void score_count(struct score *score, const struct score_sheet *sheet)
{
    *score = (struct score){.winner = SCORE_SHEET_NOBODY};
    add_lines(score, sheet);
    place_players(score, sheet);
    if (sheet->book->test_clause != NULL)
        test_entries(score, sheet);
    else
        find_winner(score, sheet);
    score->decision_needless =
        sheet->decision != SCORE_SHEET_NOBODY && !is_decided(score, sheet);
    if (sheet->book->most_human != NULL)
        find_most_human(score, sheet);
}
