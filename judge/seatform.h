/*
 * seatform.h - a ballot under curses: the question, the fields, what is wrong.
 */
#ifndef SEATFORM_H
#define SEATFORM_H

#include "seat.h"

/* Whether a ballot is on the screen. */
bool seatform_is_there(const struct seat *s);

/* The rows that it has at the bottom of a stage of so many, with so many of them for a
 * complaint; 0: none is there. Some of the conversation stays in sight while it is filled
 * in; to be confirmed a ballot has all rows that it needs. */
int seatform_rows(const struct seat *s, int stage, int complaint);

/* Draw it on so many rows. Returns where the cursor stands, row -1 for nowhere. */
struct screen_spot seatform_draw(const struct seat *s, int top, int rows);

#endif
