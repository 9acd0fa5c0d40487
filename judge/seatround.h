/*
 * seatround.h - how the round follows its conversations, and they the round: links that
 * come and go, clocks that run out, judges who move on.
 */
#ifndef SEATROUND_H
#define SEATROUND_H

#include "seat.h"

/* Tell the round what became of the links, and do what it says. Once a turn of the
 * loop, after the callers. */
void seatround_follow(struct seat *s, struct moment now);

/* The judge goes to another side: of a pair it is only looked at; else the conversation
 * here ends in order, and that one is called. */
void seatround_move(struct seat *s, int to, struct moment now);

/* A judge without a clock has talked enough: all conversations end, the ballot comes.
 */
void seatround_finish(struct seat *s, struct moment now);

/* The judge leaves the round: with nothing owed in order, else to be gone on with. */
void seatround_leave(struct seat *s, struct moment now);

/* The person is gone, or the machine goes down. */
void seatround_hang_up(struct seat *s, struct moment now);

#endif
