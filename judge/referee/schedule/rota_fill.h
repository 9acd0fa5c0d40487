/*
 * rota_fill.h - fill a rota: an orthogonal square, or a search. Pure.
 */
#ifndef ROTA_FILL_H
#define ROTA_FILL_H

#include <stdint.h>

#include "judge/referee/schedule/rota.h"

/*
 * Find a confederate and a round for each wanted session. Always finds a rota: a square
 * has the fewest rounds, a search may have more. The number of steps is bounded, and
 * the same seed gives the same rota on every machine.
 */
void rota_fill(struct rota *r, uint64_t seed);

#endif
