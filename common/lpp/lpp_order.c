#include "common/lpp/lpp_order.h"

#include <stdlib.h>
#include <string.h>

#include "common/memory/array.h"

struct lpp_order_key {
    struct lppname name;
    int64_t tick; /* at which it was added */
};

void lpp_order_free(struct lpp_order *q)
{
    free(q->keys);
    *q = (struct lpp_order){0};
}

int lpp_order_reserve(struct lpp_order *q)
{
    struct lpp_order_key *keys =
        array_reserve(q->keys, &q->capacity, q->count, 1, sizeof(keys[0]));

    if (keys == NULL)
        return -1;
    q->keys = keys;
    return 0;
}

bool lpp_order_add(struct lpp_order *q, const struct lppname *key, int64_t tick)
{
    size_t at = q->count++;

    for (; at > 0 && q->keys[at - 1].name.number > key->number; at--)
        q->keys[at] = q->keys[at - 1];
    q->keys[at] = (struct lpp_order_key){*key, tick};
    return key->number >= q->handed;
}

int64_t lpp_order_due(const struct lpp_order *q)
{
    int64_t oldest = INT64_MAX;

    for (size_t i = 0; i < q->count; i++)
        oldest = q->keys[i].tick < oldest ? q->keys[i].tick : oldest;
    return q->count > 0 ? oldest + LPP_ORDER_WAIT_MS : INT64_MAX;
}

/* Once a key has waited long enough, the keys before it may go too. */
bool lpp_order_take(
    struct lpp_order *q, uint64_t limit, int64_t tick, struct lppname *key)
{
    if (tick < lpp_order_due(q) || q->keys[0].name.number >= limit)
        return false;
    *key = q->keys[0].name;
    q->count--;
    memmove(q->keys, q->keys + 1, q->count * sizeof(q->keys[0]));
    if (key->number > q->handed)
        q->handed = key->number;
    return true;
}
