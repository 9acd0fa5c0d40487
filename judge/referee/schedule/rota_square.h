/*
 * rota_square.h - rotas from orthogonal squares, in which no person rests. Pure.
 */
#ifndef ROTA_SQUARE_H
#define ROTA_SQUARE_H

#include <stdbool.h>

#include "judge/referee/schedule/rota.h"

/*
 * Fill a plain rota (rota_is_plain()) with as many confederates as judges or entries,
 * the larger number of both. Returns false if the numbers are others, or if the order
 * is an odd number doubled; *r is then undefined, except for its three numbers.
 */
bool rota_square_fill(struct rota *r);

#endif
