/*
 * seatpast.h - a round that a crash has cut short: found, asked about and gone on with.
 *
 * Until a ballot is safe its conversations have no last line in their key logs, so a
 * round that was killed is found by them, whatever it was about: a pair by two logs
 * that bear the same draw. What is known to be another judge's is left alone.
 */
#ifndef SEATPAST_H
#define SEATPAST_H

#include "seat.h"

/*
 * See whether this round was cut short, and whether it is to be gone on with: that may
 * ask. The draw is then the one that was made before, and the sides are in its order.
 * Returns PROGRAM_GO or the code to exit with.
 */
int seatpast_settle(struct seat *s);

/* Whether there is something to go on with. */
bool seatpast_is_there(const struct seat *s);

/* Go on with it: records, clocks. Returns PROGRAM_GO or the code. */
int seatpast_resume(struct seat *s, struct moment now);

/* There is nothing to go on with, but the ballot is safe and the ranks alone are left:
 * ask for them. */
void seatpast_rank(struct seat *s, struct moment now);

#endif
