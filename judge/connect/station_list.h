/*
 * station_list.h - the stations that have answered, in order. Pure: an address is bytes
 * here.
 *
 * Answers with the same ID, port and label are one station, which may have several ways
 * (cables, addresses). Two stations may have the same label. A station, or a way, that
 * does not answer for STATION_LIST_GONE_MS is removed.
 */
#ifndef STATION_LIST_H
#define STATION_LIST_H

#include "common/link/discovery.h"

enum {
    STATION_LIST_MAX = 99,         /* stations; further ones are ignored */
    STATION_LIST_WAYS = 8,         /* ways to one station */
    STATION_LIST_ADDRESS_MAX = 28, /* bytes of an address */
    STATION_LIST_GONE_MS = 3000,   /* silence after which a way is removed */
};

struct station_list_way {
    unsigned char address[STATION_LIST_ADDRESS_MAX];
    size_t length;
    int64_t heard; /* tick of the last answer */
};

struct listed_station {
    struct discovery_station is;
    int count; /* ways, in the order of their first answers */
    struct station_list_way ways[STATION_LIST_WAYS];
};

/* Large. All zero: an empty list. */
struct station_list {
    int count;
    struct listed_station
        all[STATION_LIST_MAX]; /* sorted by label (terminal-9 before terminal-10), ID */
};

/*
 * Add an answer from an address of length bytes. Returns 0; or -1 with errno, *f
 * unchanged: ENOBUFS for a full list, EINVAL for a long address.
 */
int station_list_add(struct station_list *f, const struct discovery_station *is,
    const void *address, size_t length, int64_t tick);

/* Remove silent ways and stations. */
void station_list_expire(struct station_list *f, int64_t tick);

/* The tick of the next station_list_expire(); INT64_MAX for never. */
int64_t station_list_due(const struct station_list *f);

/* The index of a station, or -1. */
int station_list_at(const struct station_list *f, const struct discovery_station *is);

#endif
