#include "judge/referee/tally/ballotbox.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory/array.h"
#include "judge/referee/schedule/schedule.h"
#include "judge/referee/tally/score.h"

static size_t meetings_of(const struct ballotbox *box)
{
    return (size_t)box->roster.trials * (size_t)box->roster.judges *
           (size_t)box->roster.count;
}

static int open_sheet(struct ballotbox *box)
{
    const struct participants *roster = &box->roster;
    const struct contest *contest = roster->contest;
    struct score_sheet *sheet = &box->sheet;

    if (score_sheet_make(sheet, contest->book, roster->judges, roster->entries,
            roster->count - roster->entries, roster->trials) < 0)
        return -1;
    if (contest->decision > 0)
        sheet->decision = roster->indices[ROLE_ENTRY][contest->decision];
    for (int p = 0; p < roster->entries; p++) {
        const struct contest_person *person = roster->players[p].person;

        sheet->players[p] = (struct score_sheet_player){
            .disqualified = person->marks[CONTEST_DISQUALIFIED],
            .open_source = person->marks[CONTEST_OPEN_SOURCE],
            .preliminary =
                score_mean_of(&contest->preliminary[roster->players[p].who.number])};
    }
    return 0;
}

int ballotbox_make(struct ballotbox *box, const struct contest *contest, bool later)
{
    *box = (struct ballotbox){.later = later};
    if (participants_make(&box->roster, contest) < 0 || open_sheet(box) < 0)
        return -1;
    box->said = calloc(meetings_of(box) + 1, sizeof(*box->said));
    box->ranked = calloc(meetings_of(box) + 1, sizeof(*box->ranked));
    return box->said == NULL || box->ranked == NULL ? -1 : 0;
}

void ballotbox_free(struct ballotbox *box)
{
    participants_free(&box->roster);
    score_sheet_free(&box->sheet);
    free(box->said);
    free(box->ranked);
    free(box->remarks);
    *box = (struct ballotbox){0};
}

/* Remarks. */

const char *ballotbox_fault_name(enum ballotbox_fault fault)
{
    static const char *const names[] = {
        [BALLOTBOX_UNREADABLE] = "unreadable",
        [BALLOTBOX_FOREIGN] = "foreign",
        [BALLOTBOX_CONTRADICTORY] = "contradictory",
        [BALLOTBOX_MISSING] = "missing",
    };

    return names[fault];
}

void ballotbox_remark(
    struct ballotbox *box, enum ballotbox_fault fault, const char *format, ...)
{
    struct ballotbox_remark *remarks = array_reserve(
        box->remarks, &box->remark_room, box->remark_count, 1, sizeof(*box->remarks));
    struct ballotbox_remark *made;
    va_list arguments;

    if (remarks == NULL) {
        box->out_of_memory = true;
        return;
    }
    box->remarks = remarks;
    made = &box->remarks[box->remark_count++];
    *made = (struct ballotbox_remark){.fault = fault};
    va_start(arguments, format);
    vsnprintf(made->text, sizeof(made->text), format, arguments);
    va_end(arguments);
}

/* Count a refused row; the first ones get a remark. */
static void refuse_row(struct ballotbox *box, enum ballotbox_fault fault,
    struct ballotbox_place place, const char *why)
{
    if (++box->refused <= BALLOTBOX_REFUSED_MOST)
        ballotbox_remark(box, fault, "%s:%ld: %s", place.file, place.line, why);
}

void ballotbox_refuse(
    struct ballotbox *box, struct ballotbox_place place, const char *why)
{
    refuse_row(box, BALLOTBOX_UNREADABLE, place, why);
}

/* Rows. */

/* The judge and the players of a row, players by seat. */
struct row_people {
    int trial, judge;
    int players[BALLOT_SEATS_MAX];
};

enum { WHY_SIZE = 200 };

/* A row may have any text for a station: a malformed one is not shown. */
static bool find_players(const struct participants *roster,
    const struct ballot_row *row, struct row_people *people, char why[static WHY_SIZE])
{
    for (int i = 0; i < row->seats; i++) {
        const char *station = row->seat[i].station;

        people->players[i] = participants_station(roster, station);
        if (people->players[i] == PARTICIPANTS_NOBODY) {
            snprintf(why, WHY_SIZE, "station %.128s is not in the contest file",
                contest_is_station(station) ? station : "(malformed)");
            return false;
        }
        for (int k = 0; k < i; k++)
            if (people->players[k] == people->players[i]) {
                snprintf(why, WHY_SIZE, "station %.128s is named twice", station);
                return false;
            }
    }
    return true;
}

/* Whether a row of a pair is about an entry and a confederate. */
static bool is_mixed(const struct participants *roster, const struct ballot_row *row,
    const struct row_people *people)
{
    return row->seats == 2 && (people->players[0] < roster->entries) !=
                                  (people->players[1] < roster->entries);
}

static bool is_in_table(const struct participants *roster, const struct ballot_row *row,
    const struct row_people *people)
{
    for (int i = 0; i < row->seats; i++) {
        const struct participants_meeting *meeting =
            &roster->meetings[participants_index(
                roster, people->trial, people->judge, people->players[i])];
        int against = roster->has_pairs ? people->players[1 - i] : PARTICIPANTS_NOBODY;
        bool named = meeting->round > 0 || meeting->due;

        if (roster->has_table && (!named || meeting->against != against))
            return false;
    }
    return true;
}

static bool find_judge(const struct participants *roster, const struct ballot_row *row,
    struct row_people *people, char why[static WHY_SIZE])
{
    if (row->book != roster->contest->book) {
        snprintf(why, WHY_SIZE, "the ballot's book is %s, the contest's %s",
            row->book->name, roster->contest->book->name);
        return false;
    }
    people->judge = participants_judge(roster, row->judge);
    if (people->judge == PARTICIPANTS_NOBODY) {
        snprintf(why, WHY_SIZE, "judge %02u is not in the contest file", row->judge);
        return false;
    }
    people->trial = participants_trial(roster, people->judge, row->round);
    if (people->trial == PARTICIPANTS_NOBODY) {
        snprintf(why, WHY_SIZE, "judge %02u has no round %d in the contest file",
            row->judge, row->round);
        return false;
    }
    return true;
}

static bool find_people(const struct participants *roster, const struct ballot_row *row,
    struct row_people *people, char why[static WHY_SIZE])
{
    if (!find_judge(roster, row, people, why) ||
        !find_players(roster, row, people, why))
        return false;
    if (row->kind == BALLOT_KIND_RANKS)
        return true;
    if (roster->has_pairs && !is_mixed(roster, row, people)) {
        snprintf(why, WHY_SIZE, "the pair is not an entry and a confederate");
        return false;
    }
    if (!is_in_table(roster, row, people)) {
        snprintf(why, WHY_SIZE, "judge %02u does not meet %s in the contest's rounds",
            row->judge, row->seats == 1 ? "that station" : "these stations");
        return false;
    }
    return true;
}

/* Equal rows are no contradiction. Returns whether this row is the first. */
static bool add_mark(struct ballotbox *box, struct ballotbox_mark *held,
    const struct ballotbox_mark *given)
{
    int newer = strcmp(given->confirmed, held->confirmed);
    bool is_first = held->place.line == 0;
    bool same = given->value == held->value && given->against == held->against;

    if (is_first || (box->later && newer > 0))
        *held = *given;
    else if (!same && held->other.line == 0 && (!box->later || newer == 0))
        held->other = given->place;
    return is_first;
}

/* Scores as ballots have them, in millionths. */
static int64_t value_of(const struct ballot_row *row, int seat)
{
    bool scaled = ballot_asks(row->book, row->kind) == BALLOT_ASK_SCALE;

    return (int64_t)row->seat[seat].score *
           (scaled ? BALLOT_UNIT / BALLOT_SCALE_UNIT : BALLOT_UNIT);
}

static struct ballotbox_mark *ranking_of(
    const struct ballotbox *box, int trial, int judge)
{
    return &box->ranked[participants_index(&box->roster, trial, judge, 0)];
}

/* Time of a judge's last ranking; empty without one. */
static const char *last_ranked(
    const struct ballotbox *box, const struct ballotbox_mark *ranked)
{
    const char *last = "";

    for (int p = 0; p < box->roster.count; p++)
        if (strcmp(ranked[p].confirmed, last) > 0)
            last = ranked[p].confirmed;
    return last;
}

/* With `later`, a later ranking replaces all earlier ones. Returns whether this one
 * counts. */
static bool begin_ranking(
    struct ballotbox *box, const struct row_people *people, const char *confirmed)
{
    struct ballotbox_mark *ranked = ranking_of(box, people->trial, people->judge);
    const char *last = last_ranked(box, ranked);
    int newer = strcmp(confirmed, last);

    box->rows += last[0] == '\0';
    if (box->later && newer > 0)
        memset(ranked, 0, (size_t)box->roster.count * sizeof(*ranked));
    return !box->later || newer >= 0;
}

void ballotbox_take(
    struct ballotbox *box, struct ballotbox_place place, const struct ballot_row *row)
{
    bool ranks = row->kind == BALLOT_KIND_RANKS, is_new = false;
    struct row_people people;
    char why[WHY_SIZE];

    if (!find_people(&box->roster, row, &people, why)) {
        refuse_row(box, BALLOTBOX_FOREIGN, place, why);
        return;
    }
    if (ranks && !begin_ranking(box, &people, row->confirmed))
        return;
    for (int i = 0; i < row->seats; i++) {
        size_t at = participants_index(
            &box->roster, people.trial, people.judge, people.players[i]);
        struct ballotbox_mark given = {
            .value = value_of(row, i), .against = PARTICIPANTS_NOBODY, .place = place};

        if (box->roster.has_pairs && !ranks)
            given.against = people.players[1 - i];
        memcpy(given.confirmed, row->confirmed, sizeof(given.confirmed));
        is_new |= add_mark(box, ranks ? &box->ranked[at] : &box->said[at], &given);
    }
    box->rows += is_new && !ranks;
}

/* After the last row. */

/* Copy a judge's score of a player to the sheet. In a pair only the entry's score gets
 * remarks: the confederate's follows from it. */
static void fill_said(struct ballotbox *box, int trial, int judge, int player)
{
    const struct participants *roster = &box->roster;
    size_t at = participants_index(roster, trial, judge, player);
    const struct participants_meeting *meeting = &roster->meetings[at];
    const struct ballotbox_mark *said = &box->said[at];
    char word[PARTICIPANTS_WORD_SIZE], round[16] = "";

    if (said->place.line > 0 && said->other.line == 0) {
        box->sheet.cells[at].said = said->value;
        return;
    }
    if (roster->has_pairs && player >= roster->entries)
        return;
    participants_word(roster, trial, judge, player, word);
    if (meeting->round > 0)
        snprintf(round, sizeof(round), " (round %u)", (unsigned)meeting->round);
    if (said->other.line > 0)
        ballotbox_remark(box, BALLOTBOX_CONTRADICTORY,
            "%s%s: %s:%ld and %s:%ld contradict each other", word, round,
            said->place.file, said->place.line, said->other.file, said->other.line);
    else if (meeting->due)
        ballotbox_remark(box, BALLOTBOX_MISSING, "%s%s: no ballot", word, round);
}

/* A judge's ranking in a trial, by player. */
struct judge_ranking {
    const struct ballotbox_mark *ranked;
    struct score_sheet_cell *cells; /* to fill */
    char judge[PARTICIPANTS_WORD_SIZE];
};

/* Whether a ranking needs a player: each, or each that the judge took for a machine. */
static bool is_to_be_ranked(const struct ballotbox *box, int64_t said, int player)
{
    if (box->sheet.players[player].disqualified)
        return false;
    if (box->sheet.book->ranking == RANKING_ALL)
        return true;
    return said != BALLOT_UNSAID && !score_sheet_is_taken(box->sheet.book, said);
}

static void fill_rank(struct ballotbox *box, const struct judge_ranking *r, int player)
{
    const struct ballotbox_mark *ranked = &r->ranked[player];
    const struct rulebook *book = box->sheet.book;
    const char *label = box->roster.players[player].label;
    struct score_sheet_cell *cell = &r->cells[player];

    if (ranked->place.line == 0) {
        if (is_to_be_ranked(box, cell->said, player))
            ballotbox_remark(
                box, BALLOTBOX_MISSING, "%s: the ranking lacks %s", r->judge, label);
    } else if (ranked->other.line > 0) {
        ballotbox_remark(box, BALLOTBOX_CONTRADICTORY,
            "%s: %s:%ld and %s:%ld give %s different ranks", r->judge,
            ranked->place.file, ranked->place.line, ranked->other.file,
            ranked->other.line, label);
    } else if (book->ranking == RANKING_OTHERS &&
               score_sheet_is_taken(book, cell->said)) {
        ballotbox_remark(box, BALLOTBOX_CONTRADICTORY,
            "%s: %s:%ld ranks %s, taken for the human by the same judge", r->judge,
            ranked->place.file, ranked->place.line, label);
    } else {
        cell->rank = ranked->value;
    }
}

/* The first of a judge's ranks that is too high or not unique, or NULL. Each ranking is
 * valid by itself; only several together can have such a rank. */
static const struct ballotbox_mark *find_misfit(
    const struct ballotbox_mark *ranked, int players)
{
    int count = 0;

    for (int p = 0; p < players; p++)
        count += ranked[p].place.line > 0;
    for (int p = 0; p < players; p++) {
        if (ranked[p].place.line == 0)
            continue;
        if (ranked[p].value > count * (int64_t)BALLOT_UNIT)
            return &ranked[p];
        for (int q = 0; q < p; q++)
            if (ranked[q].place.line > 0 && ranked[q].value == ranked[p].value)
                return &ranked[p];
    }
    return NULL;
}

/* Returns whether a judge's ranks make one ranking. */
static bool check_ranking(struct ballotbox *box, const struct judge_ranking *r)
{
    const struct ballotbox_mark *misfit = find_misfit(r->ranked, box->roster.count);

    for (int p = 0; p < box->roster.count; p++)
        if (r->ranked[p].other.line > 0)
            return true; /* each gets a remark of its own */
    for (int p = 0; misfit != NULL && p < box->roster.count; p++) {
        const struct ballotbox_place *place = &r->ranked[p].place;

        if (place->line == 0 ||
            (place->line == misfit->place.line && place->file == misfit->place.file))
            continue;
        ballotbox_remark(box, BALLOTBOX_CONTRADICTORY,
            "%s: %s:%ld and %s:%ld belong to rankings that do not fit together",
            r->judge, place->file, place->line, misfit->place.file, misfit->place.line);
        return false;
    }
    return true;
}

/* Whether a judge left during the contest, before the ranking. */
static bool is_gone(const struct participants *roster, int judge)
{
    return roster->contest->people[ROLE_JUDGE][roster->judge_numbers[judge]]
        .marks[CONTEST_ABSENT];
}

static void fill_ranking(struct ballotbox *box, int trial, int judge)
{
    struct judge_ranking r = {.ranked = ranking_of(box, trial, judge),
        .cells = score_sheet_cell(&box->sheet, trial, judge, 0)};

    participants_word(&box->roster, trial, judge, PARTICIPANTS_NOBODY, r.judge);
    if (last_ranked(box, r.ranked)[0] == '\0') {
        if (!is_gone(&box->roster, judge))
            ballotbox_remark(box, BALLOTBOX_MISSING, "%s: no ranking", r.judge);
    } else if (check_ranking(box, &r)) {
        for (int p = 0; p < box->roster.count; p++)
            fill_rank(box, &r, p);
    }
}

static void remark_count(void *context, const char *clause, const char *text)
{
    ballotbox_remark(context, BALLOTBOX_CONTRADICTORY, "%s (%s)", text, clause);
}

/* With other numbers of people, or fewer trials than the book requires, the wager does
 * not define a pass. */
static void check_session(struct ballotbox *box)
{
    const struct contest *contest = box->roster.contest;
    int least = contest->book->trials;
    char clause[RULEBOOK_CLAUSE_SIZE];

    schedule_check_counts(contest, remark_count, box);
    if (box->roster.trials < least)
        ballotbox_remark(box, BALLOTBOX_MISSING,
            "the contest file's rounds make %d trial%s: a session has at least %d "
            "(%s)",
            box->roster.trials, box->roster.trials == 1 ? "" : "s", least,
            rulebook_cite(contest->book, contest->book->meeting_clause, clause));
}

int ballotbox_finish(struct ballotbox *box)
{
    const struct participants *roster = &box->roster;
    const struct rulebook *book = roster->contest->book;

    if (box->refused > BALLOTBOX_REFUSED_MOST)
        ballotbox_remark(box, BALLOTBOX_UNREADABLE, "and %ld more refused rows",
            box->refused - BALLOTBOX_REFUSED_MOST);
    if (book->trials > 1)
        check_session(box);
    for (int t = 0; t < roster->trials; t++)
        for (int j = 0; j < roster->judges; j++) {
            for (int p = 0; p < roster->count; p++)
                fill_said(box, t, j, p);
            if (book->ranking != RANKING_NONE)
                fill_ranking(box, t, j);
        }
    if (!box->out_of_memory)
        return 0;
    errno = ENOMEM;
    return -1;
}
