/*
 * board.h - the live list of stations under curses, on the screen that a console will
 * then have. What it shows: a label, and whether somebody talks there already.
 */
#ifndef BOARD_H
#define BOARD_H

#include "choice.h"
#include "finder.h"

/* How many stations are to be seen at once, 1 or more. */
int board_rows(void);

/* Draw the list, with a judge's number below it (-1: none), or what to look after
 * while nobody has answered. */
void board_draw(const struct finder *f, const struct choice *c, int judge);

/* Draw all of it again, whatever the terminal shows. */
void board_redraw(void);

#endif
