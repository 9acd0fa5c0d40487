#include "judge/seat/seat_ballot.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "judge/ballot/ballots.h"

void seat_ballot_init(struct seat_ballot *b, const struct settings *settings,
    const struct seat_side *sides, int count, const struct side_draw *draw)
{
    *b = (struct seat_ballot){
        .settings = settings, .sides = sides, .count = count, .draw = draw};
}

/* Ranks */

/* The number of terminals to rank: the slip's, or the book's. */
static int rank_count(const struct seat_ballot *b)
{
    return b->settings->pairs > 0 ? b->settings->pairs : b->settings->book->ranked;
}

static void add_ranked(
    struct seat_ballot *b, const struct ballot_seat *seat, const char *name, int round)
{
    struct seat_ranked *next = &b->rank[b->ranked];

    if (b->ranked == rank_count(b))
        return;
    next->seat = *seat;
    if (round > 0)
        snprintf(next->name, sizeof(next->name), "%s of round %d", name, round);
    else
        snprintf(next->name, sizeof(next->name), "%s", name);
    b->ranked++;
}

/* Of a pair add the terminal that was not taken for the human. */
static void add_other(struct seat_ballot *b, const struct ballot_row *row)
{
    for (int i = 0; i < row->seats; i++)
        if (row->seat[i].score == 0)
            add_ranked(b, &row->seat[i], i == 0 ? "LEFT" : "RIGHT",
                row->round > 0 ? row->round : b->ranked + 1);
}

/* Add the terminals to rank from the ballot of this round. */
static void add_round(struct seat_ballot *b, const struct ballot_row *row)
{
    if (b->settings->book->ranking == RANKING_OTHERS)
        add_other(b, row);
    else if (b->settings->book->ranking == RANKING_ALL)
        for (int i = 0; i < row->seats; i++)
            add_ranked(b, &row->seat[i], b->sides[i].name, 0);
}

bool seat_ballot_ranks_are_due(const struct seat_ballot *b)
{
    return b->settings->book->ranking != RANKING_NONE && b->ranked == rank_count(b) &&
           !b->has_ranked;
}

/* Add a row of this judge: the ballot of an earlier round, or the ranks. */
static bool read_row(void *to, const struct ballot_row *row)
{
    struct seat_ballot *b = to;
    unsigned judge = b->settings->judge < 0 ? 0 : (unsigned)b->settings->judge;

    if (row->book != b->settings->book || row->judge != judge)
        return false;
    if (row->kind == BALLOT_KIND_RANKS)
        b->has_ranked = true;
    else
        add_other(b, row);
    return false;
}

int seat_ballot_read(struct seat_ballot *b)
{
    if (b->settings->book->ranking != RANKING_OTHERS)
        return 0;
    return ballots_visit(b->settings->place.directory, read_row, b);
}

bool seat_ballot_has(const struct seat_ballot *b, const char *session)
{
    return ballots_has(b->settings->place.directory, BALLOT_KIND_BALLOT, session) > 0;
}

/* Whether the ranks that go with the ballot of this session are missing. */
static bool are_ranks_missing(const struct seat_ballot *b, const char *session)
{
    const struct settings *settings = b->settings;

    if (settings->book->ranking == RANKING_OTHERS)
        return seat_ballot_ranks_are_due(b);
    return settings->book->ranking == RANKING_ALL &&
           b->count == settings->book->ranked &&
           ballots_has(settings->place.directory, BALLOT_KIND_RANKS, session) <= 0;
}

bool seat_ballot_is_complete(const struct seat_ballot *b, const char *session)
{
    return seat_ballot_has(b, session) && !are_ranks_missing(b, session);
}

/* Forms */

static void start_ballot(struct seat_ballot *b)
{
    const char *names[SEAT_SIDES];
    enum ballot_ask ask = ballot_asks(b->settings->book, BALLOT_KIND_BALLOT);

    for (int i = 0; i < b->count; i++)
        names[i] = b->sides[i].name;
    ballot_form_start(&b->form, ask, names, b->count, b->settings->study);
}

static void start_ranks(struct seat_ballot *b)
{
    const char *names[SEAT_RANKED_MOST];
    enum ballot_ask ask = ballot_asks(b->settings->book, BALLOT_KIND_RANKS);

    for (int i = 0; i < b->ranked; i++)
        names[i] = b->rank[i].name;
    ballot_form_start(&b->form, ask, names, b->ranked, false);
}

/* Rows */

static void set_seat(struct ballot_seat *seat, const struct seat_side *side)
{
    snprintf(seat->station, sizeof(seat->station), "%s", side->settings.station);
    snprintf(seat->label, sizeof(seat->label), "%s", side->console.session.label);
    snprintf(seat->session, sizeof(seat->session), "%s", side->session);
}

static void set_seats(const struct seat_ballot *b, struct ballot_row *row)
{
    row->seats = b->count;
    for (int i = 0; i < b->count; i++)
        set_seat(&row->seat[i], &b->sides[i]);
    if (b->draw != NULL) {
        snprintf(row->draw, sizeof(row->draw), "%s", b->draw->text);
        snprintf(row->nonce, sizeof(row->nonce), "%s", b->draw->nonce);
    }
}

void seat_ballot_skip(struct seat_ballot *b, bool ranks_only)
{
    b->saved = 1;
    b->ranks_only = ranks_only;
}

void seat_ballot_start(struct seat_ballot *b)
{
    static struct ballot_row row;

    b->confirmed = b->saved;
    if (b->saved == 0) {
        start_ballot(b);
        return;
    }
    if (!seat_ballot_ranks_are_due(b)) { /* BALLOTS.CSV did not name them all */
        set_seats(b, &row);
        add_round(b, &row);
    }
    start_ranks(b);
}

static void set_ranked(const struct seat_ballot *b, struct ballot_row *row)
{
    row->kind = BALLOT_KIND_RANKS;
    row->seats = b->ranked;
    for (int i = 0; i < b->ranked; i++)
        row->seat[i] = b->rank[i].seat;
}

static void set_row(
    const struct seat_ballot *b, int which, struct ballot_row *row, struct moment now)
{
    time_t seconds = (time_t)(now.wall / 1000);
    struct tm when = {0};
    int judge = b->settings->judge;

    *row = (struct ballot_row){
        .book = b->settings->book,
        .round = b->settings->round,
        .judge = judge < 0 ? 0 : (unsigned)judge,
        .kind = BALLOT_KIND_BALLOT,
        .confidence = BALLOT_NO_CONFIDENCE,
    };
    localtime_r(&seconds, &when);
    strftime(row->confirmed, sizeof(row->confirmed), "%Y/%m/%d %H:%M:%S", &when);
    if (which == 0)
        set_seats(b, row);
    else
        set_ranked(b, row);
    ballot_form_fill(&b->filled[which], row);
}

bool seat_ballot_append(struct seat_ballot *b, struct moment now)
{
    static struct ballot_row row;

    b->error = 0;
    for (; b->saved < b->confirmed; b->saved++) {
        set_row(b, b->saved, &row, now);
        if (ballots_append(b->settings->place.directory, &row) < 0) {
            b->error = errno;
            return false;
        }
    }
    return true;
}

enum ballot_form_result seat_ballot_press(
    struct seat_ballot *b, bool by_lines, uint32_t code, int64_t tick)
{
    return by_lines ? ballot_prompt_press(&b->prompt, &b->form, code, tick)
                    : ballot_form_press(&b->form, code, tick);
}

void seat_ballot_ask(struct seat_ballot *b, bool open)
{
    ballot_prompt_ask(&b->prompt, open);
}

bool seat_ballot_confirm(struct seat_ballot *b, struct moment now)
{
    static struct ballot_row row;

    b->filled[b->confirmed++] = b->form;
    if (b->confirmed > 1)
        return true;
    set_row(b, 0, &row, now);
    add_round(b, &row);
    if (!seat_ballot_ranks_are_due(b))
        return true;
    seat_ballot_append(b, now);
    start_ranks(b);
    return false;
}
