#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "signals.h"
#include "station.h"

enum { SIGNAL_BYE_MS = 2000 }; /* how long a bye may take when a signal ends us */

int program_fail(const struct settings *settings, int code, const char *format, ...)
{
    va_list arguments;

    fprintf(stderr, "%s: ", settings->program_name);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return code;
}

/* Say before the conversation begins what would keep it from being recorded. */
static int check_record(const struct settings *s)
{
    const char *directory = s->place.directory;

    if (recorder_check(&s->place) == 0)
        return PROGRAM_GO;
    if (errno == EEXIST)
        return program_fail(s, EX_CANTCREAT,
            "%s: all hundred names %s-00.TXT to %s-99.TXT are taken: move them away, "
            "or "
            "choose another directory with -l",
            directory, s->place.prefix, s->place.prefix);
    return program_fail(s, EX_CANTCREAT,
        "%s: no record can be made there (%s): choose another directory with -l",
        directory, strerror(errno));
}

/* A careless script may have closed them: no socket and no record is to be taken for
 * the keyboard or the screen. */
static void open_standard_streams(void)
{
    int fd;

    do
        fd = open("/dev/null", O_RDWR);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd > STDERR_FILENO)
        close(fd);
}

int program_start(struct settings *settings, enum program program, int argc,
    char **argv, struct console *console)
{
    char error[SETTINGS_ERROR_SIZE];
    int code;

    open_standard_streams();
    switch (settings_read(settings, program, argc, argv, error)) {
    case SETTINGS_HELP:
        settings_help(stdout, program);
        return EX_OK;
    case SETTINGS_VERSION:
        settings_version(stdout, program);
        return EX_OK;
    case SETTINGS_BAD:
        return program_fail(settings, EX_USAGE, "%s", error);
    case SETTINGS_RUN:
        break;
    }
    code = check_record(settings);
    if (code != PROGRAM_GO)
        return code;
    if (console_init(
            console, settings, program == PROGRAM_JUDGE ? SIDE_JUDGE : SIDE_OTHER) == 0)
        return PROGRAM_GO;
    return program_fail(
        settings, EX_OSERR, "%s: close other programs and try again", strerror(errno));
}

void program_signals(struct console *console, struct front *front, struct moment now)
{
    if (signals_resized() && front->screen != NULL &&
        screen_measure(front->screen, console) < 0) {
        console->error = errno;
        console->done = true;
    }
    if (signals_ending() &&
        (!console->leaving || console->leave_by > now.tick + SIGNAL_BYE_MS))
        console_leave(console, now, SIGNAL_BYE_MS);
}

int program_end(
    const struct settings *settings, struct console *console, struct front *front)
{
    bool to_person = !settings->plain && !front->from_pipe && isatty(STDOUT_FILENO);
    int error;

    console_end(console, moment_now());
    front_draw(front, console, 0);
    front_close(front);
    console_close(console);
    error = console->error;
    if (to_person && console->transcript[0] != '\0')
        printf("The transcript is %s\n", console->transcript);
    if (error == 0)
        return EX_OK;
    return program_fail(settings, EX_IOERR,
        "%s: %s or its .KEY may lack its end: keep the record of the other side",
        strerror(error), console->transcript);
}

int program_listen(
    const struct settings *settings, struct station *station, struct console *console)
{
    if (station_open(station, console) == 0)
        return PROGRAM_GO;
    if (errno == EADDRINUSE && settings->port != 0)
        return program_fail(settings, EX_UNAVAILABLE,
            "port %d is in use: choose another with -p, or leave -p out",
            settings->port);
    if (errno == EADDRINUSE)
        return program_fail(settings, EX_UNAVAILABLE,
            "all ports from %d to %d are in use: choose another with -p", LINK_PORT,
            LINK_PORT + LINK_PORTS - 1);
    if (errno == ENOENT || errno == EADDRNOTAVAIL)
        return program_fail(settings, EX_NOHOST,
            "%s is no address of this machine: 'ip address' lists them",
            settings->bind);
    return program_fail(settings, EX_UNAVAILABLE,
        "cannot listen (%s): choose another port with -p or address with -b",
        strerror(errno));
}
