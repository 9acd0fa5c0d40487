/*
 * check_match.h - compare a key log of this suite with the transcript beside it: the
 * keys are fed to the prompt again and must produce the transcript, line for line.
 * Pure: the caller reads the transcript and knows the local time.
 *
 * Sources: rules/1996.txt, Key entry and Data file format; lp-transcript(5).
 */
#ifndef CHECK_MATCH_H
#define CHECK_MATCH_H

#include <stdbool.h>
#include <time.h>

#include "common/conversation/prompt.h"
#include "common/record/keylog.h"
#include "common/record/transcript.h"
#include "judge/referee/check/check.h"

struct check_match {
    /* Set by the caller. */
    const struct check *check; /* faults of the transcript's lines */
    /* Reads the next line of the transcript, without its end; false at its end. */
    bool (*next)(void *from, const char **line, size_t *length);
    /* Converts milliseconds since the epoch to local time. */
    void (*local)(uint64_t ms, struct tm *tm);
    void *from; /* argument of next() */

    uint64_t line; /* number of the transcript's last line */
    bool lost;     /* the two differ: the comparison has ended */
    int missing;   /* lines of the keys after the transcript's end */
    char first_missing[CHECK_TEXT_SIZE / 2]; /* the first of those lines */
    bool begun;                              /* a record was read */
    struct prompt prompt;
    struct transcript lines;
};

/*
 * Start, with the caller's members of *m set: read the header of the transcript and
 * compare its first line with notice, the first line of the key log, and its third line
 * with began, milliseconds since the epoch; 0: the log has no time.
 */
void check_match_begin(struct check_match *m, const struct rulebook *book,
    const char *notice, uint64_t began);

/* Continue with the next record of the key log. */
void check_match_key(struct check_match *m, const struct keylog_record *record);

/* End of the key log; ended: it has its last line. Without that line the transcript may
 * lack the lines of the last key, which reached only one of the two files. Unfinished
 * lines are optional: at a judge's console the conversation ends before the log, which
 * stays open for the ballot. */
void check_match_end(struct check_match *m, bool ended);

#endif
