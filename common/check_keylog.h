/*
 * check_keylog.h - what breaks the rules in a key log: of our own form, which must be
 * byte for byte as the consoles write it, or of the contests of 2007 to 2013. Pure.
 *
 * Sources: rules/2009.txt, 2 (a monotonically increasing 18 digit number, zero filled)
 * and Appendix (the names of keys); lp-transcript(5) for our own form.
 */
#ifndef CHECK_KEYLOG_H
#define CHECK_KEYLOG_H

#include <stdbool.h>

#include "check.h"
#include "keylog.h"
#include "rulebook.h"
#include "wire.h"

enum { CHECK_NAME_SIZE = 256, CHECK_DRAW_SIZE = 64, CHECK_NONCE_SIZE = 33 };

enum check_form {
    CHECK_FORM_UNKNOWN,
    CHECK_FORM_OURS,
    CHECK_FORM_TWO_TIMES, /* 2007 and 2009: six fields */
    CHECK_FORM_ONE_TIME,  /* 2012 and 2013: five fields */
};

/* What a key log is and says of itself, beside its faults. */
struct check_keylog {
    struct check *check;
    enum check_form form;
    uint64_t line;    /* the last that was read */
    uint64_t records; /* whole ones */
    char notice[CHECK_NAME_SIZE];
    char title[CHECK_NAME_SIZE]; /* of the transcript beside it */
    char session[WIRE_SESSION_SIZE + 1];
    char role[CHECK_NAME_SIZE];
    char station[WIRE_LABEL_MAX + 1]; /* its label */
    uint64_t began;                   /* milliseconds; 0: not said */
    char draw[CHECK_DRAW_SIZE + 1];   /* SHA-256 of the draw of sides, or empty */
    char nonce[CHECK_NONCE_SIZE];     /* of the draw, or empty */
    char pane[KEYLOG_PANE_MAX + 1];   /* of all its records; empty: not said */
    const struct rulebook *book;      /* of ours, or NULL */
    bool ended;                       /* in order */

    enum side own; /* of ours: who made the keys that this end has released */
    char program[CHECK_NAME_SIZE]; /* of the last heading of an earlier contest */
    int note;                      /* of the heading: the last one that was met */
    bool body;                     /* a record has come */
    bool round;                    /* and one since the last round has begun */
    bool sides;       /* a heading of an earlier contest said who sat where */
    int judge;        /* of the last record, or KEYLOG_NO_JUDGE */
    int returns;      /* of the judge's, in a row, up to the last record */
    uint64_t last[2]; /* released, of each side */
};

/* Begin with a file; what *k points to must outlive it. */
void check_keylog_init(struct check_keylog *k, struct check *check);

/* Read lines, each with its '\n', in one piece or in many. */
void check_keylog_lines(struct check_keylog *k, const char *bytes, size_t length);

/* The file is at its end; torn says whether bytes without a '\n' are left there. */
void check_keylog_end(struct check_keylog *k, bool torn);

#endif
