/*
 * ballot_quick.h - the quick way through BALLOTS.CSV, for nearly all rows of long ones:
 * those that have no quotes and no character beyond ASCII, and nothing wrong. A part of
 * ballot_row.c. Pure.
 */
#ifndef BALLOT_QUICK_H
#define BALLOT_QUICK_H

#include "ballot.h"

/*
 * Read a row, length bytes without its line's end. Returns true, *row then being as
 * ballot_row_read() is to leave it; or false, *row undefined, for whatever is to be
 * read the long way, where faults are told.
 */
bool ballot_quick_read(const char *line, size_t length, struct ballot_row *row);

/* Whether so many bytes are a date and time such as 2026/11/20 14:12:20, of a day that
 * there is; a leap second is one. */
bool ballot_is_moment(const char text[static BALLOT_CONFIRMED_SIZE - 1]);

/* Whether so many bytes are hexadecimal digits, their letters small. */
bool ballot_is_hex(const char text[static BALLOT_SESSION_SIZE - 1]);

#endif
