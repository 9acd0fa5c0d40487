#include "seatranks.h"

#include <stdio.h>
#include <string.h>

#include "ballots.h"

/* How many are ranked: the books have four, a slip says it of its contest. */
static int count_wanted(const struct seat *s)
{
    return s->settings->pairs > 0 ? s->settings->pairs : SEAT_RANKED;
}

static void add(
    struct seat *s, const struct ballot_seat *seat, const char *name, int round)
{
    struct seat_ranked *next = &s->rank[s->ranked];

    if (s->ranked == count_wanted(s))
        return;
    next->seat = *seat;
    if (round > 0)
        snprintf(next->name, sizeof(next->name), "%s of round %d", name, round);
    else
        snprintf(next->name, sizeof(next->name), "%s", name);
    s->ranked++;
}

/* Of a pair the one that was not taken for the human. */
static void add_other(struct seat *s, const struct ballot_row *row)
{
    for (int i = 0; i < row->seats; i++)
        if (row->seat[i].score == 0)
            add(s, &row->seat[i], i == 0 ? "LEFT" : "RIGHT",
                row->round > 0 ? row->round : s->ranked + 1);
}

void seatranks_add(struct seat *s, const struct ballot_row *row)
{
    if (s->settings->book->ballot == BALLOT_WHICH)
        add_other(s, row);
    else if (s->settings->book->ballot == BALLOT_VERDICT)
        for (int i = 0; i < row->seats; i++)
            add(s, &row->seat[i], s->sides[i].name, 0);
}

bool seatranks_are_due(const struct seat *s)
{
    return s->ranked == count_wanted(s) && !s->has_ranked;
}

/* A ballot of this judge's in an earlier round, or the ranks. */
static bool take(void *to, const struct ballot_row *row)
{
    struct seat *s = to;
    unsigned judge = s->settings->judge < 0 ? 0 : (unsigned)s->settings->judge;

    if (row->book != s->settings->book || row->judge != judge)
        return false;
    if (row->kind == BALLOT_KIND_RANKS)
        s->has_ranked = true;
    else
        add_other(s, row);
    return false;
}

int seatranks_read(struct seat *s)
{
    if (s->settings->book->ballot != BALLOT_WHICH)
        return 0;
    return ballots_visit(s->settings->place.directory, take, s);
}
