/*
 * schedule_options.h - the options of `referee schedule`.
 */
#ifndef SCHEDULE_OPTIONS_H
#define SCHEDULE_OPTIONS_H

#include <stdbool.h>

#include "common/conversation/rulebook.h"
#include "judge/contest/contest.h"
#include "judge/referee/schedule/schedule.h"
#include "judge/referee/schedule/schedule_table.h"

enum { SCHEDULE_OPTIONS_SEED_MOST = 999999999 };

struct schedule_options {
    const char *file;            /* NULL: counts[] replaces a contest file */
    int counts[ROLES];           /* numbers of people, by role */
    const struct rulebook *book; /* NULL: the file's book, or 2004 */
    int minutes;                 /* length of a session; 0: the file's or the book's */
    int start;                   /* start of the first round, in minutes since midnight;
                                    -1: unknown */
    enum schedule_table_form form;
    bool anew;          /* replace the file's rounds */
    const char *done;   /* rounds and sessions that are over, or NULL */
    const char *absent; /* people that are absent, or NULL */
    bool seeded;        /* wish.seed comes from --seed */
    struct schedule_wish wish;
};

/*
 * Read the arguments into *o; argv[0] is the verb. Returns VERB_RUN; or the exit status
 * as verb_read_options() does, after an error message.
 */
int schedule_options_read(struct schedule_options *o, int argc, char **argv);

#endif
