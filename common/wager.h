/*
 * wager.h - the two tests of the wager: whether the judges take the computer for a
 * human, and whether they rank it among the humans. Pure. Source: rules/wager.txt, II.
 */
#ifndef WAGER_H
#define WAGER_H

#include "sheet.h"

/* What one trial says of one entry. */
struct wager_test {
    int fooled, judged; /* judges: who took it for a human, of those who have said */
    int64_t median;     /* of its ranks, in halves of a rank; SHEET_UNSAID: no ranks */
    int foils;          /* how many of them have no higher median */
    bool is_determined; /* it passes the Human Determination Test: two judges or more */
    bool is_ranked;     /* it passes the Rank Order Test: two foils or more */
    bool is_whole;      /* all that the tests need has been said */
};

/* Work out a trial's tests of an entry. room is for a number a judge. */
void wager_count(struct wager_test *test, const struct sheet *sheet, int trial,
    int entry, int64_t *room);

/* The median rank of a player in a trial, in halves of a rank; SHEET_UNSAID for none.
 */
int64_t wager_median(const struct sheet *sheet, int trial, int player, int64_t *room);

#endif
