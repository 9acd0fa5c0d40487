/*
 * entry - runs a computer entry in the hidden room and types its replies.
 */
#include <errno.h>
#include <string.h>
#include <sysexits.h>

#include "common/program/lpp_browser.h"
#include "common/program/program.h"
#include "confederate/host/host.h"
#include "confederate/station/station_program.h"

/* The program's name for the transcript, if no other was given, and if the station does
 * not ask for a human one. */
static void name_program(struct settings *s)
{
    const char *path = s->doctor ? "Doctor" : s->lpp != NULL ? s->lpp : s->command[0];
    const char *slash = strrchr(path, '/');

    if (s->name[0] == '\0' && s->book->opening_line == NULL)
        s->name = slash != NULL ? slash + 1 : path;
}

/* Print why the program cannot run, by errno. Returns the exit code. */
static int explain_program(const struct settings *s, int error, bool unable)
{
    if (unable && s->isolated)
        return program_fail(s, EX_UNAVAILABLE,
            "--isolated does not work here (%s): allow user namespaces (sysctl "
            "user.max_user_namespaces, kernel.unprivileged_userns_clone, "
            "kernel.apparmor_restrict_unprivileged_userns), or pull the machine's "
            "other cables and leave it out",
            strerror(error));
    if (unable)
        return program_fail(
            s, EX_OSERR, "%s: close other programs and try again", strerror(error));
    if (error == EACCES)
        return program_fail(s, EX_NOPERM,
            "%s: not an executable program: chmod +x it, or run it by its interpreter",
            s->command[0]);
    return program_fail(s, EX_NOINPUT,
        "%s: no such program: check the name and the path", s->command[0]);
}

/* The host as station_program.h calls it */

static int open_host(struct host *h, struct settings *settings, struct console *console)
{
    if (host_open(h, console, clock_now().tick) < 0)
        return -1;
    name_program(settings);
    return 0;
}

static int explain_failure(
    const struct host *h, const struct settings *settings, int error)
{
    return settings->lpp != NULL ? lpp_browser_fail(settings, error)
                                 : explain_program(settings, error, h->unable);
}

int main(int argc, char **argv)
{
    static struct host self;
    const struct station_host host = {.open = open_host,
        .explain = explain_failure,
        .close = host_close,
        .poll = host_fds,
        .due = host_due,
        .step = host_step,
        .host = &self};

    return station_program_run(PROGRAM_ENTRY, argc, argv, &host);
}
