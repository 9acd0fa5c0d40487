/*
 * progress.h - the progress of long work as one line on standard error: the percentage
 * of a file read so far. It appears after half a second, is overwritten, and is erased
 * at the end.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    int64_t due_ms; /* time of the next line, by the monotonic clock; 0: never */
    bool is_shown;  /* a line stands on the terminal */
};

/* Start the work now; is_wanted: standard error is a terminal that shows the line. */
void progress_begin(struct progress *p, bool is_wanted);

/* Report that `done` of `size` bytes of a file are read, if a line is due. The file is
 * number `at` of `count`; count 0: it is the only one. */
void progress_tell(struct progress *p, int at, int count, const char *path,
    uint64_t done, uint64_t size);

/* Erase the line: before any other output, and at the end. */
void progress_clear(struct progress *p);

#endif
