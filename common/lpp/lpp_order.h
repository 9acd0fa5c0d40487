/*
 * lpp_order.h - reorder buffer for the keys of a communications directory. Pure.
 *
 * A key waits LPP_ORDER_WAIT_MS, so that a key with a lower number that becomes visible
 * a little later still goes before it. Keys of the same number keep the order in which
 * they were added.
 *
 * Sources: rules/2009.txt, 2 (lexical and numerical order).
 */
#ifndef LPP_ORDER_H
#define LPP_ORDER_H

#include <stdbool.h>

#include "common/lpp/lppname.h"

enum { LPP_ORDER_WAIT_MS = 20 };

struct lpp_order_key;

/* Zero it to start. */
struct lpp_order {
    struct lpp_order_key *keys; /* in order */
    size_t count, capacity;
    uint64_t handed; /* highest number handed out */
};

void lpp_order_free(struct lpp_order *q);

/* Make room for one more key. Returns 0; or -1 with errno ENOMEM, nothing changed. */
int lpp_order_reserve(struct lpp_order *q);

/* Add a key; there must be room. Returns false if it is late: a higher number has been
 * handed out, and this key is the next. */
bool lpp_order_add(struct lpp_order *q, const struct lppname *key, int64_t tick);

/*
 * Take the next key, if a key has waited long enough and the next one is below the
 * number limit (UINT64_MAX: no limit). Returns whether a key was taken.
 */
bool lpp_order_take(
    struct lpp_order *q, uint64_t limit, int64_t tick, struct lppname *key);

/* The tick at which the oldest key has waited long enough, INT64_MAX without a key. */
int64_t lpp_order_due(const struct lpp_order *q);

#endif
