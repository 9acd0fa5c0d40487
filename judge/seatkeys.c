#include "seatkeys.h"

#include <stdio.h>
#include <string.h>

#include "seatballot.h"
#include "seatface.h"
#include "seatround.h"
#include "typing.h"

/* Moving */

/* Of a pair the other side; else the next, or the one before. */
static void step(struct seat *s, int by, struct moment now)
{
    int to = s->at + by;

    if (to >= 0 && to < s->count)
        seatround_move(s, to, now);
}

/* Where each has a time of its own the judge stays for all of it: rules/wager.txt, II.
 */
static void ask_which(struct seat *s)
{
    bool is_running = round_left(&s->round, s->at) != ROUND_NO_CLOCK &&
                      round_may_press(&s->round, s->at) != ROUND_KEY_OVER;

    if (is_running)
        seat_note(s, true, "Stay here until the time is up");
    else
        s->ask = SEAT_ASK_WHICH;
}

/* Tab, and the arrows. Returns false if the code moves nobody. */
static bool move(struct seat *s, uint32_t code, struct moment now)
{
    bool tab = code == K_TAB;

    if (!tab && code != COMMAND_LEFT && code != COMMAND_RIGHT)
        return false;
    if (s->count == 1)
        return !tab; /* there it is a blank */
    if (s->pair || s->round.phase != ROUND_TALKING)
        step(s,
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
        seatround_leave(s, now);
    else
        s->ask = endless ? SEAT_ASK_END : SEAT_ASK_LEAVE;
}

static void answer_which(struct seat *s, uint32_t code, struct moment now)
{
    int to = (int)code - '1';

    if (code == K_ESCAPE || code == K_TAB) {
        s->ask = SEAT_ASK_NOTHING;
        return;
    }
    if (code < '1' || to >= s->count) {
        s->bells++;
        return;
    }
    s->ask = SEAT_ASK_NOTHING;
    seatround_move(s, to, now);
}

static void answer(struct seat *s, uint32_t code, struct moment now)
{
    enum seat_ask ask = s->ask;
    bool yes = code == 'y' || code == 'Y';

    if (ask == SEAT_ASK_WHICH) {
        answer_which(s, code, now);
        return;
    }
    if (!yes && code != 'n' && code != 'N' &&
        (code != K_ESCAPE || ask == SEAT_ASK_RESUME)) {
        s->bells++;
        return;
    }
    s->ask = SEAT_ASK_NOTHING;
    if (ask == SEAT_ASK_RESUME) {
        s->resume = yes;
        return;
    }
    if (yes && ask == SEAT_ASK_END)
        seatround_finish(s, now);
    else if (yes)
        seatround_leave(s, now);
}

/* Phases */

static void press_opening(struct seat *s, struct moment now)
{
    if (!seatface_page_on(s))
        round_acknowledge(&s->round, now.round);
}

/* A key of the conversation: whether it may be made the round says, and then the
 * console. The clock begins with the first that was taken. */
static void type(struct seat *s, uint32_t code, struct moment now)
{
    struct console *c = &seat_side(s)->console;
    enum round_key may = round_may_press(&s->round, s->at);

    if (c->question == ASK_NOTHING && !c->scrolled && typing_may_enter(c)) {
        if (may != ROUND_KEY_TAKEN) {
            seat_note(s, true, "%s", round_refusal(may));
            return;
        }
        round_press(&s->round, s->at, now.round);
    }
    console_press(c, code, now);
}

static void press_talking(struct seat *s, uint32_t code, struct moment now)
{
    struct console *c = &seat_side(s)->console;

    if (c->question == ASK_NOTHING && move(s, code, now))
        return;
    if (code == K_RETURN && round_may_go_on(&s->round, s->at)) {
        round_go_on(&s->round, s->at, now.round);
        return;
    }
    if (is_scrolling(code))
        console_press(c, code, now);
    else
        type(s, code, now);
}

/* Everything is there to be read. Returns false if the code is none of that. */
static bool press_reading(struct seat *s, uint32_t code, struct moment now)
{
    if (move(s, code, now))
        return true;
    if (is_scrolling(code))
        console_press(&seat_side(s)->console, code, now);
    return is_scrolling(code);
}

static void press_review(struct seat *s, uint32_t code, struct moment now)
{
    if (press_reading(s, code, now))
        return;
    if (code != K_RETURN || now.tick < s->shut)
        s->bells++;
    else
        round_open_ballot(&s->round, now.round);
}

static enum form_result press_form(struct seat *s, uint32_t code, struct moment now)
{
    return s->lines != NULL ? seatask_press(&s->asking, &s->form, code, now.tick)
                            : form_press(&s->form, code, now.tick);
}

static void press_ballot(struct seat *s, uint32_t code, struct moment now)
{
    switch (press_form(s, code, now)) {
    case FORM_TAKEN:
        break;
    case FORM_REFUSED:
        s->bells++;
        break;
    case FORM_PASSED:
        if (!press_reading(s, code, now))
            s->bells++;
        break;
    case FORM_ASIDE:
        round_close_ballot(&s->round, now.round);
        break;
    case FORM_DONE:
        seatballot_confirmed(s, now);
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
            seatballot_save(s, now);
        break;
    case ROUND_THANKS:
        if (!is_scrolling(code))
            seatround_leave(s, now);
        break;
    case ROUND_OVER:
    case ROUND_LEFT:
        break;
    }
}

void seatkeys_press(struct seat *s, uint32_t code, struct moment now)
{
    s->note[0] = '\0';
    if (code == COMMAND_REDRAW)
        s->redraws++;
    else if (s->ask != SEAT_ASK_NOTHING)
        answer(s, code, now);
    else if (code == COMMAND_LEAVE)
        ask_to_leave(s, now);
    else
        press_in_phase(s, code, now);
}
