/*
 * bench_peer.h - the ways of joining two terminals that are compared: the suite's two
 * consoles, and other programs with which people type at each other.
 */
#ifndef BENCH_PEER_H
#define BENCH_PEER_H

#include <stdbool.h>

#include "tests/bench/bench_terminal.h"

enum { PEER_NEAR, PEER_FAR, PEER_ENDS, PEER_REASON = 160, PEER_TEXT = 512 };

struct peer;

/* How to make a peer. open() leaves in peer->why why it could not, if so. */
struct peer_kind {
    const char *name;  /* for --only */
    const char *title; /* in the table */
    void (*open)(struct peer *peer);
    bool turns; /* they type in turns: both ways are measured */
    bool whole; /* the programs in the two terminals do all the work */
};

struct peer {
    const struct peer_kind *kind;
    struct terminal ends[PEER_ENDS]; /* the suite: judge and confederate */
    const char *programs;            /* where judge and confederate are */
    pid_t helper;                    /* a server without a terminal, or 0 */
    pid_t detached;                  /* a server that is not our child, or 0 */
    int port;                        /* of the loopback, or 0 */
    bool sealed;                     /* the suite: with the key */
    char why[PEER_REASON];           /* it is skipped; empty: it is not */
};

enum { PEER_KINDS = 8, PEER_SUITE = 0, PEER_SEALED = 1, PEER_SOCAT = 2 };

/* The key of those that are sealed, in the directory in which everything happens. */
#define PEER_KEY "contest.key"

extern const struct peer_kind peer_kinds[PEER_KINDS];

/*
 * The path of this program, and the directory in which everything happens, which is
 * the current one; both absolute.
 */
struct peer_places {
    const char *self;
    const char *work;
};

void peer_set_places(const struct peer_places *places);

/* Say why it is to be skipped. */
void peer_skip(struct peer *peer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Make *peer one that is not joined; the suite's programs are in a directory given by
 * its absolute path. */
void peer_init(struct peer *peer, const struct peer_kind *kind, const char *programs);

/*
 * The same, and join two terminals.
 * Returns false, peer->why being why, if that does not work.
 */
bool peer_open(struct peer *peer, const struct peer_kind *kind, const char *programs);

/* End all that belongs to it. It may be called twice. */
void peer_close(struct peer *peer);

/* The halves of opening the suite: a station that waits, a judge with the turn. Each
 * returns the nanoseconds from its start to the screen that says so; or -1. */
int64_t peer_open_station(struct peer *peer);
int64_t peer_open_judge(struct peer *peer);

/* A port of the loopback that is free now. */
int peer_free_port(void);

/* An empty curses program: nanoseconds until it can be typed at; or -1. */
int64_t peer_time_curses(void);

#endif
