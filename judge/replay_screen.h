/*
 * replay_screen.h - a tape under curses: two panes, a status line, and the keys that
 * move it.
 *
 * Which side is the human's is hidden until it is asked for.
 */
#ifndef REPLAY_SCREEN_H
#define REPLAY_SCREEN_H

#include "tape.h"

/* Show a tape until the viewer leaves; it has been wound and runs as it should.
 * Returns a code of <sysexits.h>, what had to be said having been printed. */
int replay_screen(struct tape *tape);

#endif
