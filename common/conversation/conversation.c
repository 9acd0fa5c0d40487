#include "common/conversation/conversation.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory/array.h"

/* Later times are refused: this end's next key must be later, and not historic. */
#define LATEST (KEY_TIME_HISTORIC - 86400000)

void conversation_init(
    struct conversation *c, enum side self, const struct rulebook *book)
{
    *c = (struct conversation){
        .self = self, .book = book, .left = WIRE_LEFT_NONE, .said = WIRE_LEFT_NONE};
    prompt_init(&c->prompt, book);
}

void conversation_free(struct conversation *c)
{
    free(c->keys);
    *c = (struct conversation){0};
}

/* Keystrokes */

int conversation_reserve(struct conversation *c)
{
    struct key *keys;

    if (c->count >= CONVERSATION_KEYS_MAX) {
        errno = EOVERFLOW;
        return -1;
    }
    keys = array_reserve(c->keys, &c->capacity, c->count, 1, sizeof(keys[0]));
    if (keys == NULL)
        return -1;
    c->keys = keys;
    return 0;
}

static void add_key(struct conversation *c, const struct key *key)
{
    c->keys[c->count++] = *key;
    c->held[key->side] = key->time;
}

/* Return now_ms, or the first millisecond after all earlier keystrokes. */
static uint64_t next_time(const struct conversation *c, uint64_t now_ms)
{
    uint64_t last = c->held[0] > c->held[1] ? c->held[0] : c->held[1];

    return now_ms > last ? now_ms : last + 1;
}

int conversation_type(struct conversation *c, uint32_t code, uint64_t now_ms,
    struct key *key, struct event out[static PROMPT_EVENTS_MAX])
{
    int events;

    *key = (struct key){next_time(c, now_ms), code, c->self};
    if (conversation_reserve(c) < 0)
        return -1;
    events = prompt_feed(&c->prompt, key, out);
    if (events > 0 && out[0].kind != EV_REFUSED)
        add_key(c, key);
    return events;
}

int conversation_take(struct conversation *c, const struct key *key, bool *fresh,
    struct event out[static PROMPT_EVENTS_MAX])
{
    /* Only an end that may have lost keys receives its own. */
    if ((key->side == c->self && !c->restored) || key->time > LATEST) {
        errno = EPROTO;
        return -1;
    }
    *fresh = key->time > c->held[key->side];
    if (!*fresh)
        return 0;
    if (conversation_reserve(c) < 0)
        return -1;
    add_key(c, key);
    if (c->peer[key->side] < key->time)
        c->peer[key->side] = key->time;
    return prompt_feed(&c->prompt, key, out);
}

/* Greetings */

struct wire_message conversation_greeting(
    const struct conversation *c, const char *label)
{
    struct wire_message m = {
        .kind = c->self == SIDE_JUDGE ? WIRE_JUDGE : WIRE_OTHER,
        .judge = c->book->judge_lines ? 0 : c->prompt.judge,
        .got = c->held[side_other(c->self)],
        .made = c->held[c->self],
    };

    if (label != NULL)
        strncpy(m.label, label, sizeof(m.label) - 1);
    strcpy(m.session, c->session);
    strncpy(m.book, c->book->name, sizeof(m.book) - 1);
    return m;
}

bool conversation_believes(
    const struct conversation *c, const struct wire_message *greeting)
{
    if (greeting->session[0] == '\0')
        return greeting->got == 0 && greeting->made == 0;
    return (c->restored || greeting->got <= c->held[c->self]) &&
           greeting->got <= LATEST && greeting->made <= LATEST;
}

void conversation_link(
    struct conversation *c, const struct wire_message *greeting, int64_t tick)
{
    if (c->session[0] == '\0')
        strcpy(c->session, greeting->session);
    c->peer[c->self] = greeting->got;
    c->peer[side_other(c->self)] = greeting->made;
    c->linked = true;
    c->next = 0;
    c->live_sent = c->live_got = false;
    c->bye_sent = c->bye_got = false;
    c->spoke = c->heard = c->pinged = tick;
    c->said = WIRE_LEFT_NONE;
}

void conversation_unlink(struct conversation *c)
{
    c->linked = false;
}

void conversation_name(struct conversation *c, const char *session)
{
    snprintf(c->session, sizeof(c->session), "%s", session);
}

void conversation_restore(struct conversation *c)
{
    c->restored = true;
}

void conversation_resume_alone(struct conversation *c)
{
    c->restored = false;
    c->peer[c->self] = c->held[c->self];
}

void conversation_leave(struct conversation *c)
{
    c->leaving = true;
}

void conversation_stay(struct conversation *c)
{
    c->leaving = false;
}

void conversation_set_left(struct conversation *c, int64_t left)
{
    c->left = left;
}

void conversation_hear(
    struct conversation *c, const struct wire_message *message, int64_t tick)
{
    c->heard = tick;
    if (message->kind == WIRE_LIVE) {
        c->live_got = true;
        c->restored = false;
    }
    if (message->kind != WIRE_BYE)
        return;
    c->bye_got = true;
    c->bye_answered = c->bye_sent;
}

const struct key *conversation_next_key(struct conversation *c)
{
    while (c->next < c->count) {
        const struct key *key = &c->keys[c->next++];
        if (key->time > c->peer[key->side]) {
            c->peer[key->side] = key->time;
            return key;
        }
    }
    return NULL;
}

/* Whether the clock has started, stopped or been locked since the last ping. */
static bool is_clock_news(const struct conversation *c)
{
    return (c->left < 0 || c->said < 0) && c->left != c->said;
}

/* The tick of the next ping. Without a clock every message postpones it. */
static int64_t ping_due(const struct conversation *c)
{
    int64_t last = c->left != WIRE_LEFT_NONE ? c->pinged : c->spoke;

    return last + CONVERSATION_PING_MS;
}

static bool say_ping(struct conversation *c, int64_t tick, struct wire_message *m)
{
    if (!is_clock_news(c) && tick < ping_due(c))
        return false;
    m->left = c->said = c->left;
    c->pinged = tick;
    return true;
}

static bool say_next(struct conversation *c, int64_t tick, struct wire_message *m)
{
    const struct key *key = conversation_next_key(c);

    *m = (struct wire_message){.kind = WIRE_PING};
    if (key != NULL) {
        m->kind = WIRE_KEY;
        m->key = *key;
        return true;
    }
    if (!c->live_sent) {
        m->kind = WIRE_LIVE;
        c->live_sent = true;
        return true;
    }
    if (!c->bye_sent && (c->bye_got || (c->leaving && c->live_got))) {
        m->kind = WIRE_BYE;
        c->bye_sent = true;
        c->bye_answered = c->bye_got;
        return true;
    }
    return say_ping(c, tick, m);
}

bool conversation_say(
    struct conversation *c, int64_t tick, struct wire_message *message)
{
    if (!c->linked || !say_next(c, tick, message))
        return false;
    c->spoke = tick;
    return true;
}

int64_t conversation_due(const struct conversation *c)
{
    int64_t ping = ping_due(c);
    int64_t lost = c->heard + CONVERSATION_LOST_MS;

    if (!c->linked)
        return INT64_MAX;
    if (c->live_sent && is_clock_news(c))
        return c->spoke;
    return ping < lost ? ping : lost;
}

bool conversation_is_lost(const struct conversation *c, int64_t tick)
{
    return c->linked && tick - c->heard >= CONVERSATION_LOST_MS;
}

enum verdict conversation_verdict(const struct conversation *c,
    const struct wire_message *greeting, int64_t lost_ms, int64_t hold_ms)
{
    bool going_on = c->session[0] != '\0';

    if (strcmp(greeting->book, c->book->name) != 0)
        return VERDICT_BOOK;
    if (greeting->session[0] != '\0')
        return going_on && strcmp(greeting->session, c->session) == 0
                   ? VERDICT_TAKE_OVER
                   : VERDICT_UNKNOWN;
    if (!going_on ||
        (lost_ms > 0 && ((c->count == 0 && !c->restored) || lost_ms >= hold_ms)))
        return VERDICT_NEW;
    return VERDICT_BUSY;
}
