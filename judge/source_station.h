/*
 * source_station.h - a source that is a station: a silent listener of its, which
 * greets, and from then on only reads. A part of source.h.
 */
#ifndef SOURCE_STATION_H
#define SOURCE_STATION_H

#include "source.h"

enum {
    SOURCE_AGAIN_MS = 1000, /* from a lost link to the next attempt */
    SOURCE_SILENCE_MS =
        10000, /* after which a link is lost: a station speaks each second */
};

/* Connect, greet, read; connect again. */
void source_station_step(struct source *s, short revents, int64_t tick);

/* The tick at which that is next needed. */
int64_t source_station_due(const struct source *s);

#endif
