/*
 * check_match.h - a key log of ours against the transcript beside it: the keys are run
 * through the prompt once more, and must give the transcript, line for line. Pure: who
 * calls reads the transcript and knows the local time.
 *
 * Sources: rules/1996.txt, Key entry and Data file format; lp-transcript(5).
 */
#ifndef CHECK_MATCH_H
#define CHECK_MATCH_H

#include <stdbool.h>
#include <time.h>

#include "check.h"
#include "keylog.h"
#include "prompt.h"
#include "transcript.h"

struct check_match {
    /* For the caller to set: where faults of the transcript's lines go, */
    struct check *check;
    /* where its next line comes from (without its end; false at the end of the file),
     */
    bool (*next)(void *from, const char **line, size_t *length);
    /* and the local time of a moment in milliseconds. */
    void (*local)(uint64_t ms, struct tm *tm);
    void *from;

    uint64_t line; /* of the transcript, the last that was read */
    bool lost;     /* they have parted: nothing more is compared */
    int missing;   /* lines that the keys have made behind its last one, */
    char first_missing[CHECK_TEXT_SIZE / 2]; /* and the first of them */
    bool begun;
    struct prompt prompt;
    struct transcript lines;
};

/*
 * Begin, with what the caller has set in *m: the header of the transcript is read, and
 * its first line compared with that of the key log, and its third with the moment at
 * which the conversation began, in milliseconds; 0: the log does not say.
 */
void check_match_begin(struct check_match *m, const struct rulebook *book,
    const char *notice, uint64_t began);

/* Go on with the next record of the key log. */
void check_match_key(struct check_match *m, const struct keylog_record *record);

/* The key log is at its end, and has said that the conversation ended in order, or has
 * not: then the transcript may lack the lines of the last key, which was not written
 * to both, and have the unfinished lines, or lack them: at a judge's console the time
 * for talking is over before the log is, which waits for the ballot. */
void check_match_end(struct check_match *m, bool ended);

#endif
