#include "tests/support/talk.h"

#include "tests/support/helper.h"

#include <cmocka.h>

const struct rulebook *talk_book(void)
{
    return rulebook_find("1996");
}

void talk_begin(struct conversation *c, enum side self)
{
    conversation_init(c, self, talk_book());
    c->restored = true;
}

struct key talk_type(struct conversation *c, uint32_t code, uint64_t now)
{
    struct event events[PROMPT_EVENTS_MAX];
    struct key key;

    assert_true(conversation_type(c, code, now, &key, events) >= 0);
    return key;
}

int talk_take(
    struct conversation *c, uint64_t time, uint32_t code, enum side side, bool *fresh)
{
    struct event events[PROMPT_EVENTS_MAX];
    struct key key = {time, code, side};

    return conversation_take(c, &key, fresh, events);
}

void talk_take_new(struct conversation *c, uint64_t time, uint32_t code, enum side side)
{
    bool fresh = false;

    assert_true(talk_take(c, time, code, side, &fresh) >= 0);
    assert_true(fresh);
}

void talk_greet(struct conversation *c, uint64_t got, uint64_t made, int64_t tick)
{
    struct wire_message greeting = {
        .session = TALK_SESSION, .got = got, .made = made, .book = "1996"};

    greeting.kind = c->self == SIDE_JUDGE ? WIRE_OTHER : WIRE_JUDGE;
    conversation_link(c, &greeting, tick);
}

void talk_hear(struct conversation *c, enum wire_kind kind, int64_t tick)
{
    struct wire_message message = {.kind = kind, .left = WIRE_LEFT_NONE};

    conversation_hear(c, &message, tick);
}

void talk_says(struct conversation *c, int64_t tick, enum wire_kind kind)
{
    struct wire_message message;

    assert_true(conversation_say(c, tick, &message));
    assert_int_equal(message.kind, kind);
    if (kind == WIRE_PING)
        assert_int_equal(message.left, WIRE_LEFT_NONE);
}

void talk_says_key(struct conversation *c, uint64_t time, uint32_t code)
{
    struct wire_message message;

    assert_true(conversation_say(c, TALK_TICK, &message));
    assert_int_equal(message.kind, WIRE_KEY);
    assert_int_equal(message.key.time, time);
    assert_int_equal(message.key.code, code);
}

void talk_is_silent(struct conversation *c, int64_t tick)
{
    struct wire_message message = {.kind = WIRE_BYE, .left = 47};

    assert_false(conversation_say(c, tick, &message));
}
