/*
 * verb.h - how the verbs of referee start and fail.
 */
#ifndef VERB_H
#define VERB_H

#include "common/options/options.h"

enum { VERB_RUN = -1 };

/*
 * Read a verb's options as options_read() does.
 * Returns VERB_RUN; or the exit status: EX_OK after --help, which is then printed, or
 * EX_USAGE, the error being reported.
 */
int verb_read_options(
    const struct options *options, void *to, int argc, char **argv, int *first);

/* Report the fault of a file or option on standard error. Returns code. */
int verb_fail(const char *subject, const char *why, int code);

/* Report that memory is too short for a subject. Returns EX_OSERR. */
int verb_fail_memory(const char *subject);

#endif
