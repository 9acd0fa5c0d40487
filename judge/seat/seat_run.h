/*
 * seat_run.h - the program `judge` after its options: setup, one loop, the end. One
 * conversation without clock and ballot is a round of one terminal.
 */
#ifndef SEAT_RUN_H
#define SEAT_RUN_H

#include "common/console/settings.h"

/* Hold the round. Returns the exit code; the messages have been printed. */
int seat_run(struct settings *settings);

#endif
