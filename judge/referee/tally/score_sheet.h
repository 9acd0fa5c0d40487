/*
 * score_sheet.h - scores and ranks by trial, judge and player. Pure.
 */
#ifndef SCORE_SHEET_H
#define SCORE_SHEET_H

#include <stdbool.h>
#include <stdint.h>

#include "judge/contest/contest.h"

enum {
    SCORE_SHEET_NOBODY = -1,
    SCORE_SHEET_PLAYERS_MOST = 2 * CONTEST_MOST,
    SCORE_SHEET_TRIALS_MOST = 32
};

/* A mean as sum and count; count 0: no mean. */
struct score_mean {
    int64_t sum;
    int count;
};

/* The score and rank of a player by one judge; BALLOT_UNSAID: unknown. */
struct score_sheet_cell {
    int64_t said; /* points or a rating; of a choice or verdict, BALLOT_UNIT for human
                     and 0 for machine */
    int64_t rank;
};

/* Players: entries, then confederates (foils). */
struct score_sheet_player {
    bool disqualified;             /* entries only */
    bool open_source;              /* entered by the organisers; entries only */
    struct score_mean preliminary; /* of its numbers in the preliminary round */
};

struct score_sheet {
    const struct rulebook *book;
    int judges, entries, confederates;
    int trials;   /* of the wager's session; 1 under every other book */
    int decision; /* entry chosen by the judges or a coin, or SCORE_SHEET_NOBODY */
    struct score_sheet_player players[SCORE_SHEET_PLAYERS_MOST];
    struct score_sheet_cell *cells; /* trials x judges x players */
};

/* Make an empty sheet of this size, without disqualifications or a decision. Returns 0,
 * or -1 with ENOMEM. Call score_sheet_free() in either case. */
int score_sheet_make(struct score_sheet *sheet, const struct rulebook *book, int judges,
    int entries, int confederates, int trials);
void score_sheet_free(struct score_sheet *sheet);

int score_sheet_players(const struct score_sheet *sheet);

struct score_sheet_cell *score_sheet_cell(
    const struct score_sheet *sheet, int trial, int judge, int player);

/* Whether this score is a judgement as human: 51 points of the pair's 100 (2004,
 * scoring), chosen or called human (2009, 3; wager, II), above 3, "undecided" (2003,
 * 46), or above half of the scale (1996, which has no clause on it). */
bool score_sheet_is_taken(const struct rulebook *book, int64_t said);

/* Agreement of the judges (statistics_alpha()): of ratings; or, in other books, of the
 * judgements as human. */
double score_sheet_agreement(const struct score_sheet *sheet);

#endif
