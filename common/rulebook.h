/*
 * rulebook.h - the five rule books as one table, one row a book.
 *
 * No program asks which year it is; it asks the row. Pure.
 */
#ifndef RULEBOOK_H
#define RULEBOOK_H

#include <stdbool.h>
#include <stddef.h>

#include "key.h"

/* How a conversation goes. */
enum manner {
    MANNER_TURNS,    /* by turns, each ended by a double Return; every key is sent */
    MANNER_MESSAGES, /* whole messages, kept at their maker's console until sent */
    MANNER_FREE,     /* each side types when it likes; every key is sent */
};

enum alphabet { ALPHABET_ASCII, ALPHABET_UNICODE };

/* What a judge is asked for. */
enum ballot {
    BALLOT_HOW_HUMAN, /* how human each terminal was */
    BALLOT_SCALE,     /* 0 to 5, fractions allowed */
    BALLOT_POINTS,    /* 100 points over the pair, no ties */
    BALLOT_WHICH,     /* which one is the human; later rank the four others */
    BALLOT_VERDICT,   /* human or machine for each; rank 1 to 4 */
};

/* How the ballots become a result. */
enum tally {
    TALLY_HIGHEST, /* the highest rating */
    TALLY_MEAN,    /* the highest mean, ranked */
    TALLY_COLUMN,  /* pairs won, then points, then the preliminary round */
    TALLY_TAKEN,   /* most often taken for human, then mean rank */
    TALLY_WAGER,   /* fooled 2 of 3, and the median rank of 2 foils or better */
};

/* What the judges of a preliminary round give each entry. */
enum preliminary_kind {
    PRELIMINARY_NONE,   /* nothing: people choose the finalists, or there are none */
    PRELIMINARY_RANKS,  /* 1 is the best; the lowest mean comes first */
    PRELIMINARY_SCORES, /* the highest comes first */
};

struct rulebook {
    const char *name; /* as -r takes it and the greeting says it */
    enum manner manner;
    bool judge_lines;    /* @@nn on a judge's line says who has sat down */
    int returns_to_send; /* Returns that send a turn or message; 0: none needed */
    enum alphabet alphabet;
    int terminals;         /* that a judge sees: 1 one at a time, 2 a pair, ... */
    int minutes;           /* for a conversation or a pair of them; 0: no limit */
    int minutes_each;      /* for each side of a pair in turn; 0: both at once */
    int minutes_review;    /* to review and score */
    int minutes_change;    /* to take places for the next round */
    int delay_ms;          /* least time before a reply */
    enum side first;       /* who speaks first */
    const char *assertion; /* a station's first words, %s its name; NULL: none */
    const char *told;      /* what judges are told before they begin */
    const char *notice;    /* a transcript's first line, %d the year */
    enum ballot ballot;
    enum tally tally;
    const char *source; /* the book's file under rules/ */
    enum preliminary_kind preliminary;
    int finalists; /* entries that go forward to the final; 0: people say */
    int reserves;  /* entries at most that are held in reserve for it */
};

/* The five rows, oldest first, and how many there are. */
extern const struct rulebook rulebooks[];
extern const size_t rulebook_count;

/* Whether the two sides alternate: what one has sent the other answers. */
bool rulebook_has_turns(const struct rulebook *book);

/* The row of that name, or NULL. */
const struct rulebook *rulebook_find(const char *name);

#endif
