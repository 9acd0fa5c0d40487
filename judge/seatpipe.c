#include "seatpipe.h"

#include "seat.h"
#include "seatkeys.h"
#include "seatround.h"

enum { RETURNS = 2 }; /* end whatever may be begun */

/* Whether there is nothing more to say at a side: its time is up, or its station has
 * ended the conversation. */
static bool is_over(const struct seat *s, int side)
{
    const struct seat_side *it = &s->sides[side];

    return round_may_press(&s->round, side) == ROUND_KEY_OVER ||
           (it->console.line == LINE_OVER && !it->called && !it->wanted);
}

/* The side for which the present part is. */
static int meant(const struct seat *s)
{
    return round_is_in_turn(&s->round) ? s->pipe.stage : s->at;
}

void seatpipe_start(struct seat *s)
{
    s->pipe = (struct seatpipe){0};
    if (round_is_in_turn(&s->round) && is_over(s, 0))
        s->pipe.stage = 1;
    s->pipe.ending = s->round.phase > ROUND_TALKING;
}

/* Whether there is nothing behind what was read. */
static bool is_at_end(const struct seat *s)
{
    return s->front->at_end && s->front->length == 0;
}

static int64_t talk_due(const struct seat *s)
{
    int side = meant(s);
    enum round_key may = round_may_press(&s->round, side);

    if (side == s->at && may == ROUND_KEY_TAKEN && !is_over(s, side) &&
        (!s->pipe.ending || is_at_end(s)))
        return front_talk_due(s->front, &s->sides[side].console);
    return is_at_end(s) || (is_over(s, side) && !s->pipe.ending) ? 0 : INT64_MAX;
}

int64_t seatpipe_due(const struct seat *s)
{
    if (!s->pipe.drawn)
        return INT64_MAX;
    if (s->ask != SEAT_ASK_NOTHING)
        return 0;
    switch (s->round.phase) {
    case ROUND_OPENING:
        return INT64_MAX;
    case ROUND_TALKING:
        return talk_due(s);
    case ROUND_REVIEW:
        return s->pipe.ending && !is_at_end(s) ? INT64_MAX : 0;
    case ROUND_BALLOT:
        return s->form.step == FORM_CONFIRMING && !s->asking.open ? INT64_MAX : 0;
    case ROUND_SAVING:
        return 0;
    default:
        return INT64_MAX;
    }
}

/* What was begun at this side is ended. Returns whether anything was. */
static bool end_turn(struct seat *s, struct moment now)
{
    const struct console *c = &seat_side(s)->console;
    bool begun = front_talk_due(s->front, c) <= now.tick && front_owes_return(c);

    for (int i = 0; i < RETURNS && front_owes_return(c); i++)
        if (front_talk_due(s->front, c) <= now.tick)
            seatkeys_press(s, K_RETURN, now);
    return begun;
}

/* A part is said. */
static void end_part(struct seat *s, struct moment now)
{
    if (s->round.phase == ROUND_TALKING && meant(s) == s->at)
        end_turn(s, now);
    if (s->round.phase != ROUND_TALKING && s->round.phase != ROUND_REVIEW)
        return;
    if (round_is_in_turn(&s->round) && s->pipe.stage == 0)
        s->pipe.stage++;
    else
        s->pipe.ending = true;
}

/* Whether a key was meant for a talk that is over. */
static bool is_left_over(const struct seat *s)
{
    return s->round.phase == ROUND_REVIEW ||
           (s->round.phase == ROUND_TALKING && is_over(s, meant(s)));
}

void seatpipe_press(struct seat *s, uint32_t code, struct moment now)
{
    s->pipe.drawn = code != K_RETURN && code != K_TAB && code != COMMAND_LEAVE;
    if (code == COMMAND_LEAVE)
        end_part(s, now);
    else if (code >= COMMAND_FIRST || code == K_ESCAPE)
        return;
    else if (is_left_over(s))
        seat_note(s, false, "It is over here: what comes before ^D is left out");
    else
        seatkeys_press(s, code, now);
}

static void leave(struct seat *s, struct moment now)
{
    s->pipe.cut = true;
    seatround_hang_up(s, now);
}

void seatpipe_finish(struct seat *s, struct moment now)
{
    bool begun = false;

    if (s->round.phase == ROUND_TALKING && meant(s) == s->at)
        begun = end_turn(s, now);
    else if (s->round.phase == ROUND_BALLOT)
        begun = seatask_answer(&s->asking, &s->form)[0] != '\0';
    if (begun && s->round.phase == ROUND_BALLOT)
        seatkeys_press(s, K_RETURN, now);
    s->pipe.drawn = !begun;
    if (!begun)
        leave(s, now);
}

/* The next side where nobody has been yet; -1 if there is none. */
static int next_side(const struct seat *s)
{
    for (int i = 0; i < s->count; i++)
        if (i != s->at && s->sides[i].session[0] == '\0' && !is_over(s, i))
            return i;
    return -1;
}

/* All is said here. Where there is a clock its end is waited for, or else the last
 * reply. */
static void go_on(struct seat *s, struct moment now)
{
    bool clock = s->round.clock_ms > 0;
    int next = s->pair ? -1 : next_side(s);
    int64_t due = front_talk_due(s->front, &seat_side(s)->console);
    bool waits = !is_over(s, s->at) && (clock || due > now.tick);

    if (waits)
        return;
    if (next >= 0) {
        seatround_move(s, next, now);
        s->pipe.ending = false;
    } else if (!clock)
        seatround_finish(s, now);
}

static bool opens_ballot(const struct seat *s)
{
    return s->round.phase == ROUND_REVIEW && s->drawn_phase == ROUND_REVIEW &&
           s->pipe.ending;
}

void seatpipe_step(struct seat *s, struct moment now)
{
    if (!s->pipe.drawn)
        return;
    if (s->round.phase == ROUND_OPENING)
        round_acknowledge(&s->round, now.round);
    else if (round_may_go_on(&s->round, s->at))
        round_go_on(&s->round, s->at, now.round);
    else if (s->round.phase == ROUND_TALKING && s->pipe.ending)
        go_on(s, now);
    else if (opens_ballot(s) && now.tick >= s->shut && !is_at_end(s))
        seatkeys_press(s, K_RETURN, now);
    else if (s->round.phase == ROUND_THANKS && s->drawn_phase == ROUND_THANKS)
        seatround_leave(s, now);
}

int64_t seatpipe_step_due(const struct seat *s)
{
    bool is_shown = s->drawn_phase == s->round.phase;

    if (!s->pipe.drawn)
        return INT64_MAX;
    if (s->round.phase == ROUND_OPENING || (s->round.phase == ROUND_THANKS && is_shown))
        return 0;
    if (s->round.phase == ROUND_TALKING && s->pipe.ending && s->round.clock_ms == 0)
        return front_talk_due(s->front, &s->sides[s->at].console);
    return opens_ballot(s) ? s->shut : INT64_MAX;
}
