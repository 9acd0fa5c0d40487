/*
 * seatend.h - the end of a judge's seat: its records are closed, the terminal is put in
 * order, and what became of the round is said.
 */
#ifndef SEATEND_H
#define SEATEND_H

#include "seat.h"

/* End it, after code: PROGRAM_GO, or what kept the round from being held, which s->why
 * says. Returns the code to exit with. */
int seatend_close(struct seat *s, int code);

#endif
