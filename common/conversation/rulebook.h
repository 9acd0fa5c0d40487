/*
 * rulebook.h - the rule books as one table, one row a book.
 *
 * Programs read columns of the row; no program compares names of books. A sixth book is
 * one more row. Clauses are numbers of the book itself, such as "14" or "scoring 2";
 * rulebook_cite() adds the book's name. Pure.
 */
#ifndef RULEBOOK_H
#define RULEBOOK_H

#include <stdbool.h>
#include <stddef.h>

#include "common/conversation/key.h"

enum {
    RULEBOOK_CRITERIA = 3,     /* criteria of a result, at most */
    RULEBOOK_COLUMNS = 3,      /* columns of a table of results, at most */
    RULEBOOK_CLAUSE_SIZE = 40, /* "2004, scoring 2" and its NUL */
    RULEBOOK_NAMES_SIZE = 80   /* the names of all books and a NUL */
};

enum alphabet { ALPHABET_ASCII, ALPHABET_UNICODE };

/* A ballot's question about each terminal. */
enum ballot_ask {
    BALLOT_ASK_HOW_HUMAN, /* 0 to 100 */
    BALLOT_ASK_SCALE,     /* 0 to 5 in parts of BALLOT_SCALE_UNIT */
    BALLOT_ASK_POINTS,    /* 0 to 100; two that make 100, one of them 51 or more */
    BALLOT_ASK_WHICH,   /* 1 for the one of two taken for the human, 0 for the other */
    BALLOT_ASK_VERDICT, /* 1 for human, 0 for machine */
    BALLOT_ASK_RANK,    /* 1 to the number of terminals; the most human highest */
};

/* The terminals that a judge ranks, in addition to the ballots. */
enum ranking {
    RANKING_NONE,
    RANKING_OTHERS, /* after the last round: of each pair the one not taken for human */
    RANKING_ALL,    /* after each ballot: all terminals of this ballot */
};

/* A number by which players are compared. */
enum measure {
    MEASURE_NONE,        /* ends a list */
    MEASURE_MEAN,        /* mean of the scores */
    MEASURE_TAKEN,       /* judgements as human: the column total of 2004 and 2009 */
    MEASURE_POINTS,      /* sum of the scores */
    MEASURE_PRELIMINARY, /* mean score of the preliminary round */
    MEASURE_RANK,        /* mean rank */
};

/* A criterion for the winner; the next one decides between those still tied. */
struct rulebook_criterion {
    enum measure measure;
    const char *name; /* in sentences: "column total" */
    const char *clause;
};

/* A column in the table of results. */
struct rulebook_column {
    enum measure measure;
    const char *heading;
};

/* The number of judges, entries or confederates. */
struct rulebook_count {
    int least; /* 0: any number */
    bool exact;
    const char *clause;
};

/* The owner of the prize when an organisers' open source entry wins. */
enum prize_to {
    PRIZE_NOBODY,     /* there is no prize */
    PRIZE_WINNER,     /* the entrant */
    PRIZE_NEXT_YEAR,  /* no medal is awarded, the money is added to the next prize */
    PRIZE_DEVELOPERS, /* the developers, if they can be named */
    PRIZE_DESERVING,  /* the developers, else the next prize */
};

struct rulebook_medal {
    const char *clause; /* NULL: no such medal */
    enum prize_to open_source;
    const char *open_source_clause; /* NULL: no such rule */
};

/* The choice of finalists before the contest. */
struct rulebook_preliminary {
    const char *people;    /* clause: people choose the finalists; NULL: numbers do */
    bool ranks;            /* the round gives ranks, 1 the best; else scores */
    int finalists;         /* entries that go to the final */
    int reserves;          /* entries held in reserve, at most */
    int judges;            /* judges of each entry, at least */
    int most;              /* entries in the round, at most; 0: any number */
    const char *given;     /* clause: the numbers that judges give */
    const char *order;     /* clause: the order by these numbers */
    const char *forward;   /* clause: few entries all go forward */
    const char *alone;     /* clause: the only entry goes forward; NULL: as forward */
    const char *tie;       /* clause: a panel decides between tied entries, or NULL */
    const char *reserve;   /* clause: the reserve, or NULL */
    const char *screening; /* clause: the choice of the entries in the round, or NULL */
};

struct rulebook {
    const char *name;   /* in -r and in the greeting */
    const char *source; /* the book's file under rules/ */

    /* The conversation. */
    bool whole_messages; /* keys stay at the author's console until a message is sent */
    bool judge_lines;    /* a judge's line @@nn names a new judge */
    int returns_to_send; /* Returns that send a turn or message; 0: keys go out singly
                          */
    enum alphabet alphabet;
    int delay_ms;             /* least time before a reply */
    enum side first;          /* the side that speaks first */
    const char *opening_line; /* first words of a station, %s its name; NULL: none */
    const char *notice;       /* first line of a transcript, %d the year */
    bool has_directories; /* a communications directory can carry the conversation */

    /* The round. */
    int terminals;        /* in front of a judge: 1 one at a time, 2 a pair, ... */
    int minutes;          /* for a conversation or a pair of them; 0: no limit */
    int minutes_each;     /* for each side of a pair in turn; 0: both at once */
    int minutes_review;   /* to review and score */
    int minutes_change;   /* to change seats before the next round */
    const char *briefing; /* opening screen: the partners of the judge */
    const char *typing;   /* opening screen: the way to type */
    const char *typing_by_lines; /* `typing` for line mode; NULL: the same text */

    /* The ballot. */
    enum ballot_ask ballot;
    const char *ballot_clause;
    const char *draw_clause; /* clause: sides are drawn by lot; NULL: no such clause */
    int rating_most;         /* highest rating; 0: the ballot is not a rating */
    int taken_above;         /* a higher score takes the terminal for a human */
    enum ranking ranking;
    int ranked; /* terminals in a ranking */

    /* The contest. */
    struct rulebook_count judges, entries, confederates;
    const char *meeting_clause; /* clause: the meetings of judges and players */
    int trials;                 /* meetings of each judge and player, at least */
    struct rulebook_preliminary preliminary;

    /* The result. */
    struct rulebook_criterion criteria[RULEBOOK_CRITERIA];
    struct rulebook_column columns[RULEBOOK_COLUMNS];
    const char *decision;   /* clause: judges or a coin end the last tie, or NULL */
    const char *only_entry; /* clause: the only entry wins without contest, or NULL */
    const char *runners_up; /* clause: second and third place, or NULL */
    const char *most_human; /* clause: title of the best confederate, or NULL */
    struct rulebook_medal bronze, silver;
    int silver_taken;    /* silver: judgements as human, at least; 0: no such rule */
    bool silver_by_mean; /* silver: no confederate has a higher mean */
    int test_fooled;     /* test: judges that take the entry for human, at least */
    int test_foils;      /* test: confederates with no higher median rank, at least */
    const char *test_clause; /* clause: the two tests; NULL: criteria give the result */
};

/* The rows, oldest book first, and their number. */
extern const struct rulebook rulebooks[];
extern const size_t rulebook_count;

/* Whether the two sides alternate: each turn or message waits for an answer. */
bool rulebook_has_turns(const struct rulebook *book);

/* Whether a judge compares two terminals, an entry and a confederate. */
bool rulebook_has_pairs(const struct rulebook *book);

/* The row of that name, or NULL. */
const struct rulebook *rulebook_find(const char *name);

/* Write "2004, 15", a clause with its book, and return text. */
const char *rulebook_cite(const struct rulebook *book, const char *clause,
    char text[static RULEBOOK_CLAUSE_SIZE]);

/* Write the names of all books, "1996, 2003, 2004, 2009 and wager", and return text. */
const char *rulebook_names(char text[static RULEBOOK_NAMES_SIZE]);

#endif
