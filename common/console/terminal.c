#include "common/console/terminal.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/system/signals.h"

enum {
    HANG_UP_MS = 2000, /* wait for a bye at most when the terminal is gone */
    DRAW_AGAIN_MS = 50,
    READ_AGAIN_MS = 1000, /* from a key without memory to the next try */
    /* Without turns a pipe waits after each line: after an answer, or without one. */
    ANSWERED_MS = 1000,
    UNANSWERED_MS = 60000,
};

static bool can_do_curses(const struct settings *s)
{
    const char *term = getenv("TERM");

    return !s->plain && term != NULL && term[0] != '\0' && strcmp(term, "dumb") != 0 &&
           isatty(STDOUT_FILENO) && isatty(STDIN_FILENO);
}

void terminal_open(struct terminal *f, struct console *c)
{
    if (f->open)
        return;
    *f = (struct terminal){.open = true, .owner = f->owner};
    f->from_pipe = !isatty(STDIN_FILENO);
    f->deaf = f->from_pipe && c->settings->program == PROGRAM_ENTRY;
    if (can_do_curses(c->settings))
        f->screen = screen_open();
    if (f->screen != NULL)
        screen_measure(f->screen, c);
    else
        line_mode_open(&f->plain, c->settings->program_name);
    signals_open();
}

bool terminal_is_plain(const struct terminal *f)
{
    return f->plain.name != NULL;
}

bool terminal_is_at_end(const struct terminal *f)
{
    return f->at_end && f->length == 0;
}

void terminal_close(struct terminal *f)
{
    int saved = errno;

    if (!f->open)
        return;
    if (f->screen != NULL)
        screen_close(f->screen);
    else
        line_mode_close(&f->plain);
    f->screen = NULL;
    f->open = false;
    errno = saved;
}

void terminal_set_owner(struct terminal *f, const struct terminal_owner *owner)
{
    f->owner = *owner;
}

int terminal_fd(const struct terminal *f)
{
    if (f->deaf || f->at_end)
        return -1;
    return f->from_pipe && f->length > 0 ? -1 : STDIN_FILENO;
}

/* A person's key or command. */
static void press(
    struct terminal *f, struct console *c, uint32_t code, struct moment now)
{
    if (f->owner.press != NULL)
        f->owner.press(f->owner.self, code, now);
    else
        console_press(c, code, now);
}

/* Type one byte of a pipe. */
static void feed(struct terminal *f, struct console *c, char byte, struct moment now)
{
    uint32_t codes[KEYBOARD_OUT_MAX];
    int count = keyboard_feed(&f->pipe, (unsigned char)byte, codes);

    for (int i = 0; i < count; i++)
        if (f->owner.press != NULL)
            press(f, c, codes[i], now);
        else if (codes[i] < COMMAND_FIRST && codes[i] != K_ESCAPE)
            console_enter(c, codes[i], now);
}

static void read_pipe(struct terminal *f)
{
    ssize_t got = read(STDIN_FILENO, f->held, sizeof(f->held));

    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    f->at_end = got <= 0;
    f->start = 0;
    f->length = got > 0 ? (size_t)got : 0;
}

/* Press the keys of the keyboard: those that it has ready, or else an Escape after
 * silence. */
static void read_keyboard(
    struct terminal *f, struct console *c, bool is_ready, struct moment now)
{
    uint32_t codes[KEY_INPUT_MAX];
    int count = key_input_read(&f->input, is_ready, now.tick, codes);

    for (int i = 0; i < count; i++)
        press(f, c, codes[i], now);
    if (count >= 0)
        return;
    f->at_end = true;
    if (f->owner.press == NULL)
        console_hang_up(c, now, HANG_UP_MS);
}

void terminal_read(struct terminal *f, struct console *c, struct moment now)
{
    if (f->from_pipe)
        read_pipe(f);
    else
        read_keyboard(f, c, true, now);
}

/* Whether this side has an unfinished line. */
static bool is_mid_line(const struct console *c)
{
    size_t length;

    typing_line(&c->typing, &length);
    return length > 0;
}

bool terminal_owes_return(const struct console *c)
{
    const struct prompt *p = &c->session.talk.prompt;

    if (!p->turns)
        return is_mid_line(c);
    return p->returned || p->line[c->self].length > 0 || typing_is_pending(&c->typing);
}

/* The pipe has ended: end the open turn, or else the conversation. */
static void finish(struct terminal *f, struct console *c, struct moment now)
{
    if (f->owner.finish != NULL)
        f->owner.finish(f->owner.self, now);
    else if (c->session.recorder == NULL)
        console_finish(c, 0);
    else if (console_may_enter(c) && terminal_owes_return(c))
        console_enter(c, K_RETURN, now);
    else if (console_may_enter(c))
        console_leave(c, now, CONVERSATION_BYE_MS);
}

/* Whether the far side has ended a line since this one did. */
static bool is_answered(const struct console *c)
{
    for (size_t i = c->session.talk.count; i > 0; i--)
        if (c->session.talk.keys[i - 1].code == K_RETURN)
            return c->session.talk.keys[i - 1].side != c->self;
    return false;
}

/* The tick at which a pipe's next key may be typed, if this side may type. */
static int64_t pipe_due(const struct terminal *f, const struct console *c)
{
    const struct prompt *p = &c->session.talk.prompt;
    /* No answer will follow. */
    bool last = c->self == SIDE_OTHER && terminal_is_at_end(f);
    int64_t due;

    if (!p->turns && c->typing.pace.going)
        return INT64_MAX; /* the keys handed over go out first */
    if (p->turns || c->session.talk.count == 0 || is_mid_line(c))
        return f->again;
    due = f->heard + (last || is_answered(c) ? ANSWERED_MS : UNANSWERED_MS);
    return due > f->again ? due : f->again;
}

int64_t terminal_talk_due(const struct terminal *f, const struct console *c)
{
    return console_may_enter(c) ? pipe_due(f, c) : INT64_MAX;
}

static void count_keys(struct terminal *f, const struct console *c, struct moment now)
{
    if (f->keys != c->session.talk.count)
        f->heard = now.tick;
    f->keys = c->session.talk.count;
}

/* The tick at which the next waiting key is due, or the silence after an Escape. */
static int64_t keys_due(const struct terminal *f, const struct console *c)
{
    bool over =
        c->session.recorder == NULL && c->session.conversations > 0 && f->length == 0;

    if (!f->from_pipe)
        return key_input_due(&f->input);
    if (f->owner.due != NULL)
        return f->length > 0 || f->at_end ? f->owner.due(f->owner.self) : INT64_MAX;
    if (console_may_enter(c) && (f->length > 0 || f->at_end))
        return pipe_due(f, c);
    return f->at_end && over && !f->deaf ? 0 : INT64_MAX;
}

/* Whether there is memory for this side's next key; if not, a later turn of the loop
 * tries again. */
static bool has_memory(struct terminal *f, struct console *c, struct moment now)
{
    if (!console_may_enter(c) || session_reserve(&c->session) == 0)
        return true;
    console_trouble(c, "Out of memory: close other programs");
    f->again = now.tick + READ_AGAIN_MS;
    return false;
}

void terminal_tick(struct terminal *f, struct console *c, struct moment now)
{
    count_keys(f, c, now);
    if (f->deaf || keys_due(f, c) > now.tick)
        return;
    if (!f->from_pipe) {
        read_keyboard(f, c, false, now);
        return;
    }
    for (; f->length > 0 && keys_due(f, c) <= now.tick; f->length--) {
        if (!has_memory(f, c, now))
            return;
        feed(f, c, f->held[f->start++], now);
        count_keys(f, c, now);
    }
    if (terminal_is_at_end(f) && keys_due(f, c) <= now.tick && has_memory(f, c, now))
        finish(f, c, now);
}

int64_t terminal_due(const struct terminal *f, const struct console *c, int64_t tick)
{
    return clock_earlier(keys_due(f, c), f->behind ? tick + DRAW_AGAIN_MS : INT64_MAX);
}

/* Whether standard output takes bytes: a full one must not stop the conversation. */
static bool can_draw(void)
{
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};

    return poll(&out, 1, 0) != 0;
}

bool terminal_may_draw(struct terminal *f)
{
    if (f->behind)
        f->behind = !can_draw();
    return !f->behind;
}

void terminal_has_drawn(struct terminal *f)
{
    f->behind = !can_draw();
}

void terminal_draw(struct terminal *f, const struct console *c, int64_t tick)
{
    if (!terminal_may_draw(f))
        return;
    if (f->screen != NULL)
        screen_draw(f->screen, c, tick);
    else
        line_mode_draw(&f->plain, c);
    terminal_has_drawn(f);
}
