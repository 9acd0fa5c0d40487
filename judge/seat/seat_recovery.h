/*
 * seat_recovery.h - resume a round that a crash or the judge has left unfinished.
 *
 * A conversation's key log has no last line before the ballot is safe: so an unfinished
 * round is found by its key logs, a pair by two logs with the same draw. Logs of
 * another judge are left alone.
 */
#ifndef SEAT_RECOVERY_H
#define SEAT_RECOVERY_H

#include "judge/seat/seat.h"

/*
 * Look for an unfinished round; its draw and its sides are then in place. A person is
 * asked about it: s->ask is SEAT_ASK_RESUME until the answer comes.
 * Returns PROGRAM_GO or the exit code.
 */
int seat_recovery_find(struct seat *s);

/* After the answer: give the round up unless it is to be resumed. */
void seat_recovery_decide(struct seat *s);

/* Resume records and clocks. Returns PROGRAM_GO or the exit code. */
int seat_recovery_resume(struct seat *s, struct moment now);

/* The ballot is safe since an earlier run: ask for the ranks alone. */
void seat_recovery_rank(struct seat *s, struct moment now);

#endif
