#include "judge/referee/output/verb.h"

#include <stdio.h>
#include <sysexits.h>

int verb_read_options(
    const struct options *options, void *to, int argc, char **argv, int *first)
{
    char error[OPTIONS_ERROR_SIZE];

    switch (options_read(options, to, argc, argv, first, error)) {
    case OPTIONS_HELP:
        options_help(options, stdout);
        return EX_OK;
    case OPTIONS_BAD:
        fprintf(stderr, "referee: %s\n", error);
        return EX_USAGE;
    default:
        return VERB_RUN;
    }
}

int verb_fail(const char *subject, const char *why, int code)
{
    fprintf(stderr, "referee: %s: %s\n", subject, why);
    return code;
}

int verb_fail_memory(const char *subject)
{
    return verb_fail(subject, "out of memory: close other programs", EX_OSERR);
}
