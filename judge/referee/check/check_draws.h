/*
 * check_draws.h - compare ballots with the key logs of their conversations: the book,
 * the judge and the stations must be equal, and the draw of sides must match the
 * commitment in the judge's logs, which precedes the first key.
 *
 * Sources: lp-transcript(5), The ballots; rules/2009.txt, 3, on the draw.
 */
#ifndef CHECK_DRAWS_H
#define CHECK_DRAWS_H

#include "judge/referee/check/check_pairs.h"

/* Compare every good BALLOTS.CSV with the key logs of the run. Returns 0; or a code of
 * <sysexits.h>. */
int check_draws(const struct check_pairs *pairs);

#endif
