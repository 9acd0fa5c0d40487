/*
 * program_status.h - the state of an entry's program and its last error lines, for the
 * operator. The judge never sees them. Pure.
 */
#ifndef PROGRAM_STATUS_H
#define PROGRAM_STATUS_H

#include <stddef.h>

enum {
    PROGRAM_STATUS_LINES = 3,       /* error lines kept */
    PROGRAM_STATUS_TEXT_SIZE = 160, /* a longer text is cut */
};

/* Zero it to start. */
struct program_status {
    char state[PROGRAM_STATUS_TEXT_SIZE]; /* its present state */
    char news[PROGRAM_STATUS_TEXT_SIZE];  /* its last change, for a console without a
                                             screen */
    char lines[PROGRAM_STATUS_LINES]
              [PROGRAM_STATUS_TEXT_SIZE]; /* error line n is at n % PROGRAM_STATUS_LINES
                                           */
    unsigned long count;                  /* error lines so far */
};

/* Add an error line of length bytes. Bytes that are not printable ASCII become '?'; a
 * blank line is left out. */
void program_status_add(struct program_status *a, const char *line, size_t length);

/* The error line that is `back` lines before the newest (0), or NULL if it is not kept.
 */
const char *program_status_line(const struct program_status *a, size_t back);

#endif
