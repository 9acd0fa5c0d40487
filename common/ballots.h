/*
 * ballots.h - BALLOTS.CSV beside the transcripts: one row a confirmed ballot, appended,
 * on the medium before anybody is thanked, and never rewritten.
 *
 * Several judges' consoles may share a file: a row is one write under a lock. What a
 * crash has torn stays as it is; the next row begins on a line of its own. A ballot that
 * was torn from its line's end alone, and is appended again, is marked with a '?' and so
 * stands there once.
 */
#ifndef BALLOTS_H
#define BALLOTS_H

#include "ballot.h"

#define BALLOTS_NAME "BALLOTS.CSV"

/*
 * See, before a round, whether a ballot can be recorded in that directory: BALLOTS.CSV
 * is ours and can be written, or can be made; a new one gets its header.
 * Returns 0; or -1 with errno: EBADMSG for a file that is not empty and has another
 * header, ENOTSUP for what is no plain file, ELOOP for a link, EWOULDBLOCK if another
 * program has held its lock for a second, or that of the call that failed (EACCES,
 * EROFS, ENOSPC, ...).
 */
int ballots_check(const char *directory);

/*
 * Append a row and bring it to the medium, with the file's name if it is new.
 * Returns 0, the row then being safe; or -1 with errno as above, or EINVAL for a row
 * that ballot_row_write() does not write. What part of it was written by then stays:
 * the caller says so on the screen, keeps the ballot, and may try again.
 */
int ballots_append(const char *directory, const struct ballot_row *row);

/* Told of a row; returns whether that is enough. */
typedef bool ballots_visitor(void *to, const struct ballot_row *row);

/*
 * Show a visitor all rows that are whole, the oldest first, until it has enough.
 * Returns 1 if it has had that and 0 if not, 0 also where there is no file; or -1 with
 * errno.
 */
int ballots_visit(const char *directory, ballots_visitor *visit, void *to);

/*
 * Whether a row of that kind has this session: a console that was killed between the
 * row and its thanks is not to ask again.
 * Returns 1 or 0, 0 also where there is no file; or -1 with errno.
 */
int ballots_has(const char *directory, enum ballot_kind kind, const char *session);

/* The same of a judge's ballot for a round of a contest: its slip was used before. */
int ballots_has_round(
    const char *directory, const struct rulebook *book, unsigned judge, int round);

#endif
