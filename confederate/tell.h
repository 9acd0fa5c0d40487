/*
 * tell.h - what the operator of an entry is told of its program.
 */
#ifndef TELL_H
#define TELL_H

#include "host.h"

/* Write the program's state at tick to *aside. */
void tell_state(const struct host *h, int64_t tick, struct aside *aside);

/* The tick, later than the present one, at which it next reads otherwise by itself. */
int64_t tell_due(const struct host *h, int64_t tick);

#endif
