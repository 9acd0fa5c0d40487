#include "score.h"

#include <math.h>
#include <stdlib.h>

enum { SILVER_COLUMN = 2 };

int score_compare(struct score_mean a, struct score_mean b)
{
    int64_t first = a.sum * b.count, second = b.sum * a.count;

    return (first > second) - (first < second);
}

double score_number(struct score_mean mean)
{
    if (mean.count == 0)
        return NAN;
    return (double)mean.sum / mean.count / SHEET_UNIT;
}

static void mean_add(struct score_mean *mean, int64_t value)
{
    mean->sum += value;
    mean->count++;
}

/* The lines of the table. */

static void line_add(
    struct score_line *line, const struct rulebook *book, const struct sheet_cell *cell)
{
    bool taken = cell->said != SHEET_UNSAID && sheet_is_taken(book, cell->said);

    if (cell->said != SHEET_UNSAID) {
        line->judged++;
        line->taken += taken;
        mean_add(&line->said, cell->said);
    }
    /* 2009, 3: "by those who judged them not to be the human". */
    if (cell->rank != SHEET_UNSAID && (book->tally != TALLY_TAKEN || !taken))
        mean_add(&line->rank, cell->rank);
}

static void add_lines(struct score *score, const struct sheet *sheet)
{
    for (int t = 0; t < sheet->trials; t++)
        for (int j = 0; j < sheet->judges; j++)
            for (int p = 0; p < sheet_players(sheet); p++)
                line_add(&score->lines[p], sheet->book, sheet_cell(sheet, t, j, p));
}

/* What the clauses compare. */

static struct score_mean mean_of(
    const struct sheet *sheet, const struct score *score, int player)
{
    (void)sheet;
    return score->lines[player].said;
}

static struct score_mean column_of(
    const struct sheet *sheet, const struct score *score, int player)
{
    (void)sheet;
    return (struct score_mean){score->lines[player].taken * (int64_t)SHEET_UNIT, 1};
}

static struct score_mean points_of(
    const struct sheet *sheet, const struct score *score, int player)
{
    (void)sheet;
    return (struct score_mean){score->lines[player].said.sum, 1};
}

static struct score_mean preliminary_of(
    const struct sheet *sheet, const struct score *score, int player)
{
    const struct sheet_player *p = &sheet->players[player];

    (void)score;
    return (struct score_mean){p->preliminary, p->preliminaries};
}

static struct score_mean rank_of(
    const struct sheet *sheet, const struct score *score, int player)
{
    (void)sheet;
    return score->lines[player].rank;
}

/* 2003, 48: "no Confederate is ranked higher (equal placing being permitted)". Nobody
 * can be equal to confederates that there are not. */
static bool is_with_the_humans(
    const struct sheet *sheet, const struct score *score, int entry)
{
    int judged = 0;

    for (int p = sheet->entries; p < sheet_players(sheet); p++) {
        if (score->lines[p].judged == 0)
            continue;
        judged++;
        if (score_compare(score->lines[p].said, score->lines[entry].said) > 0)
            return false;
    }
    return judged > 0;
}

/* 2004, scoring 2. */
static bool is_taken_twice(
    const struct sheet *sheet, const struct score *score, int entry)
{
    (void)sheet;
    return score->lines[entry].taken >= SILVER_COLUMN;
}

struct criterion {
    struct score_mean (*of)(
        const struct sheet *sheet, const struct score *score, int player);
    const char *clause, *measure;
};

static const struct rules {
    struct criterion criteria[SCORE_STEPS_MAX]; /* each for whom the last left tied */
    const char *decision; /* the clause by which a last tie is decided by other means */
    const char *alone;    /* the clause by which the only entry wins without contest */
    const char *bronze, *silver;
    bool (*earns_silver)(
        const struct sheet *sheet, const struct score *score, int entry);
    bool has_most_human; /* among the confederates */
    bool places_all;     /* entries and confederates in one order */
} all_rules[] = {
    [TALLY_HIGHEST] = {.criteria = {{mean_of, "4", "mean rating"}},
        .alone = "5",
        .bronze = "4",
        .has_most_human = true,
        .places_all = true},
    [TALLY_MEAN] = {.criteria = {{mean_of, "47", "mean rating"}},
        .decision = "50",
        .alone = "3",
        .bronze = "48",
        .silver = "48",
        .earns_silver = is_with_the_humans,
        .places_all = true},
    [TALLY_COLUMN] = {.criteria = {{column_of, "scoring 1", "column total"},
                          {points_of, "scoring 3", "total of points"},
                          {preliminary_of, "scoring 4", "preliminary score"}},
        .alone = "1",
        .bronze = "1",
        .silver = "scoring 2",
        .earns_silver = is_taken_twice},
    [TALLY_TAKEN] = {.criteria = {{column_of, "3", "column total"},
                         {rank_of, "3", "mean rank"}},
        .bronze = "heading"},
    [TALLY_WAGER] = {.criteria = {{NULL, NULL, NULL}}},
};

static const struct rules *rules_of(const struct sheet *sheet)
{
    return &all_rules[sheet->book->tally];
}

/* Places. */

static bool is_placed(const struct sheet *sheet, const struct score *score, int player)
{
    return score->lines[player].judged > 0 && !sheet->players[player].disqualified &&
           (player < sheet->entries || rules_of(sheet)->places_all);
}

static bool is_level(const struct sheet *sheet, const struct score *score, int player,
    int other, int criteria)
{
    for (int i = 0; i < criteria; i++) {
        struct score_mean a = rules_of(sheet)->criteria[i].of(sheet, score, player);
        struct score_mean b = rules_of(sheet)->criteria[i].of(sheet, score, other);

        if (score_compare(a, b) != 0)
            return false;
    }
    return true;
}

/* Whether all whom the criteria before this one leave level with the player have what
 * it compares: it cannot be asked of some of them. */
static bool can_part(
    const struct sheet *sheet, const struct score *score, int player, int criterion)
{
    for (int p = 0; p < sheet_players(sheet); p++)
        if (is_placed(sheet, score, p) &&
            is_level(sheet, score, player, p, criterion) &&
            rules_of(sheet)->criteria[criterion].of(sheet, score, p).count == 0)
            return false;
    return true;
}

static bool comes_before(
    const struct sheet *sheet, const struct score *score, int player, int other)
{
    const struct criterion *criteria = rules_of(sheet)->criteria;

    for (int i = 0; i < SCORE_STEPS_MAX && criteria[i].of != NULL; i++) {
        int difference;

        if (!can_part(sheet, score, player, i))
            return false;
        difference = score_compare(
            criteria[i].of(sheet, score, player), criteria[i].of(sheet, score, other));
        if (difference != 0)
            return difference > 0;
    }
    return false;
}

static void place(struct score *score, const struct sheet *sheet)
{
    if (rules_of(sheet)->criteria[0].of == NULL)
        return;
    for (int p = 0; p < sheet_players(sheet); p++) {
        if (!is_placed(sheet, score, p))
            continue;
        score->lines[p].place = 1;
        for (int q = 0; q < sheet_players(sheet); q++)
            if (is_placed(sheet, score, q) && comes_before(sheet, score, q, p))
                score->lines[p].place++;
    }
}

static int find_most_human(struct score *score, const struct sheet *sheet)
{
    int best = 0;

    score->most_human =
        calloc((size_t)sheet->confederates + 1, sizeof(*score->most_human));
    if (score->most_human == NULL)
        return -1;
    for (int c = 0; c < sheet->confederates; c++) {
        int at = score->lines[sheet->entries + c].place;

        if (at > 0 && (best == 0 || at < best))
            best = at;
    }
    for (int c = 0; c < sheet->confederates; c++)
        score->most_human[c] =
            best > 0 && score->lines[sheet->entries + c].place == best;
    return 0;
}

/* The winner. */

static int keep_best(struct score *score, const struct sheet *sheet,
    const struct criterion *criterion, struct score_mean *best)
{
    int left = 0;

    *best = (struct score_mean){0};
    for (int e = 0; e < sheet->entries; e++) {
        struct score_mean mean = criterion->of(sheet, score, e);

        if (score->tied[e] && (best->count == 0 || score_compare(mean, *best) > 0))
            *best = mean;
    }
    for (int e = 0; e < sheet->entries; e++) {
        struct score_mean mean = criterion->of(sheet, score, e);

        score->tied[e] = score->tied[e] && score_compare(mean, *best) == 0;
        left += score->tied[e];
    }
    return left;
}

static bool can_compare(const struct score *score, const struct sheet *sheet,
    const struct criterion *criterion)
{
    for (int e = 0; e < sheet->entries; e++)
        if (score->tied[e] && criterion->of(sheet, score, e).count == 0)
            return false;
    return true;
}

static int first_tied(const struct score *score, const struct sheet *sheet)
{
    for (int e = 0; e < sheet->entries; e++)
        if (score->tied[e])
            return e;
    return SHEET_NOBODY;
}

/* Ask one clause after the other until one entry is left. Returns how many are. */
static int ask(struct score *score, const struct sheet *sheet, int left)
{
    const struct criterion *criteria = rules_of(sheet)->criteria;

    for (int i = 0; i < SCORE_STEPS_MAX && criteria[i].of != NULL; i++) {
        struct score_step *step = &score->step[score->steps++];

        *step = (struct score_step){.clause = criteria[i].clause,
            .measure = criteria[i].measure,
            .whole = can_compare(score, sheet, &criteria[i]),
            .left = left};
        if (!step->whole)
            return left;
        left = step->left = keep_best(score, sheet, &criteria[i], &step->best);
        score->clause = step->clause;
        if (left == 1)
            return left;
    }
    return left;
}

static void settle_tie(struct score *score, const struct sheet *sheet)
{
    const char *decision = rules_of(sheet)->decision;
    bool decides = sheet->decision != SHEET_NOBODY && score->tied[sheet->decision];

    score->outcome = SCORE_UNDECIDED;
    if (decision == NULL)
        return;
    score->clause = decision;
    score->outcome = decides ? SCORE_WON : SCORE_OPEN;
    score->winner = decides ? sheet->decision : SHEET_NOBODY;
}

/* Whether it was the sheet's decision that has made the winner. */
static bool is_decided(const struct score *score, const struct sheet *sheet)
{
    return score->outcome == SCORE_WON && score->clause == rules_of(sheet)->decision;
}

/* All that are still tied have earned the same: what decides about silver is what they
 * are tied by. */
static void award(struct score *score, const struct sheet *sheet)
{
    const struct rules *rules = rules_of(sheet);
    bool silver = rules->earns_silver != NULL &&
                  rules->earns_silver(sheet, score, first_tied(score, sheet));

    score->medal = silver ? SCORE_SILVER : SCORE_BRONZE;
    score->medal_clause = silver ? rules->silver : rules->bronze;
}

/* 1996, 5; 2003, 3; 2004, 1 and 8.2: there is nothing to hold a contest for. */
static bool win_alone(struct score *score, const struct sheet *sheet)
{
    const char *alone = rules_of(sheet)->alone;

    if (alone == NULL || sheet->entries != 1 || sheet->players[0].disqualified)
        return false;
    score->outcome = SCORE_WON;
    score->winner = 0;
    score->tied[0] = true;
    score->clause = score->medal_clause = alone;
    score->medal = SCORE_BRONZE;
    return true;
}

static void find_winner(struct score *score, const struct sheet *sheet)
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
    if (ask(score, sheet, left) == 1) {
        score->outcome = SCORE_WON;
        score->winner = first_tied(score, sheet);
    } else {
        settle_tie(score, sheet);
    }
    award(score, sheet);
}

/* The wager. */

/* What the trials come to. The book has at least three of them in a session, and does
 * not say what it is to pass some. */
static void judge_trials(struct score *score, const struct sheet *sheet)
{
    int passed = 0, held = 0, standing = 0;

    for (int i = 0; i < sheet->trials * sheet->entries; i++) {
        const struct wager_test *test = &score->tests[i];

        if (sheet->players[i % sheet->entries].disqualified)
            continue;
        standing++;
        held += test->judged > 0;
        passed += test->is_determined && test->is_ranked;
    }
    score->clause = "II";
    if (held == 0)
        score->outcome = standing == 0 ? SCORE_NO_ENTRY : SCORE_NO_BALLOT;
    else if (passed == 0)
        score->outcome = SCORE_FAILED;
    else
        score->outcome = passed == held ? SCORE_PASSED : SCORE_DIVIDED;
}

static int test_entries(struct score *score, const struct sheet *sheet)
{
    int tests = sheet->trials * sheet->entries;
    int64_t *room = calloc((size_t)sheet->judges + 1, sizeof(*room));

    score->tests = calloc((size_t)tests + 1, sizeof(*score->tests));
    if (room == NULL || score->tests == NULL) {
        free(room);
        return -1;
    }
    for (int i = 0; i < tests; i++)
        wager_count(
            &score->tests[i], sheet, i / sheet->entries, i % sheet->entries, room);
    free(room);
    judge_trials(score, sheet);
    return 0;
}

int score_count(struct score *score, const struct sheet *sheet)
{
    *score = (struct score){.winner = SHEET_NOBODY};
    score->lines = calloc((size_t)sheet_players(sheet) + 1, sizeof(*score->lines));
    score->tied = calloc((size_t)sheet->entries + 1, sizeof(*score->tied));
    if (score->lines == NULL || score->tied == NULL)
        return -1;
    add_lines(score, sheet);
    place(score, sheet);
    if (sheet->book->tally == TALLY_WAGER) {
        if (test_entries(score, sheet) < 0)
            return -1;
    } else {
        find_winner(score, sheet);
    }
    score->decision_needless =
        sheet->decision != SHEET_NOBODY && !is_decided(score, sheet);
    return rules_of(sheet)->has_most_human ? find_most_human(score, sheet) : 0;
}

void score_free(struct score *score)
{
    free(score->lines);
    free(score->tests);
    free(score->tied);
    free(score->most_human);
    *score = (struct score){0};
}
