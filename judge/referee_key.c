#include "referee.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>

#include "secret_file.h"

static int say(const char *file)
{
    printf(
        "%s is a key: give it to both ends with --key, and show it to nobody\n", file);
    if (secret_file_is_private(file) != 1)
        printf("This medium shows it to others: copy it off, and chmod 600 the copy\n");
    return EX_OK;
}

static int help(void)
{
    printf("usage: referee key FILE\n"
           "make a key that seals links, in a new file\n\n"
           "  -h, --help    print this and stop\n");
    return EX_OK;
}

int referee_key(int argc, char **argv)
{
    char why[SECRET_FILE_WHY_SIZE];
    int error;

    if (argc > 1 && strcmp(argv[1], "--") == 0) {
        argc--;
        argv++;
    } else if (argc > 1 &&
               (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        return help();
    } else if (argc > 1 && argv[1][0] == '-') {
        fprintf(stderr, "referee: %s is no option of key: write 'referee key FILE'\n",
            argv[1]);
        return EX_USAGE;
    }
    if (argc != 2) {
        fprintf(stderr, "referee: %s: write 'referee key FILE'\n",
            argc < 2 ? "a key needs a file" : "a key needs one file only");
        return EX_USAGE;
    }
    if (secret_file_make(argv[1]) == 0)
        return say(argv[1]);
    error = errno;
    secret_file_why(error, why);
    fprintf(stderr, "referee: %s: %s\n", argv[1], why);
    return error == ENOENT ? EX_CANTCREAT : secret_file_exit_code(error);
}
