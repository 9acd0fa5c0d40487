/*
 * reply_turn.h - a turn of a computer entry, for the tests of reply.h: its output, and
 * the keys made of it.
 */
#ifndef REPLY_TURN_H
#define REPLY_TURN_H

#include "confederate/reply/reply.h"
#include "tests/support/helper.h"

enum { TURN_START = 1000, TURN_IDLE = 700 };

extern struct reply turn_reply;
extern char turn_keys[REPLY_KEYS_SIZE];

/* A fresh program, and its first turn, at TURN_START. */
void turn_start(void);

/* It prints a text. */
void turn_feed(const char *text, int64_t tick);

/* Silence in which the program is given up, or its reply is over. */
void turn_end(void);

/* The keys taken so far, as a string. */
const char *turn_take(void);

#endif
