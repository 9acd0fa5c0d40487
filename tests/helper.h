/*
 * helper.h - what several tests of the pure core share.
 */
#ifndef HELPER_H
#define HELPER_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* cmocka.h wants these before it. */
#include <setjmp.h>

#include "prompt.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* An array of so many elements cannot grow: no memory has room for twice as many. */
#define TOO_MANY (SIZE_MAX / 64)

/* Bytes that grow; all zero is none. They end in a NUL that is not counted. */
struct bytes {
    char *at;
    size_t length;
    size_t capacity;
};

void bytes_add(struct bytes *bytes, const char *more, size_t length);
void bytes_drop(struct bytes *bytes, size_t length); /* the first of them */
void bytes_free(struct bytes *bytes);

/* Append what a file holds; returns 0, or -1 if it cannot be read. */
int bytes_read(struct bytes *bytes, const char *file);

/* Read every keystroke log of an earlier contest, which are not in the repository: in
 * the directory LOGS of the environment, or beside it. Where there are none the test is
 * skipped. */
void each_real_log(void (*read)(const char *file));

/* A copy in memory that ends where it ends: sanitizers see whoever looks behind it.
 * Give it back with free(). */
char *exact_copy(const char *from, size_t length);

/* Numbers that look random, the same ones from the same seed. */
struct dice {
    uint64_t state;
};

/* A number from 0 to sides - 1. */
uint32_t dice_roll(struct dice *dice, uint32_t sides);

/* A time of day on 20 November 2026. */
struct tm day_time(int hour, int minute, int second);

/* What somebody typed: one key a byte. */
struct typed {
    enum side side;
    const char *keys;
};

/* Feed what somebody typed to a prompt; each event is given to see(). */
void type_keys(struct prompt *prompt, const struct typed *typed,
    void (*see)(void *context, const struct event *event), void *context);

#endif
