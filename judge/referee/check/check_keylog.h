/*
 * check_keylog.h - find the faults of a key log. A log of this suite must be byte for
 * byte as the consoles write it; logs of the contests of 2007 to 2013 are checked by
 * the rules of their years. Pure.
 *
 * Sources: rules/2009.txt, 2 (a monotonically increasing 18 digit number, zero filled)
 * and Appendix (the names of keys); lp-transcript(5) for the form of this suite.
 */
#ifndef CHECK_KEYLOG_H
#define CHECK_KEYLOG_H

#include <stdbool.h>

#include "common/conversation/rulebook.h"
#include "common/conversation/wire.h"
#include "common/record/keylog.h"
#include "judge/referee/check/check.h"

enum { CHECK_NAME_SIZE = 256, CHECK_DRAW_SIZE = 64, CHECK_NONCE_SIZE = 33 };

enum check_form {
    CHECK_FORM_UNKNOWN,
    CHECK_FORM_OURS,
    CHECK_FORM_TWO_TIMES, /* 2007 and 2009: six fields */
    CHECK_FORM_ONE_TIME,  /* 2012 and 2013: five fields */
};

/* The facts of a key log that other files of its conversation must agree with; empty, 0
 * or NULL where the log of this suite lacks the line. */
struct check_log {
    char notice[CHECK_NAME_SIZE]; /* first line */
    char session[WIRE_SESSION_SIZE + 1];
    char station[WIRE_LABEL_MAX + 1]; /* label of the station */
    uint64_t began;                   /* milliseconds */
    char draw[CHECK_DRAW_SIZE + 1];   /* SHA-256 of the draw of sides */
    char nonce[CHECK_NONCE_SIZE];     /* nonce of the draw */
    char pane[KEYLOG_PANE_MAX + 1];   /* pane of all records */
    const struct rulebook *book;      /* NULL: none or unknown */
    enum side own;                    /* side whose keys this end released */
    int judge;                        /* of the last record, or KEYLOG_NO_JUDGE */
    uint64_t records;                 /* number of records */
    bool ended;                       /* "# end" was read */
};

struct check_keylog {
    const struct check *check;
    enum check_form form;
    uint64_t line;               /* number of the last line */
    char title[CHECK_NAME_SIZE]; /* name of the transcript, from the second line */
    char role[CHECK_NAME_SIZE];
    struct check_log log;

    /* The state of the check. */
    char program[CHECK_NAME_SIZE]; /* program of the last heading, earlier contests */
    int field;                     /* last field of the heading, or -1 */
    bool body;                     /* a record was read */
    bool round;                    /* a record was read in the present round */
    bool sides;                    /* a heading named left and right */
    int returns;                   /* consecutive Returns of the judge */
    uint64_t last[2];              /* latest time released, of each side */
};

/* Start with a file; *check must outlive *k. */
void check_keylog_init(struct check_keylog *k, const struct check *check);

/* Check the next line, length bytes without its '\n'. */
void check_keylog_line(struct check_keylog *k, const char *line, size_t length);

/* End of the file; torn: bytes without a '\n' follow the last line. */
void check_keylog_end(struct check_keylog *k, bool torn);

#endif
