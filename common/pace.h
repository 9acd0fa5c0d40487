/*
 * pace.h - when the next key of a reply is due. Pure: it is handed the time.
 */
#ifndef PACE_H
#define PACE_H

#include <stdint.h>

struct pace {
    int rate;      /* keys a second, 0 for as they are made */
    int64_t start; /* tick from which they are counted */
    int64_t count; /* released since */
};

/* Make *p a pace of so many keys a second (settings.h), counted from tick. */
void pace_start(struct pace *p, int keys_a_second, int64_t tick);

/* The tick at which the next key is due. */
int64_t pace_due(const struct pace *p);

/* A key has been released. A reply that was held up is not hurried afterwards. */
void pace_next(struct pace *p, int64_t tick);

#endif
