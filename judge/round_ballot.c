/*
 * round_ballot.c - the end of a round (round.h): its ballot, and leaving.
 */
#include "round.h"

static bool is_review(const struct round *r)
{
    return r->phase == ROUND_REVIEW || r->phase == ROUND_BALLOT;
}

bool round_open_ballot(struct round *r, int64_t tick)
{
    round_pass(r, tick);
    if (is_review(r))
        r->phase = ROUND_BALLOT;
    return r->phase == ROUND_BALLOT;
}

bool round_close_ballot(struct round *r, int64_t tick)
{
    round_pass(r, tick);
    if (r->phase != ROUND_BALLOT)
        return false;
    r->phase = ROUND_REVIEW;
    return true;
}

bool round_confirm(struct round *r, int64_t tick)
{
    round_pass(r, tick);
    if (r->phase != ROUND_BALLOT)
        return false;
    r->phase = ROUND_SAVING;
    return true;
}

void round_saved(struct round *r, int64_t tick)
{
    round_pass(r, tick);
    if (r->phase != ROUND_SAVING)
        return;
    r->phase = ROUND_THANKS;
    if (r->book->minutes_change != 0)
        r->change_end = r->now + (int64_t)r->book->minutes_change * 60000;
    for (int i = 0; i < r->panes; i++)
        r->pane[i].news |= 1u << ROUND_NOTE_DUE;
}

static enum round_quit quit_talk(struct round *r)
{
    if (!r->said) {
        r->phase = ROUND_OVER;
        return ROUND_QUIT_ENDS;
    }
    if (r->clock_ms != 0) {
        r->phase = ROUND_LEFT;
        return ROUND_QUIT_LEAVES;
    }
    for (int i = 0; i < r->panes; i++)
        round_end_pane(r, i, r->now);
    return ROUND_QUIT_BALLOT;
}

enum round_quit round_quit(struct round *r, int64_t tick)
{
    round_pass(r, tick);
    switch (r->phase) {
    case ROUND_TALKING:
        return quit_talk(r);
    case ROUND_SAVING:
        return ROUND_QUIT_REFUSED;
    case ROUND_REVIEW:
    case ROUND_BALLOT:
    case ROUND_LEFT:
        r->phase = ROUND_LEFT;
        return ROUND_QUIT_LEAVES;
    default:
        r->phase = ROUND_OVER;
        return ROUND_QUIT_ENDS;
    }
}

enum round_quit round_hang_up(struct round *r, int64_t tick)
{
    round_pass(r, tick);
    if (r->phase != ROUND_TALKING || !r->said || r->clock_ms != 0)
        return round_quit(r, tick);
    r->phase = ROUND_LEFT;
    return ROUND_QUIT_LEAVES;
}

bool round_may_reveal(const struct round *r)
{
    return r->phase == ROUND_THANKS;
}
