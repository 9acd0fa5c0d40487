/*
 * tell.h - what the operator of an entry is told of its program.
 */
#ifndef TELL_H
#define TELL_H

#include "host.h"

/* Read some of the program's standard error, or all that is left in it. It is shown,
 * and written beside the transcript. */
void tell_errors(struct host *h, int64_t tick);
void tell_last_errors(struct host *h);

/* Something has befallen the program: the operator reads it now, and others later.
 * Formatted as by printf(). */
void tell_trouble(struct host *h, struct console *c, struct moment now,
    const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Write the program's state at tick to *aside. */
void tell_state(const struct host *h, int64_t tick, struct aside *aside);

/* The tick, later than the present one, at which it next reads otherwise by itself. */
int64_t tell_due(const struct host *h, int64_t tick);

#endif
