/*
 * feed_station.h - a feed from a station: a silent listener, which greets as a referee
 * and then only reads. After a lost link it connects again.
 */
#ifndef FEED_STATION_H
#define FEED_STATION_H

#include "common/link/secret.h"
#include "judge/referee/watch/feed.h"

enum {
    FEED_STATION_AGAIN_MS = 1000,    /* from a lost link to the next attempt */
    FEED_STATION_SILENCE_MS = 10000, /* a link without a byte is lost after so long */
};

/*
 * Follow a station, named as for judge(1). secret may be NULL, and must outlive the
 * feed. Returns the feed; or NULL with errno: EINVAL, ENOENT (no such host) or ENOMEM.
 */
struct feed *feed_station_open(const char *name, const struct secret *secret,
    const regex_t *bell, const struct feed_listener *listener);

/* Whether a feed is a station's. */
bool feed_station_is(const struct feed *f);

#endif
