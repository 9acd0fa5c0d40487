#include "judge/seat/seat_keys.h"

#include <stdio.h>
#include <string.h>

#include "common/input/question.h"

/* Moving */

/* To the other side of a pair; else to the next terminal or the one before. */
static void step_sides(struct seat *s, int by, struct moment now)
{
    int to = s->at + by;

    if (to >= 0 && to < s->count)
        seat_move(s, to, now);
}

/* A judge stays at a terminal while its clock runs: rules/wager.txt, II. */
static void ask_which(struct seat *s)
{
    bool is_running = round_left(&s->round, s->at) != ROUND_NO_CLOCK &&
                      round_may_press(&s->round, s->at) != ROUND_KEY_OVER;

    if (is_running)
        seat_note(s, true, "Stay here until the time is up");
    else
        seat_ask(s, SEAT_ASK_WHICH);
}

/* Tab and the arrows. Returns false for any other code. */
static bool press_move(struct seat *s, uint32_t code, struct moment now)
{
    bool tab = code == K_TAB;

    if (!tab && code != COMMAND_LEFT && code != COMMAND_RIGHT)
        return false;
    if (s->count == 1)
        return !tab; /* Tab is typed as a blank there */
    if (s->pair || s->round.phase != ROUND_TALKING)
        step_sides(s,
            tab ? (s->at + 1 < s->count ? 1 : -s->at) : (code == COMMAND_LEFT ? -1 : 1),
            now);
    else if (tab)
        ask_which(s);
    return true;
}

static bool is_scrolling(uint32_t code)
{
    return code >= COMMAND_PAGE_UP && code <= COMMAND_NEWEST;
}

/* Questions */

static void ask_to_leave(struct seat *s, struct moment now)
{
    bool endless = s->round.phase == ROUND_TALKING && s->round.clock_ms == 0;

    if (s->round.phase == ROUND_THANKS)
        seat_leave(s, now);
    else if (s->round.phase < ROUND_THANKS)
        seat_ask(s, endless ? SEAT_ASK_END : SEAT_ASK_LEAVE);
}

static void answer_which(struct seat *s, uint32_t code, struct moment now)
{
    int to = (int)code - '1';

    if (code == K_ESCAPE || code == K_TAB) {
        seat_ask(s, SEAT_ASK_NOTHING);
        return;
    }
    if (code < '1' || to >= s->count) {
        seat_ring(s);
        return;
    }
    seat_ask(s, SEAT_ASK_NOTHING);
    seat_move(s, to, now);
}

static void answer_question(struct seat *s, uint32_t code, struct moment now)
{
    enum seat_ask ask = s->ask;
    enum question_answer answer;

    if (ask == SEAT_ASK_WHICH) {
        answer_which(s, code, now);
        return;
    }
    answer = question_press(code, ask != SEAT_ASK_RESUME);
    if (answer == QUESTION_OPEN) {
        seat_ring(s);
        return;
    }
    seat_ask(s, SEAT_ASK_NOTHING);
    if (ask == SEAT_ASK_RESUME)
        seat_answer_resume(s, answer == QUESTION_YES);
    else if (answer == QUESTION_YES && ask == SEAT_ASK_END)
        seat_end_talk(s, now);
    else if (answer == QUESTION_YES)
        seat_leave(s, now);
}

/* Phases */

static void press_opening(struct seat *s, struct moment now)
{
    if (!seat_turn_page(s))
        round_acknowledge(&s->round, now.round);
}

/* A key of the conversation. The round, then the console may refuse it. The clock
 * starts with the first key taken, in a draft too. */
static void press_key(struct seat *s, uint32_t code, struct moment now)
{
    struct console *c = &seat_current(s)->console;
    enum round_key may = round_may_press(&s->round, s->at);
    size_t made = c->session.talk.count, drafted = c->typing.draft.length;

    if (may != ROUND_KEY_TAKEN && c->question == ASK_NOTHING && !c->scrolled &&
        console_may_enter(c)) {
        seat_note(s, true, "%s", round_refusal(may));
        return;
    }
    console_press(c, code, now);
    if (c->session.talk.count != made || c->typing.draft.length != drafted)
        round_press(&s->round, s->at, now.round);
}

static void press_talking(struct seat *s, uint32_t code, struct moment now)
{
    struct console *c = &seat_current(s)->console;

    if (c->question == ASK_NOTHING && press_move(s, code, now))
        return;
    if (code == K_RETURN && round_may_go_on(&s->round, s->at)) {
        round_go_on(&s->round, s->at, now.round);
        return;
    }
    if (is_scrolling(code))
        console_press(c, code, now);
    else
        press_key(s, code, now);
}

/* Moving and scrolling after the talk. Returns false for any other code. */
static bool press_reading(struct seat *s, uint32_t code, struct moment now)
{
    if (press_move(s, code, now))
        return true;
    if (is_scrolling(code))
        console_press(&seat_current(s)->console, code, now);
    return is_scrolling(code);
}

static void press_review(struct seat *s, uint32_t code, struct moment now)
{
    if (press_reading(s, code, now))
        return;
    if (code != K_RETURN || now.tick < s->shut)
        seat_ring(s);
    else
        round_open_ballot(&s->round, now.round);
}

static void press_ballot(struct seat *s, uint32_t code, struct moment now)
{
    bool by_lines = terminal_is_plain(s->terminal);

    switch (seat_ballot_press(&s->ballot, by_lines, code, now.tick)) {
    case BALLOT_FORM_TAKEN:
        break;
    case BALLOT_FORM_REFUSED:
        seat_ring(s);
        break;
    case BALLOT_FORM_PASSED:
        if (!press_reading(s, code, now))
            seat_ring(s);
        break;
    case BALLOT_FORM_ASIDE:
        round_close_ballot(&s->round, now.round);
        break;
    case BALLOT_FORM_DONE:
        seat_confirm(s, now);
        break;
    }
}

static void press_in_phase(struct seat *s, uint32_t code, struct moment now)
{
    switch (s->round.phase) {
    case ROUND_OPENING:
        press_opening(s, now);
        break;
    case ROUND_TALKING:
        press_talking(s, code, now);
        break;
    case ROUND_REVIEW:
        press_review(s, code, now);
        break;
    case ROUND_BALLOT:
        press_ballot(s, code, now);
        break;
    case ROUND_SAVING:
        if (code == K_RETURN)
            seat_save(s, now);
        break;
    case ROUND_THANKS:
        if (!is_scrolling(code))
            seat_leave(s, now);
        break;
    case ROUND_OVER:
    case ROUND_LEFT:
        break;
    }
}

void seat_keys_press(struct seat *s, uint32_t code, struct moment now)
{
    seat_clear_note(s);
    if (code == COMMAND_REDRAW)
        seat_redraw(s);
    else if (s->ask != SEAT_ASK_NOTHING)
        answer_question(s, code, now);
    else if (code == COMMAND_LEAVE)
        ask_to_leave(s, now);
    else
        press_in_phase(s, code, now);
}

static void press_seat(void *seat, uint32_t code, struct moment now)
{
    seat_keys_press(seat, code, now);
}

struct terminal_owner seat_keys_owner(struct seat *s)
{
    return (struct terminal_owner){.press = press_seat, .self = s};
}
