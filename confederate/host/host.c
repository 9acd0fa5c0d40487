#include "confederate/host/host.h"

#include <stdio.h>

/* Events of the console */

static void hear_change(void *owner, bool begins)
{
    struct host *h = owner;

    h->partner->present = begins;
    judge_turn_forget(&h->heard);
    h->partner->operations->forget(
        h->partner, begins ? PARTNER_BEGINS : PARTNER_ENDS, h->tick);
    h->partner->state = PARTNER_LISTENING;
}

static void hear_event(void *owner, const struct event *event)
{
    struct host *h = owner;

    judge_turn_event(&h->heard, event);
    if (event->side == SIDE_JUDGE && h->partner->operations->hear != NULL)
        h->partner->operations->hear(h->partner, event);
}

static int open_partner(struct host *h, struct console *c, int64_t tick)
{
    const struct settings *s = c->settings;

    if (s->doctor) {
        doctor_partner_open(&h->memory.doctor, c);
        h->partner = &h->memory.doctor.partner;
        return 0;
    }
    if (s->lpp != NULL) {
        h->partner = &h->memory.lpp.partner;
        return lpp_partner_open(&h->memory.lpp, c, tick);
    }
    h->partner = &h->memory.program.partner;
    return program_partner_open(&h->memory.program, c, &h->unable);
}

int host_open(struct host *h, struct console *c, int64_t tick)
{
    h->unable = false;
    h->tick = tick;
    judge_turn_init(&h->heard, c->settings->book);
    if (open_partner(h, c, tick) < 0)
        return -1;
    session_listen(&c->session, (struct session_listener){hear_event, hear_change, h});
    return 0;
}

void host_close(struct host *h)
{
    if (h->partner->operations->close != NULL)
        h->partner->operations->close(h->partner);
}

/* Typing */

static void type_answer(struct host *h, struct console *c, struct moment now)
{
    typing_hand_turn(&c->typing, h->partner->keys, h->partner->length, now.tick);
    h->partner->state = PARTNER_TYPED;
}

static void type_greeting(struct host *h, struct console *c, struct moment now)
{
    char greeting[CONSOLE_TEXT_SIZE], keys[CONSOLE_TEXT_SIZE + 1];

    console_greeting(c, greeting);
    typing_hand_turn(&c->typing, keys,
        (size_t)snprintf(keys, sizeof(keys), "%s\r", greeting), now.tick);
    h->partner->state = PARTNER_TYPED;
}

/* The judge stops the turn: finish the line begun, and drop the rest of the answer. */
static void stop_answer(struct host *h, struct console *c, struct moment now)
{
    judge_turn_clear_stop(&h->heard);
    h->partner->operations->forget(h->partner, PARTNER_STOPPED, now.tick);
    if (h->partner->state == PARTNER_LISTENING)
        return;
    typing_stop(&c->typing, now.tick);
    h->partner->state = PARTNER_TYPED;
}

/* After a crash */

static void end_answer(struct host *h, struct console *c)
{
    h->partner->state = PARTNER_TYPED;
    console_trouble(c, "After a crash: this reply ends here");
}

/* The record of a resumed conversation has been heard. An answer that was interrupted
 * ends with the line begun. */
static void go_live(struct host *h, struct console *c, struct moment now)
{
    const struct prompt_line *line = &c->session.talk.prompt.line[SIDE_OTHER];
    bool answering = judge_turn_go_live(&h->heard);

    if (h->heard.turns) {
        if (!answering)
            return;
        typing_stop(&c->typing, now.tick);
        end_answer(h, c);
    } else if (!c->typing.pace.going && !prompt_is_blank(line->text, line->length)) {
        typing_end_line(&c->typing, now.tick);
        end_answer(h, c);
    }
}

/* The turn of the loop */

/* The judge's turn is over: greet a new judge, or ask the partner. */
static void take_turn(struct host *h, struct console *c, struct moment now)
{
    bool greeting = h->heard.new_judge;
    size_t length = judge_turn_take(&h->heard, c->settings->line_turns, h->turn);

    if (greeting) {
        h->partner->operations->forget(h->partner, PARTNER_NEW_JUDGE, now.tick);
        type_greeting(h, c, now);
        return;
    }
    h->partner->state = PARTNER_ASKED;
    h->partner->operations->ask(h->partner, h->turn, length, now);
}

/* Whether a turn of the judge is to be answered now. */
static bool has_turn(const struct host *h, const struct console *c)
{
    return h->heard.turn_over && !c->session.talk.restored &&
           (h->heard.turns || h->partner->state == PARTNER_LISTENING);
}

/* Whether the console has typed the whole answer. */
static bool is_typed(const struct host *h)
{
    const struct console *c = h->partner->console;

    if (h->partner->state != PARTNER_TYPED)
        return false;
    return h->heard.turns ? c->session.talk.prompt.turn == SIDE_JUDGE
                          : !c->typing.pace.going;
}

static bool may_go_live(const struct host *h, const struct console *c)
{
    return h->partner->present && !h->heard.live && !c->session.talk.restored;
}

static bool has_stop(const struct host *h, const struct console *c)
{
    return h->heard.stop && !c->session.talk.restored;
}

void host_step(struct host *h, struct console *c,
    const struct pollfd fds[static HOST_FDS], struct moment now)
{
    h->tick = now.tick;
    if (may_go_live(h, c))
        go_live(h, c, now);
    if (is_typed(h))
        h->partner->state = PARTNER_LISTENING;
    if (has_turn(h, c))
        take_turn(h, c, now);
    if (has_stop(h, c))
        stop_answer(h, c, now);
    if (h->partner->operations->step(h->partner, fds, now) &&
        h->partner->state == PARTNER_ASKED)
        type_answer(h, c, now);
    if (is_typed(h))
        h->partner->state = PARTNER_LISTENING;
}

void host_fds(const struct host *h, int64_t tick, struct pollfd fds[static HOST_FDS])
{
    for (int i = 0; i < HOST_FDS; i++)
        fds[i] = (struct pollfd){.fd = -1, .events = POLLIN};
    if (h->partner->operations->fds != NULL)
        h->partner->operations->fds(h->partner, tick, fds);
}

int64_t host_due(const struct host *h, const struct console *c, int64_t tick)
{
    if (has_turn(h, c) || has_stop(h, c) || may_go_live(h, c) || is_typed(h))
        return 0;
    return h->partner->operations->due != NULL
               ? h->partner->operations->due(h->partner, tick)
               : INT64_MAX;
}
