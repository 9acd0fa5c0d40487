#include "judge/referee/tally/preliminary.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct rulebook_preliminary *rules_of(const struct preliminary *p)
{
    return &p->contest->book->preliminary;
}

/* Remarks. */

static void remark(struct preliminary *p, enum ballotbox_fault fault, int line,
    const char *clause, const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Add a remark about a line of the file, 0 for no line, with a clause of the book. */
static void remark(struct preliminary *p, enum ballotbox_fault fault, int line,
    const char *clause, const char *format, ...)
{
    struct ballotbox_remark *next = &p->remarks[p->remark_count++];
    size_t length;
    va_list arguments;

    next->fault = fault;
    next->line = line;
    va_start(arguments, format);
    vsnprintf(next->text, sizeof(next->text), format, arguments);
    va_end(arguments);
    length = strlen(next->text);
    snprintf(next->text + length, sizeof(next->text) - length, " (%s, %s)",
        p->contest->book->name, clause);
}

static int line_of(const struct preliminary *p, int entry)
{
    return p->contest->preliminary[entry].line;
}

/* A judge's number for an entry, or BALLOT_UNSAID. */
static int64_t given_by(const struct preliminary *p, int judge, int entry)
{
    const struct contest_numbers *numbers = &p->contest->preliminary[entry];

    return judge < numbers->count ? numbers->given[judge] : BALLOT_UNSAID;
}

static int count_given(const struct preliminary *p, int judge)
{
    int count = 0;

    for (int i = 0; i < p->line_count; i++)
        count += given_by(p, judge, p->lines[i].entry) != BALLOT_UNSAID;
    return count;
}

/* The first judge with numbers for other entries but not for this one, or -1. */
static int find_absent(const struct preliminary *p, int entry)
{
    for (int j = 0; j < p->judges; j++)
        if (given_by(p, j, entry) == BALLOT_UNSAID && count_given(p, j) > 0)
            return j;
    return -1;
}

/* Scores come from all judges; ranks only from the judges of the entry, at least three
 * of them (2003, 34). */
static void check_entry(struct preliminary *p, const struct preliminary_line *line)
{
    const struct rulebook_preliminary *rules = rules_of(p);
    int absent = find_absent(p, line->entry), at = line_of(p, line->entry);

    if (line->mean.count == 0)
        remark(p, BALLOTBOX_MISSING, at, rules->given,
            "E%d: no %s of the preliminary round", line->entry,
            rules->ranks ? "rank" : "score");
    else if (line->mean.count < rules->judges)
        remark(p, BALLOTBOX_MISSING, at, rules->given,
            "E%d: %d of at least %d judges have %s it", line->entry, line->mean.count,
            rules->judges, rules->ranks ? "ranked" : "scored");
    else if (!rules->ranks && absent >= 0)
        remark(p, BALLOTBOX_MISSING, at, rules->given,
            "E%d: preliminary judge %d has given it no score", line->entry, absent + 1);
}

/* The next entry with the same number by this judge, or 0. */
static int find_same(const struct preliminary *p, int judge, int at)
{
    int64_t given = given_by(p, judge, p->lines[at].entry);

    for (int i = at + 1; i < p->line_count; i++)
        if (given_by(p, judge, p->lines[i].entry) == given)
            return p->lines[i].entry;
    return 0;
}

/* 2003, 34: a judge ranks "the allotted Entries in order": ranks from 1 without gaps,
 * each once. Only the first mistake of a judge gets a remark. */
static void check_ranks(struct preliminary *p, int judge)
{
    const char *clause = rules_of(p)->given;
    int64_t ranked = count_given(p, judge);

    for (int i = 0; i < p->line_count; i++) {
        int entry = p->lines[i].entry, same;
        int64_t given = given_by(p, judge, entry);
        double rank = (double)given / BALLOT_UNIT;

        if (given == BALLOT_UNSAID)
            continue;
        if (given % BALLOT_UNIT != 0 || given == 0 || given / BALLOT_UNIT > ranked) {
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
    const struct rulebook_preliminary *rules = rules_of(p);

    if (rules->most > 0 && p->entries > rules->most)
        remark(p, BALLOTBOX_CONTRADICTORY, 0, rules->screening,
            "%d entries: screen them down to %d first, and list only these", p->entries,
            rules->most);
}

static void check_numbers(struct preliminary *p)
{
    check_size(p);
    for (int i = 0; i < p->line_count; i++)
        if (p->lines[i].standing != PRELIMINARY_DISQUALIFIED)
            check_entry(p, &p->lines[i]);
    for (int j = 0; rules_of(p)->ranks && j < p->judges; j++)
        check_ranks(p, j);
}

/* The order. */

static void add_line(struct preliminary *p, int entry)
{
    const struct contest_numbers *numbers = &p->contest->preliminary[entry];
    const bool *marks = p->contest->people[ROLE_ENTRY][entry].marks;
    struct contest_label who = {ROLE_ENTRY, entry};
    struct preliminary_line *line = &p->lines[p->line_count++];

    *line = (struct preliminary_line){.entry = entry,
        .mean = score_mean_of(numbers),
        .is_chosen = marks[CONTEST_FINALIST],
        .standing =
            marks[CONTEST_DISQUALIFIED] ? PRELIMINARY_DISQUALIFIED : PRELIMINARY_OUT};
    line->order = line->mean;
    if (!rules_of(p)->ranks)
        line->order.sum = -line->mean.sum;
    contest_label_write(&who, line->label);
    contest_name_write(p->contest, &who, line->name);
    p->entries += !marks[CONTEST_DISQUALIFIED];
    if (numbers->count > p->judges)
        p->judges = numbers->count;
}

/* 0: has a place, 1: has no number, 2: is disqualified. */
static int kind_of(const struct preliminary_line *line)
{
    if (line->standing == PRELIMINARY_DISQUALIFIED)
        return 2;
    return line->mean.count == 0;
}

/* For qsort(): of tied entries the chosen ones come first. */
static int compare_lines(const void *a, const void *b)
{
    const struct preliminary_line *x = a, *y = b;
    int order = kind_of(x) - kind_of(y);

    if (order == 0 && kind_of(x) == 0)
        order = score_compare(x->order, y->order);
    if (order == 0)
        order = (int)y->is_chosen - (int)x->is_chosen;
    return order != 0 ? order : x->entry - y->entry;
}

static void give_places(struct preliminary *p)
{
    for (int i = 0; i < p->line_count && kind_of(&p->lines[i]) == 0; i++) {
        bool tied =
            i > 0 && score_compare(p->lines[i - 1].order, p->lines[i].order) == 0;

        p->lines[i].place = tied ? p->lines[i - 1].place : i + 1;
    }
}

/* The number of lines from this one on that share its place. */
static int tied_from(const struct preliminary *p, int at)
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

/* Finalists. */

static void mark(struct preliminary *p, int at, int count, enum preliminary_standing as)
{
    for (int i = at; i < at + count; i++)
        p->lines[i].standing = as;
}

/* More entries are tied than places are left: people decide, and the contest file has
 * their choice. Returns the first line after the finalists. */
static int part_tie(struct preliminary *p, int at, int count, int places)
{
    int chosen = 0;

    for (int i = at; i < at + count; i++)
        chosen += p->lines[i].is_chosen;
    if (chosen != places) {
        p->open = places;
        mark(p, at, count, PRELIMINARY_TIED);
        if (chosen > 0)
            remark(p, BALLOTBOX_CONTRADICTORY, p->contest->mark_lines[CONTEST_FINALIST],
                rules_of(p)->tie != NULL ? rules_of(p)->tie : p->clause,
                "finalists: %d of the tied entries are chosen, for %d place%s", chosen,
                places, places == 1 ? "" : "s");
        return at + count;
    }
    p->chosen = true;
    mark(p, at, places, PRELIMINARY_FINALIST);
    return at + places;
}

/* Mark the groups of tied entries, from that line on, that fit in the places. Returns
 * the first line after them. */
static int mark_groups(
    struct preliminary *p, int from, int places, enum preliminary_standing as)
{
    int at = from;

    while (is_placed(p, at) && at + tied_from(p, at) <= from + places)
        at += tied_from(p, at);
    mark(p, from, at - from, as);
    return at;
}

/* 2003, 36: "one or two Entries held in reserve". */
static void hold_reserve(struct preliminary *p, int from)
{
    int places = rules_of(p)->reserves;

    if (mark_groups(p, from, places, PRELIMINARY_RESERVE) == from && places > 0 &&
        is_placed(p, from))
        mark(p, from, tied_from(p, from), PRELIMINARY_RESERVE_TIED);
}

static void find_finalists(struct preliminary *p)
{
    int places = rules_of(p)->finalists;
    int at = mark_groups(p, 0, places, PRELIMINARY_FINALIST);

    if (at < places && is_placed(p, at))
        at = part_tie(p, at, tied_from(p, at), places - at);
    if (p->open == 0)
        hold_reserve(p, at);
}

/* Report finalists of the contest file that the rules exclude. */
static void check_chosen(struct preliminary *p)
{
    for (int i = 0; i < p->line_count; i++) {
        enum preliminary_standing standing = p->lines[i].standing;

        if (p->lines[i].is_chosen && standing != PRELIMINARY_FINALIST &&
            standing != PRELIMINARY_TIED)
            remark(p, BALLOTBOX_CONTRADICTORY, p->contest->mark_lines[CONTEST_FINALIST],
                p->clause, "finalists: E%d is among them, and %s", p->lines[i].entry,
                standing == PRELIMINARY_DISQUALIFIED
                    ? "is disqualified"
                    : "its numbers do not make it one");
    }
}

static void send_all(struct preliminary *p)
{
    const struct rulebook_preliminary *rules = rules_of(p);

    p->clause = p->entries == 1 && rules->alone != NULL ? rules->alone : rules->forward;
    mark(p, 0, p->entries, PRELIMINARY_FINALIST);
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
    for (int e = 1; e <= CONTEST_MOST; e++)
        if (contest->people[ROLE_ENTRY][e].listed)
            add_line(p, e);
    p->held = p->entries > rules_of(p)->finalists;
    if (p->held)
        check_numbers(p);
    qsort(p->lines, (size_t)p->line_count, sizeof(p->lines[0]), compare_lines);
    give_places(p);
    if (p->held) {
        p->clause = rules_of(p)->order;
        find_finalists(p);
    } else {
        send_all(p);
    }
    check_chosen(p);
}

double preliminary_given(const struct preliminary *p, int judge, int entry)
{
    int64_t given = given_by(p, judge, entry);

    return given == BALLOT_UNSAID ? NAN : (double)given / BALLOT_UNIT;
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
