/*
 * errlog.h - LP-nn.ERR: a program's standard error as it is, and notes by entry, beside
 * the transcript. Finished lines also go to the operator's console, as a terminal would
 * show them: carriage returns and backspaces overwrite.
 *
 * The file stops growing at ERRLOG_MAX, so that the disk has room for the record.
 */
#ifndef ERRLOG_H
#define ERRLOG_H

#include <stdbool.h>
#include <stdint.h>

#include "common/console/program_status.h"
#include "confederate/reply/teletype.h"

enum { ERRLOG_MAX = 1024 * 1024 }; /* bytes of one file */

/* Large. */
struct errlog {
    int fd;                        /* -1: not open, or full */
    int64_t room;                  /* bytes that still fit into the file */
    bool mid_line;                 /* the file does not end with '\n' */
    struct program_status *status; /* borrowed; the console shows it */
    struct teletype paper;         /* the unfinished line */
};

/* Make *e a log without a file, which shows lines in status. */
void errlog_init(struct errlog *e, struct program_status *status);

/* Append to the file of that path, not through a symbolic link. If it cannot be opened,
 * status gets a line with the reason, and lines are shown all the same. */
void errlog_open(struct errlog *e, const char *path);

/* Show the unfinished line and close the file. */
void errlog_close(struct errlog *e);

/* Write count bytes of the program's standard error. */
void errlog_feed(struct errlog *e, const char *bytes, size_t count);

/* Write a line of entry's own to the file, with the local time of now_ms (milliseconds
 * since the Unix epoch). It is not shown. */
void errlog_note(struct errlog *e, uint64_t now_ms, const char *text);

#endif
