/*
 * score.h - a contest's result from what its judges have said, by its book's own rules:
 * columns, totals, means and ranks, ties in the order of the clauses, medals, the
 * wager's two tests. Pure.
 *
 * Points, ratings and ranks are whole millionths here, and means are compared as
 * fractions: two entries are tied if they are so on paper, however the numbers round.
 */
#ifndef SCORE_H
#define SCORE_H

#include <stdbool.h>
#include <stdint.h>

#include "sheet.h"
#include "wager.h"

enum { SCORE_STEPS_MAX = 3 };

/* So many numbers and their sum; none are no mean. */
struct score_mean {
    int64_t sum;
    int count;
};

/* Below 0, 0 or above 0, as a's mean is below, equal to or above b's; both have one. */
int score_compare(struct score_mean a, struct score_mean b);

/* The mean as a number; not a number if there is none. Of points, in points. */
double score_number(struct score_mean mean);

struct score_line {
    int judged; /* so many times, */
    int taken;  /* so many of these for a human */
    struct score_mean said;
    struct score_mean rank; /* 2009: by who took it for a machine; wager: by all */
    int place; /* 1 is the most human; those alike share it; 0: none is given. Only
                  entries are placed where they are compared in pairs. */
};

/* One clause that was asked who wins. */
struct score_step {
    const char *clause;  /* of the book */
    const char *measure; /* what it compares */
    bool whole;          /* it could be: all of the tied have one */
    struct score_mean best;
    int left; /* so many have that */
};

enum score_outcome {
    SCORE_WON,
    SCORE_NO_ENTRY,  /* there is none, or none that was not disqualified */
    SCORE_NO_BALLOT, /* nobody has judged any of them yet */
    SCORE_OPEN,      /* a tie for the judges, and then a coin, to decide */
    SCORE_UNDECIDED, /* a tie that the book's last rule leaves */
    SCORE_PASSED,    /* the wager: in each trial */
    SCORE_FAILED,    /* in none */
    SCORE_DIVIDED,   /* in some, and the book does not say what that makes */
};

enum score_medal { SCORE_NO_MEDAL, SCORE_BRONZE, SCORE_SILVER };

struct score {
    struct score_line *lines; /* a player each */
    struct wager_test *tests; /* trials x entries; NULL but for the wager */
    enum score_outcome outcome;
    int winner;             /* an entry, or SHEET_NOBODY */
    bool *tied;             /* an entry each: those that the last step has left */
    const char *clause;     /* that gives the outcome */
    enum score_medal medal; /* of the winner, whichever of the tied that is */
    const char *medal_clause;
    bool *most_human; /* a confederate each: the Most Human Human (1996); else NULL */
    bool decision_needless; /* the sheet has one that the rules do not ask for */
    int steps;
    struct score_step step[SCORE_STEPS_MAX];
};

/* Work out the result. Returns 0, or -1 with ENOMEM; then, too, it may be given to
 * score_free(). Source: rules/1996.txt, 4, 5 and 17; 2003.txt, 3, 46 to 50 and 59;
 * 2004.txt, 1, 15 and scoring 1 to 4; 2009.txt, 3; wager.txt, II. */
int score_count(struct score *score, const struct sheet *sheet);
void score_free(struct score *score);

#endif
