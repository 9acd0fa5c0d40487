/*
 * preliminary.h - the finalists of a contest, by the numbers of the preliminary round
 * and the clauses of its book. Pure.
 *
 * Means are compared as fractions: equal means are ties. The k-th number of an entry
 * comes from the k-th judge of the preliminary round; these are not the judges of the
 * final (2003, 41).
 */
#ifndef PRELIMINARY_H
#define PRELIMINARY_H

#include <stdbool.h>

#include "judge/contest/contest.h"
#include "judge/referee/tally/ballotbox.h"
#include "judge/referee/tally/score.h"

enum {
    /* For each entry two, for each judge one, for the whole round two. */
    PRELIMINARY_REMARKS_MOST = 2 * CONTEST_MOST + CONTEST_NUMBERS_MOST + 2
};

enum preliminary_standing {
    PRELIMINARY_OUT,
    PRELIMINARY_FINALIST,
    PRELIMINARY_TIED,         /* tied with others for too few places */
    PRELIMINARY_RESERVE,      /* replaces a finalist that drops out */
    PRELIMINARY_RESERVE_TIED, /* tied with others for too few places in reserve */
    PRELIMINARY_DISQUALIFIED,
};

struct preliminary_line {
    int entry;                      /* its number */
    char label[CONTEST_LABEL_SIZE]; /* "E3" */
    char name[CONTEST_NAME_SIZE];   /* "E3 Jabber" */
    bool is_chosen;                 /* among the contest file's finalists */
    struct score_mean order;        /* the mean, negative for scores: lower is better */
    struct score_mean mean;         /* of its numbers */
    int place; /* 1 is the best; tied entries share a place; 0: no place */
    enum preliminary_standing standing;
};

struct preliminary {
    const struct contest *contest;
    int judges;         /* judges of the preliminary round */
    int entries;        /* entries that are not disqualified */
    bool held;          /* there are more entries than finalists: the round decides */
    int open;           /* places left for the tied entries; 0: no tie */
    bool chosen;        /* the contest file's finalists break a tie */
    const char *clause; /* clause of the book: the finalists */
    /* The entries: the best first, then those without a place, then the others. */
    struct preliminary_line lines[CONTEST_MOST];
    int line_count;
    struct ballotbox_remark
        remarks[PRELIMINARY_REMARKS_MOST]; /* reasons for a provisional result */
    int remark_count;
};

/* Whether the contest file has numbers of a preliminary round. */
bool preliminary_is_said(const struct contest *contest);

/*
 * Find the finalists of a complete contest, in a book that chooses them by numbers. The
 * contest is borrowed. struct preliminary is too large for the stack.
 * Source: rules/2003.txt, 32, 34, 36 and 37; 2004.txt, 8; 2009.txt, 4.
 */
void preliminary_count(struct preliminary *p, const struct contest *contest);

/* A judge's number for an entry; judges count from 0. NaN: unknown. */
double preliminary_given(const struct preliminary *p, int judge, int entry);

/* Its name: "out", "finalist", "tied", "reserve", "tied for reserve",
 * "disqualified". */
const char *preliminary_standing_name(enum preliminary_standing standing);

#endif
