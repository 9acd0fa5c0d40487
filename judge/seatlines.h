/*
 * seatlines.h - a round on a terminal that has no screen, or in a file: line by line.
 *
 * What is said is on standard output, a finished line in a row; where there are
 * several sides each line says which one it is of. A line that is interrupted while
 * the judge types it is shown again. Notes, the time that is left among them, are on
 * standard error. Nothing is ever drawn again but what was asked for.
 */
#ifndef SEATLINES_H
#define SEATLINES_H

#include "seat.h"

/* Make what s->lines is. Returns 0; or -1 with errno ENOMEM. */
int seatlines_open(struct seat *s);
void seatlines_close(struct seat *s);

/* Print what is new, unless standard output would make us wait. */
void seatlines_draw(struct seat *s, struct moment now);

#endif
