#include "judge/seat/seat_side.h"

#include <stdio.h>
#include <string.h>

enum { LATE_KEYS_MS = 3000 }; /* keys made before zero may still arrive */

/* Opening */

int seat_side_open(struct seat_side *side, const struct settings *settings,
    const char *station, const char *name, const char *pane)
{
    int code;

    link_init(&side->caller.link);
    side->past.lock = -1;
    side->settings = *settings;
    side->settings.station = station;
    code = program_open_console(&side->settings, &side->console);
    side->open = code == PROGRAM_GO;
    if (code != PROGRAM_GO || name == NULL)
        return code;
    snprintf(side->name, sizeof(side->name), "%s", name);
    console_set_alias(&side->console, side->name);
    session_keep_open(&side->console.session);
    session_set_pane(&side->console.session, pane);
    return PROGRAM_GO;
}

static bool is_lpp(const struct seat_side *side)
{
    return side->settings.lpp != NULL;
}

void seat_side_hang_up(struct seat_side *side)
{
    if (is_lpp(side))
        lpp_session_close(&side->lpp);
    else
        caller_close(&side->caller);
}

void seat_side_close(struct seat_side *side)
{
    if (!side->open)
        return;
    seat_side_hang_up(side);
    console_end(&side->console, clock_now());
    console_close(&side->console);
    recovery_close(&side->past);
    side->open = false;
}

void seat_side_set_directory(struct seat_side *side, const char *directory)
{
    side->settings.lpp = directory;
}

int seat_side_find(struct seat_side *side)
{
    struct console *c = &side->console;
    char address[SAVED_LOG_ADDRESS_MAX + 1];

    if (!is_lpp(side))
        return caller_open(&side->caller, c, clock_now());
    lppdir_address(side->settings.lpp, address, sizeof(address));
    session_set_address(&c->session, address);
    return 0;
}

bool seat_side_is_named(const struct seat_side *side)
{
    return side->settings.station != NULL || is_lpp(side);
}

void seat_side_set_station(struct seat_side *side, const char *station)
{
    side->settings.station = station;
}

void seat_side_swap(struct seat_side *a, struct seat_side *b)
{
    const char *station = a->settings.station;
    struct recovery past = a->past;

    a->settings.station = b->settings.station;
    b->settings.station = station;
    a->past = b->past;
    b->past = past;
}

void seat_side_call(struct seat_side *side, bool called)
{
    side->called = called;
}

/* The loop */

struct pollfd seat_side_poll(const struct seat_side *side)
{
    if (is_lpp(side))
        return (struct pollfd){.fd = lpp_session_fd(&side->lpp), .events = POLLIN};
    return (struct pollfd){.fd = side->called ? caller_fd(&side->caller) : -1,
        .events = caller_events(&side->caller)};
}

int64_t seat_side_due(const struct seat_side *side, int64_t tick)
{
    const struct console *c = &side->console;
    int64_t due = console_due(c, tick);

    if (is_lpp(side))
        return clock_earlier(due, lpp_session_due(&side->lpp));
    if (!side->called)
        return due;
    return c->anew ? tick : clock_earlier(due, caller_due(&side->caller));
}

void seat_side_step(
    struct seat_side *side, short revents, bool patient, struct moment now)
{
    console_release(&side->console, now);
    caller_set_patient(&side->caller, patient);
    if (side->called && is_lpp(side))
        lpp_session_step(&side->lpp, &side->console, now);
    else if (side->called)
        caller_step(&side->caller, &side->console, revents, now);
    console_tick(&side->console, now);
}

/* Record the last sign of life by the round's clock. */
static void note_life(struct seat_side *side, struct moment now)
{
    if (side->console.session.talk.heard != side->heard)
        side->life = now.round;
    side->heard = side->console.session.talk.heard;
}

enum seat_side_change seat_side_follow(struct seat_side *side, struct moment now)
{
    struct console *c = &side->console;

    note_life(side, now);
    if (c->line == LINE_UP && !c->session.talk.restored && (!side->met || side->lost)) {
        side->met = true;
        side->lost = false;
        return SEAT_SIDE_BACK;
    }
    if (c->line == LINE_LOST && side->met && !side->lost) {
        side->lost = true;
        return SEAT_SIDE_LOST;
    }
    if (!side->called || (c->line != LINE_OVER && c->question != ASK_ANEW))
        return SEAT_SIDE_SAME;
    console_ask(c, ASK_NOTHING);
    side->called = false;
    return SEAT_SIDE_OVER;
}

bool seat_side_has_begun(struct seat_side *side)
{
    const struct console *c = &side->console;

    if (c->session.recorder == NULL ||
        strcmp(side->session, c->session.talk.session) == 0)
        return false;
    snprintf(side->session, sizeof(side->session), "%s", c->session.talk.session);
    return true;
}

void seat_side_leave(struct seat_side *side, int64_t within_ms, struct moment now)
{
    if (side->called)
        console_leave(&side->console, now, within_ms);
}

void seat_side_want(struct seat_side *side, bool wanted)
{
    side->wanted = wanted;
}

/* End a conversation that this end has left. */
static void finish_left(struct seat_side *side, struct moment now)
{
    struct console *c = &side->console;

    if (!c->leaving || c->line != LINE_UP)
        side->deaf = INT64_MAX;
    else if (side->deaf == INT64_MAX)
        side->deaf = now.tick + LATE_KEYS_MS;
    else if (now.tick >= side->deaf)
        console_finish(c, 0);
    if (!c->done)
        return;
    caller_close(&side->caller);
    console_end(c, now);
    console_stay(c);
    side->called = false;
}

/* A new conversation begins after the end of the one before, or after a wait that the
 * judge has given up. */
static void call_wanted(struct seat_side *side)
{
    if (!side->wanted || side->called)
        return;
    side->wanted = false;
    side->called = true;
    if (side->console.line == LINE_OVER || side->caller.state == CALLER_STOPPED)
        console_want_anew(&side->console);
}

void seat_side_finish(struct seat_side *side, struct moment now)
{
    finish_left(side, now);
    call_wanted(side);
}

bool seat_side_is_over(const struct seat_side *side)
{
    return side->console.line == LINE_OVER && !side->called && !side->wanted;
}

void seat_side_see(struct seat_side *side)
{
    if (!side->console.scrolled)
        side->read = side->console.session.page.count;
}

bool seat_side_has_news(const struct seat_side *side)
{
    return side->console.session.page.count > side->read;
}

/* Recovery */

void seat_side_preview(struct seat_side *side)
{
    console_ask(&side->console, ASK_RESUME); /* console_has_page() is then true */
    if (side->past.lock >= 0)
        session_preview(&side->console.session, &side->past.past);
}

void seat_side_end_preview(struct seat_side *side)
{
    console_ask(&side->console, ASK_NOTHING);
    session_forget(&side->console.session);
}

void seat_side_abandon(struct seat_side *side)
{
    if (side->past.lock >= 0)
        program_abandon(&side->console, &side->past);
}

int seat_side_resume(struct seat_side *side, struct terminal *terminal,
    bool keeps_session, struct moment now)
{
    int code = program_resume(&side->console, terminal, &side->past, now);

    if (code != PROGRAM_GO)
        return code;
    side->met = side->lost = side->called;
    if (keeps_session)
        memcpy(side->session, side->past.past.session, sizeof(side->session));
    if (!side->called)
        console_end(&side->console, now);
    return PROGRAM_GO;
}
