#include "judge/seat/seat_pipe.h"

#include "judge/seat/seat_keys.h"

enum { RETURNS = 2 }; /* enough to end any turn */

/* Whether a side's time is up, or its station has ended the conversation. */
static bool is_side_over(const struct seat *s, int side)
{
    return round_may_press(&s->round, side) == ROUND_KEY_OVER ||
           seat_side_is_over(&s->sides[side]);
}

/* The side of the present part. */
static int part_side(const struct seat_pipe *p)
{
    const struct seat *s = p->seat;

    return round_is_in_turn(&s->round) ? p->stage : s->at;
}

void seat_pipe_start(struct seat_pipe *p, struct seat *seat)
{
    const struct seat *s = seat;

    *p = (struct seat_pipe){.seat = seat, .phase = ROUND_LEFT};
    if (round_is_in_turn(&s->round) && is_side_over(s, 0))
        p->stage = 1;
    p->ending = s->round.phase > ROUND_TALKING;
}

static int64_t talk_due(const struct seat_pipe *p)
{
    const struct seat *s = p->seat;
    int side = part_side(p);
    enum round_key may = round_may_press(&s->round, side);

    if (side == s->at && may == ROUND_KEY_TAKEN && !is_side_over(s, side) &&
        (!p->ending || terminal_is_at_end(s->terminal)))
        return terminal_talk_due(s->terminal, &s->sides[side].console);
    return terminal_is_at_end(s->terminal) || (is_side_over(s, side) && !p->ending)
               ? 0
               : INT64_MAX;
}

bool seat_pipe_is_ending(const struct seat_pipe *p)
{
    return p->ending;
}

void seat_pipe_see(struct seat_pipe *p)
{
    p->drawn = true;
    if (p->seat->ask != SEAT_ASK_RESUME)
        p->phase = p->seat->round.phase;
}

/* The tick from which the next key may be fed, or the end of the input. */
static int64_t key_due(void *pipe)
{
    const struct seat_pipe *p = pipe;
    const struct seat *s = p->seat;

    if (!p->drawn)
        return INT64_MAX;
    if (s->ask != SEAT_ASK_NOTHING)
        return 0;
    switch (s->round.phase) {
    case ROUND_OPENING:
        return INT64_MAX;
    case ROUND_TALKING:
        return talk_due(p);
    case ROUND_REVIEW:
        return p->ending && !terminal_is_at_end(s->terminal) ? INT64_MAX : 0;
    case ROUND_BALLOT:
        return s->ballot.form.step == BALLOT_FORM_CONFIRMING && !s->ballot.prompt.open
                   ? INT64_MAX
                   : 0;
    case ROUND_SAVING:
        return 0;
    default:
        return INT64_MAX;
    }
}

/* End the judge's unfinished turn at this side. Returns whether there was one. */
static bool end_turn(struct seat_pipe *p, struct moment now)
{
    struct seat *s = p->seat;
    const struct console *c = &seat_current(s)->console;
    bool begun =
        terminal_talk_due(s->terminal, c) <= now.tick && terminal_owes_return(c);

    for (int i = 0; i < RETURNS && terminal_owes_return(c); i++)
        if (terminal_talk_due(s->terminal, c) <= now.tick)
            seat_keys_press(s, K_RETURN, now);
    return begun;
}

/* ^D: the present part has ended. */
static void end_part(struct seat_pipe *p, struct moment now)
{
    struct seat *s = p->seat;

    if (s->round.phase == ROUND_TALKING && part_side(p) == s->at)
        end_turn(p, now);
    if (s->round.phase != ROUND_TALKING && s->round.phase != ROUND_REVIEW)
        return;
    if (round_is_in_turn(&s->round) && p->stage == 0)
        p->stage++;
    else
        p->ending = true;
}

/* Whether a key belongs to a conversation that is over. */
static bool is_left_over(const struct seat_pipe *p)
{
    const struct seat *s = p->seat;

    return s->round.phase == ROUND_REVIEW ||
           (s->round.phase == ROUND_TALKING && is_side_over(s, part_side(p)));
}

static void press_pipe(void *pipe, uint32_t code, struct moment now)
{
    struct seat_pipe *p = pipe;
    struct seat *s = p->seat;

    p->drawn = code != K_RETURN && code != K_TAB && code != COMMAND_LEAVE;
    if (code == COMMAND_LEAVE)
        end_part(p, now);
    else if (code >= COMMAND_FIRST || code == K_ESCAPE)
        return;
    else if (is_left_over(p))
        seat_note(s, false, "This conversation is over: input up to ^D is dropped");
    else
        seat_keys_press(s, code, now);
}

static void cut_round(struct seat_pipe *p, struct moment now)
{
    p->cut = true;
    seat_hang_up(p->seat, now);
}

/* The input has ended; called until the seat is done. */
static void finish_pipe(void *pipe, struct moment now)
{
    struct seat_pipe *p = pipe;
    struct seat *s = p->seat;
    bool begun = false;

    if (s->round.phase == ROUND_TALKING && part_side(p) == s->at)
        begun = end_turn(p, now);
    else if (s->round.phase == ROUND_BALLOT)
        begun = ballot_prompt_answer(&s->ballot.prompt, &s->ballot.form)[0] != '\0';
    if (begun && s->round.phase == ROUND_BALLOT)
        seat_keys_press(s, K_RETURN, now);
    p->drawn = !begun;
    if (!begun)
        cut_round(p, now);
}

struct terminal_owner seat_pipe_owner(struct seat_pipe *p)
{
    return (struct terminal_owner){press_pipe, key_due, finish_pipe, p};
}

/* The next side that was not visited yet, or -1. */
static int next_side(const struct seat_pipe *p)
{
    const struct seat *s = p->seat;

    for (int i = 0; i < s->count; i++)
        if (i != s->at && s->sides[i].session[0] == '\0' && !is_side_over(s, i))
            return i;
    return -1;
}

/* The part has ended: wait for the end of the clock or for the last reply, then go to
 * the next side or end the talk. */
static void follow_part(struct seat_pipe *p, struct moment now)
{
    struct seat *s = p->seat;
    bool clock = s->round.clock_ms > 0;
    int next = s->pair ? -1 : next_side(p);
    int64_t due = terminal_talk_due(s->terminal, &seat_current(s)->console);
    bool waits = !is_side_over(s, s->at) && (clock || due > now.tick);

    if (waits)
        return;
    if (next >= 0) {
        seat_move(s, next, now);
        p->ending = false;
    } else if (!clock)
        seat_end_talk(s, now);
}

static bool opens_ballot(const struct seat_pipe *p)
{
    const struct seat *s = p->seat;

    return s->round.phase == ROUND_REVIEW && p->phase == ROUND_REVIEW && p->ending;
}

void seat_pipe_step(struct seat_pipe *p, struct moment now)
{
    struct seat *s = p->seat;

    if (!p->drawn)
        return;
    if (s->round.phase == ROUND_OPENING)
        round_acknowledge(&s->round, now.round);
    else if (round_may_go_on(&s->round, s->at))
        round_go_on(&s->round, s->at, now.round);
    else if (s->round.phase == ROUND_TALKING && p->ending)
        follow_part(p, now);
    else if (opens_ballot(p) && now.tick >= s->shut && !terminal_is_at_end(s->terminal))
        seat_keys_press(s, K_RETURN, now);
    else if (s->round.phase == ROUND_THANKS && p->phase == ROUND_THANKS)
        seat_leave(s, now);
}

int64_t seat_pipe_step_due(const struct seat_pipe *p)
{
    const struct seat *s = p->seat;
    bool is_shown = p->phase == s->round.phase;

    if (!p->drawn)
        return INT64_MAX;
    if (s->round.phase == ROUND_OPENING || (s->round.phase == ROUND_THANKS && is_shown))
        return 0;
    if (s->round.phase == ROUND_TALKING && p->ending && s->round.clock_ms == 0)
        return terminal_talk_due(s->terminal, &s->sides[s->at].console);
    return opens_ballot(p) ? s->shut : INT64_MAX;
}
