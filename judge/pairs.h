/*
 * pairs.h - the pairs of an LPP v2 (lpp2.h), which stand mixed in their file, read one
 * after the other, each behind a heading. For that the file is read once for each.
 */
#ifndef PAIRS_H
#define PAIRS_H

#include "record_file.h"

struct pairs {
    size_t at;     /* the one that is read now */
    bool has_head; /* its heading has been */
};

/* Find all of them in a file of RECORD_LPP2, and stand before its first line again.
 * Returns 0; or a code of <sysexits.h> with why[], EX_DATAERR also where there is none,
 * or more than LPP2_PAIRS_MAX. */
int pairs_find(struct record_file *file, char why[static RECORD_WHY_SIZE]);

/* Begin again with the first. Returns as pairs_find(). */
int pairs_rewind(
    struct pairs *pairs, struct record_file *file, char why[static RECORD_WHY_SIZE]);

/* In place of record_next(), after pairs_find(): a RECORD_ROUND, and the messages of
 * the pair; among those of the first also each line that is no whole message. */
int pairs_next(struct pairs *pairs, struct record_file *file, struct record *out,
    int *code, char why[static RECORD_WHY_SIZE]);

#endif
