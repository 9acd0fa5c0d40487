#include "host.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "tell.h"
#include "typing.h"

/* What the judge does */

static bool has_turns(const struct host *h)
{
    return h->heard.turns;
}

static void hear_change(void *owner, bool begins)
{
    struct host *h = owner;

    h->present = begins;
    h->fresh = true;
    h->state = HOST_LISTENING;
    hearing_forget(&h->heard);
    if (h->settings->lpp != NULL)
        bridge_forget(&h->bridge);
}

static void hear_event(void *owner, const struct event *event)
{
    struct host *h = owner;

    hearing_event(&h->heard, event);
    if (h->settings->lpp != NULL && event->side == SIDE_JUDGE)
        bridge_hear(&h->bridge, event);
}

/* The program that is to run. Returns 0; or -1 with errno, *unable as host_open() says.
 */
static int open_program(struct host *h, struct console *c, bool *unable)
{
    const struct settings *s = h->settings;
    struct warden_program program = {
        h->path, s->command, .terminal = s->pty, .isolated = s->isolated};

    if (child_find(s->command[0], h->path) < 0)
        return -1;
    *unable = child_open(&h->child, &program) < 0;
    if (*unable)
        return -1;
    tell_state(h, 0, &h->aside);
    c->aside = &h->aside;
    return 0;
}

int host_open(struct host *h, struct console *c, int64_t tick, bool *unable)
{
    const struct settings *s = c->settings;

    h->settings = s;
    hearing_init(&h->heard, s->book);
    h->child = (struct child){.in = -1, .out = -1, .err = -1};
    h->errlog = (struct errlog){.fd = -1, .aside = &h->aside};
    *unable = false;
    if (s->command != NULL && open_program(h, c, unable) < 0)
        return -1;
    if (s->lpp != NULL && bridge_open(&h->bridge, s->lpp, s->book, tick) < 0)
        return -1;
    c->on_event = hear_event;
    c->on_change = hear_change;
    c->owner = h;
    return 0;
}

void host_close(struct host *h)
{
    child_shut(&h->child);
    errlog_close(&h->errlog);
    if (h->settings->lpp != NULL)
        bridge_close(&h->bridge);
}

/* The program */

/* It starts as soon as the one before is gone. */
static void fresh_program(struct host *h, int64_t tick)
{
    doctor_init(&h->doctor);
    passing_forget(&h->bridge.said);
    reply_init(&h->reply,
        (struct reply_manner){h->settings->prompt, h->settings->idle_ms,
            h->settings->skip_banner, h->settings->book->alphabet == ALPHABET_UNICODE});
    h->used = h->unwanted = false;
    h->wanted = h->settings->command != NULL;
    child_end(&h->child, tick);
}

static void start_program(struct host *h, struct console *c, struct moment now)
{
    char path[PATH_MAX];

    h->wanted = false;
    recorder_beside(c->recorder, "ERR", path, sizeof(path));
    snprintf(h->errors, sizeof(h->errors), "%s", strrchr(path, '/') + 1);
    errlog_close(&h->errlog);
    errlog_open(&h->errlog, path, &h->aside);
    h->restarts += h->failed;
    h->failed = false;
    if (h->settings->isolated)
        recorder_note(c->recorder, "isolated", 0);
    if (child_start(&h->child) < 0)
        tell_trouble(h, c, now, "%s does not start: %s", h->settings->command[0],
            strerror(errno));
}

/* This is the reply, of so many keys, and with it the turn ends. */
static void reply_with(
    struct host *h, struct console *c, size_t length, struct moment now)
{
    typing_hand_turn(c, h->keys, length, now);
    h->state = HOST_TYPING;
}

/* The program has failed the judge: it costs this one reply. */
static void give_up_reply(
    struct host *h, struct console *c, const char *why, struct moment now)
{
    tell_trouble(
        h, c, now, "%s%s", why, h->settings->command != NULL ? ": restarted" : "");
    h->failed = true;
    fresh_program(h, now.tick);
    reply_with(h, c, 0, now);
}

static void replace(char *text, size_t length, char from, char to)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] == from)
            text[i] = to;
}

/* The judge's lines as the program takes them: and an empty one, or all in one. */
static int hand_over_turn(struct host *h)
{
    if (h->settings->line_turns)
        replace(h->turn, h->turn_length - 1, '\n', ' ');
    else
        h->turn[h->turn_length++] = '\n';
    return child_write(&h->child, h->turn, h->turn_length);
}

static void ask_doctor(struct host *h, struct console *c, struct moment now)
{
    char reply[DOCTOR_REPLY_SIZE];

    replace(h->turn, h->turn_length, '\n', ' ');
    h->turn[h->turn_length] = '\0';
    doctor_answer(&h->doctor, h->turn, reply);
    replace(reply, strlen(reply), '\n', '\r');
    reply_with(h, c, (size_t)snprintf(h->keys, sizeof(h->keys), "%s\r", reply), now);
}

/* It has had the judge's keys as they were made. */
static void ask_entry(struct host *h, struct moment now)
{
    if (h->unwanted) {
        reply_drop(&h->reply);
        passing_forget(&h->bridge.said);
    }
    bridge_ask(&h->bridge, &h->reply, h->turn_length == 0, now.tick);
    h->unwanted = false;
    h->used = true;
    h->state = HOST_WAITING;
}

static void ask_program(struct host *h, struct console *c, struct moment now)
{
    if (h->wanted || h->child.ending)
        return;
    if (!child_is_running(&h->child)) {
        reply_with(h, c, 0, now); /* an empty turn; a note has said why */
        return;
    }
    if (!reply_is_ready(&h->reply, now.tick) && now.tick - h->asked < REPLY_HUNG_MS)
        return;
    if (h->settings->line_turns && h->turn_length == 0) {
        reply_with(h, c, 0, now); /* there is no line to hand over */
        return;
    }
    if (h->unwanted)
        reply_drop(&h->reply);
    reply_begin(&h->reply, now.tick);
    h->unwanted = false;
    h->used = true;
    h->state = HOST_WAITING;
    if (hand_over_turn(h) < 0)
        give_up_reply(h, c, "The program does not read", now);
}

static void take_reply(struct host *h, struct console *c, struct moment now)
{
    reply_with(h, c, reply_take(&h->reply, h->keys), now);
}

/* Whether the keys of a 2009 entry are released as it makes them: at the raw pace,
 * where no message has to go out whole. */
static bool types_as_made(const struct host *h)
{
    return h->settings->lpp != NULL && h->settings->pace.how == PACE_RAW &&
           h->settings->book->manner != MANNER_MESSAGES;
}

static void release_keys(struct host *h, struct console *c, struct moment now)
{
    const struct prompt *p = &c->talk.prompt;
    uint32_t code;

    while (console_may_type(c) && console_reserve(c) == 0 &&
           bridge_said(&h->bridge, &code))
        if (code != K_BACKSPACE || p->line[SIDE_OTHER].length > 0)
            console_type(c, code, now);
}

/* The reply that such keys make up is only waited for. Returns whether it is over. */
static bool watch_keys(struct host *h, struct console *c, struct moment now)
{
    bool ended_turn;

    release_keys(h, c, now);
    ended_turn = has_turns(h) && c->talk.prompt.turn == SIDE_JUDGE;
    if (!ended_turn && reply_state(&h->reply, now.tick) != REPLY_DONE)
        return false;
    reply_take(&h->reply, h->keys);
    reply_with(h, c, 0, now);
    return true;
}

static void wait_for_reply(struct host *h, struct console *c, struct moment now)
{
    if (types_as_made(h) && watch_keys(h, c, now))
        return;
    switch (reply_state(&h->reply, now.tick)) {
    case REPLY_WAITING:
        break;
    case REPLY_DONE:
        take_reply(h, c, now);
        break;
    case REPLY_HUNG:
        give_up_reply(h, c, "Silent for a minute", now);
        break;
    case REPLY_FLOOD:
        give_up_reply(h, c, "The program floods", now);
        break;
    }
}

/* A program of one answer was on its way out when it was handed the next turn. */
static void ask_again(struct host *h, struct moment now)
{
    if (!h->settings->line_turns)
        h->turn_length--; /* the empty line is handed over anew */
    fresh_program(h, now.tick);
    h->again = true;
    h->state = HOST_ASKED;
}

/* It has gone of its own accord. A reply that has its end counts, and so does what was
 * said before an orderly one. */
static void lose_program(
    struct host *h, struct console *c, int status, struct moment now)
{
    char why[64];
    bool orderly = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    bool owed = h->state == HOST_WAITING || h->state == HOST_ASKED;
    bool whole =
        h->state == HOST_WAITING && reply_state(&h->reply, now.tick) == REPLY_DONE;

    if (WIFSIGNALED(status))
        snprintf(why, sizeof(why), "Program died (signal %d)", WTERMSIG(status));
    else
        snprintf(why, sizeof(why), "Program ended (status %d)", WEXITSTATUS(status));
    if (h->state == HOST_WAITING && orderly && !h->reply.answered && !h->again) {
        ask_again(h, now);
        return;
    }
    if (owed && !whole && !(orderly && h->reply.answered)) {
        give_up_reply(h, c, why, now);
        return;
    }
    tell_trouble(h, c, now, "%s: see %s", why, h->errors);
    h->failed = true;
    if (owed)
        take_reply(h, c, now);
}

/* Read some of what it has printed: as child_read(). */
static ssize_t read_program(struct host *h, int64_t tick)
{
    char bytes[4096];
    ssize_t got = child_read(&h->child, bytes, sizeof(bytes));

    if (got > 0)
        reply_feed(&h->reply, bytes, (size_t)got, tick);
    return got;
}

/* What it printed last is still to be read. */
static void drain_program(struct host *h, int64_t tick)
{
    while (h->child.out >= 0 && !h->reply.flooded && read_program(h, tick) > 0)
        continue;
}

static void bury_program(
    struct host *h, struct console *c, int status, struct moment now)
{
    bool asked_to = h->child.ending;

    drain_program(h, now.tick);
    tell_last_errors(h);
    child_close(&h->child);
    if (!asked_to && h->present)
        lose_program(h, c, status, now);
}

/* A program that can say no more, and does not go, is as good as gone. */
static void check_ended(struct host *h, struct console *c, struct moment now)
{
    if (h->child.ended == 0 || h->child.ending ||
        now.tick - h->child.ended < HOST_EXIT_MS)
        return;
    if (h->state == HOST_WAITING)
        give_up_reply(h, c, "The program closed its output", now);
    else
        child_end(&h->child, now.tick);
}

static void step_program(struct host *h, struct console *c,
    const struct pollfd fds[static HOST_FDS], struct moment now)
{
    int status;

    if (fds[0].revents != 0 && fds[0].fd == h->child.in && child_flush(&h->child) < 0 &&
        h->state == HOST_WAITING)
        give_up_reply(h, c, "The program does not read", now);
    if (fds[1].revents != 0 && fds[1].fd == h->child.out &&
        read_program(h, now.tick) < 0)
        child_close_output(&h->child, now.tick);
    if (fds[2].revents != 0 && fds[2].fd == h->child.err)
        tell_errors(h, now.tick);
    if (child_reap(&h->child, now.tick, &status))
        bury_program(h, c, status, now);
    check_ended(h, c, now);
    if (h->wanted && !h->child.alive && h->present)
        start_program(h, c, now);
}

/* Typing */

/* The judge wants this turn to end: finish the line begun, and say no more of it. */
static void stop_reply(struct host *h, struct console *c, struct moment now)
{
    h->heard.stop = false;
    h->unwanted = true;
    if (h->state == HOST_WAITING)
        fresh_program(h, now.tick); /* nobody knows what it is at */
    if (h->state == HOST_LISTENING)
        return;
    typing_stop(c, now);
    h->state = HOST_TYPING;
}

static void type_greeting(struct host *h, struct console *c, struct moment now)
{
    char greeting[CONSOLE_TEXT_SIZE];

    console_greeting(c, greeting);
    reply_with(h, c, (size_t)snprintf(h->keys, sizeof(h->keys), "%s\r", greeting), now);
}

/* A crash has cut the reply short: end the line begun, and the turn. */
static void finish_turn(struct host *h, struct console *c, struct moment now)
{
    h->heard.turn_over = h->heard.begun = h->heard.new_judge = false;
    typing_stop(c, now);
    h->state = HOST_TYPING;
    console_trouble(c, "Cut short: this reply ends here");
}

/* The same where there are no turns. */
static void finish_line(struct host *h, struct console *c, struct moment now)
{
    typing_end_line(c, now);
    h->state = HOST_TYPING;
    console_trouble(c, "Cut short: this reply ends here");
}

/* What is left of a conversation that was cut short is known: it goes on. */
static void go_live(struct host *h, struct console *c, struct moment now)
{
    const struct prompt_line *line = &c->talk.prompt.line[SIDE_OTHER];

    h->heard.live = true;
    if (has_turns(h)) {
        if (h->heard.turn_over && h->heard.begun)
            finish_turn(h, c, now);
        return;
    }
    if (h->heard.begun)
        hearing_drop(&h->heard);
    if (!c->pace.going && !prompt_is_blank(line->text, line->length))
        finish_line(h, c, now);
}

/* The judge's turn is over: greet who has sat down, or pass on what was said. */
static void take_turn(struct host *h, struct console *c, struct moment now)
{
    bool greeting = h->heard.new_judge;

    h->again = false;
    h->turn_length = hearing_take(&h->heard, h->turn);
    h->asked = now.tick;
    if (greeting ? h->used : h->settings->command != NULL && !h->child.alive)
        fresh_program(h, now.tick);
    if (greeting)
        type_greeting(h, c, now);
    else if (h->settings->doctor) {
        h->used = true;
        ask_doctor(h, c, now);
    } else if (h->settings->lpp != NULL)
        ask_entry(h, now);
    else
        h->state = HOST_ASKED;
}

/* Whether the judge is to be answered now: one turn after the other. */
static bool is_called(const struct host *h, const struct console *c)
{
    return h->heard.turn_over && !c->talk.restored &&
           (has_turns(h) || h->state == HOST_LISTENING);
}

/* Whether the reply is out. */
static bool is_said(const struct host *h, const struct console *c)
{
    if (h->state != HOST_TYPING)
        return false;
    return has_turns(h) ? c->talk.prompt.turn == SIDE_JUDGE : !c->pace.going;
}

void host_step(struct host *h, struct console *c,
    const struct pollfd fds[static HOST_FDS], struct moment now)
{
    bool waits = c->talk.restored; /* for what the judge knows, and the record lacks */

    if (h->fresh) {
        fresh_program(h, now.tick);
        h->failed = false;
        h->restarts = 0;
        if (h->settings->lpp != NULL)
            bridge_begin(&h->bridge, c->talk.restored);
    }
    h->fresh = false;
    step_program(h, c, fds, now);
    if (h->settings->lpp != NULL && h->present)
        bridge_step(&h->bridge, c, &h->reply, now);
    if (h->present && !h->heard.live && !waits)
        go_live(h, c, now);
    if (types_as_made(h) && !has_turns(h) && h->present && h->state != HOST_WAITING)
        release_keys(h, c, now);
    if (is_said(h, c))
        h->state = HOST_LISTENING;
    if (is_called(h, c))
        take_turn(h, c, now);
    if (h->heard.stop && !waits)
        stop_reply(h, c, now);
    if (h->state == HOST_ASKED)
        ask_program(h, c, now);
    if (h->state == HOST_WAITING)
        wait_for_reply(h, c, now);
    if (is_said(h, c))
        h->state = HOST_LISTENING;
    tell_state(h, now.tick, &h->aside);
}

void host_fds(const struct host *h, int64_t tick, struct pollfd fds[static HOST_FDS])
{
    child_fds(&h->child, fds);
    if (tick < h->errors_due)
        fds[2].fd = -1;
    fds[HOST_BRIDGE] = (struct pollfd){.fd = -1, .events = POLLIN};
    if (h->settings->lpp != NULL && h->present)
        fds[HOST_BRIDGE].fd = bridge_fd(&h->bridge);
    if (h->reply.flooded && h->state != HOST_WAITING)
        fds[1].fd = -1; /* until its next turn it may wait */
}

int64_t host_due(const struct host *h, const struct console *c, int64_t tick)
{
    int64_t due = INT64_MAX;

    if (h->fresh || is_called(h, c) || (h->heard.stop && !c->talk.restored))
        return 0;
    if (h->present && !h->heard.live && !c->talk.restored)
        return 0;
    if (is_said(h, c))
        return 0;
    if (h->wanted && !h->child.alive && h->present)
        return 0;
    if (h->state == HOST_WAITING)
        due = reply_due(&h->reply);
    else if (h->state == HOST_ASKED)
        due = moment_earlier(h->asked + REPLY_HUNG_MS, reply_ready_due(&h->reply));
    if (h->settings->lpp != NULL && h->present)
        due = moment_earlier(due, bridge_due(&h->bridge));
    if (h->child.ended != 0 && !h->child.ending)
        due = moment_earlier(due, h->child.ended + HOST_EXIT_MS);
    if (h->child.ending)
        due = moment_earlier(due, h->child.kill_at);
    if (h->child.err >= 0 && tick < h->errors_due)
        due = moment_earlier(due, h->errors_due);
    return moment_earlier(due, tell_due(h, tick));
}
