/*
 * ballot.h - the values of a judge's ballot, and the rows of BALLOTS.CSV. Pure.
 *
 * A row is one line of CSV (RFC 4180) in UTF-8, ended by '\n', after the header
 *
 *   confirmed,book,round,judge,kind,stations,labels,sessions,scores,confidence,reason,
 *   draw,nonce
 *
 * (one line). Fields contain no line ends, so a row that a crash has torn does not
 * affect the next row.
 *
 * Sources: rules/1996.txt, 17; rules/2003.txt, 46; rules/2004.txt, 15; rules/2009.txt,
 * 3; rules/wager.txt, II.
 */
#ifndef BALLOT_H
#define BALLOT_H

#include <stdbool.h>
#include <stdint.h>

#include "common/conversation/rulebook.h"

#define BALLOT_HEADER                                                                  \
    "confirmed,book,round,judge,kind,stations,labels,sessions,scores,confidence,"      \
    "reason,draw,nonce"

enum {
    BALLOT_SEATS_MAX = 32,      /* terminals on one ballot */
    BALLOT_STATION_SIZE = 256,  /* a STATION and its NUL */
    BALLOT_LABEL_SIZE = 17,     /* a label and its NUL */
    BALLOT_SESSION_SIZE = 33,   /* 32 hexadecimal digits and a NUL; or empty */
    BALLOT_REASON_SIZE = 1001,  /* the reason in bytes, and its NUL */
    BALLOT_DRAW_SIZE = 600,     /* the draw's text (draw.h) and its NUL */
    BALLOT_NONCE_SIZE = 33,     /* 32 hexadecimal digits and a NUL; or empty */
    BALLOT_CONFIRMED_SIZE = 20, /* 2026/11/20 14:12:20 and its NUL */
    BALLOT_COMPLAINT_SIZE = 80, /* a message on an error, and its NUL */
    BALLOT_VALUE_SIZE = 16,     /* a value as text, and its NUL */
    BALLOT_ROW_SIZE = 40960,    /* the longest row, its '\n' included */
    BALLOT_JUDGES = 100,
    BALLOT_ROUND_MAX = 999,
    BALLOT_NO_ROUND = 0,
    BALLOT_NO_CONFIDENCE = -1,
};

/* Scores of the scale from 0 to 5 are integers in units of 1/10000: 3.25 is 32500, so
 * sums and means are exact. All other scores are whole numbers. */
enum { BALLOT_SCALE_UNIT = 10000 };

/* Sums of points, ratings and ranks are in millionths; BALLOT_UNSAID stands for a value
 * that was not given. */
enum { BALLOT_UNIT = 1000000 };
#define BALLOT_UNSAID INT64_MIN

enum ballot_kind {
    BALLOT_KIND_BALLOT, /* of one round, or of one visit to each terminal */
    BALLOT_KIND_RANKS,  /* a ranking, in books that have one */
};

enum ballot_error {
    BALLOT_GOOD,
    BALLOT_EMPTY,
    BALLOT_NOT_A_NUMBER,  /* letters, signs, 1e2, NaN, blanks within */
    BALLOT_COMMA,         /* 3,25 */
    BALLOT_LEADING_ZERO,  /* 051 */
    BALLOT_NOT_WHOLE,     /* 50.5 where only whole points are given */
    BALLOT_TOO_FINE,      /* more than four decimals */
    BALLOT_UNFINISHED,    /* 3. or .5 */
    BALLOT_TOO_LOW,       /* a rank of 0 */
    BALLOT_TOO_HIGH,      /* 101, 5.0001 */
    BALLOT_NEGATIVE,      /* -1 */
    BALLOT_NO_WORD,       /* neither human nor machine */
    BALLOT_NOT_A_HUNDRED, /* the sum of a pair's points is not 100 */
    BALLOT_TIE,           /* 50 and 50 */
    BALLOT_NOT_ONE,       /* none or both taken for the human */
    BALLOT_ALIKE,         /* two equal ranks */
    BALLOT_COUNT,         /* a pair's ballot needs two scores */
};

struct ballot_seat {
    char station[BALLOT_STATION_SIZE]; /* as entered: HOST, HOST:PORT, lpp:DIR */
    char label[BALLOT_LABEL_SIZE];
    char session[BALLOT_SESSION_SIZE];
    int score; /* in the unit of its ballot_ask */
};

struct ballot_row {
    char confirmed[BALLOT_CONFIRMED_SIZE]; /* local time */
    const struct rulebook *book;
    int round; /* 1 to BALLOT_ROUND_MAX, or BALLOT_NO_ROUND */
    unsigned judge;
    enum ballot_kind kind;
    int seats; /* 1 to BALLOT_SEATS_MAX */
    struct ballot_seat
        seat[BALLOT_SEATS_MAX];      /* left, right; or in order of the list */
    int confidence;                  /* 0 to 100, or BALLOT_NO_CONFIDENCE */
    char reason[BALLOT_REASON_SIZE]; /* or empty */
    char draw[BALLOT_DRAW_SIZE];     /* or empty: no draw */
    char nonce[BALLOT_NONCE_SIZE];   /* empty without a draw */
};

/* Whether length bytes of text are a date and time such as 2026/11/20 14:12:20; second
 * 60 is a leap second. */
bool ballot_is_moment(const char *text, size_t length);

/* Return the question of a book on a kind of ballot. */
enum ballot_ask ballot_asks(const struct rulebook *book, enum ballot_kind kind);

/*
 * Read one value, length bytes of text without blanks around it. seats, the number of
 * terminals, is the limit of a rank.
 * Returns BALLOT_GOOD with *value set; or the error, *value unchanged.
 */
enum ballot_error ballot_read_value(
    enum ballot_ask ask, int seats, const char *text, size_t length, int *value);

/* Read a confidence in per cent, 0 to 100, as ballot_read_value(); an empty text is
 * BALLOT_NO_CONFIDENCE. */
enum ballot_error ballot_read_confidence(const char *text, size_t length, int *value);

/* Write a value in the form of BALLOTS.CSV. Returns its length. */
size_t ballot_write_value(
    enum ballot_ask ask, int value, char text[static BALLOT_VALUE_SIZE]);

/* Check the values of a complete ballot against each other. Returns BALLOT_GOOD or the
 * error. */
enum ballot_error ballot_check(enum ballot_ask ask, const int values[], int seats);

/*
 * Write a message for the judge to line[]: the error and its remedy. Empty for
 * BALLOT_GOOD.
 */
void ballot_complain(enum ballot_error error, enum ballot_ask ask, int seats,
    char line[static BALLOT_COMPLAINT_SIZE]);

/* Write a message on an error of the confidence. */
void ballot_complain_of_confidence(
    enum ballot_error error, char line[static BALLOT_COMPLAINT_SIZE]);

/* Return the description of a whole score from 0 to 5. Source: rules/2003.txt, 46. */
const char *ballot_scale_words(int whole);

/*
 * Write a row, '\n' included, to line[] (no NUL) and return its length in bytes.
 * Controls in the reason become blanks; a backslash precedes each blank and backslash
 * of a STATION, since blanks separate stations; `-` stands for an empty label or
 * session.
 * Returns 0, line[] undefined, for a row that ballot_row_read() would refuse.
 */
size_t ballot_row_write(
    const struct ballot_row *row, char line[static BALLOT_ROW_SIZE]);

/*
 * Read one row of BALLOTS.CSV, length bytes without its '\n'; a trailing '\r' is
 * ignored. All columns must be present, and the values allowed by the book.
 * Returns 0; or -1 with errno EINVAL and *row undefined: *why is then the error, which
 * begins with the name of the column. The header is refused too; see
 * ballot_is_header().
 */
int ballot_row_read(
    const char *line, size_t length, struct ballot_row *row, const char **why);

/* Whether a line, length bytes without its '\n', is the header. */
bool ballot_is_header(const char *line, size_t length);

#endif
