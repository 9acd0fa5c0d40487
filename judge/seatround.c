#include "seatround.h"

#include <stdio.h>
#include <string.h>

#include "clockface.h"
#include "seatballot.h"

enum {
    BYE_MS = 2000,        /* how long a bye may take when the judge waits for its end */
    ON_THE_WAY_MS = 3000, /* keys made before zero may still come */
    SHUT_MS = 1000 /* who is typing when the time is up needs so long to see it */
};

/* The links */

static bool is_over(const struct seat_side *side)
{
    const struct console *c = &side->console;

    return c->line == LINE_OVER || c->question == ASK_ANEW;
}

/* Its last sign of life, by the round's clock. */
static void note_life(struct seat_side *side, struct moment now)
{
    if (side->console.talk.heard != side->heard)
        side->life = now.round;
    side->heard = side->console.talk.heard;
}

static void follow_link(struct seat *s, int i, struct moment now)
{
    struct seat_side *side = &s->sides[i];
    struct console *c = &side->console;

    if (c->line == LINE_UP && !c->talk.restored && (!side->met || side->lost)) {
        round_link_back(&s->round, i, now.round);
        side->met = true;
        side->lost = false;
    } else if (c->line == LINE_LOST && side->met && !side->lost) {
        round_link_lost(&s->round, i, side->life, now.round);
        side->lost = true;
    } else if (side->called && is_over(side)) {
        /* The station has left, or forgotten: this side is over. */
        c->question = ASK_NOTHING;
        if (!c->leaving && (s->pair || s->round.clock_ms > 0 || s->count == 1))
            round_end_pane(&s->round, i, now.round);
        side->called = false;
    }
}

/* A conversation that this end has left is over. A far end that goes on as if its time
 * were not up is not listened to for long. */
static void follow_end(struct seat_side *side, struct moment now)
{
    struct console *c = &side->console;

    if (!c->leaving || c->line != LINE_UP)
        side->deaf = INT64_MAX;
    else if (side->deaf == INT64_MAX)
        side->deaf = now.tick + ON_THE_WAY_MS;
    else if (now.tick >= side->deaf)
        c->done = true;
    if (!c->done)
        return;
    caller_close(&side->caller);
    console_end(c, now);
    c->done = c->leaving = c->talk.leaving = false;
    side->called = false;
}

/* What the record and the far end are told of it. */
static void follow_session(struct seat *s, struct seat_side *side)
{
    const struct console *c = &side->console;
    char note[sizeof("nonce ") + DRAW_NONCE_DIGITS];

    if (c->recorder == NULL || strcmp(side->session, c->talk.session) == 0)
        return;
    snprintf(side->session, sizeof(side->session), "%s", c->talk.session);
    if (s->pair) {
        snprintf(note, sizeof(note), "nonce %s", s->draw.nonce);
        console_record(&side->console, note);
    }
}

/* The clock's news */

static void end_talk(struct seat_side *side, struct moment now)
{
    if (side->called && !side->console.leaving)
        console_leave(&side->console, now, CONVERSATION_BYE_MS);
}

static void note_clock(struct seat *s, int pane)
{
    char note[ROUND_NOTE_SIZE];

    if (round_note(&s->round, pane, note) > 0)
        console_record(&s->sides[pane].console, note);
}

static const char *where(const struct seat *s, int pane)
{
    return pane >= 0 && s->count > 1 ? s->sides[pane].name : "";
}

/* Of a link that was lost, or that came after the clock had begun. */
static void tell_given_back(struct seat *s, const struct round_news *news)
{
    seat_note(s, true, "%s%s%d s given back (no link)", where(s, news->pane),
        s->count > 1 ? ": " : "", (int)((news->ms + 999) / 1000));
}

static void take_news(struct seat *s, const struct round_news *news, struct moment now)
{
    switch (news->what) {
    case ROUND_GIVEN_BACK:
        tell_given_back(s, news);
        break;
    case ROUND_LAST_MINUTE:
        if (s->pair && s->settings->book->minutes_each == 0)
            seat_note(s, true, "The last minute");
        else
            seat_note(s, true, "The last minute here");
        break;
    case ROUND_STOPPED:
        s->note[0] = '\0'; /* the bottom line says what may be done */
        s->bells++;
        break;
    case ROUND_TIME_UP:
        if (news->pane == s->at)
            s->note[0] = '\0'; /* it was about the talk */
        end_talk(&s->sides[news->pane], now);
        break;
    case ROUND_UNLOCKED:
        s->at = news->pane;
        seat_note(s, true, "Time is up there: you begin at %s", where(s, news->pane));
        break;
    case ROUND_REVIEW_BEGINS:
        s->note[0] = '\0'; /* it was about the talk */
        s->shut = now.tick + SHUT_MS;
        s->bells++;
        break;
    case ROUND_REVIEW_LAST_MINUTE:
        seat_note(s, true, "The last minute to fill in the ballot");
        break;
    case ROUND_REVIEW_UP:
        seat_note(s, true, "The time is over: confirm your ballot");
        break;
    case ROUND_CHANGE_UP:
        seat_note(s, true, "The next round is due");
        break;
    case ROUND_NOTE_DUE:
        note_clock(s, news->pane);
        break;
    case ROUND_BEGUN: /* its note is due, and so tells it */
    case ROUND_WHATS:
        break;
    }
}

/* The judge has come to a terminal: a conversation begins there, when the one before it
 * is over, or the wait for one was given up. */
static void call_wanted(struct seat_side *side)
{
    if (!side->wanted || side->called)
        return;
    side->wanted = false;
    side->called = true;
    side->console.anew =
        side->console.line == LINE_OVER || side->caller.state == CALLER_STOPPED;
}

static bool is_refused(const struct seat *s)
{
    for (int i = 0; i < s->count; i++)
        if (s->sides[i].caller.exit_code != 0)
            return true;
    return false;
}

/* There is no round without one of its stations. Where nothing was said yet the others
 * are told so: none is to keep its place for a judge who has gone. Returns whether one
 * of them is still to hear it. */
static bool is_taking_leave(struct seat *s, struct moment now)
{
    bool waits = false;

    for (int i = 0; i < s->count && s->round.phase == ROUND_OPENING; i++) {
        struct seat_side *side = &s->sides[i];
        bool answers = side->caller.state == CALLER_GREETING;

        if (!side->called || side->caller.exit_code != 0)
            continue;
        if (!answers && !side->console.leaving)
            console_leave(&side->console, now, BYE_MS);
        waits = waits || answers || !side->console.done;
    }
    return waits;
}

/* Where nobody need wait any longer the round is left. */
static void follow_done(struct seat *s, struct moment now)
{
    bool over = s->round.phase == ROUND_OVER || s->round.phase == ROUND_LEFT;

    for (int i = 0; i < s->count; i++)
        over = over && !s->sides[i].called;
    over = over || (is_refused(s) && !is_taking_leave(s, now));
    s->done = s->done || over;
}

/* When it comes to be the judge's turn that is what is to be read, and no older note.
 */
static void follow_turn(struct seat *s)
{
    const struct prompt *p = &seat_side(s)->console.talk.prompt;
    bool own = p->turns && p->turn == SIDE_JUDGE;

    if (own && !s->own_turn)
        s->note[0] = '\0';
    s->own_turn = own;
}

void seatround_follow(struct seat *s, struct moment now)
{
    struct round_news news;

    follow_turn(s);

    for (int i = 0; i < s->count; i++) {
        struct seat_side *side = &s->sides[i];
        note_life(side, now);
        follow_session(s, side);
        follow_link(s, i, now);
    }
    while (round_take_news(&s->round, &news))
        take_news(s, &news, now);
    for (int i = 0; i < s->count; i++) {
        clockface_set(&s->sides[i].console, round_left(&s->round, i), now);
        follow_end(&s->sides[i], now);
        call_wanted(&s->sides[i]);
    }
    follow_done(s, now);
}

/* The judge moves */

void seatround_move(struct seat *s, int to, struct moment now)
{
    struct seat_side *from = seat_side(s), *there = &s->sides[to];

    if (to == s->at)
        return;
    s->at = to;
    s->note[0] = '\0';
    if (s->pair || s->round.phase != ROUND_TALKING)
        return;
    if (from->called)
        console_leave(&from->console, now, BYE_MS);
    if (round_may_press(&s->round, to) == ROUND_KEY_OVER)
        return;
    from->wanted = false;
    there->wanted = true;
    round_visit(&s->round, to, now.round);
}

void seatround_finish(struct seat *s, struct moment now)
{
    for (int i = 0; i < s->count; i++) {
        end_talk(&s->sides[i], now);
        round_end_pane(&s->round, i, now.round);
    }
}

/* The round is over, or left: so are its conversations. */
static void leave_sides(struct seat *s, struct moment now)
{
    for (int i = 0; i < s->count; i++) {
        struct seat_side *side = &s->sides[i];
        if (s->round.phase == ROUND_LEFT) {
            side->console.suspended = true;
            side->console.done = true;
        } else if (s->round.phase == ROUND_OVER) {
            console_settle(&side->console);
            if (side->called)
                console_leave(&side->console, now, BYE_MS);
        }
    }
}

void seatround_leave(struct seat *s, struct moment now)
{
    if (round_quit(&s->round, now.round) == ROUND_QUIT_REFUSED)
        seat_note(s, true, "It is not safe yet: Return tries again");
    else
        leave_sides(s, now);
}

void seatround_hang_up(struct seat *s, struct moment now)
{
    if (s->hung_up)
        return;
    s->hung_up = true;
    if (round_hang_up(&s->round, now.round) != ROUND_QUIT_REFUSED)
        leave_sides(s, now);
    s->done = s->done || s->round.phase == ROUND_LEFT || s->round.phase == ROUND_SAVING;
}
