/*
 * square.h - whole rotas that need no search: orthogonal squares of every order but 2
 * and 6, which have everybody in every round, and some tables for other numbers. Pure.
 */
#ifndef SQUARE_H
#define SQUARE_H

#include <stdbool.h>

#include "rota.h"

/*
 * Fill a rota in which everybody is wanted and nobody has met. Returns whether there is
 * such a table for its numbers; they, and r->least, are all that was looked at.
 */
bool square_fill(struct rota *r);

/* The fewest rounds for its numbers, where it is known to be more than what the busiest
 * needs; or 0. */
int square_least(int judges, int entries, int confederates);

#endif
