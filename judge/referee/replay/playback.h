/*
 * playback.h - plays a timeline: a position that advances with time, at any speed.
 * Pure: ticks are microseconds of any clock that never steps back.
 */
#ifndef PLAYBACK_H
#define PLAYBACK_H

#include "judge/referee/record/timeline.h"

enum {
    PLAYBACK_ALL = 0, /* a speed: everything at once */
    PLAYBACK_SPEED_MIN = 1,
    PLAYBACK_SPEED_NORMAL = 100,
    PLAYBACK_SPEED_MAX = 100000,
};

struct playback {
    struct timeline *timeline;
    unsigned speed;    /* per cent, or PLAYBACK_ALL */
    bool running;      /* false: paused */
    uint64_t position; /* place on the timeline at `tick` */
    int64_t tick;
};

/* Start before the first key of a timeline that has one, paused, at normal speed. */
void playback_init(struct playback *p, struct timeline *timeline);

/* The place of the last key. */
uint64_t playback_length(const struct playback *p);

/* The position at a tick. */
uint64_t playback_position(const struct playback *p, int64_t tick);

/* Run or pause. At the end it stays paused. */
void playback_run(struct playback *p, bool running, int64_t tick);

/* Change the speed: PLAYBACK_ALL, or a speed, which is brought within the limits above.
 */
void playback_set_speed(struct playback *p, unsigned speed, int64_t tick);

/* Show the keys that are due at a tick, and pause at the end. */
void playback_advance(struct playback *p, int64_t tick);

/* The tick at which the next key is due; INT64_MAX while paused. */
int64_t playback_due(const struct playback *p);

/* Go to a position, or to the end if it is behind it. */
void playback_seek(struct playback *p, uint64_t position, int64_t tick);

/* Go to where timeline_show() and its like have left the timeline: the last key shown.
 */
void playback_follow(struct playback *p, int64_t tick);

#endif
