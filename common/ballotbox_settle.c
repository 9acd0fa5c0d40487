/*
 * ballotbox_settle.c - all rows are in (ballotbox.h): what they have said goes to the
 * sheet, and what is missing or does not go together is named.
 */
#include "ballotbox.h"

#include <errno.h>
#include <stdio.h>

#include "lineup.h"
#include "schedule.h"

/* What a judge has said of a player, for the sheet. In a pair it is the entry's row
 * that is remarked on; the confederate's says the rest of a hundred. */
static void settle_said(struct ballotbox *box, int trial, int judge, int player)
{
    const struct roster *roster = &box->roster;
    const struct roster_meeting *meeting = roster_meeting(roster, trial, judge, player);
    const struct ballotbox_saying *said =
        &box->said[ballotbox_index(box, trial, judge, player)];
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
        ballotbox_remark(box, BALLOTBOX_CONTRADICTORY,
            "%s%s: %s:%ld and %s:%ld do not say the same", word, round,
            said->place.file, said->place.line, said->other.file, said->other.line);
    else if (meeting->due)
        ballotbox_remark(box, BALLOTBOX_MISSING, "%s%s: no ballot", word, round);
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
        &box->ranked[ballotbox_index(box, trial, judge, player)];
    struct sheet_cell *cell = sheet_cell(&box->sheet, trial, judge, player);
    char word[ROSTER_WORD_SIZE], label[CONTEST_LABEL_SIZE];

    name_judge(&box->roster, trial, judge, word);
    roster_label(&box->roster, player, label);
    if (ranked->place.line == 0) {
        if (is_to_be_ranked(box, trial, judge, player))
            ballotbox_remark(
                box, BALLOTBOX_MISSING, "%s: the ranking lacks %s", word, label);
    } else if (ranked->other.line > 0) {
        ballotbox_remark(box, BALLOTBOX_CONTRADICTORY,
            "%s: %s:%ld and %s:%ld do not rank %s the same", word, ranked->place.file,
            ranked->place.line, ranked->other.file, ranked->other.line, label);
    } else if (box->sheet.book->tally == TALLY_TAKEN && cell->said != SHEET_UNSAID &&
               sheet_is_taken(box->sheet.book, cell->said)) {
        ballotbox_remark(box, BALLOTBOX_CONTRADICTORY,
            "%s: %s:%ld ranks %s, taken for the human by the same judge", word,
            ranked->place.file, ranked->place.line, label);
    } else {
        cell->rank = ranked->value;
    }
}

/* The first of a judge's ranks that are not 1 to as many as there are, each once, or
 * NULL: such are only made by several rankings, since each by itself is good. */
static const struct ballotbox_saying *find_misfit(
    const struct ballotbox_saying *ranked, int players)
{
    int count = 0;

    for (int p = 0; p < players; p++)
        count += ranked[p].place.line > 0;
    for (int p = 0; p < players; p++) {
        if (ranked[p].place.line == 0)
            continue;
        if (ranked[p].value > count * (int64_t)SHEET_UNIT)
            return &ranked[p];
        for (int q = 0; q < p; q++)
            if (ranked[q].place.line > 0 && ranked[q].value == ranked[p].value)
                return &ranked[p];
    }
    return NULL;
}

/* Returns whether all that a judge has ranked makes one ranking. */
static bool check_ranking(struct ballotbox *box, int trial, int judge)
{
    const struct ballotbox_saying *ranked =
        &box->ranked[ballotbox_index(box, trial, judge, 0)];
    int players = roster_players(&box->roster);
    const struct ballotbox_saying *misfit = find_misfit(ranked, players);
    char word[ROSTER_WORD_SIZE];

    for (int p = 0; p < players; p++)
        if (ranked[p].other.line > 0)
            return true; /* that is said of each by itself */
    for (int p = 0; misfit != NULL && p < players; p++) {
        if (ranked[p].place.line == 0 ||
            (ranked[p].place.line == misfit->place.line &&
                ranked[p].place.file == misfit->place.file))
            continue;
        name_judge(&box->roster, trial, judge, word);
        ballotbox_remark(box, BALLOTBOX_CONTRADICTORY,
            "%s: %s:%ld and %s:%ld are two rankings, and not one", word,
            ranked[p].place.file, ranked[p].place.line, misfit->place.file,
            misfit->place.line);
        return false;
    }
    return true;
}

/* Who has gone in mid contest has not come to ranking. */
static bool is_gone(const struct roster *roster, int judge)
{
    return roster->contest->people[ROLE_JUDGE][roster->numbers[ROLE_JUDGE][judge]]
        .absent;
}

static void settle_ranking(struct ballotbox *box, int trial, int judge)
{
    int players = roster_players(&box->roster);
    char word[ROSTER_WORD_SIZE];
    bool ranked = false;

    for (int p = 0; p < players; p++)
        ranked =
            ranked || box->ranked[ballotbox_index(box, trial, judge, p)].place.line > 0;
    if (!ranked && is_gone(&box->roster, judge))
        return;
    if (!ranked) {
        name_judge(&box->roster, trial, judge, word);
        ballotbox_remark(box, BALLOTBOX_MISSING, "%s: no ranking", word);
        return;
    }
    if (check_ranking(box, trial, judge))
        for (int p = 0; p < players; p++)
            settle_rank(box, trial, judge, p);
}

static void remark_lineup(void *context, const char *clause, const char *text)
{
    ballotbox_remark(context, BALLOTBOX_CONTRADICTORY, "%s (%s)", text, clause);
}

/* Of other numbers than the wager's, or of fewer than "at least three" trials, the book
 * does not say what has to be done to pass. */
static void check_session(struct ballotbox *box)
{
    const struct contest *contest = box->roster.contest;
    int least = schedule_trials(contest->book);

    lineup_check(contest, remark_lineup, box);
    if (box->roster.trials < least)
        ballotbox_remark(box, BALLOTBOX_MISSING,
            "the contest file's rounds make %d trial%s: a session has at least %d "
            "(wager, II)",
            box->roster.trials, box->roster.trials == 1 ? "" : "s", least);
}

int ballotbox_settle(struct ballotbox *box)
{
    const struct roster *roster = &box->roster;
    enum tally how = box->sheet.book->tally;

    if (box->refused > BALLOTBOX_REFUSED_MOST)
        ballotbox_remark(box, BALLOTBOX_UNREADABLE, "and %ld more such rows",
            box->refused - BALLOTBOX_REFUSED_MOST);
    if (how == TALLY_WAGER)
        check_session(box);
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
