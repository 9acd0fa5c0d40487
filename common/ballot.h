/*
 * ballot.h - what a judge's ballot says: its values, read strictly, and the rows of
 * BALLOTS.CSV, written and read. Pure.
 *
 * A row is one line of RFC 4180's CSV, in UTF-8, ended by '\n', under the header
 *
 *   confirmed,book,round,judge,kind,stations,labels,sessions,scores,confidence,reason,
 *   draw,nonce
 *
 * (one line). No field of it has a line's end in it, so that a row that a crash has
 * torn spoils no other.
 *
 * Sources: rules/1996.txt, 17; rules/2003.txt, 46; rules/2004.txt, 15; rules/2009.txt,
 * 3; rules/wager.txt, II.
 */
#ifndef BALLOT_H
#define BALLOT_H

#include <stdbool.h>

#include "rulebook.h"

#define BALLOT_HEADER                                                                  \
    "confirmed,book,round,judge,kind,stations,labels,sessions,scores,confidence,"      \
    "reason,draw,nonce"

enum {
    BALLOT_SEATS_MAX = 32,      /* terminals on one ballot */
    BALLOT_STATION_SIZE = 256,  /* a STATION word and its NUL */
    BALLOT_LABEL_SIZE = 17,     /* a label and its NUL */
    BALLOT_SESSION_SIZE = 33,   /* 32 hexadecimal digits and a NUL; or empty */
    BALLOT_REASON_SIZE = 1001,  /* bytes of a line of reasons, and its NUL */
    BALLOT_DRAW_SIZE = 600,     /* the draw's text (draw.h) and its NUL */
    BALLOT_NONCE_SIZE = 33,     /* 32 hexadecimal digits and a NUL; or empty */
    BALLOT_CONFIRMED_SIZE = 20, /* 2026/11/20 14:12:20 and its NUL */
    BALLOT_COMPLAINT_SIZE = 80, /* one line that says what is wrong, and its NUL */
    BALLOT_VALUE_SIZE = 16,     /* a value as text, and its NUL */
    BALLOT_ROW_SIZE = 40960,    /* the longest row, its '\n' included */
    BALLOT_JUDGES = 100,
    BALLOT_ROUND_MAX = 999,
    BALLOT_NO_ROUND = 0,
    BALLOT_NO_CONFIDENCE = -1,
};

/* A score of the scale from 0 to 5 is an integer of so many parts of 1: 3.25 is 32500.
 * So sums and means of them are exact. All other scores are whole as they stand. */
enum { BALLOT_SCALE_UNIT = 10000 };

enum ballot_kind {
    BALLOT_KIND_BALLOT, /* of one round, or of a judge's way round the terminals */
    BALLOT_KIND_RANKS,  /* the later ranking of 2009 and of the wager */
};

/* What is asked of a judge, for each terminal. */
enum ballot_ask {
    BALLOT_ASK_HOW_HUMAN, /* 0 to 100 */
    BALLOT_ASK_SCALE,     /* 0 to 5 in parts of BALLOT_SCALE_UNIT */
    BALLOT_ASK_POINTS,    /* 0 to 100, two that make 100, one 51 or more */
    BALLOT_ASK_WHICH,     /* 1 for the one of two taken for the human, 0 */
    BALLOT_ASK_VERDICT,   /* 1 for human, 0 for machine */
    BALLOT_ASK_RANK,      /* 1 to the number of terminals, the most human highest */
};

enum ballot_error {
    BALLOT_GOOD,
    BALLOT_EMPTY,
    BALLOT_NOT_A_NUMBER,  /* letters, signs, 1e2, NaN, blanks within */
    BALLOT_COMMA,         /* 3,25 */
    BALLOT_LEADING_ZERO,  /* 051 */
    BALLOT_NOT_WHOLE,     /* 50.5 where only whole points are given */
    BALLOT_TOO_FINE,      /* more than four places behind the point */
    BALLOT_UNFINISHED,    /* 3. or .5 */
    BALLOT_TOO_LOW,       /* a rank of 0 */
    BALLOT_TOO_HIGH,      /* 101, 5.0001 */
    BALLOT_NEGATIVE,      /* -1 */
    BALLOT_NO_WORD,       /* neither human nor machine */
    BALLOT_NOT_A_HUNDRED, /* the points of a pair make less or more */
    BALLOT_TIE,           /* 50 and 50 */
    BALLOT_NOT_ONE,       /* none or both taken for the human */
    BALLOT_ALIKE,         /* two ranks alike */
    BALLOT_COUNT,         /* a pair's ballot without exactly two scores */
};

struct ballot_seat {
    char station[BALLOT_STATION_SIZE]; /* as it was given: HOST, HOST:PORT, lpp:DIR */
    char label[BALLOT_LABEL_SIZE];
    char session[BALLOT_SESSION_SIZE];
    int score; /* as its ballot_ask has it */
};

struct ballot_row {
    char confirmed[BALLOT_CONFIRMED_SIZE]; /* local time */
    const struct rulebook *book;
    int round; /* 1 to BALLOT_ROUND_MAX, or BALLOT_NO_ROUND */
    unsigned judge;
    enum ballot_kind kind;
    int seats;                                 /* 1 to BALLOT_SEATS_MAX */
    struct ballot_seat seat[BALLOT_SEATS_MAX]; /* left, right; or in the list's order */
    int confidence;                            /* 0 to 100, or BALLOT_NO_CONFIDENCE */
    char reason[BALLOT_REASON_SIZE];           /* or empty */
    char draw[BALLOT_DRAW_SIZE];               /* or empty: nothing was drawn */
    char nonce[BALLOT_NONCE_SIZE];             /* empty where draw is */
};

/* What the book asks on such a ballot. */
enum ballot_ask ballot_asks(const struct rulebook *book, enum ballot_kind kind);

/*
 * Read one value, length bytes of text and nothing around it, as it may be asked of
 * one of so many terminals (the number matters for ranks only).
 * Returns BALLOT_GOOD with *value set; or what is wrong with it, *value unchanged.
 */
enum ballot_error ballot_read_value(
    enum ballot_ask ask, int seats, const char *text, size_t length, int *value);

/* The same for confidence in per cent, 0 to 100; empty is BALLOT_NO_CONFIDENCE. */
enum ballot_error ballot_read_confidence(const char *text, size_t length, int *value);

/* Write a value as BALLOTS.CSV has it, and return its length. */
size_t ballot_write_value(
    enum ballot_ask ask, int value, char text[static BALLOT_VALUE_SIZE]);

/* Whether the values of a whole ballot go together: BALLOT_GOOD, or what is wrong. */
enum ballot_error ballot_check(enum ballot_ask ask, const int values[], int seats);

/*
 * Write to line[] one sentence on an error: what is wrong, and what to do. Nothing for
 * BALLOT_GOOD. It is for a judge, in any of the books.
 */
void ballot_complain(enum ballot_error error, enum ballot_ask ask, int seats,
    char line[static BALLOT_COMPLAINT_SIZE]);

/* The same on a confidence. */
void ballot_complain_of_confidence(
    enum ballot_error error, char line[static BALLOT_COMPLAINT_SIZE]);

/* The words of 2003, 46 for 0 to 5. */
const char *ballot_scale_words(int whole);

/*
 * Write a row, '\n' included, to line[] (no NUL) and return its length in bytes.
 * Bytes of the reason that are controls become blanks; blanks and backslashes in a
 * STATION get a backslash in front, since blanks stand between them; a label or session
 * that is empty is written as `-`.
 * Returns 0, line[] undefined, for a row that ballot_row_read() would not read.
 */
size_t ballot_row_write(
    const struct ballot_row *row, char line[static BALLOT_ROW_SIZE]);

/*
 * Read one line of BALLOTS.CSV, length bytes without its '\n' (a '\r' before it is let
 * go), strictly: all columns, values that the book allows, and that go together.
 * Returns 0; or -1 with errno EINVAL, *row undefined, *why then being a sentence on
 * what is wrong that begins with the column's name. The header is such a line; see
 * ballot_is_header().
 */
int ballot_row_read(
    const char *line, size_t length, struct ballot_row *row, const char **why);

/* Whether a line, length bytes without its '\n', is the header. */
bool ballot_is_header(const char *line, size_t length);

#endif
