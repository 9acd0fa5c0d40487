/*
 * preliminary.h - who goes from the preliminary round to the final, from what its
 * judges have given each entry, by the rules of the contest's book. Pure.
 *
 * Means are compared as fractions: two entries are level if they are so on paper. The
 * k-th number of an entry is that of the k-th judge of the preliminary round, who is
 * none of the final's (2003, 41).
 */
#ifndef PRELIMINARY_H
#define PRELIMINARY_H

#include <stdbool.h>

#include "ballotbox.h"
#include "contest.h"
#include "score.h"

enum {
    /* One for each entry, one for each judge, and two of the whole. */
    PRELIMINARY_REMARKS_MOST = 2 * CONTEST_MOST + CONTEST_NUMBERS_MOST + 2
};

enum preliminary_standing {
    PRELIMINARY_OUT,
    PRELIMINARY_FINALIST,
    PRELIMINARY_TIED,         /* level with others for places that not all can have */
    PRELIMINARY_RESERVE,      /* takes the place of a finalist who drops out */
    PRELIMINARY_RESERVE_TIED, /* level with others, more than are held in reserve */
    PRELIMINARY_DISQUALIFIED,
};

struct preliminary_line {
    int entry;              /* its number */
    struct score_mean mean; /* of what it was given */
    int place;              /* 1 is the best; those level share it; 0: none */
    enum preliminary_standing standing;
};

/* What of the contest file a remark is about. */
struct preliminary_source {
    int line;        /* 0: none */
    int length;      /* bytes of the remark without the clause at its end */
    char clause[16]; /* "2003, 34" */
};

struct preliminary {
    const struct contest *contest;
    int judges;         /* of the preliminary round */
    int entries;        /* that are not disqualified */
    bool held;          /* there are more of them than go forward without a round */
    int open;           /* so many places are between those that are tied; 0: none */
    bool chosen;        /* the contest file's finalists have parted a tie */
    const char *clause; /* of the book: by which the finalists go forward */
    const char *tie_clause;     /* by which people part a tie, or NULL */
    const char *reserve_clause; /* by which some are held in reserve, or NULL */
    /* The entries: the best first, then those without a place, then the others. */
    struct preliminary_line lines[CONTEST_MOST];
    int line_count;
    struct ballotbox_remark remarks[PRELIMINARY_REMARKS_MOST]; /* why provisional */
    struct preliminary_source sources[PRELIMINARY_REMARKS_MOST];
    int remark_count;
};

/* The clause by which people choose the finalists of that book and not numbers, or that
 * knows no preliminary round; NULL if numbers do. */
const char *preliminary_people(const struct rulebook *book);

/* Whether a contest's file says what a preliminary round has given. */
bool preliminary_is_said(const struct contest *contest);

/*
 * Find the finalists of a contest that is settled, whose book's are chosen by numbers;
 * it is borrowed. Some hundred kilobytes: not for the stack.
 * Source: rules/2003.txt, 32, 34, 36 and 37; 2004.txt, 8; 2009.txt, 4.
 */
void preliminary_count(struct preliminary *p, const struct contest *contest);

/* The word for it: "out", "finalist", "tied", "reserve", "tied for reserve",
 * "disqualified". */
const char *preliminary_standing_name(enum preliminary_standing standing);

#endif
