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

/*
 * Look for a rota with so many rounds, each bound widened by slack, in *steps steps at
 * most, which go down by those it takes: one looks at one other place for one session.
 * Starting anywhere, the session and place that mend most are changed, and are not
 * changed back for a while. Returns whether one was found; what *r said of confederates
 * and rounds is lost if not.
 */
bool rota_search(struct rota *r, const struct rota_bounds *b, int rounds, int slack,
    uint64_t seed, long *steps);

#endif
