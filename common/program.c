#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "asked.h"
#include "assertion.h"
#include "confine.h"
#include "hostport.h"
#include "lppline.h"
#include "secret_file.h"
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

    if (pair_check(&s->place) == 0)
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

/* Read the key, if one was named. */
static int read_key(struct settings *s)
{
    char why[SECRET_FILE_WHY_SIZE];
    int error;

    if (s->key_file == NULL)
        return PROGRAM_GO;
    s->secret = secret_file_read(s->key_file);
    if (s->secret != NULL)
        return PROGRAM_GO;
    error = errno;
    secret_file_why(error, why);
    return program_fail(s, secret_file_exit_code(error), "%s: %s", s->key_file, why);
}

/* A book in which stations say their name wants it now, not when a judge is there. */
static int find_name(struct settings *s)
{
    if (asked_name(s))
        return PROGRAM_GO;
    return program_fail(s, EX_USAGE,
        "--rules %s: the station says its name first: give a human one, up to %d plain "
        "characters, with -n NAME",
        s->book->name, ASSERTION_NAME_MAX);
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

static struct confine_needs needs_of(const struct settings *s)
{
    return (struct confine_needs){
        .directory = s->place.directory,
        .calls = s->program == PROGRAM_JUDGE && s->lpp == NULL,
    };
}

/* What is in force is tried rather than believed: this process gives it up, too. A
 * program's host keeps more than the built-in partner, so it comes first. */
static void tell_confinement(const struct settings *s)
{
    struct confine_needs needs = needs_of(s);
    struct confinement got;

    needs.port = LINK_PORT;
    puts(screen_library());
    puts(secret_library());
    if (s->program == PROGRAM_ENTRY) {
        needs.runs_programs = true;
        confine(&needs, &got);
        puts("\nwith a PROGRAM:");
        confine_print(&got, stdout);
        needs.runs_programs = false;
        puts("\nwith --doctor:");
    }
    confine(&needs, &got);
    confine_print(&got, stdout);
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
        if (settings->verbose)
            tell_confinement(settings);
        return EX_OK;
    case SETTINGS_BAD:
        return program_fail(settings, EX_USAGE, "%s", error);
    case SETTINGS_RUN:
        break;
    }
    code = check_record(settings);
    if (code == PROGRAM_GO)
        code = read_key(settings);
    if (code == PROGRAM_GO)
        code = find_name(settings);
    if (code != PROGRAM_GO)
        return code;
    if (console_init(
            console, settings, program == PROGRAM_JUDGE ? SIDE_JUDGE : SIDE_OTHER) == 0)
        return PROGRAM_GO;
    return program_fail(
        settings, EX_OSERR, "%s: close other programs and try again", strerror(errno));
}

/* The station that a judge names, as a key log has it; none names any. */
static bool judge_address(
    const char *station, char address[static PAST_ADDRESS_MAX + 1])
{
    char host[HOSTPORT_HOST_SIZE];
    int port;

    if (station == NULL || hostport_read(station, host, &port) < 0)
        return false;
    hostport_write(host, port, address, PAST_ADDRESS_MAX + 1);
    return true;
}

static int find_past(struct settings *s, struct recovery *r)
{
    char address[PAST_ADDRESS_MAX + 1];
    bool judge = s->program == PROGRAM_JUDGE;
    struct recovery_wanted wanted = {
        .role = s->program_name, .book = s->book->name, .port = judge ? 0 : s->port};
    int found;

    if (settings_is_direct(s)) {
        lppline_address(s->lpp, address);
        wanted.address = address;
    } else if (judge && judge_address(s->station, address))
        wanted.address = address;
    found = recovery_find(r, &s->place, &wanted);
    /* Who says --resume may come to the station by another way than before. */
    if (found == 0 && s->resume == RESUME_YES && wanted.address != NULL &&
        s->lpp == NULL) {
        wanted.address = NULL;
        found = recovery_find(r, &s->place, &wanted);
    }
    if (found < 0)
        return program_fail(s, EX_IOERR,
            "%s: the records there cannot be read (%s): choose another place with -l",
            s->place.directory, strerror(errno));
    if (judge && s->station == NULL && s->resume == RESUME_YES && r->lock < 0)
        return program_fail(s, EX_USAGE,
            "%s: nothing was cut short there: leave --resume out, or name a station",
            s->place.directory);
    return PROGRAM_GO;
}

/* A judge who has named no station goes on where it was. */
static int go_on(struct settings *s, const struct recovery *r)
{
    if (s->station == NULL)
        s->station = r->past.address;
    return PROGRAM_GO;
}

/* Ask the person. */
static void ask(struct console *c, struct front *f, const struct recovery *r)
{
    struct moment now = moment_now();

    front_open(f, c);
    c->question = ASK_RESUME;
    if (console_preview(c, &r->past) < 0)
        console_trouble(c, "Out of memory: not all is shown");
    while (!c->done && c->question == ASK_RESUME) {
        struct pollfd keys = {.fd = front_fd(f), .events = POLLIN};

        front_draw(f, c, now.tick);
        signals_poll(&keys, 1, now.tick, front_due(f, c, now.tick));
        now = moment_now();
        program_signals(c, f, now);
        if (keys.revents != 0)
            front_read(f, c, now);
        front_tick(f, c, now);
        console_tick(c, now);
    }
    console_forget(c);
}

int program_settle(
    struct settings *s, struct console *c, struct front *f, struct recovery *r)
{
    int code = find_past(s, r);
    bool by_itself = s->resume == RESUME_ASK && !isatty(STDIN_FILENO);

    if (code != PROGRAM_GO || r->lock < 0)
        return code;
    if (s->resume == RESUME_YES)
        return go_on(s, r);
    if (by_itself)
        console_note(c, false, "%s is unfinished: --resume goes on with it", r->name);
    else if (s->resume == RESUME_ASK)
        ask(c, f, r);
    if (c->resume)
        return go_on(s, r);
    if (!by_itself)
        memcpy(c->abandons, r->past.session, sizeof(c->abandons));
    recovery_close(r);
    return code;
}

/* From here on only records are opened, and the judge's station is called. */
void program_confine(const struct settings *s, int port, bool reads)
{
    struct confine_needs needs = needs_of(s);
    struct confinement got;

    needs.port = port;
    needs.reads = reads;
    needs.exchange = s->lpp;
    needs.runs_programs = s->command != NULL;
    confine(&needs, &got);
}

int program_resume(
    const struct settings *s, struct console *c, struct front *f, struct recovery *r)
{
    const char *colon = strrchr(c->address, ':');
    int error;

    front_open(f, c);
    program_confine(
        s, colon != NULL ? atoi(colon + 1) : 0, false); /* no thread runs yet */
    if (r->lock < 0 || c->done)
        return PROGRAM_GO;
    if (console_restore(c, &r->past, r->name, moment_now()) == 0) {
        /* The lock is kept: who has found this log meanwhile is to look again. */
        free(r->past.keys);
        r->past.keys = NULL;
        r->past.count = 0;
        return PROGRAM_GO;
    }
    error = errno;
    front_close(f);
    return program_fail(s, EX_CANTCREAT,
        "%s: %s cannot be gone on with (%s): make room there, or begin anew elsewhere "
        "with -l",
        s->place.directory, r->name,
        error == EEXIST ? "all hundred names are taken" : strerror(error));
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
        console_hang_up(console, now, SIGNAL_BYE_MS);
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
    secret_free(settings->secret);
    error = console->error;
    if (to_person && console->transcript[0] != '\0')
        printf("The transcript is %s\n", console->transcript);
    if (error == 0 && signals_error() == 0)
        return EX_OK;
    if (error == 0)
        return program_fail(settings, EX_OSERR,
            "%s: close other programs and start again with --resume",
            strerror(signals_error()));
    return program_fail(settings, EX_IOERR,
        "%s: %s or its .KEY may lack its end: keep the record of the other side",
        error == ETIMEDOUT ? "the disk does not answer" : strerror(error),
        console->transcript);
}

/* A conversation goes on where it was, for its judge looks for it there. */
static void listen_as_before(struct settings *s, const struct recovery *r)
{
    if (r->lock < 0)
        return;
    s->port = r->port;
    if (s->label == NULL)
        s->label = r->past.station;
    if (s->bind == NULL && strcmp(r->host, "*") != 0)
        s->bind = r->host;
}

static int listen_for_judges(struct settings *settings, struct station *station,
    struct console *console, struct front *front, const struct recovery *r)
{
    listen_as_before(settings, r);
    if (station_open(station, console) == 0)
        return PROGRAM_GO;
    front_close(front);
    if (errno == EADDRINUSE && r->lock >= 0)
        return program_fail(settings, EX_UNAVAILABLE,
            "port %d, where the judge of %s was, is in use: end what listens there, or "
            "begin anew with --no-resume",
            settings->port, r->name);
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

/* Judges have to name this station: no list shows it. Without a screen, where it waits
 * is to be read as well. */
static void tell_unlisted(const struct settings *settings, struct console *console,
    const struct front *front, int error)
{
    const char *why = error == EADDRINUSE ? "in use" : strerror(error);

    if (front->screen != NULL)
        console_note(
            console, true, "UDP %d %s: not in judges' lists", FINDING_PORT, why);
    else
        program_fail(settings, PROGRAM_GO,
            "UDP port %d: %s: judges' lists lack this station, and they have to name "
            "it",
            FINDING_PORT, why);
}

int program_open_station(struct settings *settings, struct station *station,
    struct console *console, struct front *front, struct recovery *r)
{
    int code = program_settle(settings, console, front, r);

    if (code == PROGRAM_GO)
        code = listen_for_judges(settings, station, console, front, r);
    if (code == PROGRAM_GO)
        code = program_resume(settings, console, front, r);
    if (code == PROGRAM_GO && station->beacon.error != 0)
        tell_unlisted(settings, console, front, station->beacon.error);
    return code;
}
