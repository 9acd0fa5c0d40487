#include "lppqueue.h"

#include <stdlib.h>
#include <string.h>

struct lppqueue_key {
    struct lppname name;
    int64_t tick; /* at which it was added */
};

void lppqueue_free(struct lppqueue *q)
{
    free(q->keys);
    *q = (struct lppqueue){0};
}

int lppqueue_reserve(struct lppqueue *q)
{
    size_t larger = q->capacity == 0 ? 256 : 2 * q->capacity;
    struct lppqueue_key *keys;

    if (q->count < q->capacity)
        return 0;
    keys = realloc(q->keys, larger * sizeof(keys[0]));
    if (keys == NULL)
        return -1;
    q->keys = keys;
    q->capacity = larger;
    return 0;
}

bool lppqueue_add(struct lppqueue *q, const struct lppname *key, int64_t tick)
{
    size_t at;

    if (q->first > 0 && q->first + q->count == q->capacity) {
        memmove(q->keys, q->keys + q->first, q->count * sizeof(q->keys[0]));
        q->first = 0;
    }
    at = q->first + q->count;
    for (; at > q->first && q->keys[at - 1].name.number > key->number; at--)
        q->keys[at] = q->keys[at - 1];
    q->keys[at] = (struct lppqueue_key){*key, tick};
    q->count++;
    return key->number >= q->handed;
}

int64_t lppqueue_due(const struct lppqueue *q)
{
    int64_t oldest = INT64_MAX;

    for (size_t i = q->first; i < q->first + q->count; i++)
        if (q->keys[i].tick < oldest)
            oldest = q->keys[i].tick;
    return q->count > 0 ? oldest + LPPQUEUE_SETTLE_MS : INT64_MAX;
}

/* Whether some key has waited long enough: those before it need not wait any more. */
static bool is_settled(const struct lppqueue *q, int64_t tick)
{
    for (size_t i = q->first; i < q->first + q->count; i++)
        if (tick - q->keys[i].tick >= LPPQUEUE_SETTLE_MS)
            return true;
    return false;
}

bool lppqueue_take(
    struct lppqueue *q, uint64_t limit, int64_t tick, struct lppname *key)
{
    if (!is_settled(q, tick) || q->keys[q->first].name.number >= limit)
        return false;
    *key = q->keys[q->first].name;
    q->first++;
    q->count--;
    if (key->number > q->handed)
        q->handed = key->number;
    return true;
}
