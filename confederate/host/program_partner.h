/*
 * program_partner.h - a program behind an entry as a partner: started for each
 * conversation, handed the turns, and started afresh when it fails.
 */
#ifndef PROGRAM_PARTNER_H
#define PROGRAM_PARTNER_H

#include "confederate/child/child.h"
#include "confederate/host/partner.h"
#include "confederate/host/program_report.h"

enum { PROGRAM_PARTNER_EXIT_MS = 500 }; /* from the end of the output to the exit */

struct program_partner {
    struct partner partner;
    char path[CHILD_PATH_SIZE]; /* of the program */
    struct child child;
    struct reply reply;
    struct program_report report;
    bool handed;        /* the program has been handed the present turn */
    bool answered;      /* the present turn has its answer, or gets none */
    bool wanted;        /* a fresh program is to be started */
    bool again;         /* the present turn has cost a program already */
    bool overdue;       /* do not wait for its prompt or banner any more */
    bool failed;        /* the next start replaces a failed program */
    unsigned restarts;  /* of failed programs, in this conversation */
    int64_t asked;      /* tick of the present turn */
    const char *turn;   /* the present turn: partner.h */
    size_t turn_length; /* bytes */
};

/*
 * Make *p the program that a console's settings name, as a partner. Call it while no
 * other thread runs.
 * Returns 0; or -1 with errno as child_find() says, or with *unable true as
 * child_open().
 */
int program_partner_open(struct program_partner *p, struct console *c, bool *unable);

#endif
