/*
 * round_note.c - the texts of a round (round.h): messages, and its notes in the key
 * logs, written and read back.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/record/log_note.h"
#include "judge/round/round.h"

const char *round_refusal(enum round_key key)
{
    static const char *const lines[] = {
        [ROUND_KEY_TAKEN] = NULL,
        [ROUND_KEY_OPENING] = "Read this first, then press Return",
        [ROUND_KEY_UNLINKED] = "Not connected yet: please wait",
        [ROUND_KEY_LOCKED] = "Talk to LEFT until its time is up",
        [ROUND_KEY_WAITS] = "No link: wait, the time is kept",
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

static void recall_phase(struct round *r, enum round_phase phase)
{
    if (phase > r->recalled)
        r->recalled = phase;
}

int round_recall(struct round *r, int pane, const char *note, size_t length)
{
    static const char name[] = "clock ";
    const size_t skip = sizeof(name) - 1;
    const uint64_t most = (uint64_t)ROUND_MINUTES_MAX * 60000;
    struct log_clock clock;

    if (length < skip || memcmp(note, name, skip) != 0 ||
        log_clock_read(note + skip, length - skip, &clock) < 0 ||
        clock.left_ms > most || (clock.phase == LOG_CLOCK_TALK && !clock.limited)) {
        errno = EINVAL;
        return -1;
    }
    switch (clock.phase) {
    case LOG_CLOCK_THANKS:
        recall_phase(r, ROUND_THANKS);
        break;
    case LOG_CLOCK_REVIEW:
        r->review_recalled = clock.limited ? (int64_t)clock.left_ms : ROUND_NO_CLOCK;
        recall_phase(r, ROUND_REVIEW);
        break;
    case LOG_CLOCK_TALK:
        r->pane[pane].recalled = (int64_t)clock.left_ms;
        recall_phase(r, ROUND_TALKING);
        break;
    }
    return 0;
}

void round_recall_begun(struct round *r, int pane)
{
    if (r->clock_ms != 0)
        r->pane[pane].recalled = r->clock_ms;
    r->pane[pane].linked = true;
    recall_phase(r, ROUND_TALKING);
}

static int64_t minus_a_note(int64_t left)
{
    return left > ROUND_NOTE_MS ? left - ROUND_NOTE_MS : 0;
}

/* A side whose time was up ends at once, with its news. */
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

/* Under one clock both sides have started if one has; but one side may be over alone.
 */
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
        r->review_end = r->now + minus_a_note(r->review_recalled);
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
                r->pane[i].recalled > 0 ? minus_a_note(r->pane[i].recalled)
                                        : r->pane[i].recalled);
    } else {
        resume_review(r);
        if (r->recalled == ROUND_THANKS)
            r->phase = ROUND_THANKS;
    }
    round_pass(r, tick);
}
