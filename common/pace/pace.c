#include "common/pace/pace.h"

#include <string.h>

#include "common/conversation/key.h"

enum { SECOND_MS = 1000 };

void pace_init(
    struct pace *p, struct pace_policy policy, struct pace_manner manner, uint64_t seed)
{
    memset(p, 0, sizeof(*p)); /* too large for a copy on the stack */
    p->policy = policy;
    p->manner = manner;
    /* Without turns no reply is known to be whole. */
    if (!manner.turns && policy.how == PACE_TURN)
        p->policy.how = PACE_LINE;
    rhythm_init(&p->rhythm, seed);
}

void pace_listen(struct pace *p, int64_t tick, size_t read)
{
    p->heard = tick;
    p->read = read;
    p->fresh = p->manner.turns || read > 0;
    p->going = p->closing = false;
    p->before = 0;
    p->message = p->earlier = p->at = p->length = 0;
}

void pace_hear(struct pace *p, int64_t tick, size_t read)
{
    p->heard = tick;
    p->read = read;
    p->fresh = true;
    p->earlier = p->length - p->at;
}

static bool has_next(const struct pace *p)
{
    return p->at < p->length || p->closing;
}

static uint32_t next_key(const struct pace *p)
{
    return p->at < p->length ? p->keys[p->at] : K_RETURN;
}

static int64_t due_by_rate(const struct pace *p)
{
    return p->start + (p->count + 1) * SECOND_MS / p->policy.rate;
}

/* Whether an answer begins that waits for rhythm_wait(). */
static bool is_drawn(const struct pace *p)
{
    return p->fresh && (p->policy.how == PACE_TURN ||
                           (p->policy.how == PACE_LINE && !p->manner.turns));
}

/* The number of keys of the next message: with turns all waiting keys, else one line.
 */
static size_t message_size(const struct pace *p)
{
    size_t end = p->at;

    while (end < p->length && (p->manner.turns || p->keys[end] != K_RETURN))
        end++;
    return end - p->at + (end < p->length);
}

/* A message begins: its keys are due when the last key would be. */
static void delay_message(struct pace *p)
{
    if (!p->manner.whole)
        return;
    p->message = message_size(p);
    for (size_t i = 1; i < p->message; i++) {
        const uint32_t *key = &p->keys[p->at + i];
        if (p->policy.how == PACE_RATE)
            p->count++;
        else if (p->policy.how != PACE_RAW)
            p->due += rhythm_gap(&p->rhythm, key[-1], key[0]);
    }
    if (p->policy.how == PACE_RATE)
        p->due = due_by_rate(p);
}

/* Return tick, or the end of the book's delay if that is later. */
static int64_t not_before_delay(const struct pace *p, int64_t tick)
{
    int64_t least = p->heard + p->manner.delay_ms;

    return p->manner.delay_ms > 0 && tick < least ? least : tick;
}

/* Schedule the first key after a pause. */
static void begin_release(struct pace *p, int64_t tick)
{
    int64_t drawn;

    tick = not_before_delay(p, tick);
    p->start = p->due = tick;
    p->count = 0;
    if (p->policy.how == PACE_RATE)
        p->due = due_by_rate(p);
    else if (is_drawn(p)) {
        drawn = p->heard + rhythm_wait(&p->rhythm, p->read, message_size(p));
        p->due = drawn > tick ? drawn : tick;
    } else if (p->policy.how != PACE_RAW)
        p->due += rhythm_gap(&p->rhythm, p->before, next_key(p));
    delay_message(p);
}

/* Whether the next key belongs to the message of the last one. */
static bool is_same_message(const struct pace *p)
{
    return p->manner.whole && (p->message > 0 || p->at == p->length);
}

/* Schedule the key after one that was released at tick. */
static void schedule_next(struct pace *p, int64_t tick)
{
    bool held_up = p->due + SECOND_MS < tick;

    if (is_same_message(p))
        return;
    if (p->earlier == 0 && is_drawn(p)) {
        begin_release(p, tick);
        return;
    }
    switch (p->policy.how) {
    case PACE_RAW:
        break;
    case PACE_RATE:
        p->count++;
        if (held_up) {
            p->start = tick;
            p->count = 0;
        }
        p->due = due_by_rate(p);
        break;
    case PACE_TURN:
    case PACE_LINE:
        p->due = held_up ? tick : p->due;
        p->due += rhythm_gap(&p->rhythm, p->before, next_key(p));
        break;
    }
    delay_message(p);
}

bool pace_has_room(const struct pace *p, size_t length)
{
    return length <= PACE_KEYS_MAX - (p->length - p->at);
}

void pace_add(struct pace *p, uint32_t key)
{
    if (p->length == PACE_KEYS_MAX) {
        p->length -= p->at;
        memmove(p->keys, p->keys + p->at, p->length * sizeof(p->keys[0]));
        p->at = 0;
    }
    p->keys[p->length++] = key;
}

void pace_go(struct pace *p, bool ends_turn, int64_t tick)
{
    p->closing = p->closing || ends_turn;
    if (!p->going && has_next(p))
        begin_release(p, tick);
    p->going = has_next(p);
}

/* The number of keys to the end of the present line, Return included. */
static size_t rest_of_line(const struct pace *p)
{
    for (size_t i = p->at; i < p->length; i++)
        if (p->keys[i] == K_RETURN)
            return i + 1 - p->at;
    return p->length - p->at;
}

void pace_stop(struct pace *p, bool line_begun, int64_t tick)
{
    size_t rest = line_begun ? rest_of_line(p) : 0;

    p->length = p->at + rest;
    p->going = p->closing = true;
    if (rest > 0 && p->before != 0)
        return;
    p->fresh = false; /* do not wait for rhythm_wait() */
    tick = not_before_delay(p, tick);
    p->start = p->due = tick;
    p->count = -1;
    p->message = rest;
    schedule_next(p, tick);
}

int64_t pace_due(const struct pace *p)
{
    return p->going ? p->due : INT64_MAX;
}

void pace_put_off(struct pace *p, int64_t tick)
{
    p->due = tick;
}

const uint32_t *pace_waiting(const struct pace *p, size_t *length)
{
    *length = p->length - p->at;
    return p->keys + p->at;
}

uint32_t pace_next(struct pace *p, int64_t tick)
{
    uint32_t key = next_key(p);

    p->at += p->at < p->length;
    p->message -= p->message > 0;
    p->before = key;
    if (p->earlier > 0)
        p->earlier--;
    else
        p->fresh = false;
    p->going = has_next(p);
    if (p->going)
        schedule_next(p, tick);
    return key;
}
