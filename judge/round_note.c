/*
 * round_note.c - what a round says (round.h): in words, and as notes in the key logs,
 * from which it comes back.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "key.h"
#include "round.h"

const char *round_refusal(enum round_key key)
{
    static const char *const lines[] = {
        [ROUND_KEY_TAKEN] = NULL,
        [ROUND_KEY_OPENING] = "Read this first, then press Return",
        [ROUND_KEY_UNLINKED] = "It is not there yet: wait for the line",
        [ROUND_KEY_LOCKED] = "The left side first: it has the floor",
        [ROUND_KEY_WAITS] = "It waits for its line, its time is kept",
        [ROUND_KEY_OVER] = "The time of this side is up",
    };

    return lines[key];
}

void round_spell(int64_t ms, char text[static ROUND_SPELL_SIZE])
{
    int64_t seconds = ms > 0 ? (ms + 999) / 1000 : 0;

    snprintf(
        text, ROUND_SPELL_SIZE, "%" PRId64 ":%02d", seconds / 60, (int)(seconds % 60));
}

static size_t write_left(int64_t left, const char *words, char note[ROUND_NOTE_SIZE])
{
    if (left == ROUND_NO_CLOCK)
        return (size_t)snprintf(note, ROUND_NOTE_SIZE, "%s -", words);
    return (size_t)snprintf(note, ROUND_NOTE_SIZE, "%s %" PRId64, words, left);
}

size_t round_note(const struct round *r, int pane, char note[static ROUND_NOTE_SIZE])
{
    int64_t left = round_left(r, pane);

    switch (r->phase) {
    case ROUND_REVIEW:
    case ROUND_BALLOT:
        return write_left(round_review_left(r), "clock review", note);
    case ROUND_SAVING:
        return write_left(0, "clock review", note);
    case ROUND_THANKS:
        return (size_t)snprintf(note, ROUND_NOTE_SIZE, "clock thanks");
    case ROUND_TALKING:
        return left >= 0 ? write_left(left, "clock", note) : 0;
    default:
        return 0;
    }
}

/* Whether a note begins so; it is moved behind that. */
static bool begins(const char **note, size_t *length, const char *words)
{
    size_t count = strlen(words);

    if (*length < count || memcmp(*note, words, count) != 0)
        return false;
    *note += count;
    *length -= count;
    return true;
}

/* Milliseconds of at most so many, `-` where no_limit is allowed. */
static bool read_left(
    const char *text, size_t length, int64_t most, bool no_limit, int64_t *left)
{
    uint64_t ms;

    if (no_limit && length == 1 && text[0] == '-') {
        *left = ROUND_NO_CLOCK;
        return true;
    }
    if (key_time(text, length, &ms) < 0 || ms > (uint64_t)most)
        return false;
    *left = (int64_t)ms;
    return true;
}

static void recall_phase(struct round *r, enum round_phase phase)
{
    if (phase > r->recalled)
        r->recalled = phase;
}

int round_recall(struct round *r, int pane, const char *note, size_t length)
{
    int64_t most = (int64_t)ROUND_MINUTES_MAX * 60000;
    int64_t left;

    if (length == strlen("clock thanks") && begins(&note, &length, "clock thanks")) {
        recall_phase(r, ROUND_THANKS);
        return 0;
    }
    if (begins(&note, &length, "clock review ") &&
        read_left(note, length, most, true, &left)) {
        r->review_recalled = left;
        recall_phase(r, ROUND_REVIEW);
        return 0;
    }
    if (begins(&note, &length, "clock ") &&
        read_left(note, length, most, false, &left)) {
        r->pane[pane].recalled = left;
        recall_phase(r, ROUND_TALKING);
        return 0;
    }
    errno = EINVAL;
    return -1;
}

void round_recall_begun(struct round *r, int pane)
{
    if (r->clock_ms != 0)
        r->pane[pane].recalled = r->clock_ms;
    r->pane[pane].linked = true;
    recall_phase(r, ROUND_TALKING);
}

static int64_t less_a_note(int64_t left)
{
    return left > ROUND_NOTE_MS ? left - ROUND_NOTE_MS : 0;
}

/* A side whose time was up is over at once, and says so again. */
static void resume_pane(struct round *r, int pane, int64_t left)
{
    struct round_pane *p = &r->pane[pane];

    if (left == ROUND_NO_CLOCK)
        return;
    p->linked = true;
    p->lost = left > 0 ? r->now : ROUND_NEVER;
    p->last = left == 0;
    p->begun = r->now;
    p->noted = r->now;
    p->deadline = r->now + left;
}

/* Of a pair under one clock both sides have begun if one has. A side may also be over by
 * itself, which says nothing of the other. */
static void share_recalled(struct round *r)
{
    struct round_pane *p = r->pane;

    if (!round_is_shared(r))
        return;
    for (int i = 0; i < 2; i++)
        if (p[i].recalled == ROUND_NO_CLOCK && p[1 - i].recalled > 0)
            p[i].recalled = p[1 - i].recalled;
}

static void resume_review(struct round *r)
{
    for (int i = 0; i < r->panes; i++)
        r->pane[i].over = r->now;
    r->phase = ROUND_REVIEW;
    if (r->review_recalled != ROUND_NO_CLOCK)
        r->review_end = r->now + less_a_note(r->review_recalled);
}

void round_resume(struct round *r, int64_t tick)
{
    round_pass(r, tick);
    if (r->recalled == ROUND_OPENING)
        return;
    r->said = true;
    if (r->recalled == ROUND_TALKING) {
        r->phase = ROUND_TALKING;
        share_recalled(r);
        for (int i = 0; i < r->panes; i++)
            resume_pane(r, i,
                r->pane[i].recalled > 0 ? less_a_note(r->pane[i].recalled)
                                        : r->pane[i].recalled);
    } else {
        resume_review(r);
        if (r->recalled == ROUND_THANKS)
            r->phase = ROUND_THANKS;
    }
    round_pass(r, tick);
}
