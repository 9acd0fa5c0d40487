/*
 * seatkeys.h - what a judge's key does in each phase of a round.
 */
#ifndef SEATKEYS_H
#define SEATKEYS_H

#include "seat.h"

/* A key or a command has come from the keyboard. */
void seatkeys_press(struct seat *s, uint32_t code, struct moment now);

#endif
