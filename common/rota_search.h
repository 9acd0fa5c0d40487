/*
 * rota_search.h - rotas by trial: one that is always found, and a search for one with
 * fewer rounds. Pure.
 */
#ifndef ROTA_SEARCH_H
#define ROTA_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "rota.h"

/* How often who may have met whom in the end, by what rota.h says. */
struct rota_bounds {
    struct rota_range {
        int least, most;
    } judge[ROTA_MOST][ROTA_MOST], entry[ROTA_MOST][ROTA_MOST], all[ROTA_MOST];
};

/* The bounds of a rota, as tight as they can be. */
void rota_bound(const struct rota *r, struct rota_bounds *b);

/* Give each session the first round with a confederate for it. Returns whether the
 * bounds are kept; the rota is whole in either case. */
bool rota_search_first(struct rota *r, const struct rota_bounds *b);

/* Where a search starts. */
struct rota_start {
    const struct rota *near; /* of as many rounds; NULL: anywhere */
    bool keeps_rounds;       /* of that one; only confederates are changed */
    uint64_t seed;
};

/*
 * Look for a rota with so many rounds, each bound widened by slack, in *steps steps at
 * most, which go down by those it takes: one looks at one other place for one session.
 * From the start on, the session and place that mend most are changed, and are not
 * changed back for a while. Returns whether one was found; *r is unchanged if not.
 */
bool rota_search(struct rota *r, const struct rota_bounds *b, int rounds, int slack,
    const struct rota_start *start, long *steps);

#endif
