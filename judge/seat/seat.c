#include "judge/seat/seat.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

#include "common/console/status.h"
#include "common/program/program.h"
#include "common/system/random.h"

enum { SHUT_MS = 1000 }; /* time for a typing judge to notice the end */

/* State */

struct seat_side *seat_current(struct seat *s)
{
    return &s->sides[s->at];
}

bool seat_has_past(const struct seat *s)
{
    for (int i = 0; i < s->count; i++)
        if (s->sides[i].open && s->sides[i].past.lock >= 0)
            return true;
    return false;
}

const struct caller *seat_failed_caller(const struct seat *s)
{
    for (int i = 0; i < s->count; i++)
        if (s->sides[i].caller.exit_code != 0)
            return &s->sides[i].caller;
    return NULL;
}

unsigned seat_bells(const struct seat *s)
{
    unsigned bells = s->bells;

    for (int i = 0; i < s->count; i++)
        bells += s->sides[i].console.bells;
    return bells;
}

void seat_note(struct seat *s, bool bell, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(s->note, sizeof(s->note), format, arguments);
    va_end(arguments);
    s->bells += bell;
}

void seat_clear_note(struct seat *s)
{
    s->note[0] = '\0';
}

void seat_ring(struct seat *s)
{
    s->bells++;
}

void seat_redraw(struct seat *s)
{
    s->redraws++;
}

void seat_ask(struct seat *s, enum seat_ask ask)
{
    s->ask = ask;
}

void seat_answer_resume(struct seat *s, bool yes)
{
    s->ask = SEAT_ASK_NOTHING;
    s->resume = yes;
}

void seat_follow_question(struct seat *s)
{
    const struct console *c = &s->sides[0].console;

    if (s->lone && s->ask == SEAT_ASK_RESUME && c->question != ASK_RESUME)
        seat_answer_resume(s, c->resume);
}

bool seat_turn_page(struct seat *s)
{
    if (s->page >= s->last_page)
        return false;
    s->page++;
    return true;
}

void seat_set_last_page(struct seat *s, int last)
{
    s->last_page = last;
    if (s->page > last)
        s->page = last;
}

void seat_set_pipe(struct seat *s, const struct seat_pipe *pipe)
{
    s->pipe = pipe;
}

/* Setup */

void seat_init(struct seat *s, struct settings *settings, struct terminal *terminal)
{
    s->settings = settings;
    s->terminal = terminal;
    s->count = settings->station_count > 0 ? settings->station_count : 1;
    s->lone = s->count == 1 && settings->minutes == 0 && !settings->ballot;
    s->pair = s->count == SEAT_PAIR && settings->book->terminals == 2;
    seat_ballot_init(
        &s->ballot, settings, s->sides, s->count, s->pair ? &s->draw : NULL);
}

static int open_side(struct seat *s, int i)
{
    char name[SEAT_NAME_SIZE] = "TERMINAL";

    if (s->pair)
        snprintf(name, sizeof(name), "%s", i == 0 ? "LEFT" : "RIGHT");
    else if (s->count > 1)
        snprintf(name, sizeof(name), "TERMINAL %d", i + 1);
    return seat_side_open(&s->sides[i], s->settings,
        s->count > 1 ? s->settings->stations[i] : s->settings->station,
        s->lone ? NULL : name,
        !s->pair ? NULL
        : i == 0 ? "left"
                 : "right");
}

int seat_open_sides(struct seat *s)
{
    int code = PROGRAM_GO;

    for (int i = 0; i < s->count && code == PROGRAM_GO; i++)
        code = open_side(s, i);
    return code;
}

int seat_find_stations(struct seat *s)
{
    for (int i = 0; i < s->count; i++) {
        struct seat_side *side = &s->sides[i];
        if (seat_side_find(side) < 0)
            return program_stop(s->settings, s->terminal, side->caller.exit_code, "%s",
                side->caller.error);
        for (int k = 0; k < i; k++)
            if (strcmp(s->sides[k].console.session.address,
                    side->console.session.address) == 0)
                return program_stop(s->settings, s->terminal, EX_USAGE,
                    "%s and %s are one station: name each station once",
                    s->sides[k].settings.station, side->settings.station);
    }
    return PROGRAM_GO;
}

int seat_swap(struct seat *s)
{
    seat_side_swap(&s->sides[0], &s->sides[1]);
    return seat_find_stations(s);
}

/* Source: rules/2009.txt, 3. */
static int draw_pair(struct seat *s)
{
    char chance[SIDE_DRAW_CHANCE_DIGITS + 1];

    if (random_hex(chance, SIDE_DRAW_CHANCE_DIGITS) < 0 ||
        side_draw_sides(&s->draw, s->sides[0].console.session.address,
            s->sides[1].console.session.address, chance) < 0)
        return program_stop(s->settings, s->terminal, EX_OSERR,
            "%s: the sides cannot be drawn: start again", strerror(errno));
    return s->draw.swapped ? seat_swap(s) : PROGRAM_GO;
}

int seat_draw(struct seat *s, bool drawn)
{
    int code = s->pair && !drawn ? draw_pair(s) : PROGRAM_GO;

    if (!s->pair || code != PROGRAM_GO)
        return code;
    commitment_make(s->draw.text, s->draw.nonce, s->commitment);
    for (int i = 0; i < SEAT_PAIR; i++)
        session_set_draw(&s->sides[i].console.session, s->commitment);
    return PROGRAM_GO;
}

bool seat_recall_draw(struct seat *s, const char *nonce, const char *commitment)
{
    if (side_draw_recall(&s->draw, s->sides[0].console.session.address,
            s->sides[1].console.session.address, nonce) < 0)
        return false;
    return commitment_holds(commitment, s->draw.text, s->draw.nonce);
}

void seat_start(struct seat *s)
{
    round_start(&s->round, s->settings->book, s->count, s->settings->minutes,
        clock_now().round);
}

void seat_write_opening(struct seat *s)
{
    const struct rulebook *book = s->settings->book;
    int minutes = s->settings->minutes;
    struct opening_screen_about about = {
        .book = book,
        .title = s->settings->title,
        .stations = s->count,
        .in_turn = s->pair && book->minutes_each > 0,
        .plain = terminal_is_plain(s->terminal),
        .piped = s->terminal->from_pipe,
    };

    if (minutes == 0)
        minutes = about.in_turn ? book->minutes_each : book->minutes;
    about.minutes = minutes;
    opening_screen_write(&s->opening, &about);
}

void seat_resume_at(struct seat *s, int at, struct moment now)
{
    s->shut = now.tick;
    if (s->pair)
        return;
    seat_side_call(seat_current(s), false);
    s->at = at;
    seat_side_call(seat_current(s), true);
}

/* Links */

static void follow_link(struct seat *s, int i, struct moment now)
{
    struct seat_side *side = &s->sides[i];
    bool ends_pane = s->pair || s->round.clock_ms > 0 || s->count == 1;

    switch (seat_side_follow(side, now)) {
    case SEAT_SIDE_SAME:
        break;
    case SEAT_SIDE_BACK:
        round_link_back(&s->round, i, now.round);
        break;
    case SEAT_SIDE_LOST:
        round_link_lost(&s->round, i, side->life, now.round);
        break;
    case SEAT_SIDE_OVER:
        if (ends_pane && !side->console.leaving)
            round_end_pane(&s->round, i, now.round);
        break;
    }
}

/* The key log of each side of a pair has the nonce of the draw. */
static void follow_session(struct seat *s, struct seat_side *side)
{
    char note[sizeof("nonce ") + SIDE_DRAW_NONCE_DIGITS];

    if (!seat_side_has_begun(side) || !s->pair)
        return;
    snprintf(note, sizeof(note), "nonce %s", s->draw.nonce);
    session_note(&side->console.session, note, 0);
}

/* News of the round */

static void end_side(struct seat_side *side, struct moment now)
{
    if (!side->console.leaving)
        seat_side_leave(side, CONVERSATION_BYE_MS, now);
}

static void note_clock(struct seat *s, int pane)
{
    char note[ROUND_NOTE_SIZE];

    if (round_note(&s->round, pane, note) > 0)
        session_note(&s->sides[pane].console.session, note, 0);
}

static const char *pane_name(const struct seat *s, int pane)
{
    return pane >= 0 && s->count > 1 ? s->sides[pane].name : "";
}

/* Time without a link, before or after the clock has started. */
static void tell_given_back(struct seat *s, const struct round_news *news)
{
    seat_note(s, true, "%s%s%d s given back (no link)", pane_name(s, news->pane),
        s->count > 1 ? ": " : "", (int)((news->ms + 999) / 1000));
}

static void open_review(struct seat *s, struct moment now)
{
    seat_clear_note(s);
    s->shut = now.tick + SHUT_MS;
    seat_ring(s);
}

static void take_news(struct seat *s, const struct round_news *news, struct moment now)
{
    switch (news->event) {
    case ROUND_GIVEN_BACK:
        tell_given_back(s, news);
        break;
    case ROUND_LAST_MINUTE:
        seat_note(s, true, "%s",
            s->pair && s->settings->book->minutes_each == 0 ? "One minute left"
                                                            : "One minute left here");
        break;
    case ROUND_STOPPED:
        seat_clear_note(s); /* the status line names the key to press */
        seat_ring(s);
        break;
    case ROUND_TIME_UP:
        if (news->pane == s->at)
            seat_clear_note(s); /* it concerned the talk */
        end_side(&s->sides[news->pane], now);
        break;
    case ROUND_UNLOCKED:
        s->at = news->pane;
        seat_note(
            s, true, "Time is up there: now talk to %s", pane_name(s, news->pane));
        break;
    case ROUND_REVIEW_BEGINS:
        open_review(s, now);
        break;
    case ROUND_REVIEW_LAST_MINUTE:
        seat_note(s, true, "One minute left to fill in the ballot");
        break;
    case ROUND_REVIEW_UP:
        seat_note(s, true, "Time is up: confirm your ballot");
        break;
    case ROUND_CHANGE_UP:
        seat_note(s, true, "The next round is due");
        break;
    case ROUND_NOTE_DUE:
        note_clock(s, news->pane);
        break;
    case ROUND_BEGUN: /* ROUND_NOTE_DUE comes with it */
    case ROUND_EVENTS:
        break;
    }
}

/* The end of the round */

/* There is no round without one of its stations. Before the first key the others get a
 * goodbye, so that none keeps its place for this judge. Returns whether one of them has
 * not answered it yet. */
static bool is_taking_leave(struct seat *s, struct moment now)
{
    bool waits = false;

    for (int i = 0; i < s->count && s->round.phase == ROUND_OPENING; i++) {
        struct seat_side *side = &s->sides[i];
        bool answers = side->caller.state == CALLER_GREETING;

        if (!side->called || side->caller.exit_code != 0)
            continue;
        if (!answers && !side->console.leaving)
            seat_side_leave(side, SEAT_BYE_MS, now);
        waits = waits || answers || !side->console.done;
    }
    return waits;
}

static void follow_done(struct seat *s, struct moment now)
{
    bool over = s->round.phase == ROUND_OVER || s->round.phase == ROUND_LEFT;

    for (int i = 0; i < s->count; i++)
        over = over && !s->sides[i].called;
    over = over || (seat_failed_caller(s) != NULL && !is_taking_leave(s, now));
    s->done = s->done || over;
}

/* The judge's turn clears the note: the status line shows the turn instead. */
static void follow_turn(struct seat *s)
{
    const struct prompt *p = &seat_current(s)->console.session.talk.prompt;
    bool own = p->turns && p->turn == SIDE_JUDGE;

    if (own && !s->own_turn)
        seat_clear_note(s);
    s->own_turn = own;
}

/* One conversation ends with its console. A script is not asked whether to start anew.
 */
static void follow_lone(struct seat *s)
{
    struct seat_side *side = &s->sides[0];
    const struct console *c = &side->console;
    bool over = c->line == LINE_OVER || c->question == ASK_ANEW;

    if (s->terminal->from_pipe && over && !c->leaving && s->settings->lpp == NULL)
        caller_cut_short(&side->caller, &side->console);
    s->done = s->done || c->done;
}

void seat_follow(struct seat *s, struct moment now)
{
    struct round_news news;

    if (s->lone) {
        follow_lone(s);
        return;
    }
    follow_turn(s);
    for (int i = 0; i < s->count; i++) {
        follow_session(s, &s->sides[i]);
        follow_link(s, i, now);
    }
    while (round_take_news(&s->round, &news))
        take_news(s, &news, now);
    for (int i = 0; i < s->count; i++) {
        console_set_left(&s->sides[i].console, round_left(&s->round, i), now);
        seat_side_finish(&s->sides[i], now);
    }
    follow_done(s, now);
}

/* The judge's decisions */

void seat_move(struct seat *s, int to, struct moment now)
{
    struct seat_side *from = seat_current(s);

    if (to == s->at)
        return;
    s->at = to;
    seat_clear_note(s);
    if (s->pair || s->round.phase != ROUND_TALKING)
        return;
    seat_side_leave(from, SEAT_BYE_MS, now);
    if (round_may_press(&s->round, to) == ROUND_KEY_OVER)
        return;
    seat_side_want(from, false);
    seat_side_want(&s->sides[to], true);
    round_visit(&s->round, to, now.round);
}

void seat_end_talk(struct seat *s, struct moment now)
{
    for (int i = 0; i < s->count; i++) {
        end_side(&s->sides[i], now);
        round_end_pane(&s->round, i, now.round);
    }
}

void seat_save(struct seat *s, struct moment now)
{
    if (!seat_ballot_append(&s->ballot, now)) {
        seat_ring(s);
        return;
    }
    round_saved(&s->round, now.round);
    for (int i = 0; i < s->count; i++)
        session_end_records(&s->sides[i].console.session);
}

void seat_confirm(struct seat *s, struct moment now)
{
    if (!seat_ballot_confirm(&s->ballot, now)) {
        if (s->ballot.error != 0)
            seat_note(s, true, "Not saved yet (%s): fill in the ranks meanwhile",
                status_error(s->ballot.error));
    } else if (round_confirm(&s->round, now.round))
        seat_save(s, now);
}

/* The round is over, or left: end its conversations accordingly. */
static void leave_sides(struct seat *s, struct moment now)
{
    for (int i = 0; i < s->count; i++) {
        struct seat_side *side = &s->sides[i];
        if (s->round.phase == ROUND_LEFT)
            console_suspend(&side->console);
        else if (s->round.phase == ROUND_OVER) {
            session_end_records(&side->console.session);
            seat_side_leave(side, SEAT_BYE_MS, now);
        }
    }
}

void seat_leave(struct seat *s, struct moment now)
{
    if (!round_quit(&s->round, now.round))
        seat_note(s, true, "The ballot is not saved yet: Return tries again");
    else
        leave_sides(s, now);
}

static void hang_up_lone(struct seat *s, struct moment now)
{
    struct console *c = &s->sides[0].console;

    if (!c->leaving || c->leave_by > now.tick + SEAT_BYE_MS)
        console_hang_up(c, now, SEAT_BYE_MS);
    s->done = s->done || c->done;
}

void seat_hang_up(struct seat *s, struct moment now)
{
    if (s->lone) {
        hang_up_lone(s, now);
        return;
    }
    if (s->hung_up)
        return;
    s->hung_up = true;
    if (round_hang_up(&s->round, now.round))
        leave_sides(s, now);
    s->done = s->done || s->ask == SEAT_ASK_RESUME || s->round.phase == ROUND_LEFT ||
              s->round.phase == ROUND_SAVING;
}
