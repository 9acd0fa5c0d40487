/*
 * round.h - one round at a judge's terminal, from the opening screen to the thanks:
 * phases, clocks and open keyboards. Pure.
 *
 * A round has panes: the two sides of a pair (0 is left), or the terminals that the
 * judge visits one at a time. The book's row decides their clocks:
 *
 *   terminals 2, minutes_each 0   both sides at once under one clock (2004)
 *   terminals 2, minutes_each     left, then right, each under its own clock (2009)
 *   any other                     each pane under its own clock, if the row has minutes
 *
 * A clock starts with the judge's first key and never stops. Ticks are milliseconds of
 * a clock that runs while the machine sleeps; a tick earlier than the last one counts
 * as the last one.
 *
 * While a link is lost its keyboard stays open until the clock reaches zero; then the
 * keyboard is stopped. When the link is back, the pane gets the lost time back.
 *
 * At zero the ballot is still to be confirmed, however late. Sources: rules/2004.txt,
 * scoring 5; rules/2009.txt, 3; rules/wager.txt, II; doc/rules.md for gaps in the
 * books.
 */
#ifndef ROUND_H
#define ROUND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/conversation/rulebook.h"

enum {
    ROUND_PANES_MAX = 32,
    ROUND_MINUTES_MAX = 1440,
    ROUND_LAST_MS = 60000, /* the last minute */
    ROUND_NOTE_MS = 5000,  /* between two notes in the key log */
    ROUND_NOTE_SIZE = 48,
    ROUND_SPELL_SIZE = 24,
};

/* Values of a clock besides milliseconds left, as in wire.h. */
enum { ROUND_NO_CLOCK = -1, ROUND_LOCKED = -2 };

#define ROUND_NEVER INT64_MAX

enum round_phase {
    ROUND_OPENING, /* the opening screen is shown; no key is taken */
    ROUND_TALKING, /* until the last pane is over */
    ROUND_REVIEW,  /* keyboards are closed; the judge reads */
    ROUND_BALLOT,  /* keyboards are closed; the ballot is open */
    ROUND_SAVING,  /* the ballot is confirmed and not yet on disk */
    ROUND_THANKS,  /* the ballot is on disk; names may be shown */
    ROUND_OVER,    /* left in order */
    ROUND_LEFT,    /* left without a ballot: the round can be resumed */
};

/* Whether a key may be typed in a pane, or the reason against it. */
enum round_key {
    ROUND_KEY_TAKEN,
    ROUND_KEY_OPENING,  /* the opening screen is still shown */
    ROUND_KEY_UNLINKED, /* there has been no link yet */
    ROUND_KEY_LOCKED,   /* the left side comes first */
    ROUND_KEY_WAITS,    /* the clock is at zero and the link is lost */
    ROUND_KEY_OVER,     /* this pane's time is up, or the judge has left it */
};

/* News of a round: events of the clocks, and consequences of calls. */
enum round_event {
    ROUND_BEGUN,       /* the clock of the pane, or of both sides, has started */
    ROUND_GIVEN_BACK,  /* the pane got ms of lost time back */
    ROUND_LAST_MINUTE, /* one minute is left in the pane */
    ROUND_STOPPED,     /* the pane's keyboard waits for the link */
    ROUND_TIME_UP,     /* the pane is over: end its conversation */
    ROUND_UNLOCKED,    /* the right side may be typed at */
    ROUND_REVIEW_BEGINS,
    ROUND_REVIEW_LAST_MINUTE,
    ROUND_REVIEW_UP, /* the ballot is due */
    ROUND_CHANGE_UP, /* the next round is due */
    ROUND_NOTE_DUE,  /* write round_note() of the pane to its key log */
    ROUND_EVENTS,
};

struct round_news {
    enum round_event event;
    int pane;   /* -1 for news of the whole round */
    int64_t ms; /* time given back; else 0 */
};

/* One pane. Members of panes and rounds are written by round.c and round_note.c only.
 */
struct round_pane {
    int64_t begun;      /* tick of the clock's start; ROUND_NEVER: not started */
    int64_t deadline;   /* tick at which the clock is at zero, lost time included */
    int64_t lost;       /* tick of the loss of the link; ROUND_NEVER: linked */
    int64_t back;       /* tick of the last start of a link */
    int64_t over;       /* tick of the pane's end; ROUND_NEVER: not over */
    int64_t noted;      /* tick at which the last note was due */
    int64_t given_back; /* milliseconds given back and not announced yet */
    int64_t recalled;   /* milliseconds left by the last note, or ROUND_NO_CLOCK */
    bool linked;        /* there has been a link */
    bool last;          /* the last minute was announced */
    bool waits;         /* the clock is at zero and the link is lost */
    unsigned news;      /* a bit for each round_event */
};

struct round {
    const struct rulebook *book;
    int panes;
    int64_t clock_ms; /* full time of each clock; 0: no limit */
    enum round_phase phase;
    enum round_phase recalled; /* latest phase found in notes */
    int64_t now;
    int64_t review_end; /* tick; ROUND_NEVER: no limit, or not started */
    int64_t review_recalled;
    int64_t change_end;
    bool said; /* the judge has typed */
    bool review_last, review_up, change_up;
    unsigned news;
    struct round_pane pane[ROUND_PANES_MAX];
};

/*
 * Start a round of 1 to ROUND_PANES_MAX panes. minutes are those of one clock (2004:
 * the pair's; 2009: each side's; else each pane's), 1 to ROUND_MINUTES_MAX, or 0 for
 * the book's. A book of pairs with one pane gives one conversation under the pair's
 * clock.
 */
void round_start(
    struct round *r, const struct rulebook *book, int panes, int minutes, int64_t tick);

/* Whether both sides of a pair have one clock; whether the left side comes first. */
bool round_is_shared(const struct round *r);
bool round_is_in_turn(const struct round *r);

/* Advance to tick. All calls with a tick do this first. */
void round_pass(struct round *r, int64_t tick);

/* Take the next news, in the order of round_event; equal news of a pane come once.
 * Returns false if no news is left. */
bool round_take_news(struct round *r, struct round_news *news);

/* The judge has read the opening screen. */
void round_acknowledge(struct round *r, int64_t tick);

/* The judge presses a key in a pane. A key that is taken starts the pane's clock. */
enum round_key round_press(struct round *r, int pane, int64_t tick);

/* The same without pressing the key; as of the last tick given. */
enum round_key round_may_press(const struct round *r, int pane);

/* The message about a key that was not taken; NULL for ROUND_KEY_TAKEN. */
const char *round_refusal(enum round_key key);

/* The link of a pane is lost; since is the tick of its last sign of life. */
void round_link_lost(struct round *r, int pane, int64_t since, int64_t tick);

/* The link of a pane is up, for the first time or again. */
void round_link_back(struct round *r, int pane, int64_t tick);

/* The judge comes to a pane: the time without a link counts from now on. */
void round_visit(struct round *r, int pane, int64_t tick);

/* The conversation of a pane has ended: the station has left or has no record of it, or
 * a judge without a clock has ended it. */
void round_end_pane(struct round *r, int pane, int64_t tick);

/*
 * Whether the judge may go on without a pane that has no link: its clock is at zero, or
 * has not started and the link has been away for the full time; and no other keyboard
 * under the same clock is open.
 */
bool round_may_go_on(const struct round *r, int pane);

/* Go on: the pane is over, and both sides if they share a clock. Returns whether that
 * was allowed. */
bool round_go_on(struct round *r, int pane, int64_t tick);

/* Open the ballot, or close it to read on. Returns false in a wrong phase. */
bool round_open_ballot(struct round *r, int64_t tick);
bool round_close_ballot(struct round *r, int64_t tick);

/* The judge has confirmed the ballot. Returns false if it was not open. */
bool round_confirm(struct round *r, int64_t tick);

/* The ballot is on disk, after round_confirm(). */
void round_saved(struct round *r, int64_t tick);

/*
 * The judge quits: without a word said, or with the ballot safe, to ROUND_OVER; from a
 * talk without limit to ROUND_REVIEW; else to ROUND_LEFT, to be resumed. Returns false
 * and changes nothing in ROUND_SAVING: the confirmed ballot is not on disk yet.
 */
bool round_quit(struct round *r, int64_t tick);

/* The terminal is closed: the same, but a talk without limit is left to be resumed. */
bool round_hang_up(struct round *r, int64_t tick);

/* Whether labels may be shown: the ballot is on disk. */
bool round_may_reveal(const struct round *r);

/* A pane's clock for the wire (ping LEFT, WIRE_LEFT_): milliseconds left, 0 when the
 * pane is over; ROUND_NO_CLOCK before the clock has started; ROUND_LOCKED. */
int64_t round_left(const struct round *r, int pane);

/* The same for the judge's screen: before its start a clock shows its full time. */
int64_t round_shown(const struct round *r, int pane);

/* Milliseconds left for the review with the ballot, and for the change of places after
 * the thanks; ROUND_NO_CLOCK in other phases or without a limit. */
int64_t round_review_left(const struct round *r);
int64_t round_change_left(const struct round *r);

/* The tick of the next news, or of the next change of a displayed second; ROUND_NEVER
 * for never. */
int64_t round_next(const struct round *r);

/* Write milliseconds as `24:59`, rounded up: 0:00 is the end. */
void round_spell(int64_t ms, char text[static ROUND_SPELL_SIZE]);

/* Resuming */

/*
 * Write the note for the key log of a pane, without "# ": `clock LEFT`, `clock review
 * LEFT` or `clock thanks`. LEFT is in milliseconds, `-` without a limit. Returns its
 * length; 0 before the talk.
 */
size_t round_note(const struct round *r, int pane, char note[static ROUND_NOTE_SIZE]);

/*
 * Read a note of a pane's key log, length bytes without "# "; earlier notes first, all
 * before round_resume(). Returns 0; or -1 with errno EINVAL, nothing changed, for
 * another text.
 */
int round_recall(struct round *r, int pane, const char *note, size_t length);

/* The key log of the pane has keys of the judge: its clock had started. To be called
 * before the notes are read. */
void round_recall_begun(struct round *r, int pane);

/*
 * Resume after round_start() and the notes. Each clock loses ROUND_NOTE_MS for the time
 * since its last note, and runs from now with its link lost: the time until the link is
 * back is given back. The opening screen is skipped if there were notes.
 */
void round_resume(struct round *r, int64_t tick);

#endif
