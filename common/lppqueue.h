/*
 * lppqueue.h - keys that were taken from a communications directory, on their way into
 * the order of their numbers.
 *
 * A key waits LPPQUEUE_SETTLE_MS, so that one with a lower number that was made, or
 * became visible, a little later still comes before it. Keys of the same number go in
 * the order in which they were added. Pure: it is handed the tick.
 *
 * Sources: rules/2009.txt, 2 (lexical and numerical order).
 */
#ifndef LPPQUEUE_H
#define LPPQUEUE_H

#include <stdbool.h>

#include "lppname.h"

enum { LPPQUEUE_SETTLE_MS = 20 };

struct lppqueue_key;

/* Zero it to start. */
struct lppqueue {
    struct lppqueue_key *keys; /* in order, from first on */
    size_t first, count, capacity;
    uint64_t handed; /* the highest number that was handed out */
};

void lppqueue_free(struct lppqueue *q);

/* Make room for one more key. Returns 0; or -1 with errno ENOMEM, nothing changed. */
int lppqueue_reserve(struct lppqueue *q);

/* Add a key, for which there is room. Returns whether it comes in time: false if a
 * higher number has been handed out, and the key is the next one. */
bool lppqueue_add(struct lppqueue *q, const struct lppname *key, int64_t tick);

/*
 * Take the next key, unless none has waited long enough, or it is not below the number
 * limit (UINT64_MAX: none). Returns whether there was one.
 */
bool lppqueue_take(
    struct lppqueue *q, uint64_t limit, int64_t tick, struct lppname *key);

/* The tick at which a key will have waited long enough, INT64_MAX without any. */
int64_t lppqueue_due(const struct lppqueue *q);

#endif
