/*
 * tape.h - a conversation that is to be seen again: all its keystrokes, each with its
 * moment, and a place among them that goes on with time, at any speed, or jumps.
 *
 * Time on a tape is in microseconds from its first key. A key whose stamp lies before
 * the one above it comes at once; between two rounds TAPE_ROUND_US pass, however long
 * the judges took to change. Lines without a time are a second apart. Pure: it is
 * handed the time of any steady clock, in microseconds.
 */
#ifndef TAPE_H
#define TAPE_H

#include "panes.h"

enum {
    TAPE_KEYS_MAX = 4 * 1024 * 1024,
    TAPE_ROUND_US = 2000000,
    TAPE_SPEED_NORMAL = 100, /* per cent */
    TAPE_SPEED_MIN = 1,
    TAPE_SPEED_MAX = 100000,
    TAPE_FIND_MAX = 100, /* characters that are looked for */
};

struct tape_key {
    uint64_t at;   /* microseconds on the tape */
    uint64_t time; /* as written */
    uint32_t code;
    int judge;      /* or KEYLOG_NO_JUDGE where nobody has said who */
    uint8_t pane;   /* enum record_pane */
    uint8_t side;   /* enum side */
    uint16_t round; /* of the tape's, from 0 */
    bool turn;      /* the other side has typed in this pane before it, or nobody */
};

struct tape {
    struct tape_key *keys;
    size_t count, capacity;
    struct record_round *rounds;
    size_t round_count;
    bool shown[PANES];
    const struct rulebook *book;
    int last_side[PANES]; /* while it is filled: who typed last there; or -1, */
    int judge;            /* and who judges in a transcript */
    bool timeless;        /* lines of it had no time */
    /* Where it stands: so many keys have been made. */
    size_t next;
    uint64_t position;
    bool running;
    unsigned speed;     /* per cent */
    int64_t tick;       /* at which position was true */
    struct panes panes; /* what those keys have left on the screen */
};

/* The microseconds between two keys on a tape, of their times as written. */
uint64_t tape_gap(uint64_t before, uint64_t time, bool new_round);

/* Make *tape an empty tape. tape_free() gives back what it holds. */
void tape_init(struct tape *tape);
void tape_free(struct tape *tape);

/*
 * Add a line of a record, in order: keys, rounds, and lines that were said, each as
 * keys that were made all at once; anything else is passed over. A message of an LPP v2
 * is as many lines as it takes, and what may not be shown in it is a '?'.
 * Returns 0; or -1 with errno ENOMEM, or EOVERFLOW for more than TAPE_KEYS_MAX.
 */
int tape_add(
    struct tape *tape, const struct record_reader *reader, const struct record *record);

/* It is complete: stand before the first key, not running. Returns 0, or -1 with errno
 * ENOMEM. */
int tape_wind(struct tape *tape, const struct rulebook *book);

/* Its length in microseconds. */
uint64_t tape_length(const struct tape *tape);

/* Make the keys that are due at a tick. Returns how many, or -1 with errno ENOMEM; at
 * its end it stops running. */
int tape_advance(struct tape *tape, int64_t tick);

/* The tick at which the next key is due, or INT64_MAX if nothing runs. */
int64_t tape_due(const struct tape *tape);

/* Run, or pause; play at another speed, within the limits above. */
void tape_run(struct tape *tape, bool running, int64_t tick);
void tape_set_speed(struct tape *tape, unsigned speed, int64_t tick);

/* Jumps. Each returns 0, or -1 with errno ENOMEM; ENOENT where there is no such place,
 * nothing changed. After a jump by keys it is paused. */
int tape_step(struct tape *tape, int keys, int64_t tick);
int tape_seek(struct tape *tape, uint64_t position, int64_t tick);
/* To where a turn has ended: the next, or with -1 the one before. */
int tape_seek_turn(struct tape *tape, int direction, int64_t tick);
int tape_seek_round(struct tape *tape, int direction, int64_t tick);
/* To where a text stands on a screen, as the last that was typed of a line; letters of
 * ASCII match in either case. */
int tape_find(struct tape *tape, const uint32_t *text, size_t length, int direction,
    int64_t tick);

#endif
