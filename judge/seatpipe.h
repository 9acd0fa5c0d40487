/*
 * seatpipe.h - a round whose judge is a pipe: what comes from it is typed when its time
 * has come, and nothing that was meant for a talk gets onto a ballot.
 *
 * What a pipe has to say falls into parts, each ended by ^D: one for each side where
 * the sides have clocks of their own or are visited one after the other, one for a pair
 * under one clock. After ^D the time is waited for if there is a clock, and the next
 * part is for the next side; behind the last the ballot's answers follow, line by line.
 * What a part has left when its side's time is up is thrown away, and a side that stays
 * away then is not waited for. Tab goes to the other side as it does on a keyboard.
 *
 * If a pipe ends before the ballot is confirmed, the last reply is waited for, and the
 * round is left to be gone on with.
 */
#ifndef SEATPIPE_H
#define SEATPIPE_H

#include <stdbool.h>
#include <stdint.h>

#include "moment.h"

struct seat;

struct seatpipe {
    int stage;   /* the side that is meant, where the left one comes first */
    bool ending; /* it has said all that it has to say there */
    bool drawn;  /* what it has done can be seen: no key before that */
    bool cut;    /* it has ended before the ballot was confirmed */
};

/* The round begins, or is gone on with: which part is awaited. */
void seatpipe_start(struct seat *s);

/* The tick from which on the next key may be pressed, or the pipe's end be told;
 * INT64_MAX for not yet. */
int64_t seatpipe_due(const struct seat *s);

/* A key has come from the pipe. */
void seatpipe_press(struct seat *s, uint32_t code, struct moment now);

/* It has nothing more to say. This may be told again until the seat is done. */
void seatpipe_finish(struct seat *s, struct moment now);

/* What is to be done without a key. Once a turn of the loop. */
void seatpipe_step(struct seat *s, struct moment now);

/* The tick at which that is next needed, INT64_MAX for when something else happens. */
int64_t seatpipe_step_due(const struct seat *s);

#endif
