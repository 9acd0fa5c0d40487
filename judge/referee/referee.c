/*
 * referee - the program for the organisers of a contest: one verb for each task.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "judge/referee/check/referee_check.h"
#include "judge/referee/export/referee_export.h"
#include "judge/referee/key/referee_key.h"
#include "judge/referee/replay/referee_replay.h"
#include "judge/referee/schedule/referee_schedule.h"
#include "judge/referee/slips/referee_slips.h"
#include "judge/referee/tally/referee_tally.h"
#include "judge/referee/watch/referee_watch.h"

static const struct {
    const char *name, *use, *about;
    int (*run)(int argc, char **argv);
} verbs[] = {
    {"check", "[-q] FILE...", "find faults in files, by line and clause",
        referee_check},
    {"watch", "[PATH|STATION]...", "follow conversations live", referee_watch},
    {"export", "--to=FORM FILE", "write a record in another form", referee_export},
    {"key", "FILE", "make a key that seals links, in a new file", referee_key},
    {"replay", "FILE", "show a conversation again, key by key", referee_replay},
    {"schedule", "[OPTION...] [FILE.ini]",
        "check the rounds of a contest, or draw them up", referee_schedule},
    {"slips", "FILE.ini DIR", "write a slip for each judge and round", referee_slips},
    {"tally", "FILE.ini [BALLOTS.CSV...]", "compute the result, by the book's rules",
        referee_tally},
};

enum { VERBS = sizeof(verbs) / sizeof(verbs[0]) };

static int help(void)
{
    printf("usage: referee VERB ARGUMENT...\n"
           "tools for the organisers of a Turing test\n\n");
    for (int i = 0; i < VERBS; i++) {
        char text[64];

        snprintf(text, sizeof(text), "%s %s", verbs[i].name, verbs[i].use);
        printf("  %-32s %s\n", text, verbs[i].about);
    }
    printf("  %-32s %s\n", "-h, --help", "print this and stop");
    printf("  %-32s %s\n", "-V, --version", "print the version and stop");
    return EX_OK;
}

static int version(void)
{
    printf("referee (Double Return) %s\n", VERSION);
    return EX_OK;
}

static bool is_option(const char *argument, const char *letter, const char *name)
{
    return strcmp(argument, letter) == 0 || strcmp(argument, name) == 0;
}

/* Open the standard streams that a script has closed, for reading, so that no file or
 * socket takes the place of one. Writing to them still fails. */
static void hold_standard_streams(void)
{
    int fd;

    do
        fd = open("/dev/null", O_RDONLY);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd > STDERR_FILENO)
        close(fd);
}

static int run_verb(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "referee: no verb: 'referee --help' lists the verbs\n");
        return EX_USAGE;
    }
    for (int i = 1; i < argc && argv[i][0] == '-' && strcmp(argv[i], "--") != 0; i++) {
        if (is_option(argv[i], "-h", "--help"))
            return help();
        if (is_option(argv[i], "-V", "--version"))
            return version();
    }
    for (int i = 0; i < VERBS; i++)
        if (strcmp(argv[1], verbs[i].name) == 0)
            return verbs[i].run(argc - 1, argv + 1);
    fprintf(stderr, "referee: %s is not a verb: 'referee --help' lists the verbs\n",
        argv[1]);
    return EX_USAGE;
}

int main(int argc, char **argv)
{
    static char buffer[128 * 1024];
    int code, error = 0;

    hold_standard_streams();
    if (!isatty(STDOUT_FILENO))
        setvbuf(stdout, buffer, _IOFBF, sizeof(buffer));
    code = run_verb(argc, argv);
    if (fflush(stdout) != 0)
        error = errno;
    else if (ferror(stdout))
        error = EIO;
    if (error == 0 || code == EX_IOERR)
        return code;
    fprintf(stderr, "referee: standard output: %s\n", strerror(error));
    return EX_IOERR;
}
