/*
 * seatballot.h - a round's ballot on its way from the form to BALLOTS.CSV.
 */
#ifndef SEATBALLOT_H
#define SEATBALLOT_H

#include "seat.h"

/* Make the form, empty, with the names that the judge knows. */
void seatballot_start(struct seat *s);

/*
 * Bring the confirmed ballot to the medium. If that fails it is kept, error says why,
 * and this may be called again; else the round's records are ended, for nothing is owed
 * any more.
 */
void seatballot_save(struct seat *s, struct moment now);

#endif
