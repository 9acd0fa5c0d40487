/*
 * property_world.h - two consoles joined by a wire that breaks, for property_test.c.
 *
 * Keys go from one end to the other as they do between two consoles: made by
 * conversation_type(), said by conversation_say(), written, delivered in pieces, read,
 * and taken by conversation_take(). Lines are cut with bytes on their way, consoles are
 * killed and restarted from their key logs, whole or truncated by a power cut.
 */
#ifndef PROPERTY_WORLD_H
#define PROPERTY_WORLD_H

#include "common/conversation/conversation.h"
#include "common/conversation/page.h"
#include "common/record/transcript.h"
#include "tests/support/helper.h"

/* A console: its conversation, page and two files. */
struct end {
    struct conversation talk;
    struct page page;
    struct transcript transcript;
    struct bytes log;  /* LP-nn.KEY */
    struct bytes text; /* LP-nn.TXT */
    struct bytes made; /* every struct key that was made here */

    bool connected;    /* its bytes arrive */
    struct bytes line; /* bytes on the way to it */
    struct wire_reader reader;
    bool restarted; /* makes no keys before the far end's `live` */
    int64_t clock;  /* offset of its wall clock from the steady one, ms */
};

enum count { KEYS, TURNS, JUDGES, STOPS, REFUSALS, DROPPED, CUTS, RESTARTS, COUNTS };

struct world {
    struct dice dice;
    struct end end[2]; /* by side */
    int64_t tick;
    uint32_t calm; /* steps between two accidents, about */
    size_t count[COUNTS];
};

/* Two ends that have nothing in common yet; calm is a number of steps. */
void world_begin(struct world *w, uint64_t seed, uint32_t calm);
void world_end(struct world *w);

/* Let something happen, or nothing: keys, cuts, restarts, bytes that arrive. */
void world_step(struct world *w);

/* Mend the line, let everything arrive, and both ends say bye. */
void world_settle(struct world *w);

/* A moment as the wall clock shows it. */
struct tm world_wall_clock(uint64_t ms);

/* Tell an event of the prompt, or the end of all, to a transcript and its file. */
void world_tell(struct transcript *t, struct bytes *text, const struct event *event,
    const struct tm *when);
void world_tell_end(struct prompt *prompt, struct transcript *t, struct bytes *text);

/* Read the next record of a key log as a key and the moment it was posted, and move *at
 * past it; false at the end. */
bool world_next_record(const char **at, struct key *key, uint64_t *posted);

#endif
