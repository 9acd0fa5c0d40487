/*
 * round.h - one round at a judge's terminal, from the opening screen to the thanks: the
 * phases, the clocks, and which keyboard is open. Pure.
 *
 * A round has panes: the two sides of a pair (0 is left), or the terminals that a judge
 * visits one at a time. Which book it is nobody asks; the row says it:
 *
 *   terminals 2, minutes_each 0   both sides at once under one clock (2004)
 *   terminals 2, minutes_each     left, then right, each under its own clock (2009)
 *   any other                     each pane under its own clock, if the row has minutes
 *
 * A clock begins with the judge's first key and nothing stops it: what happens is said
 * with the moment at which it did, so neither a suspended program nor a system clock
 * set anew plays a part. Moments are milliseconds of a clock that never steps back and
 * goes on while a machine sleeps; one earlier than the last counts as the last.
 *
 * While a link is lost its keyboard stays open until the clock would be at zero without
 * the loss; then it is stopped and waits for the line. When the line is back, all the
 * time from the loss until then is given back to that side.
 *
 * When time is up nothing is decided by the clock: the ballot remains to be confirmed,
 * however late. Sources: rules/2004.txt, scoring 5; rules/2009.txt, 3; rules/wager.txt,
 * II; doc/rules.md for what the books leave open.
 */
#ifndef ROUND_H
#define ROUND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rulebook.h"

enum {
    ROUND_PANES_MAX = 32,
    ROUND_MINUTES_MAX = 1440,
    ROUND_LAST_MS = 60000,      /* the last minute */
    ROUND_NOTE_MS = 5000,       /* between two notes in the key log */
    ROUND_ON_THE_WAY_MS = 3000, /* keys made before zero may still come */
    ROUND_NOTE_SIZE = 48,
    ROUND_SPELL_SIZE = 24,
};

/* What a pane's clock says, besides milliseconds left: as wire.h has them. */
enum { ROUND_NO_CLOCK = -1, ROUND_LOCKED = -2 };

#define ROUND_NEVER INT64_MAX

enum round_phase {
    ROUND_OPENING, /* the opening screen stands; no key is taken */
    ROUND_TALKING, /* from then until the last pane is over */
    ROUND_REVIEW,  /* keyboards are stopped; there is all to read */
    ROUND_BALLOT,  /* the same, and the ballot is being filled in */
    ROUND_SAVING,  /* confirmed, and not yet on the medium: nothing changes it now */
    ROUND_THANKS,  /* on the medium; names may be shown */
    ROUND_OVER,    /* left in order, nothing owed */
    ROUND_LEFT,    /* left with a conversation or a ballot owed: it can be resumed */
};

/* Whether the judge's key may be typed in a pane, or why not. */
enum round_key {
    ROUND_KEY_TAKEN,
    ROUND_KEY_OPENING,  /* the opening screen was not acknowledged */
    ROUND_KEY_UNLINKED, /* there has been no link yet */
    ROUND_KEY_LOCKED,   /* the left side has the floor */
    ROUND_KEY_WAITS,    /* no time without the loss: it waits for the line */
    ROUND_KEY_OVER,     /* this pane's time is up, or the judge has left it */
};

/* What has happened of itself, or in consequence. */
enum round_what {
    ROUND_BEGUN,       /* a clock has begun: both sides', or the pane's */
    ROUND_GIVEN_BACK,  /* ms were given back to the pane */
    ROUND_LAST_MINUTE, /* of the pane */
    ROUND_STOPPED,     /* the pane's keyboard waits for the line */
    ROUND_TIME_UP,     /* the pane is over: say bye there */
    ROUND_UNLOCKED,    /* the right side has the floor */
    ROUND_REVIEW_BEGINS,
    ROUND_REVIEW_LAST_MINUTE,
    ROUND_REVIEW_UP, /* the ballot is due */
    ROUND_CHANGE_UP, /* the next round is due */
    ROUND_NOTE_DUE,  /* write round_note() of the pane to its key log */
    ROUND_WHATS,
};

struct round_news {
    enum round_what what;
    int pane;   /* -1 where it is of no one pane */
    int64_t ms; /* given back; else 0 */
};

/* What quitting does now. */
enum round_quit {
    ROUND_QUIT_ENDS,    /* nothing is owed: ROUND_OVER */
    ROUND_QUIT_BALLOT,  /* the talk had no limit, and is over: ROUND_REVIEW */
    ROUND_QUIT_LEAVES,  /* something is owed: ROUND_LEFT, to be resumed */
    ROUND_QUIT_REFUSED, /* a confirmed ballot is not safe yet: nothing changes */
};

/* One pane. Its members, and those of a round, are round.c's and round_note.c's own. */
struct round_pane {
    int64_t begun;      /* when its clock began; ROUND_NEVER: not yet */
    int64_t deadline;   /* when it is at zero, all losses that are over counted in */
    int64_t lost;       /* since when there is no link; ROUND_NEVER: there is one */
    int64_t back;       /* when it came, or came back */
    int64_t over;       /* since when it is over; ROUND_NEVER: it is not */
    int64_t noted;      /* when the last note was due */
    int64_t given_back; /* milliseconds, in all */
    int64_t given_news; /* and those that were not told yet */
    int64_t recalled;   /* left by the last note; ROUND_NO_CLOCK: none */
    bool linked;        /* there has been a link */
    bool last;          /* the last minute was announced */
    bool waits;         /* at zero, and without a link */
    unsigned news;      /* a bit for each round_what */
};

struct round {
    const struct rulebook *book;
    int panes;
    int64_t clock_ms; /* what each clock has; 0: no limit */
    enum round_phase phase;
    enum round_phase recalled; /* the latest phase that was noted */
    int64_t now;
    int64_t review_end; /* ROUND_NEVER: no limit, or not begun */
    int64_t review_recalled;
    int64_t change_end;
    bool said; /* the judge has typed */
    bool review_last, review_up, change_up;
    unsigned news;
    struct round_pane pane[ROUND_PANES_MAX];
};

/*
 * Begin a round of so many panes, 1 to ROUND_PANES_MAX. minutes are those of one clock
 * (2004: of the pair; 2009: of each side; else of each pane), 1 to ROUND_MINUTES_MAX,
 * or 0 for the book's. A pair that has only one pane is one conversation under its
 * clock.
 */
void round_start(
    struct round *r, const struct rulebook *book, int panes, int minutes, int64_t tick);

/* Both sides of a pair under one clock; a pair whose left side comes first. */
bool round_is_shared(const struct round *r);
bool round_is_in_turn(const struct round *r);

/* Time has passed. Whatever else is called does this first. */
void round_pass(struct round *r, int64_t tick);

/* The next of the news, oldest kind first; returns whether there was any. They wait
 * until they are taken; the same ones of a pane are said once. */
bool round_take_news(struct round *r, struct round_news *news);

/* The opening screen was acknowledged: it is asked once. */
void round_acknowledge(struct round *r, int64_t tick);

/* The judge presses a key in a pane. If it is taken a clock that waits for it begins;
 * if not nothing changes. */
enum round_key round_press(struct round *r, int pane, int64_t tick);

/* The same, asked without pressing it; as of the last moment given. */
enum round_key round_may_press(const struct round *r, int pane);

/* One line for the status line on a key that was not taken; NULL for ROUND_KEY_TAKEN.
 */
const char *round_refusal(enum round_key key);

/* Whether a key of the far side still counts: until the pane is over, and then for
 * ROUND_ON_THE_WAY_MS. */
bool round_hears(const struct round *r, int pane);

/* The link of a pane is lost; since is the moment of its last sign of life. */
void round_link_lost(struct round *r, int pane, int64_t since, int64_t tick);

/* It is there: for the first time, or again. */
void round_link_back(struct round *r, int pane, int64_t tick);

/* The judge has come to a pane, one after the other: before that nobody missed it. */
void round_visit(struct round *r, int pane, int64_t tick);

/* The conversation of a pane has come to an end by itself: the far side said bye, its
 * session is unknown there, or a judge without a clock has ended it. */
void round_end_pane(struct round *r, int pane, int64_t tick);

/*
 * Whether the judge may go on without a side that stays away: its clock is at zero and
 * it has no link, or it had none for as long as its clock has, not begun; and no other
 * keyboard under the same clock is open.
 */
bool round_may_go_on(const struct round *r, int pane);

/* Go on: it is over, and so is the other side of the pair if that stays away too.
 * Returns whether that was allowed. */
bool round_go_on(struct round *r, int pane, int64_t tick);

/* Open the ballot, or put it aside to read on. Returns whether that is possible. */
bool round_open_ballot(struct round *r, int64_t tick);
bool round_close_ballot(struct round *r, int64_t tick);

/* The judge has confirmed the ballot. Returns whether it counts: it was open. */
bool round_confirm(struct round *r, int64_t tick);

/* It is on the medium. Only after round_confirm(). */
void round_saved(struct round *r, int64_t tick);

/* Quitting was asked, and answered with yes. */
enum round_quit round_quit(struct round *r, int64_t tick);

/* The judge is gone, and has decided nothing: the same, but a talk without limit that
 * was begun is left too, to be resumed. */
enum round_quit round_hang_up(struct round *r, int64_t tick);

/* Whether a label, or which station is left, may be shown: the ballot is safe. */
bool round_may_reveal(const struct round *r);

/* What the wire is told of a pane's clock (WIRE_LEFT_ and ping LEFT): milliseconds
 * left; ROUND_NO_CLOCK where there is none, or none yet; ROUND_LOCKED. 0 when it is
 * over. */
int64_t round_left(const struct round *r, int pane);

/* What the judge is shown of it: the same, but a clock that waits for the first key is
 * full. */
int64_t round_shown(const struct round *r, int pane);

/* Milliseconds left to review and score, and of the thanks to take places; 0 when they
 * have run out, ROUND_NO_CLOCK where there are none now. */
int64_t round_review_left(const struct round *r);
int64_t round_change_left(const struct round *r);

/* Milliseconds that were given back to a pane so far. */
int64_t round_given_back(const struct round *r, int pane);

/* When to call round_pass() next: there is news, or a time shown in whole seconds is
 * another one. ROUND_NEVER if nothing will happen by itself. */
int64_t round_next(const struct round *r);

/* A moment of the clock as `24:59`, rounded up, so that 0:00 is the end. */
void round_spell(int64_t ms, char text[static ROUND_SPELL_SIZE]);

/* Resuming */

/*
 * Write what recorder_note() is to put into the key log of a pane, without "# ", and
 * return its length: `clock LEFT`, `clock review LEFT`, `clock thanks`. LEFT is in
 * milliseconds, `-` where there is no limit. 0 if there is nothing to note yet.
 */
size_t round_note(const struct round *r, int pane, char note[static ROUND_NOTE_SIZE]);

/*
 * A note as it was found in the key log of a pane, length bytes without "# "; those
 * that came first are to be given first. Only before round_resume(). Returns 0; or -1
 * with errno EINVAL, nothing changed, for a text that is no such note.
 */
int round_recall(struct round *r, int pane, const char *note, size_t length);

/* The judge's keys in this pane were found: its clock had begun, whatever the notes
 * say. Before the notes. */
void round_recall_begun(struct round *r, int pane);

/*
 * Go on after round_start() and what was recalled. Of each clock ROUND_NOTE_MS are
 * gone, for the time since the last note; clocks go on from now, with all links lost,
 * so that the time until they are back is given back. The opening screen is not shown
 * again if anything was recalled.
 */
void round_resume(struct round *r, int64_t tick);

#endif
