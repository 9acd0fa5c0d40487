#include "host.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

/* What the judge does */

static void add_to_turn(struct host *h, const uint32_t *text, size_t length)
{
    /* One blank after the judge's prompt belongs to the prompt. */
    size_t skip = length > 0 && text[0] == ' ' ? 1 : 0;

    if (prompt_is_blank(text, length) ||
        h->turn_length + length * UTF8_MAX + 2 > HOST_TURN_MAX)
        return;
    h->turn_length +=
        utf8_encode_all(text + skip, length - skip, h->turn + h->turn_length);
    h->turn[h->turn_length++] = '\n';
}

static void forget_turn(struct host *h)
{
    h->turn_length = 0;
    h->turn_over = h->begun = h->new_judge = h->stop = false;
}

static void hear_change(void *owner, bool begins)
{
    struct host *h = owner;

    h->present = begins;
    h->fresh = true;
    h->state = HOST_LISTENING;
    forget_turn(h);
    if (h->settings->lpp != NULL)
        bridge_forget(&h->bridge);
}

static void hear_event(void *owner, const struct event *event)
{
    struct host *h = owner;

    if (event->side == SIDE_OTHER) {
        if (event->kind == EV_TURN)
            forget_turn(h); /* it has been answered */
        else
            h->begun = h->turn_over;
        return;
    }
    if (h->settings->lpp != NULL)
        bridge_hear(&h->bridge, event);
    switch (event->kind) {
    case EV_LINE:
        add_to_turn(h, event->text, event->length);
        break;
    case EV_JUDGE:
        h->new_judge = true;
        break;
    case EV_TURN:
        h->turn_over = true;
        h->stop = false;
        break;
    case EV_STOP:
        h->stop = true;
        break;
    default:
        break;
    }
}

int host_open(struct host *h, struct console *c, int64_t tick)
{
    h->settings = c->settings;
    h->child = (struct child){.in = -1, .out = -1};
    if (h->settings->command != NULL &&
        child_find(h->settings->command[0], h->path) < 0)
        return -1;
    if (h->settings->lpp != NULL && bridge_open(&h->bridge, h->settings->lpp, tick) < 0)
        return -1;
    child_adopt_orphans();
    c->on_event = hear_event;
    c->on_change = hear_change;
    c->owner = h;
    return 0;
}

void host_close(struct host *h)
{
    child_kill(&h->child);
    child_end_orphans();
    if (h->settings->lpp != NULL)
        bridge_close(&h->bridge);
}

/* The program */

/* It starts as soon as the one before is gone. */
static void fresh_program(struct host *h, int64_t tick)
{
    doctor_init(&h->doctor);
    passing_forget(&h->bridge.said);
    reply_init(&h->reply, h->settings->prompt, h->settings->idle_ms);
    h->used = h->unwanted = false;
    h->wanted = h->settings->command != NULL;
    child_end(&h->child, tick);
}

static void start_program(struct host *h, struct console *c)
{
    char path[CHILD_PATH_SIZE];

    h->wanted = false;
    recorder_beside(c->recorder, "ERR", path, sizeof(path));
    snprintf(h->errors, sizeof(h->errors), "%s", strrchr(path, '/') + 1);
    if (child_start(&h->child, h->path, h->settings->command, h->settings->pty, path) <
        0)
        console_trouble(
            c, "%s does not start: %s", h->settings->command[0], strerror(errno));
}

/* The program has failed the judge: it costs this one reply. */
static void give_up_reply(
    struct host *h, struct console *c, const char *why, struct moment now)
{
    console_trouble(c, "%s%s", why, h->settings->command != NULL ? ": restarted" : "");
    fresh_program(h, now.tick);
    h->length = h->at = 0;
    h->state = HOST_TYPING;
    pace_start(&h->pace, h->settings->pace, now.tick);
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

static void ask_doctor(struct host *h)
{
    char reply[DOCTOR_REPLY_SIZE];

    replace(h->turn, h->turn_length, '\n', ' ');
    h->turn[h->turn_length] = '\0';
    doctor_answer(&h->doctor, h->turn, reply);
    replace(reply, strlen(reply), '\n', '\r');
    h->length = (size_t)snprintf(h->keys, sizeof(h->keys), "%s\r", reply);
    h->state = HOST_TYPING;
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
        h->state = HOST_TYPING; /* an empty turn; a note has said why */
        return;
    }
    if (!reply_is_ready(&h->reply) && now.tick - h->asked < REPLY_HUNG_MS)
        return;
    if (h->settings->line_turns && h->turn_length == 0) {
        h->state = HOST_TYPING; /* there is no line to hand over */
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

static void take_reply(struct host *h, struct moment now)
{
    h->length = reply_take(&h->reply, h->keys);
    h->at = 0;
    h->state = HOST_TYPING;
    pace_start(&h->pace, h->settings->pace, now.tick);
}

/* A 2009 entry has typed its keys: at the raw pace they are released as it made them,
 * and the reply that they make up is only waited for. */
static void release_keys(struct host *h, struct console *c, struct moment now)
{
    const struct prompt *p = &c->talk.prompt;
    uint32_t code;

    while (console_may_type(c) && console_reserve(c) == 0 &&
           bridge_said(&h->bridge, &code))
        if (code != K_BACKSPACE || p->line[SIDE_OTHER].length > 0)
            console_type(c, code, now);
    if (p->turn == SIDE_OTHER && reply_state(&h->reply, now.tick) != REPLY_DONE)
        return;
    take_reply(h, now);
    h->length = 0;
}

static void wait_for_reply(struct host *h, struct console *c, struct moment now)
{
    if (h->settings->lpp != NULL && h->settings->pace == PACE_RAW) {
        release_keys(h, c, now);
        if (h->state != HOST_WAITING)
            return;
    }
    switch (reply_state(&h->reply, now.tick)) {
    case REPLY_WAITING:
        break;
    case REPLY_DONE:
        take_reply(h, now);
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
        snprintf(why, sizeof(why), "The program died (signal %d)", WTERMSIG(status));
    else
        snprintf(
            why, sizeof(why), "The program ended (status %d)", WEXITSTATUS(status));
    if (h->state == HOST_WAITING && orderly && !h->reply.answered && !h->again) {
        ask_again(h, now);
        return;
    }
    if (owed && !whole && !(orderly && h->reply.answered)) {
        give_up_reply(h, c, why, now);
        return;
    }
    console_trouble(c, "%s: see %s", why, h->errors);
    if (owed)
        take_reply(h, now);
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
    child_close(&h->child);
    child_end_orphans();
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
    if (child_reap(&h->child, now.tick, &status))
        bury_program(h, c, status, now);
    check_ended(h, c, now);
    if (h->wanted && h->child.pid == 0 && h->present)
        start_program(h, c);
}

/* Typing */

/* The judge wants this turn to end: finish the line begun, and say no more of it. */
static void stop_reply(struct host *h, struct console *c, struct moment now)
{
    const char *end = memchr(h->keys + h->at, '\r', h->length - h->at);

    h->stop = false;
    h->unwanted = true;
    if (h->state == HOST_WAITING)
        fresh_program(h, now.tick); /* nobody knows what it is at */
    if (h->state == HOST_ASKED || h->state == HOST_WAITING) {
        h->at = h->length = 0;
        pace_start(&h->pace, h->settings->pace, now.tick);
    } else if (h->state == HOST_TYPING && c->talk.prompt.line[SIDE_OTHER].length == 0)
        h->length = h->at;
    else if (h->state == HOST_TYPING && end != NULL)
        h->length = (size_t)(end - h->keys) + 1;
    if (h->state != HOST_LISTENING)
        h->state = HOST_TYPING;
}

static void type_greeting(struct host *h, struct console *c, struct moment now)
{
    char greeting[CONSOLE_TEXT_SIZE];

    console_greeting(c, greeting);
    h->length = strlen(greeting);
    h->at = 0;
    memcpy(h->keys, greeting, h->length);
    h->state = HOST_TYPING;
    pace_start(&h->pace, h->settings->pace, now.tick);
}

/* Release the keys that are due, and then Returns until the turn is over. */
static void type_keys(struct host *h, struct console *c, struct moment now)
{
    while (h->state == HOST_TYPING && console_may_type(c) &&
           pace_due(&h->pace) <= now.tick) {
        char key = h->at < h->length ? h->keys[h->at] : '\r';
        pace_next(&h->pace, now.tick);
        if (console_reserve(c) < 0)
            break; /* a key that has no room now may have it later */
        console_type(c, (unsigned char)key, now);
        h->at += h->at < h->length;
    }
    if (h->state == HOST_TYPING && c->talk.prompt.turn == SIDE_JUDGE)
        h->state = HOST_LISTENING;
}

/* A crash has cut the reply short: end the line begun, and the turn. */
static void finish_turn(struct host *h, struct console *c, struct moment now)
{
    h->turn_over = h->begun = h->new_judge = false;
    h->at = h->length = 0;
    h->state = HOST_TYPING;
    pace_start(&h->pace, h->settings->pace, now.tick);
    console_trouble(c, "Cut short: this reply ends here");
}

/* The judge's turn is over: greet who has sat down, or pass on what was said. */
static void take_turn(struct host *h, struct console *c, struct moment now)
{
    bool greeting = h->new_judge;

    h->turn_over = h->new_judge = h->again = false;
    h->asked = now.tick;
    h->at = h->length = 0;
    pace_start(&h->pace, h->settings->pace, now.tick);
    if (greeting ? h->used : h->settings->command != NULL && h->child.pid == 0)
        fresh_program(h, now.tick);
    if (greeting)
        type_greeting(h, c, now);
    else if (h->settings->doctor) {
        h->used = true;
        ask_doctor(h);
    } else if (h->settings->lpp != NULL)
        ask_entry(h, now);
    else
        h->state = HOST_ASKED;
}

void host_step(struct host *h, struct console *c,
    const struct pollfd fds[static HOST_FDS], struct moment now)
{
    bool waits = c->talk.restored; /* for what the judge knows, and the record lacks */

    if (h->fresh) {
        fresh_program(h, now.tick);
        if (h->settings->lpp != NULL)
            bridge_begin(&h->bridge, c->talk.restored);
    }
    h->fresh = false;
    step_program(h, c, fds, now);
    if (h->settings->lpp != NULL && h->present)
        bridge_step(&h->bridge, c, &h->reply, now);
    if (h->turn_over && !waits && h->begun)
        finish_turn(h, c, now);
    else if (h->turn_over && !waits)
        take_turn(h, c, now);
    if (h->stop && !waits)
        stop_reply(h, c, now);
    if (h->state == HOST_ASKED)
        ask_program(h, c, now);
    if (h->state == HOST_WAITING)
        wait_for_reply(h, c, now);
    type_keys(h, c, now);
}

void host_fds(const struct host *h, struct pollfd fds[static HOST_FDS])
{
    fds[0] = child_wait_in(&h->child);
    fds[1] = child_wait_out(&h->child);
    fds[2] = (struct pollfd){.fd = -1, .events = POLLIN};
    if (h->settings->lpp != NULL && h->present)
        fds[2].fd = bridge_fd(&h->bridge);
    if (h->reply.flooded && h->state != HOST_WAITING)
        fds[1].fd = -1; /* until its next turn it may wait */
}

int64_t host_due(const struct host *h, const struct console *c)
{
    int64_t due = INT64_MAX;

    if (h->fresh || ((h->turn_over || h->stop) && !c->talk.restored))
        return 0;
    if (h->wanted && h->child.pid == 0 && h->present)
        return 0;
    if (h->state == HOST_TYPING && console_may_type(c))
        due = pace_due(&h->pace);
    else if (h->state == HOST_WAITING)
        due = reply_due(&h->reply);
    else if (h->state == HOST_ASKED)
        due = h->asked + REPLY_HUNG_MS;
    if (h->settings->lpp != NULL && h->present)
        due = moment_earlier(due, bridge_due(&h->bridge));
    if (h->child.ended != 0 && !h->child.ending)
        due = moment_earlier(due, h->child.ended + HOST_EXIT_MS);
    if (h->child.ending)
        due = moment_earlier(due, h->child.kill_at);
    return due;
}
