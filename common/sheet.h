/*
 * sheet.h - what the judges of a contest have said of whom: the sheet that its result
 * is worked out from. Pure.
 *
 * Points, ratings and ranks are whole millionths, so that sums of them are exact.
 */
#ifndef SHEET_H
#define SHEET_H

#include <stdbool.h>
#include <stdint.h>

#include "rulebook.h"

enum { SHEET_UNIT = 1000000, SHEET_NOBODY = -1 };

#define SHEET_UNSAID INT64_MIN

/* What one judge has said of one player. */
struct sheet_cell {
    int64_t said; /* 1996, 2003, 2004: points; 2009, wager: SHEET_UNIT for a human, 0 */
    int64_t rank; /* 2009: among those that the judge took for machines; wager */
};

/* Who takes part: entries are the first players, confederates (foils) come after. */
struct sheet_player {
    bool disqualified; /* entries only, and so are the others: */
    bool open_source;  /* and entered by those who hold the contest */
    /* The sum of what the judges of the preliminary round have given, and how many
     * of them have; its mean is the score of that round. */
    int64_t preliminary;
    int preliminaries;
};

struct sheet {
    const struct rulebook *book;
    int judges, entries, confederates;
    int trials;                   /* of the wager's session; 1 under every other book */
    int decision;                 /* the entry that the judges or a coin have chosen */
    struct sheet_player *players; /* entries + confederates */
    struct sheet_cell *cells;     /* trials x judges x players */
};

/* Make a sheet of that size on which nothing is said, nobody is disqualified or
 * decided for. Returns 0, or -1 with ENOMEM. sheet_free() takes it either way. */
int sheet_make(struct sheet *sheet, const struct rulebook *book, int judges,
    int entries, int confederates, int trials);
void sheet_free(struct sheet *sheet);

int sheet_players(const struct sheet *sheet);

/* An entry's score of the preliminary round, not a number if it has none. */
double sheet_preliminary(const struct sheet *sheet, int player);

struct sheet_cell *sheet_cell(
    const struct sheet *sheet, int trial, int judge, int player);

/* Whether that is what somebody says of a human: 51 points of the pair's 100 (2004,
 * scoring), chosen or called human (2009, 3; wager, II), above 3, "undecided" (2003,
 * 46), or above half of what can be had (1996, whose rules do not say). */
bool sheet_is_taken(const struct rulebook *book, int64_t said);

/* How far the judges agree who is human (statistics_alpha): of ratings, how human;
 * of pairs and verdicts, taken for human or not. */
double sheet_agreement(const struct sheet *sheet);

#endif
