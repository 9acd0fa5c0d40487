/*
 * ballots.h - append confirmed ballots to BALLOTS.CSV, beside the transcripts, and
 * search it. A row is synced before the judge is thanked, and never rewritten.
 *
 * Several consoles may share the file: each row is one write under a lock. An
 * incomplete row of a crash stays, and the next row starts on a new line. If the
 * incomplete row lacks only its '\n' and is the same ballot, a '?' makes it invalid, so
 * that the ballot counts once.
 */
#ifndef BALLOTS_H
#define BALLOTS_H

#include "judge/ballot/ballot.h"

#define BALLOTS_NAME "BALLOTS.CSV"

/*
 * Test before a round whether a directory can take a ballot: BALLOTS.CSV has its header
 * and is writable, or can be created; a new file gets its header.
 * Returns 0; or -1 with errno: EBADMSG for another header, ENOTSUP for a file that is
 * not regular, ELOOP for a link, EWOULDBLOCK if the lock was held for a second, or the
 * error of a system call (EACCES, EROFS, ENOSPC, ...).
 */
int ballots_check(const char *directory);

/*
 * Append a row and sync the file, and the directory of a new file.
 * Returns 0; or -1 with errno as of ballots_check(), or EINVAL for a row that
 * ballot_row_write() refuses. An incomplete row may then stay in the file; the caller
 * reports the error, keeps the ballot, and may try again.
 */
int ballots_append(const char *directory, const struct ballot_row *row);

/* Called for a row; returns true to stop. */
typedef bool ballots_visitor(void *to, const struct ballot_row *row);

/*
 * Call visit() for each complete row, oldest first, until it returns true.
 * Returns 1 if it did; 0 if not, or without a file; or -1 with errno.
 */
int ballots_visit(const char *directory, ballots_visitor *visit, void *to);

/*
 * Whether a row of a kind has a session, so that a console that was killed after the
 * row does not ask again.
 * Returns 1 or 0, 0 also without a file; or -1 with errno.
 */
int ballots_has(const char *directory, enum ballot_kind kind, const char *session);

/* Whether a judge's ballot for a round exists (the slip was used before). Returns as
 * ballots_has(). */
int ballots_has_round(
    const char *directory, const struct rulebook *book, unsigned judge, int round);

#endif
