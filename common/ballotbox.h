/*
 * ballotbox.h - the ballots of a contest, from any number of BALLOTS.CSV, put on one
 * sheet, and what is wrong with them. Pure.
 *
 * A row that says again what another has said counts once. Two that do not say the same
 * of the same meeting contradict each other, and neither counts, unless it was asked
 * for that the later one does; a ranking is later than another as a whole. The order in
 * which rows come makes no difference to the sheet. Memory is bounded by the contest,
 * however many rows there are.
 */
#ifndef BALLOTBOX_H
#define BALLOTBOX_H

#include "ballot.h"
#include "roster.h"
#include "sheet.h"

enum {
    BALLOTBOX_REMARK_SIZE = 400,
    BALLOTBOX_REFUSED_MOST = 20 /* rows that are named, of those that were refused */
};

/* A line of a file, to be named in remarks; the name is borrowed. */
struct ballotbox_place {
    const char *file;
    long line; /* 1 is the first; 0: no line */
};

/* What one judge has said of one player, once or more often. */
struct ballotbox_saying {
    int64_t value;
    int against;                  /* beside whom, or ROSTER_NOBODY */
    struct ballotbox_place place; /* line 0: nothing yet */
    struct ballotbox_place other; /* line 0, or who contradicts that */
    char confirmed[BALLOT_CONFIRMED_SIZE];
};

enum ballotbox_fault {
    BALLOTBOX_UNREADABLE,    /* a row that is no ballot */
    BALLOTBOX_FOREIGN,       /* one of another contest */
    BALLOTBOX_CONTRADICTORY, /* two that do not say the same */
    BALLOTBOX_MISSING,       /* one that should be there */
};

/* Why the result is provisional: one line of text each. */
struct ballotbox_remark {
    enum ballotbox_fault fault;
    char text[BALLOTBOX_REMARK_SIZE];
};

struct ballotbox {
    struct roster roster;
    struct sheet sheet;
    bool later; /* of two that contradict each other, what was confirmed later counts */
    struct ballotbox_saying *said, *ranked; /* a meeting each, as roster_meeting() */
    long rows;    /* ballots of this contest; what is said again is not one more */
    long refused; /* rows that were not */
    struct ballotbox_remark *remarks;
    size_t remark_count, remark_room;
    bool out_of_memory;
};

/* Make a box without ballots. The contest is borrowed. Returns 0; or -1 with errno as
 * roster_make(). ballotbox_free() takes it in any case. */
int ballotbox_make(struct ballotbox *box, const struct contest *contest, bool later);
void ballotbox_free(struct ballotbox *box);

/* Take a row, as it was read. */
void ballotbox_take(
    struct ballotbox *box, struct ballotbox_place place, const struct ballot_row *row);

/* Say why a row cannot be taken: it could not be read. */
void ballotbox_refuse(
    struct ballotbox *box, struct ballotbox_place place, const char *why);

/* All rows are in: fill the sheet, and find what is missing. Returns 0, or -1 with
 * ENOMEM. Remarks are then in this order: refused rows, and meetings by judge. */
int ballotbox_settle(struct ballotbox *box);

/* Say why the result is provisional. Short of memory, box->out_of_memory says so. */
void ballotbox_remark(struct ballotbox *box, enum ballotbox_fault fault,
    const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Where said[] and ranked[] have what a judge has said of a player. */
size_t ballotbox_index(const struct ballotbox *box, int trial, int judge, int player);

/* The word for a fault: "unreadable", "foreign", "contradictory", "missing". */
const char *ballotbox_fault_name(enum ballotbox_fault fault);

#endif
