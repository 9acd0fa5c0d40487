/*
 * seatscreen.h - a round under curses: the opening screen; the panes, side by side
 * where there is room and one at a time where there is not; the ballot below them; the
 * thanks. Drawn from state.
 */
#ifndef SEATSCREEN_H
#define SEATSCREEN_H

#include "seat.h"

/* Make the panes, on the terminal that the front has taken over. Returns 0; or -1 with
 * errno ENOMEM. */
int seatscreen_open(struct seat *s);
void seatscreen_close(struct seat *s);

/* The terminal may have another size. Returns 0; or -1 with errno ENOMEM. */
int seatscreen_fit(struct seat *s);

/* Turn to the next page of the opening screen; false on its last. */
bool seatscreen_page_on(struct seat *s);

void seatscreen_draw(struct seat *s, struct moment now);

#endif
