/*
 * request.h - the options of 'referee schedule'.
 */
#ifndef REQUEST_H
#define REQUEST_H

#include <stdbool.h>

#include "contest.h"
#include "rulebook.h"
#include "schedule.h"
#include "table.h"

enum { REQUEST_SEED_MOST = 999999999 };

struct request {
    const char *file; /* or NULL: there are so many: */
    int counts[ROLES];
    const struct rulebook *book; /* NULL: the file's, or 2004 */
    int minutes;                 /* 0: the file's or the book's */
    int start;                   /* minutes since midnight, or -1 */
    enum table_form form;
    bool anew;
    const char *held, *absent; /* or NULL */
    bool seeded;               /* a seed was said */
    bool help;
    struct schedule_wish wish; /* but for what was held */
};

/*
 * Read the arguments, argv[0] is the verb, into *q, which is all zero. Returns 0; or
 * EX_USAGE when it has said on standard error what is wrong. If help is asked for,
 * nothing else in *q counts.
 */
int request_read(struct request *q, int argc, char **argv);

/* Print what --help says. Returns 0. */
int request_help(void);

/* Say on standard error what is wrong with something. Returns EX_USAGE. */
int request_usage(const char *what, const char *why);

#endif
