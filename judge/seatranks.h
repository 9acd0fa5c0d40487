/*
 * seatranks.h - which terminals a judge ranks when all is judged: under the wager the
 * four of the round, under 2009 those that were not taken for the human, one of each of
 * the judge's rounds: four, or as many as the slip says.
 *
 * Sources: rules/2009.txt, 4; rules/wager.txt, II.
 */
#ifndef SEATRANKS_H
#define SEATRANKS_H

#include "seat.h"

/*
 * Read from BALLOTS.CSV what this judge has judged in earlier rounds. To be called
 * while it can still be read. Returns 0; or -1 with errno.
 */
int seatranks_read(struct seat *s);

/* This round's ballot is confirmed: those of its terminals that will be ranked. */
void seatranks_add(struct seat *s, const struct ballot_row *row);

/* Whether they are to be ranked now. */
bool seatranks_are_due(const struct seat *s);

#endif
