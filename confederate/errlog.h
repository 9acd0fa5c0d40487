/*
 * errlog.h - LP-nn.ERR: what a program writes to its standard error, and what became of
 * it, beside the transcript; its last lines go to the operator's screen as well.
 *
 * The file stops growing at ERRLOG_MAX: a program that complains without end is not to
 * fill the disk that the record needs.
 */
#ifndef ERRLOG_H
#define ERRLOG_H

#include <stdbool.h>
#include <stdint.h>

#include "aside.h"

enum {
    ERRLOG_MAX = 1024 * 1024, /* bytes of one file */
    ERRLOG_LINE_MAX = 256,    /* a longer one is shown cut */
};

struct errlog {
    int fd;       /* -1: not open, or it takes no more */
    int64_t room; /* bytes that it still takes */
    struct aside *aside;
    size_t length; /* of the unfinished line */
    char line[ERRLOG_LINE_MAX];
};

/* Append to the file of that path; what there is to show goes to aside. Where that
 * cannot be opened, the lines are shown all the same, and one more says why. */
void errlog_open(struct errlog *e, const char *path, struct aside *aside);
void errlog_close(struct errlog *e);

/* The program has written these bytes. */
void errlog_feed(struct errlog *e, const char *bytes, size_t count);

/* A line of entry's own, with the time by which it happened. It is not shown. */
void errlog_note(struct errlog *e, uint64_t now_ms, const char *text);

#endif
