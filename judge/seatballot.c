#include "seatballot.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "ballots.h"
#include "seatranks.h"
#include "status.h"

/* The forms */

static void start_ballot(struct seat *s)
{
    const char *names[SEAT_SIDES];
    enum ballot_ask ask = ballot_asks(s->settings->book, BALLOT_KIND_BALLOT);

    for (int i = 0; i < s->count; i++)
        names[i] = s->sides[i].name;
    form_start(&s->form, ask, names, s->count, s->settings->study);
}

static void start_ranks(struct seat *s)
{
    const char *names[SEAT_RANKED_MOST];
    enum ballot_ask ask = ballot_asks(s->settings->book, BALLOT_KIND_RANKS);

    for (int i = 0; i < s->ranked; i++)
        names[i] = s->rank[i].name;
    form_start(&s->form, ask, names, s->ranked, false);
}

/* The rows */

static void set_seat(struct ballot_seat *seat, const struct seat_side *side)
{
    snprintf(seat->station, sizeof(seat->station), "%s", side->settings.station);
    snprintf(seat->label, sizeof(seat->label), "%s", side->console.label);
    snprintf(seat->session, sizeof(seat->session), "%s", side->session);
}

static void set_seats(const struct seat *s, struct ballot_row *row)
{
    row->seats = s->count;
    for (int i = 0; i < s->count; i++)
        set_seat(&row->seat[i], &s->sides[i]);
    if (s->pair) {
        snprintf(row->draw, sizeof(row->draw), "%s", s->draw.text);
        snprintf(row->nonce, sizeof(row->nonce), "%s", s->draw.nonce);
    }
}

void seatballot_start(struct seat *s)
{
    static struct ballot_row row;

    s->confirmed = s->saved;
    if (s->saved == 0) {
        start_ballot(s);
        return;
    }
    if (!seatranks_are_due(s)) { /* or the file has named them */
        set_seats(s, &row);
        seatranks_add(s, &row);
    }
    start_ranks(s);
}

static void set_ranked(const struct seat *s, struct ballot_row *row)
{
    row->kind = BALLOT_KIND_RANKS;
    row->seats = s->ranked;
    for (int i = 0; i < s->ranked; i++)
        row->seat[i] = s->rank[i].seat;
}

static void set_row(
    const struct seat *s, int which, struct ballot_row *row, struct moment now)
{
    time_t seconds = (time_t)(now.wall / 1000);
    struct tm when = {0};
    int judge = s->settings->judge;

    *row = (struct ballot_row){
        .book = s->settings->book,
        .round = s->settings->round,
        .judge = judge < 0 ? 0 : (unsigned)judge,
        .kind = BALLOT_KIND_BALLOT,
        .confidence = BALLOT_NO_CONFIDENCE,
    };
    localtime_r(&seconds, &when);
    strftime(row->confirmed, sizeof(row->confirmed), "%Y/%m/%d %H:%M:%S", &when);
    if (which == 0)
        set_seats(s, row);
    else
        set_ranked(s, row);
    form_fill(&s->filled[which], row);
}

/* Append what is confirmed and not safe yet. Returns whether all is safe now. */
static bool append(struct seat *s, struct moment now)
{
    static struct ballot_row row;

    s->error = 0;
    for (; s->saved < s->confirmed; s->saved++) {
        set_row(s, s->saved, &row, now);
        if (ballots_append(s->settings->place.directory, &row) < 0) {
            s->error = errno;
            s->bells++;
            return false;
        }
    }
    return true;
}

void seatballot_save(struct seat *s, struct moment now)
{
    if (!append(s, now))
        return;
    round_saved(&s->round, now.round);
    for (int i = 0; i < s->count; i++)
        console_settle(&s->sides[i].console);
}

void seatballot_confirmed(struct seat *s, struct moment now)
{
    static struct ballot_row row;

    s->filled[s->confirmed++] = s->form;
    if (s->confirmed == 1) {
        set_row(s, 0, &row, now);
        seatranks_add(s, &row);
    }
    if (s->confirmed == 1 && seatranks_are_due(s)) {
        if (!append(s, now))
            seat_note(s, true, "Not saved yet, %s: just go on",
                status_error(s->error));
        start_ranks(s);
    } else if (round_confirm(&s->round, now.round))
        seatballot_save(s, now);
}
