/*
 * draws.h - ballots beside the key logs of what was voted on: the book, the judge and
 * the stations are the same, and the draw of sides is what the judge's logs were
 * committed to before the first key.
 *
 * Sources: lp-transcript(5), BALLOTS.CSV; rules/2009.txt, 3, for the draw.
 */
#ifndef DRAWS_H
#define DRAWS_H

#include "known.h"

/* Every good BALLOTS.CSV of *known against its key logs, as far as they are there.
 * Returns 0; or a code of <sysexits.h>. */
int draws_open(const struct known *known, known_tell *tell);

#endif
