/*
 * helper.h - functions shared by unit tests.
 */
#ifndef HELPER_H
#define HELPER_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* cmocka.h wants these before it. */
#include <setjmp.h>

#include "common/conversation/prompt.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* An array of TOO_MANY elements cannot grow: twice the size exceeds all memory. */
#define TOO_MANY (SIZE_MAX / 64)

/* Growable bytes with a NUL behind them; all zero is empty. */
struct bytes {
    char *at;
    size_t length;
    size_t capacity;
};

void bytes_add(struct bytes *bytes, const char *more, size_t length);
void bytes_drop(struct bytes *bytes, size_t length); /* remove the first ones */
void bytes_free(struct bytes *bytes);

/* Append the contents of a file. Returns 0; or -1 if it cannot be read. */
int bytes_read(struct bytes *bytes, const char *file);

/* Call read() for each keystroke log of earlier contests, in the directory LOGS of the
 * environment or beside the repository. Without logs the test is skipped. */
void each_real_log(void (*read)(const char *file));

/* A copy on the heap, for free(): sanitizers see a read past its end. */
char *exact_copy(const char *from, size_t length);

/* Pseudo-random numbers from a seed. */
struct dice {
    uint64_t state;
};

/* A number from 0 to sides - 1. */
uint32_t dice_roll(struct dice *dice, uint32_t sides);

/* A time of day on 20 November 2026. */
struct tm day_time(int hour, int minute, int second);

/* Typed keys, one a byte. */
struct typed {
    enum side side;
    const char *keys;
};

/* Feed typed keys to a prompt; see() gets each event. */
void type_keys(struct prompt *prompt, const struct typed *typed,
    void (*see)(void *context, const struct event *event), void *context);

#endif
