#include "front.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "signals.h"
#include "typing.h"

enum {
    HANG_UP_MS = 2000, /* how long a bye may take when the terminal is gone */
    DRAW_AGAIN_MS = 50,
    READ_AGAIN_MS = 1000, /* when there was no memory for a key */
    /* Without turns a pipe waits after each line for an answer, and for silence. */
    ANSWERED_MS = 1000,
    UNANSWERED_MS = 60000,
};

static bool can_do_curses(const struct settings *s)
{
    const char *term = getenv("TERM");

    return !s->plain && term != NULL && term[0] != '\0' && strcmp(term, "dumb") != 0 &&
           isatty(STDOUT_FILENO) && isatty(STDIN_FILENO);
}

void front_open(struct front *f, struct console *c)
{
    if (f->open)
        return;
    *f = (struct front){.open = true, .owner = f->owner};
    f->from_pipe = !isatty(STDIN_FILENO);
    f->deaf = f->from_pipe && c->settings->program == PROGRAM_ENTRY;
    if (can_do_curses(c->settings))
        f->screen = screen_open();
    if (f->screen != NULL && screen_measure(f->screen, c) < 0) {
        screen_close(f->screen);
        f->screen = NULL;
    }
    if (f->screen == NULL)
        plain_open(&f->plain, c->settings->program_name);
    signals_open();
}

void front_close(struct front *f)
{
    if (!f->open)
        return;
    if (f->screen != NULL)
        screen_close(f->screen);
    else
        plain_close(&f->plain);
    f->screen = NULL;
    f->open = false;
}

int front_fd(const struct front *f)
{
    if (f->deaf || f->at_end)
        return -1;
    return f->from_pipe && f->length > 0 ? -1 : STDIN_FILENO;
}

/* A person's key or command. */
static void press(struct front *f, struct console *c, uint32_t code, struct moment now)
{
    if (f->owner.press != NULL)
        f->owner.press(f->owner.self, code, now);
    else
        console_press(c, code, now);
}

/* One byte as keys: pressed at the console, or typed from a pipe. */
static void feed(struct front *f, struct console *c, char byte, struct moment now)
{
    uint32_t codes[KEYBOARD_OUT_MAX];
    int count = keyboard_feed(&f->keyboard, (unsigned char)byte, codes);

    for (int i = 0; i < count; i++)
        if (!f->from_pipe || f->owner.press != NULL)
            press(f, c, codes[i], now);
        else if (codes[i] < COMMAND_FIRST && codes[i] != K_ESCAPE)
            typing_enter(c, codes[i], now);
}

void front_read(struct front *f, struct console *c, struct moment now)
{
    ssize_t got = read(STDIN_FILENO, f->held, sizeof(f->held));

    if (got <= 0) {
        if (got < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        f->at_end = true;
        if (!f->from_pipe)
            console_hang_up(c, now, HANG_UP_MS);
        return;
    }
    f->start = 0;
    f->length = (size_t)got;
    f->pressed = now.tick;
    if (f->from_pipe)
        return;
    for (; f->length > 0; f->length--)
        feed(f, c, f->held[f->start++], now);
}

/* Whether a line of this side's is begun. */
static bool is_mid_line(const struct console *c)
{
    size_t length;

    typing_line(c, &length);
    return length > 0;
}

bool front_owes_return(const struct console *c)
{
    const struct prompt *p = &c->talk.prompt;

    if (!p->turns)
        return is_mid_line(c);
    return p->returned || p->line[c->self].length > 0 || typing_is_owed(c);
}

/* A pipe has nothing more to say: end the turn that is open, or the conversation. */
static void finish(struct front *f, struct console *c, struct moment now)
{
    if (f->owner.finish != NULL)
        f->owner.finish(f->owner.self, now);
    else if (c->recorder == NULL)
        c->done = true;
    else if (typing_may_enter(c) && front_owes_return(c))
        typing_enter(c, K_RETURN, now);
    else if (typing_may_enter(c))
        console_leave(c, now, CONVERSATION_BYE_MS);
}

/* Whether the far side has ended a line since this one did. */
static bool is_answered(const struct console *c)
{
    for (size_t i = c->talk.count; i > 0; i--)
        if (c->talk.keys[i - 1].code == K_RETURN)
            return c->talk.keys[i - 1].side != c->self;
    return false;
}

/* When a pipe may go on, if it is for this side to type. */
static int64_t pipe_due(const struct front *f, const struct console *c)
{
    const struct prompt *p = &c->talk.prompt;
    bool last = c->self == SIDE_OTHER && f->at_end && f->length == 0; /* word is ours */
    int64_t due;

    if (!p->turns && c->pace.going)
        return INT64_MAX; /* first what was handed over goes out */
    if (p->turns || c->talk.count == 0 || is_mid_line(c))
        return f->again;
    due = f->heard + (last || is_answered(c) ? ANSWERED_MS : UNANSWERED_MS);
    return due > f->again ? due : f->again;
}

int64_t front_talk_due(const struct front *f, const struct console *c)
{
    return typing_may_enter(c) ? pipe_due(f, c) : INT64_MAX;
}

static void count_keys(struct front *f, const struct console *c, struct moment now)
{
    if (f->keys != c->talk.count)
        f->heard = now.tick;
    f->keys = c->talk.count;
}

/* When keys are due that wait for their turn or for silence. */
static int64_t keys_due(const struct front *f, const struct console *c)
{
    bool over = c->recorder == NULL && c->conversations > 0 && f->length == 0;

    if (!f->from_pipe)
        return keyboard_waiting(&f->keyboard) ? f->pressed + KEYBOARD_SILENCE_MS
                                              : INT64_MAX;
    if (f->owner.due != NULL)
        return f->length > 0 || f->at_end ? f->owner.due(f->owner.self) : INT64_MAX;
    if (typing_may_enter(c) && (f->length > 0 || f->at_end))
        return pipe_due(f, c);
    return f->at_end && over && !f->deaf ? 0 : INT64_MAX;
}

void front_tick(struct front *f, struct console *c, struct moment now)
{
    uint32_t codes[KEYBOARD_OUT_MAX];

    count_keys(f, c, now);
    if (f->deaf || keys_due(f, c) > now.tick)
        return;
    if (!f->from_pipe) {
        if (keyboard_silence(&f->keyboard, codes) > 0)
            press(f, c, codes[0], now);
        return;
    }
    for (; f->length > 0 && keys_due(f, c) <= now.tick; f->length--) {
        if (console_reserve(c) < 0) {
            console_note(c, true, "Out of memory: close other programs");
            f->again = now.tick + READ_AGAIN_MS;
            return;
        }
        feed(f, c, f->held[f->start++], now);
        count_keys(f, c, now);
    }
    if (f->length == 0 && f->at_end && keys_due(f, c) <= now.tick)
        finish(f, c, now);
}

int64_t front_due(const struct front *f, const struct console *c, int64_t tick)
{
    return moment_earlier(keys_due(f, c), f->behind ? tick + DRAW_AGAIN_MS : INT64_MAX);
}

/* A terminal or a pipe that nobody reads is not to hold up the conversation. */
static bool can_draw(void)
{
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};

    return poll(&out, 1, 0) != 0;
}

bool front_may_draw(struct front *f)
{
    if (f->behind)
        f->behind = !can_draw();
    return !f->behind;
}

void front_has_drawn(struct front *f)
{
    f->behind = !can_draw();
}

void front_draw(struct front *f, const struct console *c, int64_t tick)
{
    if (!front_may_draw(f))
        return;
    if (f->screen != NULL)
        screen_draw(f->screen, c, tick);
    else
        plain_draw(&f->plain, c);
    front_has_drawn(f);
}
