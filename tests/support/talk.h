/*
 * talk.h - one end of a conversation under test: inputs to it, and checks of its
 * messages. A failed check fails the test.
 */
#ifndef TALK_H
#define TALK_H

#include "common/conversation/conversation.h"

#define TALK_SESSION "0123456789abcdef0123456789abcdef"

enum { TALK_NOW = 1000, TALK_TICK = 50000 };

/* The book of 1996, which is played here. */
const struct rulebook *talk_book(void);

/* Make *c a new conversation under it. */
void talk_begin(struct conversation *c, enum side self);

/* Make a key of one's own; returns it. */
struct key talk_type(struct conversation *c, uint32_t code, uint64_t now);

/* Take a key as conversation_take(), its events aside. */
int talk_take(
    struct conversation *c, uint64_t time, uint32_t code, enum side side, bool *fresh);

/* Take a key that must be new. */
void talk_take_new(
    struct conversation *c, uint64_t time, uint32_t code, enum side side);

/* The far end greets in TALK_SESSION: it has got so much of this end's, and made so
 * much of its own. */
void talk_greet(struct conversation *c, uint64_t got, uint64_t made, int64_t tick);

/* Hear a message that has no more than a kind. */
void talk_hear(struct conversation *c, enum wire_kind kind, int64_t tick);

/* It must say this next: a message of a kind, a key at TALK_TICK, or nothing. */
void talk_says(struct conversation *c, int64_t tick, enum wire_kind kind);
void talk_says_key(struct conversation *c, uint64_t time, uint32_t code);
void talk_is_silent(struct conversation *c, int64_t tick);

#endif
