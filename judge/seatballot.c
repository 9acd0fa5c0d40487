#include "seatballot.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "ballots.h"
#include "seatscreen.h"

void seatballot_start(struct seat *s)
{
    const char *names[SEAT_SIDES];
    enum ballot_ask ask = ballot_asks(s->settings->book, BALLOT_KIND_BALLOT);

    for (int i = 0; i < s->count; i++)
        names[i] = s->sides[i].name;
    form_start(&s->form, ask, names, s->count, s->settings->study);
}

static void set_seat(struct ballot_seat *seat, const struct seat_side *side)
{
    snprintf(seat->station, sizeof(seat->station), "%s", side->settings.station);
    snprintf(seat->label, sizeof(seat->label), "%s", side->console.label);
    snprintf(seat->session, sizeof(seat->session), "%s", side->session);
}

static void set_row(const struct seat *s, struct ballot_row *row, struct moment now)
{
    time_t seconds = (time_t)(now.wall / 1000);
    struct tm when = {0};
    int judge = s->settings->judge;

    *row = (struct ballot_row){
        .book = s->settings->book,
        .round = s->settings->round,
        .judge = judge < 0 ? 0 : (unsigned)judge,
        .kind = BALLOT_KIND_BALLOT,
        .seats = s->count,
        .confidence = BALLOT_NO_CONFIDENCE,
    };
    localtime_r(&seconds, &when);
    strftime(row->confirmed, sizeof(row->confirmed), "%Y/%m/%d %H:%M:%S", &when);
    for (int i = 0; i < s->count; i++)
        set_seat(&row->seat[i], &s->sides[i]);
    if (s->pair) {
        snprintf(row->draw, sizeof(row->draw), "%s", s->draw.text);
        snprintf(row->nonce, sizeof(row->nonce), "%s", s->draw.nonce);
    }
    form_fill(&s->form, row);
}

void seatballot_save(struct seat *s, struct moment now)
{
    static struct ballot_row row;

    set_row(s, &row, now);
    s->error = 0;
    if (ballots_append(s->settings->place.directory, &row) < 0) {
        s->error = errno;
        s->bells++;
        return;
    }
    round_saved(&s->round, now.round);
    for (int i = 0; i < s->count; i++)
        console_settle(&s->sides[i].console);
}
