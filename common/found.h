/*
 * found.h - the stations that a judge has heard of, as a list that stays in order.
 *
 * One station by several ways (cables, addresses) is one station: what makes it the
 * same is its ID, its port and its label together, so whoever says something else is
 * another one, and one label twice is two stations. A station that is not heard of for
 * a while is gone, and so is a way. Pure: an address is bytes here.
 */
#ifndef FOUND_H
#define FOUND_H

#include "finding.h"

enum {
    FOUND_MAX = 99,         /* stations; more are not listed */
    FOUND_WAYS = 8,         /* to one of them */
    FOUND_ADDRESS_MAX = 28, /* bytes of an address */
    FOUND_GONE_MS = 3000,   /* not heard of for so long is gone */
};

struct found_way {
    unsigned char address[FOUND_ADDRESS_MAX];
    size_t length;
    int64_t heard; /* tick */
};

struct found_station {
    struct finding_station is;
    int count; /* of the ways, which are in the order in which they were found */
    struct found_way ways[FOUND_WAYS];
};

/* Large. All zero: nobody was found yet. */
struct found {
    int count;
    struct found_station all[FOUND_MAX]; /* by label as people count, then by ID */
};

/*
 * A station has answered from an address of that many bytes. Returns 0; or -1 with
 * errno ENOBUFS, *f unchanged, if there is no room for one more, or EINVAL for an
 * address that is too long.
 */
int found_add(struct found *f, const struct finding_station *is, const void *address,
    size_t length, int64_t tick);

/* Forget what was not heard of for so long. */
void found_expire(struct found *f, int64_t tick);

/* The tick at which found_expire() has something to forget, INT64_MAX for never. */
int64_t found_due(const struct found *f);

/* Where in the list that station is, or -1. */
int found_at(const struct found *f, const struct finding_station *is);

#endif
