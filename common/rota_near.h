/*
 * rota_near.h - a rota that is nearly one: where there are more confederates than an
 * orthogonal square has, those who are over take sessions of the others. Pure.
 */
#ifndef ROTA_NEAR_H
#define ROTA_NEAR_H

#include <stdbool.h>
#include <stdint.h>

#include "rota_search.h"

/*
 * Fill *near, which rota_init() has made with the judges, entries and confederates of a
 * rota in which everybody is wanted and nobody has met, from a square of as many rounds
 * as the busiest of its judges and entries needs. Nobody is in two places, but some
 * confederates may have fewer sessions than the bounds want: a search mends that. The
 * same seed gives the same. Returns false if there is no such square, or the
 * confederates are no more than it has; *near is then of no use.
 */
bool rota_near(struct rota *near, const struct rota_bounds *b, uint64_t seed);

#endif
