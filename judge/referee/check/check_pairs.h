/*
 * check_pairs.h - the files of one `referee check` run, and the faults that only two
 * files together show: a key log and its transcript, two key logs of one conversation.
 * check_draws.h compares ballots with key logs.
 */
#ifndef CHECK_PAIRS_H
#define CHECK_PAIRS_H

#include "judge/referee/check/check_keylog.h"

struct check_pairs_file {
    const char *path;
    enum check_kind kind;
    bool good; /* no faults by itself */

    struct check_log keys; /* a key log of this suite only; else zeros */
};

struct check_pairs {
    struct check_pairs_file
        *files; /* in order of addition; sorted by path in the end */
    size_t count;
    struct check check; /* receiver of the faults; each has its own path */
};

/* Make room for a number of files. The path of *check is not used. Returns 0; or -1
 * with errno ENOMEM. */
int check_pairs_init(struct check_pairs *pairs, size_t most, const struct check *check);
void check_pairs_free(struct check_pairs *pairs);

/* Add a file; keys may be NULL. path must outlive *pairs. */
void check_pairs_add(struct check_pairs *pairs, const char *path, enum check_kind kind,
    bool good, const struct check_keylog *keys);

/* Return the receiver of the faults of one file. */
struct check check_pairs_receiver(const struct check_pairs *pairs, const char *path);

/* Compare all files that are good by themselves. Returns 0; or a code of <sysexits.h>
 * if a file cannot be read again. */
int check_pairs_compare(struct check_pairs *pairs);

#endif
