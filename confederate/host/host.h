/*
 * host.h - the host of an entry's partner: asks it for an answer to each turn of the
 * judge, and hands the answer over to be typed (typing.h).
 *
 * The console calls the host for each event; host_step() acts on the events.
 */
#ifndef HOST_H
#define HOST_H

#include "confederate/host/doctor_partner.h"
#include "confederate/host/judge_turn.h"
#include "confederate/host/lpp_partner.h"
#include "confederate/host/program_partner.h"

enum { HOST_FDS = PARTNER_FDS }; /* descriptors for poll() */

/* Large. */
struct host {
    struct partner *partner;
    union {
        struct program_partner program;
        struct doctor_partner doctor;
        struct lpp_partner lpp;
    } memory;     /* of the partner */
    bool unable;  /* host_open() has failed because no program can be started */
    int64_t tick; /* of the last host_step() */
    struct judge_turn heard;
    char turn[JUDGE_TURN_MAX]; /* the turn that the partner answers */
};

/*
 * Make *h the host of a console, with the partner that the console's settings name.
 * Call it while no other thread runs.
 * Returns 0; or -1 with errno as child_find() or lppdir_open() says, or with h->unable
 * true as child_open() says.
 */
int host_open(struct host *h, struct console *c, int64_t tick);

/* End the partner. A program has a second to end by itself. */
void host_close(struct host *h);

/* Fill in HOST_FDS entries for poll(). */
void host_fds(const struct host *h, int64_t tick, struct pollfd fds[static HOST_FDS]);

/* Act on the console's events, the partner and the clock. Call it once a turn of the
 * loop. */
void host_step(struct host *h, struct console *c,
    const struct pollfd fds[static HOST_FDS], struct moment now);

/* The tick at which host_step() is next needed, INT64_MAX for never; tick is the
 * present one. */
int64_t host_due(const struct host *h, const struct console *c, int64_t tick);

#endif
