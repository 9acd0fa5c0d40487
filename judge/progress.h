/*
 * progress.h - how far long work is, said on a terminal to who waits: nothing in the
 * first half second, and then one line of standard error that is written over and taken
 * away at the end.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    int64_t again; /* when it is next said, ms; 0: never */
    bool told;     /* it stands on the terminal */
};

/* Begin now; wanted is whether anybody is to be told. */
void progress_begin(struct progress *p, bool wanted);

/* A file has been read as far as done of size bytes; it is the at-th of count, or the
 * only one if count is 0. Said if it is time to. */
void progress_tell(struct progress *p, int at, int count, const char *path,
    uint64_t done, uint64_t size);

/* Take it away, before anything else is written and at the end. */
void progress_clear(struct progress *p);

#endif
