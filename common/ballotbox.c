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

__attribute__((format(printf, 3, 4))) static void remark(
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
        remark(box, fault, "%s:%ld: %s", place.file, place.line, why);
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

static size_t index_of(const struct ballotbox *box, int trial, int judge, int player)
{
    return (size_t)(roster_meeting(&box->roster, trial, judge, player) -
                    box->roster.meetings);
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
    for (int i = 0; i < row->seats; i++) {
        size_t at = index_of(box, spoken.trial, spoken.judge, spoken.players[i]);
        struct ballotbox_saying heard = {
            .value = value_of(row, i), .against = ROSTER_NOBODY, .place = place};

        if (box->roster.has_pairs && !ranks)
            heard.against = spoken.players[1 - i];
        memcpy(heard.confirmed, row->confirmed, sizeof(heard.confirmed));
        is_new |= hear(box, ranks ? &box->ranked[at] : &box->said[at], &heard);
    }
    box->rows += is_new;
}

/* The end. */

/* What a judge has said of a player, for the sheet. In a pair it is the entry's row
 * that is remarked on; the confederate's says the rest of a hundred. */
static void settle_said(struct ballotbox *box, int trial, int judge, int player)
{
    const struct roster *roster = &box->roster;
    const struct roster_meeting *meeting = roster_meeting(roster, trial, judge, player);
    const struct ballotbox_saying *said =
        &box->said[index_of(box, trial, judge, player)];
    char word[ROSTER_WORD_SIZE], round[16] = "";

    if (said->place.line > 0 && said->other.line == 0) {
        sheet_cell(&box->sheet, trial, judge, player)->said = said->value;
        return;
    }
    if (roster->has_pairs && player >= roster->entries)
        return;
    roster_word(roster, trial, judge, player, word);
    if (meeting->round > 0)
        snprintf(round, sizeof(round), " (round %u)", (unsigned)meeting->round);
    if (said->other.line > 0)
        remark(box, BALLOTBOX_CONTRADICTORY,
            "%s%s: %s:%ld and %s:%ld do not say the same", word, round,
            said->place.file, said->place.line, said->other.file, said->other.line);
    else if (meeting->due)
        remark(box, BALLOTBOX_MISSING, "%s%s: no ballot", word, round);
}

/* "J2" or "J2, trial 3". */
static void name_judge(const struct roster *roster, int trial, int judge,
    char word[static ROSTER_WORD_SIZE])
{
    unsigned number = roster->numbers[ROLE_JUDGE][judge] % 100u;

    if (roster->trials > 1)
        snprintf(word, ROSTER_WORD_SIZE, "J%u, trial %u", number,
            (unsigned)(trial + 1) % 100);
    else
        snprintf(word, ROSTER_WORD_SIZE, "J%u", number);
}

/* Whether a ranking has to have a player: in 2009 those that the judge took for
 * machines, in the wager all candidates. */
static bool is_to_be_ranked(
    const struct ballotbox *box, int trial, int judge, int player)
{
    int64_t said = sheet_cell(&box->sheet, trial, judge, player)->said;

    if (box->sheet.players[player].disqualified)
        return false;
    if (box->sheet.book->tally == TALLY_WAGER)
        return true;
    return said != SHEET_UNSAID && !sheet_is_taken(box->sheet.book, said);
}

static void settle_rank(struct ballotbox *box, int trial, int judge, int player)
{
    const struct ballotbox_saying *ranked =
        &box->ranked[index_of(box, trial, judge, player)];
    struct sheet_cell *cell = sheet_cell(&box->sheet, trial, judge, player);
    char word[ROSTER_WORD_SIZE], label[CONTEST_LABEL_SIZE];

    name_judge(&box->roster, trial, judge, word);
    roster_label(&box->roster, player, label);
    if (ranked->place.line == 0) {
        if (is_to_be_ranked(box, trial, judge, player))
            remark(box, BALLOTBOX_MISSING, "%s: the ranking lacks %s", word, label);
    } else if (ranked->other.line > 0) {
        remark(box, BALLOTBOX_CONTRADICTORY,
            "%s: %s:%ld and %s:%ld do not rank %s the same", word, ranked->place.file,
            ranked->place.line, ranked->other.file, ranked->other.line, label);
    } else if (box->sheet.book->tally == TALLY_TAKEN && cell->said != SHEET_UNSAID &&
               sheet_is_taken(box->sheet.book, cell->said)) {
        remark(box, BALLOTBOX_CONTRADICTORY,
            "%s: %s:%ld ranks %s, taken for the human by the same judge", word,
            ranked->place.file, ranked->place.line, label);
    } else {
        cell->rank = ranked->value;
    }
}

static void settle_ranking(struct ballotbox *box, int trial, int judge)
{
    int players = roster_players(&box->roster);
    char word[ROSTER_WORD_SIZE];
    bool ranked = false;

    for (int p = 0; p < players; p++)
        ranked = ranked || box->ranked[index_of(box, trial, judge, p)].place.line > 0;
    /* Who has gone in mid contest has not come to that. */
    if (!ranked &&
        box->roster.contest->people[ROLE_JUDGE][box->roster.numbers[ROLE_JUDGE][judge]]
            .absent)
        return;
    if (!ranked) {
        name_judge(&box->roster, trial, judge, word);
        remark(box, BALLOTBOX_MISSING, "%s: no ranking", word);
        return;
    }
    for (int p = 0; p < players; p++)
        settle_rank(box, trial, judge, p);
}

int ballotbox_settle(struct ballotbox *box)
{
    const struct roster *roster = &box->roster;
    enum tally how = box->sheet.book->tally;

    if (box->refused > BALLOTBOX_REFUSED_MOST)
        remark(box, BALLOTBOX_UNREADABLE, "and %ld more such rows",
            box->refused - BALLOTBOX_REFUSED_MOST);
    for (int t = 0; t < roster->trials; t++)
        for (int j = 0; j < roster->judges; j++) {
            for (int p = 0; p < roster_players(roster); p++)
                settle_said(box, t, j, p);
            if (how == TALLY_TAKEN || how == TALLY_WAGER)
                settle_ranking(box, t, j);
        }
    if (!box->out_of_memory)
        return 0;
    errno = ENOMEM;
    return -1;
}
