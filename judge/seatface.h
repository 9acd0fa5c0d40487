/*
 * seatface.h - what stands before the judge of a round: a whole screen (seatscreen.h),
 * or lines (seatlines.h) where the front has none.
 */
#ifndef SEATFACE_H
#define SEATFACE_H

#include "seat.h"

/* Begin, once the front is open. Returns 0; or -1 with errno ENOMEM. */
int seatface_open(struct seat *s);
void seatface_close(struct seat *s);

/* The terminal may have another size. Returns 0; or -1 with errno ENOMEM. */
int seatface_fit(struct seat *s);

/* Turn to the next page of the opening screen; false on its last. */
bool seatface_page_on(struct seat *s);

void seatface_draw(struct seat *s, struct moment now);

#endif
