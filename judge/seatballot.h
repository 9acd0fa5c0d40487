/*
 * seatballot.h - a round's ballot on its way from the form to BALLOTS.CSV; and, where
 * the book has the judge rank terminals after the last round, the ranks after it.
 *
 * Sources: rules/2009.txt, 3 and 4; rules/wager.txt, II.
 */
#ifndef SEATBALLOT_H
#define SEATBALLOT_H

#include "seat.h"

/* Make the form, empty, with the names that the judge knows. */
void seatballot_start(struct seat *s);

/* The form was confirmed: the ranks are asked for, if they are due, or all is saved. */
void seatballot_confirmed(struct seat *s, struct moment now);

/*
 * Bring what was confirmed to the medium. If that fails it is kept, error says why, and
 * this may be called again; else the round's records are ended, for nothing is owed any
 * more.
 */
void seatballot_save(struct seat *s, struct moment now);

#endif
