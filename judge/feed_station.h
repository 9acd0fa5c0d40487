/*
 * feed_station.h - a feed that is a station: a silent listener of its, which
 * greets, and from then on only reads. A part of feed.h.
 */
#ifndef FEED_STATION_H
#define FEED_STATION_H

#include "feed.h"

enum {
    FEED_AGAIN_MS = 1000, /* from a lost link to the next attempt */
    FEED_SILENCE_MS =
        10000, /* after which a link is lost: a station speaks each second */
};

/* Connect, greet, read; connect again. */
void feed_station_step(struct feed *s, short revents, int64_t tick);

/* The tick at which that is next needed. */
int64_t feed_station_due(const struct feed *s);

#endif
