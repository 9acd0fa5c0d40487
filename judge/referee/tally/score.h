/*
 * score.h - the result of a contest from its score sheet, by the columns of its book:
 * places, winner, ties in the order of the clauses, medals, the tests of the wager, the
 * prize. Pure.
 *
 * Points, ratings and ranks are whole millionths, and means are compared as fractions:
 * rounding makes no ties.
 */
#ifndef SCORE_H
#define SCORE_H

#include <stdbool.h>
#include <stdint.h>

#include "judge/contest/contest.h"
#include "judge/referee/tally/score_sheet.h"

enum { SCORE_STEPS_MAX = RULEBOOK_CRITERIA };

/* Below 0, 0 or above 0, as a's mean is below, equal to or above b's; both have one. */
int score_compare(struct score_mean a, struct score_mean b);

/* The mean of an entry's numbers in the preliminary round. */
struct score_mean score_mean_of(const struct contest_numbers *numbers);

/* The mean as a number, NAN without one; of points, in points. */
double score_number(struct score_mean mean);

/* The two tests of an entry in a trial (rules/wager.txt, II). */
struct score_test {
    int judged;         /* judges with a verdict */
    int fooled;         /* judges that take the entry for a human */
    int64_t median;     /* of its ranks, in halves of a rank; BALLOT_UNSAID: no ranks */
    int foils;          /* confederates with no higher median */
    bool is_determined; /* it passes the Human Determination Test */
    bool is_ranked;     /* it passes the Rank Order Test */
    bool is_whole;      /* all verdicts and ranks are known */
};

/* The owner of the prize. */
struct score_prize {
    enum prize_to to;
    const char *clause; /* of an open source entry; else NULL */
};

struct score_line {
    int judged; /* number of judgements */
    int taken;  /* judgements as human */
    struct score_mean said;
    struct score_mean rank; /* RANKING_OTHERS: by judges that took it for a machine */
    int place; /* 1 is the most human; tied players share a place; 0: no place.
                  In books with pairs only entries have places. */
};

/* One criterion in the search for the winner. */
struct score_step {
    const char *clause;  /* of the book */
    const char *measure; /* name of the criterion */
    bool whole;          /* all tied entries have this number */
    struct score_mean best;
    int left; /* entries with the best number */
};

enum score_outcome {
    SCORE_WON,
    SCORE_NO_ENTRY,  /* all entries are disqualified, or no entry takes part */
    SCORE_NO_BALLOT, /* no entry was judged yet */
    SCORE_OPEN,      /* a tie for the judges, and then a coin, to decide */
    SCORE_UNDECIDED, /* a tie that the book's last rule leaves */
    SCORE_PASSED,    /* both tests: in each trial */
    SCORE_FAILED,    /* in no trial */
    SCORE_DIVIDED,   /* in some trials; the book does not define the result */
};

enum score_medal { SCORE_NO_MEDAL, SCORE_BRONZE, SCORE_SILVER };

struct score {
    struct score_line lines[SCORE_SHEET_PLAYERS_MOST];
    /* By trial and entry; only in books with tests. */
    struct score_test tests[SCORE_SHEET_TRIALS_MOST * CONTEST_MOST];
    enum score_outcome outcome;
    int winner;                          /* an entry, or SCORE_SHEET_NOBODY */
    bool tied[SCORE_SHEET_PLAYERS_MOST]; /* the entries that the last step has left */
    const char *clause;                  /* clause that gives the outcome */
    enum score_medal medal; /* of the winner, the same for all tied entries */
    const char *medal_clause;
    bool most_human[CONTEST_MOST]; /* by confederate; none in books without the title */
    bool decision_needless;        /* the rules do not ask for the sheet's decision */
    int steps;
    struct score_step step[SCORE_STEPS_MAX];
};

/* Work out the result. Source: rules/1996.txt, 4, 5 and 17; 2003.txt, 3, 46 to 50 and
 * 59; 2004.txt, 1, 15 and scoring 1 to 4; 2009.txt, 3; wager.txt, II. */
void score_count(struct score *score, const struct score_sheet *sheet);

/* The prize for the score's medal, if this entry wins. Source: rules/2003.txt, 60 and
 * 61; 2004.txt, 2. */
struct score_prize score_prize(
    const struct score *score, const struct score_sheet *sheet, int entry);

/* The medal that the winner is awarded: score->medal, or SCORE_NO_MEDAL if it is
 * withheld. */
enum score_medal score_awarded(
    const struct score *score, const struct score_sheet *sheet);

#endif
