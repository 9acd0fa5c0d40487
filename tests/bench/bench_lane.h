/*
 * bench_lane.h - one way from terminal to terminal: keys that go it, and how long they
 * take.
 */
#ifndef BENCH_LANE_H
#define BENCH_LANE_H

#include "tests/bench/bench_number.h"
#include "tests/bench/bench_peer.h"

enum { LANE_PASTE_MAX = 100000 };

struct lane {
    struct peer *peer;
    int from; /* which of its ends is typed at */
    char title[TABLE_CELL];
    struct numbers ns; /* of each key, line after line */
    double processor;  /* nanoseconds for all of them */
    struct numbers paste_ns;
};

/* Make *lane the one that begins at this end of the peer. */
void lane_init(struct lane *lane, struct peer *peer, int from);
void lane_free(struct lane *lane);

/*
 * Type a line of count keys one at a time, and end it; where there are turns, the
 * turn. Returns false if a key does not arrive.
 */
bool lane_type(struct lane *lane, size_t round, size_t count);

/* Paste length bytes, LANE_PASTE_MAX at most. Returns false if the last of them does
 * not arrive. */
bool lane_paste(struct lane *lane, size_t length);

/*
 * Print the measurements of count lanes. Ratios are to the lane socat (or NULL), line
 * by line for the median, the keys of a line being line, and tenth by tenth of the run
 * for the 99th percentile. The column of pastes has paste kB in its heading.
 */
void lanes_print(const struct lane *lanes, size_t count, const struct lane *socat,
    size_t line, size_t paste);

#endif
