/*
 * cyclic.h - whole rotas for fewer confederates than entries, and as many as judges or
 * more, or the same with judges and entries changed: one judge's sessions are found by
 * trial, and all others' follow from them. Pure.
 */
#ifndef CYCLIC_H
#define CYCLIC_H

#include <stdbool.h>
#include <stdint.h>

#include "rota.h"

/*
 * Fill a rota in which everybody is wanted and nobody has met, in as many rounds as the
 * busiest needs. Returns false if its numbers are others than those above, or none was
 * found, in a number of steps that is the same everywhere; *r is then of no use, its
 * numbers and r->least apart. The same seed gives the same rota.
 */
bool cyclic_fill(struct rota *r, uint64_t seed);

#endif
