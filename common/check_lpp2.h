/*
 * check_lpp2.h - what breaks the rules in a round that the LPP v2 has saved (lpp2.h).
 *
 * No rule book is about this form. A line that is no whole message is a fault, and so
 * is a "secret": by it a program registers, and it is left empty in what is published.
 *
 * Source: referee(1), Rounds of 2017 and 2018.
 */
#ifndef CHECK_LPP2_H
#define CHECK_LPP2_H

#include "check.h"
#include "lpp2.h"

struct check_lpp2 {
    struct check *check;
    struct lpp2 *lpp2;
    struct record_reader reader;
    uint64_t line;     /* the last that was read */
    uint64_t messages; /* good ones */
};

/* Begin with a file; what *c points to must outlive it. Returns 0; or -1 with errno
 * ENOMEM, nothing to end. */
int check_lpp2_init(struct check_lpp2 *c, struct check *check);

/* Read lines, each with its '\n', in one piece or in many. */
void check_lpp2_lines(struct check_lpp2 *c, const char *bytes, size_t length);

/* The end of the file; torn says that there were bytes behind the last '\n'. */
void check_lpp2_end(struct check_lpp2 *c, bool torn);

#endif
