/*
 * program_report.h - a program's state and its standard error, for the operator of an
 * entry: on the console, and in LP-nn.ERR.
 */
#ifndef PROGRAM_REPORT_H
#define PROGRAM_REPORT_H

#include "common/console/console.h"
#include "confederate/child/child.h"
#include "confederate/child/errlog.h"

struct program_report {
    struct program_status status; /* shown by the console */
    struct errlog errlog;
    char file[64]; /* name of the errlog's file */
    int64_t due;   /* tick before which standard error is not read */
};

/* A program's state, in words for the operator. */
struct program_state {
    const char *word;
    bool running;
    bool isolated;
    int64_t silent_since; /* tick from which its silence counts; 0: it does not */
    unsigned restarts;    /* in this conversation */
};

/* Make *r a report without a file. */
void program_report_init(struct program_report *r);

/* A program starts: standard error goes to the file beside a recorder's. */
void program_report_begin(struct program_report *r, struct recorder *recorder);
void program_report_close(struct program_report *r);

/* Read some of the child's standard error; or all that is left in the pipe. */
void program_report_read(struct program_report *r, struct child *child, int64_t tick);
void program_report_drain(struct program_report *r, struct child *child);

/* Note a trouble with the program, on the console and in the file. As printf(). */
void program_report_trouble(struct program_report *r, struct console *c,
    struct moment now, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Show the program's state at tick. */
void program_report_show(
    struct program_report *r, const struct program_state *s, int64_t tick);

/* The tick, after the present one, at which the state reads differently by itself. */
int64_t program_report_due(const struct program_state *s, int64_t tick);

#endif
