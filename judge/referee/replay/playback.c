#include "judge/referee/replay/playback.h"

void playback_init(struct playback *p, struct timeline *timeline)
{
    *p = (struct playback){.timeline = timeline, .speed = PLAYBACK_SPEED_NORMAL};
    timeline_show(timeline, 0);
}

uint64_t playback_length(const struct playback *p)
{
    const struct timeline_key *last = timeline_last_key(p->timeline);

    return last != NULL ? last->place : 0;
}

uint64_t playback_position(const struct playback *p, int64_t tick)
{
    uint64_t passed = tick > p->tick ? (uint64_t)(tick - p->tick) : 0;

    if (!p->running)
        return p->position;
    return p->speed == PLAYBACK_ALL ? playback_length(p)
                                    : p->position + passed * p->speed / 100;
}

static bool is_at_end(const struct playback *p)
{
    return p->timeline->shown == p->timeline->count;
}

static void set_position(struct playback *p, uint64_t position, int64_t tick)
{
    p->position = position;
    p->tick = tick;
    p->running = p->running && !is_at_end(p);
}

void playback_run(struct playback *p, bool running, int64_t tick)
{
    uint64_t position = playback_position(p, tick);

    p->running = running;
    set_position(p, position, tick);
}

void playback_set_speed(struct playback *p, unsigned speed, int64_t tick)
{
    set_position(p, playback_position(p, tick), tick);
    p->speed = speed > PLAYBACK_SPEED_MAX ? PLAYBACK_SPEED_MAX : speed;
}

void playback_advance(struct playback *p, int64_t tick)
{
    if (!p->running)
        return;
    timeline_show(
        p->timeline, timeline_count_at(p->timeline, playback_position(p, tick)));
    if (is_at_end(p))
        set_position(p, playback_length(p), tick);
}

int64_t playback_due(const struct playback *p)
{
    uint64_t next, wait;

    if (!p->running)
        return INT64_MAX;
    next = p->timeline->keys[p->timeline->shown].place;
    if (p->speed == PLAYBACK_ALL || next <= p->position)
        return p->tick;
    wait = next - p->position;
    return p->tick + (int64_t)((wait * 100 + p->speed - 1) / p->speed);
}

void playback_seek(struct playback *p, uint64_t position, int64_t tick)
{
    uint64_t length = playback_length(p);
    uint64_t to = position < length ? position : length;

    timeline_show(p->timeline, timeline_count_at(p->timeline, to));
    set_position(p, to, tick);
}

void playback_follow(struct playback *p, int64_t tick)
{
    const struct timeline_key *key = timeline_key_shown(p->timeline);

    set_position(p, key != NULL ? key->place : 0, tick);
}
