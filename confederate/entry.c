/*
 * entry - runs a computer entry in the hidden room and types its replies.
 */
#include <errno.h>
#include <string.h>
#include <sysexits.h>

#include "browser.h"
#include "front.h"
#include "host.h"
#include "program.h"
#include "station.h"
#include "typing.h"

static void loop(struct console *c, struct front *f, struct station *s, struct host *h)
{
    enum {
        STATION_AT = 1,
        HOST_AT = STATION_AT + STATION_FDS,
        FDS = HOST_AT + HOST_FDS
    };
    struct moment now = moment_now();
    struct pollfd fds[FDS];

    while (!c->done) {
        int64_t until = moment_earlier(station_due(s), typing_due(c));

        until = moment_earlier(until, host_due(h, c, now.tick));
        station_fds(s, fds + STATION_AT);
        host_fds(h, now.tick, fds + HOST_AT);
        now = program_turn(c, f, fds, FDS, until, now);
        host_step(h, c, fds + HOST_AT, now);
        typing_step(c, now);
        station_step(s, c, fds + STATION_AT, now);
        console_tick(c, now);
    }
}

/* The program's name for the transcript, if no other was given. */
static void name_program(struct settings *s)
{
    const char *path = s->doctor ? "Doctor" : s->lpp != NULL ? s->lpp : s->command[0];
    const char *slash = strrchr(path, '/');

    if (s->name[0] == '\0')
        s->name = slash != NULL ? slash + 1 : path;
}

/* The program cannot be run, or not so. */
static int refuse(const struct settings *s, int error, bool unable)
{
    if (unable && s->isolated)
        return program_fail(s, EX_UNAVAILABLE,
            "--isolated cannot be had here (%s): allow user namespaces (sysctl "
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

int main(int argc, char **argv)
{
    struct settings settings;
    static struct console console;
    static struct front front;
    static struct station station;
    static struct host host;
    static struct recovery past;
    static char directory[PATH_MAX];
    bool unable;
    int code = program_start(&settings, PROGRAM_ENTRY, argc, argv, &console);

    if (code == PROGRAM_GO && settings.lpp != NULL)
        code = browser_settle(&settings, directory);
    if (code != PROGRAM_GO)
        return code;
    if (host_open(&host, &console, moment_now().tick, &unable) < 0)
        return settings.lpp != NULL ? browser_fail(&settings, errno)
                                    : refuse(&settings, errno, unable);
    name_program(&settings);
    code = program_open_station(&settings, &station, &console, &front, &past);
    if (code != PROGRAM_GO) {
        host_close(&host);
        return code;
    }
    loop(&console, &front, &station, &host);
    host_close(&host);
    station_close(&station);
    return program_end(&settings, &console, &front);
}
