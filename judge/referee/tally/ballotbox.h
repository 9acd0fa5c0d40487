/*
 * ballotbox.h - collect ballots of a contest in a score sheet and report mistakes.
 * Pure.
 *
 * A repeated row counts once. Contradictory rows of a meeting do not count; with
 * `later` set, the later row counts. Rankings are compared as a whole. The order of
 * rows does not matter. Memory is bounded by the contest, not by the number of rows.
 */
#ifndef BALLOTBOX_H
#define BALLOTBOX_H

#include "judge/ballot/ballot.h"
#include "judge/referee/tally/participants.h"
#include "judge/referee/tally/score_sheet.h"

enum {
    BALLOTBOX_REMARK_SIZE = 400,
    BALLOTBOX_REFUSED_MOST = 20 /* refused rows with a remark of their own */
};

/* A line of a file, for remarks; the name is borrowed. */
struct ballotbox_place {
    const char *file;
    long line; /* from 1; 0: no line */
};

/* The score or rank that a judge has given a player. */
struct ballotbox_mark {
    int64_t value;
    int against; /* the other player of the pair, or PARTICIPANTS_NOBODY */
    struct ballotbox_place place; /* line 0: no row yet */
    struct ballotbox_place other; /* a contradictory row, or line 0 */
    char confirmed[BALLOT_CONFIRMED_SIZE];
};

enum ballotbox_fault {
    BALLOTBOX_UNREADABLE,    /* a malformed row */
    BALLOTBOX_FOREIGN,       /* a row of another contest */
    BALLOTBOX_CONTRADICTORY, /* two rows that differ */
    BALLOTBOX_MISSING,       /* no row for a due meeting */
};

/* A reason for a provisional result: one line of text. */
struct ballotbox_remark {
    enum ballotbox_fault fault;
    int line; /* of the contest file; 0: none */
    char text[BALLOTBOX_REMARK_SIZE];
};

struct ballotbox {
    struct participants roster;
    struct score_sheet sheet;
    bool later; /* of contradictory rows, the one confirmed later counts */
    struct ballotbox_mark *said;   /* scores, by participants_index() */
    struct ballotbox_mark *ranked; /* ranks, by participants_index() */
    long rows;                     /* ballots of this contest, without repeated rows */
    long refused; /* rows that do not count: malformed, or of another contest */
    struct ballotbox_remark *remarks;
    size_t remark_count, remark_room;
    bool out_of_memory;
};

/* Make a box without ballots. The contest is borrowed. Returns 0; or -1 with errno as
 * participants_make(). Call ballotbox_free() in either case. */
int ballotbox_make(struct ballotbox *box, const struct contest *contest, bool later);
void ballotbox_free(struct ballotbox *box);

/* Count a row. */
void ballotbox_take(
    struct ballotbox *box, struct ballotbox_place place, const struct ballot_row *row);

/* Refuse a malformed row. */
void ballotbox_refuse(
    struct ballotbox *box, struct ballotbox_place place, const char *why);

/* After the last row, fill the sheet and find missing ballots. Returns 0, or -1 with
 * ENOMEM. The order of remarks: refused rows, then meetings by judge. */
int ballotbox_finish(struct ballotbox *box);

/* Add a remark. Without memory, sets box->out_of_memory. */
void ballotbox_remark(struct ballotbox *box, enum ballotbox_fault fault,
    const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The word for a fault: "unreadable", "foreign", "contradictory", "missing". */
const char *ballotbox_fault_name(enum ballotbox_fault fault);

#endif
