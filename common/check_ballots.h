/*
 * check_ballots.h - what breaks the rules in BALLOTS.CSV: rows that are none, values
 * that the book does not allow, a session that was voted on twice. Pure.
 *
 * Sources: rules/1996.txt, 17; rules/2003.txt, 46; rules/2004.txt, 15; rules/2009.txt,
 * 3; rules/wager.txt, II.
 */
#ifndef CHECK_BALLOTS_H
#define CHECK_BALLOTS_H

#include "ballot.h"
#include "check.h"

enum { CHECK_VOTES_MOST = 1 << 20 };

/* A conversation that somebody has voted on, and where. */
struct check_vote {
    uint64_t session[2]; /* its digits */
    enum ballot_kind kind;
    uint64_t line;
};

struct check_ballots {
    struct check *check;
    uint64_t line; /* the last that was read */
    uint64_t rows; /* good ones */
    struct check_vote *votes;
    size_t count, capacity;
    size_t most;   /* of them at a time: CHECK_VOTES_MOST, or what a test has set */
    bool again;    /* all has been told but of votes: sessions from first on, */
    bool bounded;  /* and if this is so, before bound; others have their own readings */
    bool full;     /* there was no room for all: double ones were thrown away untold, */
    bool settling; /* unless it was seen in a reading before that the others fit */
    struct check_vote first, bound;
};

/* What has left and right drawn under a book: the clause of the one that says so
 * (2009, 3), and the page that has the columns of ours where a book is silent. */
const char *check_sides_clause(const struct rulebook *book);

/* Begin with a file; what *b points to must outlive it. Give it back with
 * check_ballots_free(). */
void check_ballots_init(struct check_ballots *b, struct check *check);
void check_ballots_free(struct check_ballots *b);

/* Read lines, each with its '\n', in one piece or in many. */
void check_ballots_lines(struct check_ballots *b, const char *bytes, size_t length);

/*
 * The file is at its end; torn says whether bytes without a '\n' are left there.
 * Returns whether it is to be read once more from its start, to this same end: memory
 * is bounded, and there were more sessions in it than are looked at in one reading.
 */
bool check_ballots_end(struct check_ballots *b, bool torn);

#endif
