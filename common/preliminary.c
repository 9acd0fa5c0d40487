#include "preliminary.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* What the books say of it. 2003, 36 orders by the mean of ranks, 1 being the best, and
 * 2004, 8.4 and 2009, 4 by scores, the highest being the best. */
static const struct rules {
    const char *people;  /* the clause by which people choose */
    const char *forward; /* the clause by which so few go forward without a round */
    const char *alone;   /* the same of one alone, or NULL */
    const char *order, *tie, *reserve;
    const char *given; /* by which its judges give their numbers */
    int judges;        /* that have to judge each entry, at least */
    int most; /* entries in the round, or 0; of more, the others are screened out */
    const char *screening;
} all_rules[] = {
    [TALLY_HIGHEST] = {.people = "13"},
    [TALLY_MEAN] = {.forward = "32",
        .order = "36",
        .tie = "37",
        .reserve = "36",
        .given = "34",
        .judges = 3},
    [TALLY_COLUMN] = {.forward = "8.3",
        .alone = "8.2",
        .order = "8.4",
        .given = "8.4",
        .most = 8,
        .screening = "8.5"},
    [TALLY_TAKEN] = {.forward = "4", .order = "4", .given = "4"},
    [TALLY_WAGER] = {.people = "II"},
};

static const struct rules *rules_of(const struct preliminary *p)
{
    return &all_rules[p->contest->book->tally];
}

static bool has_ranks(const struct preliminary *p)
{
    return p->contest->book->preliminary == PRELIMINARY_RANKS;
}

/* Remarks. */

static void remark(struct preliminary *p, enum ballotbox_fault fault, int line,
    const char *clause, const char *format, ...) __attribute__((format(printf, 5, 6)));

/* About a line of the file, or 0; by a clause of the book. */
static void remark(struct preliminary *p, enum ballotbox_fault fault, int line,
    const char *clause, const char *format, ...)
{
    struct preliminary_source *source = &p->sources[p->remark_count];
    struct ballotbox_remark *next = &p->remarks[p->remark_count++];
    va_list arguments;

    next->fault = fault;
    source->line = line;
    va_start(arguments, format);
    source->length = vsnprintf(next->text, sizeof(next->text), format, arguments);
    va_end(arguments);
    snprintf(source->clause, sizeof(source->clause), "%s, %s", p->contest->book->name,
        clause);
    snprintf(next->text + source->length, sizeof(next->text) - (size_t)source->length,
        " (%s, %s)", p->contest->book->name, clause);
}

static int line_of(const struct preliminary *p, int entry)
{
    return p->contest->preliminary[entry].line;
}

/* What a judge has given an entry, SHEET_UNSAID for nothing. */
static int64_t given_by(const struct preliminary *p, int judge, int entry)
{
    const struct contest_numbers *numbers = &p->contest->preliminary[entry];

    return judge < numbers->count ? numbers->given[judge] : SHEET_UNSAID;
}

static int count_given(const struct preliminary *p, int judge)
{
    int count = 0;

    for (int i = 0; i < p->line_count; i++)
        count += given_by(p, judge, p->lines[i].entry) != SHEET_UNSAID;
    return count;
}

/* The first judge who has judged others and not this entry, or -1. */
static int find_absent(const struct preliminary *p, int entry)
{
    for (int j = 0; j < p->judges; j++)
        if (given_by(p, j, entry) == SHEET_UNSAID && count_given(p, j) > 0)
            return j;
    return -1;
}

/* Scores of an entry, of which one is missing, have no fair mean; ranks are of those
 * entries that were allotted to a judge, each to three judges or more (2003, 34). */
static void check_entry(struct preliminary *p, const struct preliminary_line *line)
{
    const struct rules *rules = rules_of(p);
    const char *what = has_ranks(p) ? "rank" : "score";
    int absent = find_absent(p, line->entry), at = line_of(p, line->entry);

    if (line->mean.count == 0)
        remark(p, BALLOTBOX_MISSING, at, rules->given,
            "E%d: no %s of the preliminary round", line->entry, what);
    else if (line->mean.count < rules->judges)
        remark(p, BALLOTBOX_MISSING, at, rules->given,
            "E%d: %d of at least %d judges have ranked it", line->entry,
            line->mean.count, rules->judges);
    else if (!has_ranks(p) && absent >= 0)
        remark(p, BALLOTBOX_MISSING, at, rules->given,
            "E%d: preliminary judge %d has given it no score", line->entry, absent + 1);
}

/* The first other entry that the judge has given the same, or 0. */
static int find_same(const struct preliminary *p, int judge, int at)
{
    int64_t given = given_by(p, judge, p->lines[at].entry);

    for (int i = at + 1; i < p->line_count; i++)
        if (given_by(p, judge, p->lines[i].entry) == given)
            return p->lines[i].entry;
    return 0;
}

/* 2003, 34: a judge ranks "the allotted Entries in order": 1 to as many as they are,
 * each once. The first slip of a judge is named. */
static void check_ranks(struct preliminary *p, int judge)
{
    const char *clause = rules_of(p)->given;
    int64_t ranked = count_given(p, judge);

    for (int i = 0; i < p->line_count; i++) {
        int entry = p->lines[i].entry, same;
        int64_t given = given_by(p, judge, entry);
        double rank = (double)given / SHEET_UNIT;

        if (given == SHEET_UNSAID)
            continue;
        if (given % SHEET_UNIT != 0 || given == 0 || given / SHEET_UNIT > ranked) {
            remark(p, BALLOTBOX_CONTRADICTORY, line_of(p, entry), clause,
                "preliminary judge %d gives E%d rank %g, and ranks %lld: these are 1 "
                "to %lld",
                judge + 1, entry, rank, (long long)ranked, (long long)ranked);
            return;
        }
        same = find_same(p, judge, i);
        if (same > 0) {
            remark(p, BALLOTBOX_CONTRADICTORY, line_of(p, same), clause,
                "preliminary judge %d gives rank %g to E%d and to E%d: each stands "
                "once",
                judge + 1, rank, entry, same);
            return;
        }
    }
}

/* 2004, 8.5: more than eight are first "prescreened down to eight". */
static void check_size(struct preliminary *p)
{
    const struct rules *rules = rules_of(p);

    if (rules->most > 0 && p->entries > rules->most)
        remark(p, BALLOTBOX_CONTRADICTORY, 0, rules->screening,
            "%d entries: they are first to be screened down to %d: list these only",
            p->entries, rules->most);
}

static void check_numbers(struct preliminary *p)
{
    check_size(p);
    for (int i = 0; i < p->line_count; i++)
        if (p->lines[i].standing != PRELIMINARY_DISQUALIFIED)
            check_entry(p, &p->lines[i]);
    for (int j = 0; has_ranks(p) && j < p->judges; j++)
        check_ranks(p, j);
}

/* The order. */

static struct score_mean mean_of(const struct contest_numbers *numbers)
{
    struct score_mean mean = {0};

    for (int i = 0; i < numbers->count; i++)
        if (numbers->given[i] != SHEET_UNSAID) {
            mean.sum += numbers->given[i];
            mean.count++;
        }
    return mean;
}

static void add_line(struct preliminary *p, int entry)
{
    const struct contest_numbers *numbers = &p->contest->preliminary[entry];
    bool disqualified = p->contest->people[ROLE_ENTRY][entry].disqualified;

    p->lines[p->line_count++] = (struct preliminary_line){.entry = entry,
        .mean = mean_of(numbers),
        .standing = disqualified ? PRELIMINARY_DISQUALIFIED : PRELIMINARY_OUT};
    p->entries += !disqualified;
    if (numbers->count > p->judges)
        p->judges = numbers->count;
}

/* 0 has a place, 1 has no number, 2 is disqualified. */
static int kind_of(const struct preliminary_line *line)
{
    if (line->standing == PRELIMINARY_DISQUALIFIED)
        return 2;
    return line->mean.count == 0;
}

/* Below 0, 0 or above 0, as a comes before b, is level with it, or comes after it. */
static int compare(const struct preliminary *p, const struct preliminary_line *a,
    const struct preliminary_line *b)
{
    int kind = kind_of(a) - kind_of(b);

    if (kind != 0 || kind_of(a) > 0)
        return kind;
    return has_ranks(p) ? score_compare(a->mean, b->mean)
                        : score_compare(b->mean, a->mean);
}

/* Insertion: level entries stay in the order of their numbers. */
static void sort(struct preliminary *p)
{
    for (int i = 1; i < p->line_count; i++) {
        struct preliminary_line line = p->lines[i];
        int at = i;

        for (; at > 0 && compare(p, &line, &p->lines[at - 1]) < 0; at--)
            p->lines[at] = p->lines[at - 1];
        p->lines[at] = line;
    }
}

static void give_places(struct preliminary *p)
{
    for (int i = 0; i < p->line_count && kind_of(&p->lines[i]) == 0; i++) {
        bool level = i > 0 && compare(p, &p->lines[i - 1], &p->lines[i]) == 0;

        p->lines[i].place = level ? p->lines[i - 1].place : i + 1;
    }
}

/* How many lines from that one on share its place. */
static int level_from(const struct preliminary *p, int at)
{
    int end = at;

    while (end < p->line_count && p->lines[end].place == p->lines[at].place)
        end++;
    return end - at;
}

static bool is_placed(const struct preliminary *p, int at)
{
    return at < p->line_count && p->lines[at].place > 0;
}

/* Who goes forward. */

static void mark(struct preliminary *p, int at, int count, enum preliminary_standing as)
{
    for (int i = at; i < at + count; i++)
        p->lines[i].standing = as;
}

static bool is_chosen(const struct preliminary *p, int at)
{
    return p->contest->people[ROLE_ENTRY][p->lines[at].entry].finalist;
}

/* Those who are chosen come first of those who are level. */
static void move_chosen(struct preliminary *p, int at, int count)
{
    int to = at;

    for (int i = at; i < at + count; i++) {
        struct preliminary_line line = p->lines[i];

        if (!is_chosen(p, i))
            continue;
        for (int k = i; k > to; k--)
            p->lines[k] = p->lines[k - 1];
        p->lines[to++] = line;
    }
}

/* So many are level for fewer places: people decide, and the contest file says whom
 * they have chosen. Returns where those begin who go no further. */
static int part_tie(struct preliminary *p, int at, int count, int places)
{
    int chosen = 0;

    for (int i = at; i < at + count; i++)
        chosen += is_chosen(p, i);
    if (chosen != places) {
        p->open = places;
        mark(p, at, count, PRELIMINARY_TIED);
        if (chosen > 0)
            remark(p, BALLOTBOX_CONTRADICTORY, p->contest->finalists_line,
                p->tie_clause != NULL ? p->tie_clause : p->clause,
                "finalists: %d are chosen of those who are level, for %d place%s",
                chosen, places, places == 1 ? "" : "s");
        return at + count;
    }
    p->chosen = true;
    move_chosen(p, at, count);
    mark(p, at, places, PRELIMINARY_FINALIST);
    return at + places;
}

/* 2003, 36: "one or two Entries held in reserve". */
static void hold_reserve(struct preliminary *p, int at)
{
    int left = p->contest->book->reserves, held = 0;

    while (left > 0 && is_placed(p, at)) {
        int level = level_from(p, at);

        if (level <= left)
            mark(p, at, level, PRELIMINARY_RESERVE);
        else if (held == 0)
            mark(p, at, level, PRELIMINARY_RESERVE_TIED);
        held += level;
        left -= level;
        at += level;
    }
}

static void find_finalists(struct preliminary *p)
{
    int places = p->contest->book->finalists, at = 0;

    while (places > 0 && is_placed(p, at)) {
        int level = level_from(p, at);

        if (level > places) {
            at = part_tie(p, at, level, places);
            break;
        }
        mark(p, at, level, PRELIMINARY_FINALIST);
        places -= level;
        at += level;
    }
    if (p->open == 0)
        hold_reserve(p, at);
}

/* Whom the contest file calls a finalist, and the rules do not. */
static void check_chosen(struct preliminary *p)
{
    for (int i = 0; i < p->line_count; i++) {
        enum preliminary_standing standing = p->lines[i].standing;

        if (is_chosen(p, i) && standing != PRELIMINARY_FINALIST &&
            standing != PRELIMINARY_TIED)
            remark(p, BALLOTBOX_CONTRADICTORY, p->contest->finalists_line, p->clause,
                "finalists: E%d is among them, and %s", p->lines[i].entry,
                standing == PRELIMINARY_DISQUALIFIED
                    ? "is disqualified"
                    : "its numbers do not make it one");
    }
}

static void send_all(struct preliminary *p)
{
    const struct rules *rules = rules_of(p);

    p->clause = p->entries == 1 && rules->alone != NULL ? rules->alone : rules->forward;
    mark(p, 0, p->entries, PRELIMINARY_FINALIST);
}

const char *preliminary_people(const struct rulebook *book)
{
    return all_rules[book->tally].people;
}

bool preliminary_is_said(const struct contest *contest)
{
    for (int e = 1; e <= CONTEST_MOST; e++)
        if (contest->preliminary[e].line > 0)
            return true;
    return false;
}

void preliminary_count(struct preliminary *p, const struct contest *contest)
{
    memset(p, 0, sizeof(*p));
    p->contest = contest;
    p->tie_clause = rules_of(p)->tie;
    p->reserve_clause = rules_of(p)->reserve;
    for (int e = 1; e <= CONTEST_MOST; e++)
        if (contest->people[ROLE_ENTRY][e].listed)
            add_line(p, e);
    p->held = p->entries > contest->book->finalists;
    if (p->held)
        check_numbers(p);
    sort(p);
    give_places(p);
    if (p->held) {
        p->clause = rules_of(p)->order;
        find_finalists(p);
    } else {
        send_all(p);
    }
    check_chosen(p);
}

const char *preliminary_standing_name(enum preliminary_standing standing)
{
    static const char *const names[] = {
        [PRELIMINARY_OUT] = "out",
        [PRELIMINARY_FINALIST] = "finalist",
        [PRELIMINARY_TIED] = "tied",
        [PRELIMINARY_RESERVE] = "reserve",
        [PRELIMINARY_RESERVE_TIED] = "tied for reserve",
        [PRELIMINARY_DISQUALIFIED] = "disqualified",
    };

    return names[standing];
}
