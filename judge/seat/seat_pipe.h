/*
 * seat_pipe.h - a round whose judge is a pipe. Keys are typed when the round allows
 * them, and keys for a conversation never reach the ballot.
 *
 * ^D divides the input into parts: one part for each side, or one for both sides of a
 * pair under one clock; then the answers for the ballot, line by line. After ^D the
 * pipe waits for the end of the clock, if there is one. Input left over when a side's
 * time is up is dropped. A side that stays away is not waited for. Tab goes to the
 * other side.
 *
 * If the input ends before the ballot is confirmed, the pipe waits for the last reply
 * and leaves the round unfinished, to be resumed.
 */
#ifndef SEAT_PIPE_H
#define SEAT_PIPE_H

#include "judge/seat/seat.h"

/* Members are written by seat_pipe.c only. */
struct seat_pipe {
    struct seat *seat;
    int stage;              /* side of the present part, if the left side comes first */
    bool ending;            /* the last part of the talk has ended */
    bool drawn;             /* the effect of the last key is visible */
    enum round_phase phase; /* phase at the last drawing */
    bool cut;               /* the input ended before the ballot was confirmed */
};

/* Begin, or resume, at the part for the present phase of the round. seat is borrowed.
 */
void seat_pipe_start(struct seat_pipe *p, struct seat *seat);

/* Whether the last part of the talk has ended: no ^D is missing. */
bool seat_pipe_is_ending(const struct seat_pipe *p);

/* The round was drawn as it is now. */
void seat_pipe_see(struct seat_pipe *p);

/* The owner of the terminal whose input is the pipe. */
struct terminal_owner seat_pipe_owner(struct seat_pipe *p);

/* Act without a key: acknowledge, go on, open the ballot, leave. Once a turn of the
 * loop. */
void seat_pipe_step(struct seat_pipe *p, struct moment now);

/* The tick at which seat_pipe_step() is next needed; INT64_MAX for never by itself. */
int64_t seat_pipe_step_due(const struct seat_pipe *p);

#endif
