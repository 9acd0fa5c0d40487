/*
 * published_record.h - a record as it may be published: read from its file, the lines
 * that have a forbidden phrase replaced on the way. The pairs of an LPP v2 come one
 * after the other, as record_sort() says.
 */
#ifndef PUBLISHED_RECORD_H
#define PUBLISHED_RECORD_H

#include "judge/referee/output/progress.h"
#include "judge/referee/record/record_file.h"
#include "judge/referee/record/redaction.h"

enum {
    /* A word of one byte, and its blank, may become REDACTION_NAME and a blank. */
    PUBLISHED_RECORD_EDITED_SIZE = 4 * RECORD_LINE_MAX + 2 * sizeof(REDACTION_MARK),
    PUBLISHED_RECORD_KEY_SIZE = RECORD_LINE_MAX + KEY_NAME_SIZE + 2 * KEY_TIME_DIGITS,
};

/* Zero it to start; redaction_add() then forbids a phrase. */
struct published_record {
    const char *path; /* NULL: none was opened */
    struct record_file file;
    uint64_t number; /* lines read so far, in the order of reading */

    /* The survey: the content of the record. */
    bool has_pane[PANES]; /* the pane has a key or a line */
    uint64_t first;       /* time of the first key, as written; 0: no key */

    struct redaction redaction;
    struct record replaced; /* the last key that a mark replaces */
    size_t mark_left;       /* keys of the mark that are still to come in its place */
    char line[PUBLISHED_RECORD_KEY_SIZE];      /* the last key of a mark */
    char edited[PUBLISHED_RECORD_EDITED_SIZE]; /* a line with words replaced */
    uint64_t torn;                             /* incomplete records so far */
    uint64_t first_torn;      /* the line in the file of the first one, from 1 */
    struct progress progress; /* on a terminal, if standard output is not one */
};

/*
 * Open a record. is_surveyed: fill in the survey, for which all of the file is read
 * once before its first line; forbidden phrases need that too. Returns 0 or a code of
 * <sysexits.h>, with file.why[]. Call published_record_close() in both cases.
 */
int published_record_open(
    struct published_record *s, const char *path, bool is_surveyed);
void published_record_close(struct published_record *s);

/*
 * Read the next line, good until the next call. A key's line without its newline is
 * RECORD_TORN. Returns 1; 0 at the end; or -1 with file.code and file.why[].
 */
int published_record_next(struct published_record *s, struct record *out);

#endif
