#include "ballotbox.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t meetings_of(const struct ballotbox *box)
{
    return (size_t)box->roster.trials * (size_t)box->roster.judges *
           (size_t)roster_players(&box->roster);
}

/* What the judges of the preliminary round have given an entry. */
static void add_preliminary(
    struct sheet_player *player, const struct contest_numbers *numbers)
{
    for (int i = 0; i < numbers->count; i++)
        if (numbers->given[i] != SHEET_UNSAID) {
            player->preliminary += numbers->given[i];
            player->preliminaries++;
        }
}

static int open_sheet(struct ballotbox *box)
{
    const struct roster *roster = &box->roster;
    const struct contest *contest = roster->contest;
    struct sheet *sheet = &box->sheet;

    if (sheet_make(sheet, contest->book, roster->judges, roster->entries,
            roster->confederates, roster->trials) < 0)
        return -1;
    if (contest->decision > 0)
        sheet->decision = roster->indices[ROLE_ENTRY][contest->decision];
    for (int p = 0; p < roster->entries; p++) {
        const struct contest_person *person = roster_person(roster, p);

        sheet->players[p].disqualified = person->disqualified;
        sheet->players[p].open_source = person->open_source;
        add_preliminary(
            &sheet->players[p], &contest->preliminary[roster->numbers[ROLE_ENTRY][p]]);
    }
    return 0;
}

int ballotbox_make(struct ballotbox *box, const struct contest *contest, bool later)
{
    *box = (struct ballotbox){.later = later};
    if (roster_make(&box->roster, contest) < 0 || open_sheet(box) < 0)
        return -1;
    box->said = calloc(meetings_of(box) + 1, sizeof(*box->said));
    box->ranked = calloc(meetings_of(box) + 1, sizeof(*box->ranked));
    return box->said == NULL || box->ranked == NULL ? -1 : 0;
}

void ballotbox_free(struct ballotbox *box)
{
    roster_free(&box->roster);
    sheet_free(&box->sheet);
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

static struct ballotbox_remark *new_remark(struct ballotbox *box)
{
    if (box->remark_count == box->remark_room) {
        size_t room = box->remark_room * 2 + 16;
        struct ballotbox_remark *more =
            reallocarray(box->remarks, room, sizeof(*box->remarks));

        if (more == NULL) {
            box->out_of_memory = true;
            return NULL;
        }
        box->remarks = more;
        box->remark_room = room;
    }
    return &box->remarks[box->remark_count++];
}

void ballotbox_remark(
    struct ballotbox *box, enum ballotbox_fault fault, const char *format, ...)
{
    struct ballotbox_remark *made = new_remark(box);
    va_list arguments;

    if (made == NULL)
        return;
    made->fault = fault;
    va_start(arguments, format);
    vsnprintf(made->text, sizeof(made->text), format, arguments);
    va_end(arguments);
}

/* Refused rows are counted, and the first of them named. */
static void refuse(struct ballotbox *box, enum ballotbox_fault fault,
    struct ballotbox_place place, const char *why)
{
    if (++box->refused <= BALLOTBOX_REFUSED_MOST)
        ballotbox_remark(box, fault, "%s:%ld: %s", place.file, place.line, why);
}

void ballotbox_refuse(
    struct ballotbox *box, struct ballotbox_place place, const char *why)
{
    refuse(box, BALLOTBOX_UNREADABLE, place, why);
}

/* Rows. */

/* Of whom a row speaks, by its seats. */
struct spoken {
    int trial, judge;
    int players[BALLOT_SEATS_MAX];
};

enum { WHY_SIZE = 200 };

/* What a file has for a station may be any text: no more of it is shown than could be
 * one. */
static const char *shown(const char *station)
{
    return contest_is_station(station) ? station : "that";
}

static bool find_players(const struct roster *roster, const struct ballot_row *row,
    struct spoken *spoken, char why[static WHY_SIZE])
{
    for (int i = 0; i < row->seats; i++) {
        const char *station = row->seat[i].station;

        spoken->players[i] = roster_station(roster, station);
        if (spoken->players[i] == ROSTER_NOBODY) {
            snprintf(why, WHY_SIZE, "station %.128s is nobody's in the contest file",
                shown(station));
            return false;
        }
        for (int k = 0; k < i; k++)
            if (spoken->players[k] == spoken->players[i]) {
                snprintf(
                    why, WHY_SIZE, "station %.128s is named twice", shown(station));
                return false;
            }
    }
    return true;
}

/* Whether a row of a pair is about an entry and a confederate. */
static bool is_mixed(const struct roster *roster, const struct ballot_row *row,
    const struct spoken *spoken)
{
    return row->seats == 2 && (spoken->players[0] < roster->entries) !=
                                  (spoken->players[1] < roster->entries);
}

static bool is_in_table(const struct roster *roster, const struct ballot_row *row,
    const struct spoken *spoken)
{
    for (int i = 0; i < row->seats; i++) {
        const struct roster_meeting *meeting =
            roster_meeting(roster, spoken->trial, spoken->judge, spoken->players[i]);
        int against = roster->has_pairs ? spoken->players[1 - i] : ROSTER_NOBODY;
        bool named = meeting->round > 0 || meeting->due;

        if (roster->has_table && (!named || meeting->against != against))
            return false;
    }
    return true;
}

static bool find_judge(const struct roster *roster, const struct ballot_row *row,
    struct spoken *spoken, char why[static WHY_SIZE])
{
    if (row->book != roster->contest->book) {
        snprintf(why, WHY_SIZE, "a ballot of book %s, and the contest's is %s",
            row->book->name, roster->contest->book->name);
        return false;
    }
    spoken->judge = roster_judge(roster, row->judge);
    if (spoken->judge == ROSTER_NOBODY) {
        snprintf(why, WHY_SIZE, "judge %02u is not in the contest file", row->judge);
        return false;
    }
    spoken->trial = roster_trial(roster, spoken->judge, row->round);
    if (spoken->trial == ROSTER_NOBODY) {
        snprintf(why, WHY_SIZE, "judge %02u has no round %d, and so it is of no trial",
            row->judge, row->round);
        return false;
    }
    return true;
}

static bool understand(const struct roster *roster, const struct ballot_row *row,
    struct spoken *spoken, char why[static WHY_SIZE])
{
    if (!find_judge(roster, row, spoken, why) ||
        !find_players(roster, row, spoken, why))
        return false;
    if (row->kind == BALLOT_KIND_RANKS)
        return true;
    if (roster->has_pairs && !is_mixed(roster, row, spoken)) {
        snprintf(why, WHY_SIZE, "no entry beside a confederate");
        return false;
    }
    if (!is_in_table(roster, row, spoken)) {
        snprintf(why, WHY_SIZE, "judge %02u does not meet %s in the contest's rounds",
            row->judge, row->seats == 1 ? "that station" : "these stations");
        return false;
    }
    return true;
}

/* Saying the same again is no contradiction. Returns whether it is the first. */
static bool hear(struct ballotbox *box, struct ballotbox_saying *held,
    const struct ballotbox_saying *heard)
{
    int newer = strcmp(heard->confirmed, held->confirmed);
    bool is_first = held->place.line == 0;
    bool same = heard->value == held->value && heard->against == held->against;

    if (is_first || (box->later && newer > 0))
        *held = *heard;
    else if (!same && held->other.line == 0 && (!box->later || newer == 0))
        held->other = heard->place;
    return is_first;
}

/* Scores as ballots have them, in millionths. */
static int64_t value_of(const struct ballot_row *row, int seat)
{
    bool scaled = ballot_asks(row->book, row->kind) == BALLOT_ASK_SCALE;

    return (int64_t)row->seat[seat].score *
           (scaled ? SHEET_UNIT / BALLOT_SCALE_UNIT : SHEET_UNIT);
}

size_t ballotbox_index(const struct ballotbox *box, int trial, int judge, int player)
{
    return (size_t)(roster_meeting(&box->roster, trial, judge, player) -
                    box->roster.meetings);
}

/* When the last of what a judge has ranked was confirmed; empty for nothing. */
static const char *find_ranked(const struct ballotbox *box, const struct spoken *spoken)
{
    const struct ballotbox_saying *ranked =
        &box->ranked[ballotbox_index(box, spoken->trial, spoken->judge, 0)];
    const char *last = "";

    for (int p = 0; p < roster_players(&box->roster); p++)
        if (ranked[p].place.line > 0 && strcmp(ranked[p].confirmed, last) > 0)
            last = ranked[p].confirmed;
    return last;
}

/* A ranking is one whole: a later one leaves nothing of those before, and an earlier
 * one adds nothing. Returns whether this one counts. */
static bool make_way(
    struct ballotbox *box, const struct spoken *spoken, const char *confirmed)
{
    int newer = strcmp(confirmed, find_ranked(box, spoken));

    if (box->later && newer > 0)
        memset(&box->ranked[ballotbox_index(box, spoken->trial, spoken->judge, 0)], 0,
            (size_t)roster_players(&box->roster) * sizeof(*box->ranked));
    return !box->later || newer >= 0;
}

void ballotbox_take(
    struct ballotbox *box, struct ballotbox_place place, const struct ballot_row *row)
{
    bool ranks = row->kind == BALLOT_KIND_RANKS, is_new = false;
    struct spoken spoken;
    char why[WHY_SIZE];

    if (!understand(&box->roster, row, &spoken, why)) {
        refuse(box, BALLOTBOX_FOREIGN, place, why);
        return;
    }
    if (ranks)
        box->rows += find_ranked(box, &spoken)[0] == '\0';
    if (ranks && !make_way(box, &spoken, row->confirmed))
        return;
    for (int i = 0; i < row->seats; i++) {
        size_t at = ballotbox_index(box, spoken.trial, spoken.judge, spoken.players[i]);
        struct ballotbox_saying heard = {
            .value = value_of(row, i), .against = ROSTER_NOBODY, .place = place};

        if (box->roster.has_pairs && !ranks)
            heard.against = spoken.players[1 - i];
        memcpy(heard.confirmed, row->confirmed, sizeof(heard.confirmed));
        is_new |= hear(box, ranks ? &box->ranked[at] : &box->said[at], &heard);
    }
    box->rows += is_new && !ranks;
}
