/*
 * check_ballots.h - find the faults of BALLOTS.CSV: invalid rows, values that the book
 * does not allow, and sessions with two ballots. Pure.
 *
 * Sources: rules/1996.txt, 17; rules/2003.txt, 46; rules/2004.txt, 15; rules/2009.txt,
 * 3; rules/wager.txt, II.
 */
#ifndef CHECK_BALLOTS_H
#define CHECK_BALLOTS_H

#include "judge/ballot/ballot.h"
#include "judge/referee/check/check.h"

/* The ballot on one session. */
struct check_vote {
    char session[BALLOT_SESSION_SIZE];
    enum ballot_kind kind;
    uint64_t line;
};

struct check_ballots {
    const struct check *check;
    uint64_t line;            /* number of the last line */
    uint64_t rows;            /* number of valid rows */
    struct check_vote *votes; /* one for each session of each valid row */
    size_t count, capacity;   /* votes read; votes that fit */
};

/* Write the clause of a book on the draw of left and right, or the manual page of
 * BALLOTS.CSV for a book without one. Returns text. */
const char *check_sides_clause(
    const struct rulebook *book, char text[static RULEBOOK_CLAUSE_SIZE]);

/* Start with a file; *check must outlive *b. */
void check_ballots_init(struct check_ballots *b, const struct check *check);

/* Check the next line, length bytes without its '\n'. Returns 0; or -1 with errno
 * ENOMEM. */
int check_ballots_line(struct check_ballots *b, const char *line, size_t length);

/* End of the file; torn: bytes without a '\n' follow the last line. Reports sessions
 * with two ballots of a kind. */
void check_ballots_end(struct check_ballots *b, bool torn);

/* Free the memory. */
void check_ballots_free(struct check_ballots *b);

#endif
