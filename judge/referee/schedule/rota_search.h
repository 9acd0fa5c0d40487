/*
 * rota_search.h - rotas by trial: a first rota, and a tabu search for one with fewer
 * rounds. Pure.
 */
#ifndef ROTA_SEARCH_H
#define ROTA_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "judge/referee/schedule/rota.h"

/* Bounds on the number of meetings of each judge or entry with each confederate, and of
 * the sessions of each confederate. */
struct rota_bounds {
    struct rota_range {
        int least, most;
    } judge[ROTA_MOST][ROTA_MOST], entry[ROTA_MOST][ROTA_MOST], all[ROTA_MOST];
};

/* Set the bounds of an even rota (rota.h). */
void rota_bound(const struct rota *r, struct rota_bounds *b);

/* Give each session the first round with a free confederate. Returns whether the bounds
 * are kept; the rota is complete in either case. */
bool rota_search_first(struct rota *r, const struct rota_bounds *b);

/*
 * Search a rota with this number of rounds, each bound widened by slack. Each step
 * moves the session with the best gain to another confederate or round, and bans the
 * old place for some turns. *steps is the limit, one for each place considered, and is
 * lowered by the steps used; seed is not 0. Returns whether a rota was found; *r is
 * unchanged if not.
 */
bool rota_search(struct rota *r, const struct rota_bounds *b, int rounds, int slack,
    uint64_t seed, long *steps);

#endif
