/*
 * timeline.h - all keystrokes of a conversation with their times, and panes that show
 * the conversation at any of them: the newest (live), or an earlier one. Pure.
 *
 * A key has two times: the one given, and its place, in microseconds after the first
 * key. Places never step back. Between two rounds are RECORD_ROUND_US at most, and
 * lines without a time are a second apart.
 */
#ifndef TIMELINE_H
#define TIMELINE_H

#include "judge/referee/record/panes.h"

enum {
    TIMELINE_KEYS_MAX = 4 * 1024 * 1024,
    TIMELINE_FIND_MAX = 100, /* characters of a text to find */
};

#define TIMELINE_NOWHERE SIZE_MAX

struct timeline_key {
    uint64_t place; /* microseconds after the first key */
    uint64_t time;  /* as given */
    uint32_t code;  /* or KEYLOG_NO_CODE */
    uint16_t round; /* index in rounds[] */
    int16_t judge;  /* 0 to 99, or KEYLOG_NO_JUDGE */
    uint8_t pane;   /* enum record_pane */
    uint8_t side;   /* enum side */
    bool is_turn;   /* first key of a turn in its pane */
};

struct timeline {
    bool begun; /* panes exist */
    bool live;  /* the panes show each key that is added */
    struct panes panes;
    size_t shown; /* number of keys in the panes */
    bool failed;  /* memory was too short to show the keys that were asked for */
    struct timeline_key *keys;
    size_t count, capacity;
    struct record_round *rounds;
    size_t round_count, round_capacity;
    struct record_clock clock; /* at the last key */
    int last_side[PANES];  /* side of the last key of the round in each pane; -1: no key
                            */
    bool is_timeless;      /* some lines had no time */
    struct record_day day; /* of the lines of a transcript */
    int judge;             /* judge of the lines of a transcript */
};

/*
 * Start an empty timeline, live, under a book such as record_book() returns, with its
 * first round. A timeline that has begun is emptied. Zero *t before the first time.
 * Returns 0; or -1 with errno ENOMEM, *t then being all zero.
 */
int timeline_begin(
    struct timeline *t, const struct rulebook *book, const struct record_round *round);
void timeline_free(struct timeline *t);

/* Start a round with the next key, on empty panes. A heading that is repeated before
 * any key replaces the last. Returns 0; or -1 with errno ENOMEM or EOVERFLOW, nothing
 * changed. */
int timeline_round(struct timeline *t, const struct record_round *round);

/*
 * Add a key. judge is 0 to 99 or KEYLOG_NO_JUDGE.
 * Returns 0; or -1 with errno ENOMEM, or EOVERFLOW past TIMELINE_KEYS_MAX: the key is
 * then not added, and the panes may lack it.
 */
int timeline_add(
    struct timeline *t, enum record_pane pane, const struct key *key, int judge);

/*
 * Add a record that reader has read, in order: a round, a key, or the keys that a line
 * takes. Other records change nothing. The first key begins a timeline that has not
 * begun. Returns as timeline_add().
 */
int timeline_add_record(struct timeline *t, const struct record_reader *reader,
    const struct record *record);

/* Show the first `count` keys, 0 to t->count, and stay there (not live). Without memory
 * it sets t->failed and shows fewer. */
void timeline_show(struct timeline *t, size_t count);

/* Show all keys, and each new one; without memory as timeline_show(). */
void timeline_go_live(struct timeline *t);

/* Number of keys up to a place; up to a time given. */
size_t timeline_count_at(const struct timeline *t, uint64_t place);
size_t timeline_count_by(const struct timeline *t, uint64_t time);

/* Number of keys to show for: the end of the turn after (direction 1) or before (-1)
 * the keys shown; the first key of the next round or the one before. Returns
 * TIMELINE_NOWHERE if there is no such turn or round. */
size_t timeline_turn(const struct timeline *t, int direction);
size_t timeline_round_start(const struct timeline *t, int direction);

/*
 * Show the keys up to one that ends a text in an unfinished line: the next after
 * (direction 1) or before (-1) the keys shown. Letters of ASCII match in either case.
 * Returns false where no key ends the text, the same keys being shown; without memory
 * as timeline_show().
 */
bool timeline_show_text(
    struct timeline *t, const uint32_t *text, size_t length, int direction);

/* Find a text as above in a line of a pane's page: the last line before `from`, or with
 * older false the first behind it. Returns the line, or TIMELINE_NOWHERE. */
size_t timeline_find_line(const struct timeline *t, enum record_pane pane,
    const uint32_t *text, size_t length, size_t from, bool older);

/* The last key shown, or NULL; the last of all, or NULL. */
const struct timeline_key *timeline_key_shown(const struct timeline *t);
const struct timeline_key *timeline_last_key(const struct timeline *t);

#endif
