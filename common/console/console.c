#include "common/console/console.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    SECOND_MS = 1000,
    SAFE_MS = 20,   /* between two looks whether a finished record is on the disk */
    AGAIN_MS = 100, /* from a key without memory to the next try */
};

/* Listeners of the session */

static void follow_typing(void *owner, bool begins)
{
    (void)begins;
    typing_forget(owner);
}

static void follow_change(void *owner, bool begins)
{
    struct console *c = owner;

    judge_clock_init(&c->clock);
    if (!begins)
        return;
    c->scrolled = false;
    console_clear_note(c);
    if (c->paused)
        session_note(&c->session, "paused", 0); /* from its start */
}

int console_init(struct console *c, const struct settings *settings, enum side self)
{
    *c = (struct console){.settings = settings, .self = self};
    c->line = self == SIDE_JUDGE ? LINE_CONNECTING : LINE_WAITING;
    judge_clock_init(&c->clock);
    if (session_init(&c->session, settings, self) < 0)
        return -1;
    session_listen(&c->session,
        (struct session_listener){typing_event, follow_typing, &c->typing});
    session_listen(&c->session, (struct session_listener){NULL, follow_change, c});
    return typing_init(&c->typing, settings, &c->session.talk);
}

void console_close(struct console *c)
{
    session_close(&c->session);
}

void console_set_where(struct console *c, const char *where)
{
    snprintf(c->where, sizeof(c->where), "%s", where);
}

void console_set_alias(struct console *c, const char *name)
{
    c->alias = name;
}

void console_show_program(struct console *c, const struct program_status *status)
{
    c->program = status;
}

void console_set_size(struct console *c, size_t width, size_t height)
{
    c->width = width;
    c->height = height;
}

int console_restore(struct console *c, const struct saved_log *past, const char *name,
    struct moment now)
{
    if (session_restore(&c->session, past, name, now) < 0)
        return -1;
    console_set_line(c, LINE_LOST, now);
    return 0;
}

bool console_has_page(const struct console *c)
{
    return c->session.conversations > 0 || c->question == ASK_RESUME;
}

/* Notes and questions */

void console_note(struct console *c, bool bell, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(c->note, sizeof(c->note), format, arguments);
    va_end(arguments);
    c->trouble = false;
    c->bells += bell;
}

void console_trouble(struct console *c, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(c->note, sizeof(c->note), format, arguments);
    va_end(arguments);
    c->trouble = true;
    c->bells++;
}

void console_clear_note(struct console *c)
{
    c->note[0] = '\0';
}

void console_ask(struct console *c, enum console_question question)
{
    c->question = question;
}

/* Keys of both sides */

/* Whether this side has the turn; after a crash only when the far end is back. */
static bool has_turn(const struct console *c)
{
    const struct session *s = &c->session;

    return s->recorder != NULL && !c->leaving && !s->talk.restored &&
           prompt_may_type(&s->talk.prompt, c->self);
}

bool console_may_type(const struct console *c)
{
    return has_turn(c) && !c->paused && !c->clock.stopped;
}

/* No conversation: say why. */
static const char *missing_conversation(const struct console *c)
{
    static const char *const why[] = {
        [LINE_WAITING] = "No judge is there",
        [LINE_CONNECTING] = "Not connected yet",
        [LINE_BUSY] = "The station is still busy",
        [LINE_OVER] = "The conversation is over: ^D leaves",
    };

    return why[c->line];
}

static const char *refusal_note(const struct console *c, enum refusal why)
{
    switch (why) {
    case REFUSED_TURN:
        if (c->self == SIDE_JUDGE)
            return "Not yet: the other is replying";
        return c->session.talk.prompt.turns ? "Not yet: the judge is typing"
                                            : "Not yet: the judge begins";
    case REFUSED_FULL:
        return "The line is full: press Return";
    case REFUSED_NOTHING:
        return "Nothing to erase on this line";
    case REFUSED_ALPHABET:
        return typing_alphabet(&c->typing);
    }
    return "";
}

/* Whether a stopped turn ends by itself: keys are released by the scheduler. */
static bool ends_itself(const struct console *c)
{
    return typing_is_drafted(&c->typing) || c->settings->program == PROGRAM_ENTRY;
}

static void note_event(struct console *c, const struct event *event)
{
    bool judge = c->self == SIDE_JUDGE;

    if (event->kind == EV_NO_JUDGE && judge)
        console_note(c, false, "A judge number is two digits: @@04");
    else if (event->kind == EV_JUDGE && !judge)
        console_note(c, true, "Judge %02u has sat down%s", event->judge,
            c->settings->program == PROGRAM_CONFEDERATE ? ": F2 greets" : "");
    else if (event->kind == EV_STOP && !judge)
        console_note(c, true, "%s",
            ends_itself(c) ? "The judge has stopped this turn"
                           : "The judge asks: end this turn now");
}

static void note_events(struct console *c, const struct event *events, int count)
{
    for (int i = 0; i < count && !c->session.talk.restored; i++)
        note_event(c, &events[i]);
}

static void watch_clock(struct console *c, struct moment now)
{
    switch (judge_clock_watch(&c->clock, now)) {
    case COUNTDOWN_SILENT:
        break;
    case COUNTDOWN_LAST_MINUTE:
        console_note(c, true, "The last minute has begun");
        break;
    case COUNTDOWN_OVER:
        console_note(c, true, "The time is up");
        break;
    }
}

void console_set_left(struct console *c, int64_t left, struct moment now)
{
    if (c->self == SIDE_JUDGE)
        conversation_set_left(&c->session.talk, left);
    judge_clock_set(&c->clock, left, now);
    watch_clock(c, now);
}

static int refuse_key(struct console *c, const char *why)
{
    if (why != NULL)
        console_note(c, true, "%s", why);
    return -1;
}

int console_type(struct console *c, uint32_t code, struct moment now)
{
    struct event events[PROMPT_EVENTS_MAX];
    int count;

    if (c->session.recorder == NULL || c->leaving)
        return refuse_key(c, missing_conversation(c));
    if (c->session.talk.restored)
        return refuse_key(c, "Waiting for the other side");
    watch_clock(c, now);
    if (c->clock.stopped)
        return refuse_key(c, judge_clock_refusal(&c->clock, c->self));
    if (session_reserve(&c->session) < 0)
        return refuse_key(c, errno == EOVERFLOW
                                 ? "This conversation can grow no more: end it"
                                 : "Out of memory: this key was not typed");
    count = session_type(&c->session, code, now, events);
    if (count > 0 && events[0].kind == EV_REFUSED)
        return refuse_key(c, refusal_note(c, events[0].why));
    note_events(c, events, count);
    return 0;
}

/* A note about a turn goes when the turn changes; without turns, at each Return. */
static void outdate_note(struct console *c, enum side turn, bool begun, uint32_t code)
{
    const struct prompt *p = &c->session.talk.prompt;

    if (!c->trouble &&
        (p->turn != turn || p->begun != begun || (!p->turns && code == K_RETURN)))
        console_clear_note(c);
}

int console_take(struct console *c, const struct key *key, struct moment now)
{
    struct event events[PROMPT_EVENTS_MAX];
    const struct conversation *talk = &c->session.talk;
    enum side turn = talk->prompt.turn;
    bool begun = talk->prompt.begun;
    size_t held = talk->count;
    int count = session_take(&c->session, key, now.wall, events);

    if (count < 0)
        return -1;
    if (talk->count > held)
        outdate_note(c, turn, begun, key->code);
    note_events(c, events, count);
    return 0;
}

/* Keys of a person and of the scheduler */

bool console_may_enter(const struct console *c)
{
    return console_may_type(c) &&
           (!typing_is_drafted(&c->typing) || typing_has_room(&c->typing));
}

/* Returns 0 if the draft took the key; or -1 with a note. */
static int draft_key(struct console *c, uint32_t code, struct moment now)
{
    const struct draft *d = &c->typing.draft;

    switch (typing_press(&c->typing, code, now.tick)) {
    case DRAFT_TAKEN:
    case DRAFT_LINE:
    case DRAFT_TURN:
        break;
    case DRAFT_FULL:
        return refuse_key(c, d->length + 2 < DRAFT_MAX
                                 ? "The line is full: press Return"
                                 : "The draft is full: Return twice sends");
    case DRAFT_NOTHING:
        return refuse_key(c, d->whole ? "Nothing to erase in the draft"
                                      : "Nothing to erase on this line");
    case DRAFT_ALPHABET:
        return refuse_key(c, typing_alphabet(&c->typing));
    }
    session_pressed(&c->session, code, now);
    return 0;
}

int console_enter(struct console *c, uint32_t code, struct moment now)
{
    bool drafted = typing_is_drafted(&c->typing);

    watch_clock(c, now);
    if (!drafted && c->typing.pace.going)
        console_release(c, now); /* keys that are due go first */
    if (!drafted || !console_may_type(c))
        return console_type(c, code, now); /* it explains a refusal */
    if (session_reserve(&c->session) < 0)
        return refuse_key(c, "Out of memory: this key was not typed");
    if (!console_may_enter(c))
        return refuse_key(c, c->typing.pace.manner.whole
                                 ? "Wait: it is being sent"
                                 : "Wait: it is being typed to the judge");
    return draft_key(c, code, now);
}

void console_enter_text(struct console *c, const char *text, struct moment now)
{
    while (*text != '\0' && console_enter(c, (unsigned char)*text, now) == 0)
        text++;
}

/* A note about the own turn goes when the turn ends by itself. */
static void watch_turn(struct console *c, struct moment now)
{
    if (typing_watch(&c->typing, has_turn(c), now.tick) && !c->trouble)
        console_clear_note(c);
}

void console_release(struct console *c, struct moment now)
{
    watch_clock(c, now);
    watch_turn(c, now);
    if (typing_is_to_stop(&c->typing))
        typing_stop(&c->typing, now.tick);
    while (console_may_type(c) && typing_due(&c->typing) <= now.tick) {
        if (session_reserve(&c->session) < 0) {
            typing_put_off(&c->typing, now.tick + AGAIN_MS);
            return;
        }
        console_type(c, typing_next(&c->typing, now.tick), now);
    }
    watch_turn(c, now);
}

/* The end */

void console_end(struct console *c, struct moment now)
{
    if (c->session.recorder != NULL) {
        session_end(&c->session, c->suspended, now);
        c->question = ASK_NOTHING;
        console_set_line(c, c->self == SIDE_JUDGE ? LINE_OVER : LINE_WAITING, now);
    }
    if (c->leaving)
        c->done = true;
}

void console_leave(struct console *c, struct moment now, int64_t within_ms)
{
    c->leaving = true;
    conversation_leave(&c->session.talk);
    c->leave_by = now.tick + within_ms;
    c->question = ASK_NOTHING;
    if (c->session.recorder == NULL || within_ms == 0)
        c->done = true;
}

void console_stay(struct console *c)
{
    conversation_stay(&c->session.talk);
    c->done = c->leaving = false;
}

void console_hang_up(struct console *c, struct moment now, int64_t within_ms)
{
    bool unreachable = c->session.talk.restored || c->line == LINE_LOST;
    bool in_round = c->self == SIDE_OTHER && judge_clock_has_time(&c->clock);

    if (c->suspended || (!c->leaving && (unreachable || in_round)))
        console_suspend(c);
    else
        console_leave(c, now, within_ms);
}

void console_suspend(struct console *c)
{
    c->question = ASK_NOTHING;
    c->suspended = c->leaving = c->done = true;
}

void console_finish(struct console *c, int error)
{
    c->done = true;
    if (c->error == 0)
        c->error = error;
}

int console_error(const struct console *c)
{
    return c->error != 0 ? c->error : c->session.error;
}

void console_want_anew(struct console *c)
{
    c->anew = true;
}

bool console_take_anew(struct console *c)
{
    bool anew = c->anew;

    c->anew = false;
    return anew;
}

/* The loop */

void console_tick(struct console *c, struct moment now)
{
    c->just_asked = false;
    watch_clock(c, now);
    watch_turn(c, now);
    if (c->leaving && now.tick >= c->leave_by)
        c->done = true;
    if (session_tick(&c->session))
        console_trouble(c, "The record is whole again, in %s",
            strrchr(c->session.transcript, '/') + 1);
}

/* The tick at which a key of the scheduler is to be released. */
static int64_t release_due(const struct console *c)
{
    if (!console_may_type(c))
        return INT64_MAX;
    return typing_is_to_stop(&c->typing) ? 0 : typing_due(&c->typing);
}

int64_t console_due(const struct console *c, int64_t tick)
{
    const struct session *s = &c->session;
    int64_t due = clock_earlier(conversation_due(&s->talk), c->clock.due);
    int64_t second = tick + SECOND_MS - (tick - c->since) % SECOND_MS;

    /* A ping that is overdue waits for the socket, not for the clock. */
    if (due <= tick)
        due = tick + SECOND_MS;
    if (c->leaving)
        due = clock_earlier(due, c->leave_by);
    if (c->line == LINE_LOST || s->in_danger)
        due = clock_earlier(due, second);
    if (s->finishing != NULL && !s->keeps_open && !s->in_danger)
        due = clock_earlier(due, tick + SAFE_MS);
    return clock_earlier(due, release_due(c));
}
