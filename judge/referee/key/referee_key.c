#include "judge/referee/key/referee_key.h"

#include <errno.h>
#include <stdio.h>
#include <sysexits.h>

#include "common/link/secret_file.h"
#include "judge/referee/output/verb.h"

static int report_key(const char *file)
{
    printf("%s is a key: give it to both ends with --key, and to nobody else\n", file);
    if (secret_file_is_private(file) != 1)
        printf("This medium shows it to others: copy it off, and chmod 600 the copy\n");
    return EX_OK;
}

static const struct option_row rows[] = {
    {'h', "help", NULL, "print this and stop", OPTION_ASKS_HELP, NULL, 0, NULL},
};

static const struct options options = {
    .command = "referee key",
    .use = "FILE",
    .about = "make a key that seals links, in a new file",
    .rows = rows,
    .count = sizeof(rows) / sizeof(rows[0]),
};

int referee_key(int argc, char **argv)
{
    char why[SECRET_FILE_WHY_SIZE];
    int first, error, code = verb_read_options(&options, NULL, argc, argv, &first);

    if (code != VERB_RUN)
        return code;
    if (first + 1 != argc)
        return verb_fail("key", "name one new file: 'referee key FILE'", EX_USAGE);
    if (secret_file_make(argv[first]) == 0)
        return report_key(argv[first]);
    error = errno;
    secret_file_why(error, why);
    return verb_fail(argv[first], why,
        error == ENOENT ? EX_CANTCREAT : secret_file_exit_code(error));
}
