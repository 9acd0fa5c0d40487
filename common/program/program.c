#include "common/program/program.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include "common/link/secret_file.h"
#include "common/system/sandbox.h"
#include "common/system/signals.h"

static void print_fault(
    const struct settings *settings, const char *format, va_list arguments)
{
    fprintf(stderr, "%s: ", settings->program_name);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
}

int program_fail(const struct settings *settings, int code, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    print_fault(settings, format, arguments);
    va_end(arguments);
    return code;
}

int program_stop(const struct settings *settings, struct terminal *terminal, int code,
    const char *format, ...)
{
    va_list arguments;

    terminal_close(terminal);
    va_start(arguments, format);
    print_fault(settings, format, arguments);
    va_end(arguments);
    return code;
}

/* Refuse to start where no record can be made. */
static int check_record(const struct settings *s)
{
    const char *directory = s->place.directory;

    if (record_files_check(&s->place) == 0)
        return PROGRAM_GO;
    if (errno == EEXIST)
        return program_fail(s, EX_CANTCREAT,
            "%s: all hundred names %s-00.TXT to %s-99.TXT are taken: move them "
            "away, or choose another directory with -l",
            directory, s->place.prefix, s->place.prefix);
    return program_fail(s, EX_CANTCREAT,
        "%s: no record can be made there (%s): choose another directory with -l",
        directory, strerror(errno));
}

/* Read the key file of --key. */
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

/* Open closed standard streams on /dev/null: otherwise a socket or a record would get
 * their descriptors. */
static void open_standard_streams(void)
{
    int fd;

    do
        fd = open("/dev/null", O_RDWR);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd > STDERR_FILENO)
        close(fd);
}

static struct sandbox_needs needs_of(const struct settings *s)
{
    return (struct sandbox_needs){
        .directory = s->place.directory,
        .calls = s->program == PROGRAM_JUDGE && s->lpp == NULL,
    };
}

/* Print the limits of the sandbox, by entering it. The host of a program keeps more
 * rights than the built-in partner, so it comes first. */
static void tell_confinement(const struct settings *s)
{
    struct sandbox_needs needs = needs_of(s);
    struct sandbox_report got;

    needs.port = LINK_PORT;
    puts(screen_library());
    puts(secret_library());
    if (s->program == PROGRAM_ENTRY) {
        needs.runs_programs = true;
        sandbox_enter(&needs, &got);
        puts("\nwith a PROGRAM:");
        sandbox_print(&got, stdout);
        needs.runs_programs = false;
        puts("\nwith --doctor:");
    }
    sandbox_enter(&needs, &got);
    sandbox_print(&got, stdout);
}

int program_start(
    struct settings *settings, enum program program, int argc, char **argv)
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
    return code == PROGRAM_GO ? read_key(settings) : code;
}

int program_open_console(const struct settings *settings, struct console *console)
{
    enum side self = settings->program == PROGRAM_JUDGE ? SIDE_JUDGE : SIDE_OTHER;

    if (console_init(console, settings, self) == 0)
        return PROGRAM_GO;
    return program_fail(
        settings, EX_OSERR, "%s: close other programs and try again", strerror(errno));
}

/* An interrupted conversation */

int program_find_past(const struct settings *settings, struct terminal *terminal,
    const struct recovery_wanted *wanted, struct recovery *past)
{
    if (recovery_find(past, &settings->place, wanted) >= 0)
        return PROGRAM_GO;
    return program_stop(settings, terminal, EX_IOERR,
        "%s: the records there cannot be read (%s): choose another directory with -l",
        settings->place.directory, strerror(errno));
}

void program_abandon(struct console *console, struct recovery *past)
{
    session_abandon(&console->session, past->past.session);
    recovery_close(past);
}

/* The error of a record, by errno. */
static const char *record_error(void)
{
    return errno == EEXIST ? "all hundred names are taken" : strerror(errno);
}

int program_resume(struct console *console, struct terminal *terminal,
    struct recovery *past, struct moment now)
{
    const struct settings *settings = console->settings;

    if (console_restore(console, &past->past, past->name, now) < 0)
        return program_stop(settings, terminal, EX_CANTCREAT,
            "%s: %s cannot be resumed (%s): make room there, or start a new "
            "conversation elsewhere with -l",
            settings->place.directory, past->name, record_error());
    free(past->past.keys);
    past->past.keys = NULL;
    past->past.count = 0;
    return PROGRAM_GO;
}

int program_no_record(const struct settings *settings, struct terminal *terminal)
{
    return program_stop(settings, terminal, EX_CANTCREAT,
        "%s: no record can be made (%s): choose another directory with -l",
        settings->place.directory, record_error());
}

void program_confine(const struct settings *s, int port, bool reads)
{
    struct sandbox_needs needs = needs_of(s);
    struct sandbox_report got;

    needs.port = port;
    needs.reads = reads;
    needs.exchange = s->lpp;
    needs.runs_programs = s->command != NULL;
    sandbox_enter(&needs, &got);
}

int program_result(const struct settings *settings, int error, const char *transcript)
{
    if (error == 0 && signals_error() == 0)
        return EX_OK;
    if (error == 0)
        return program_fail(settings, EX_OSERR,
            "%s: close other programs and start again with --resume",
            strerror(signals_error()));
    return program_fail(settings, EX_IOERR,
        "%s: %s or its .KEY may lack its end: keep the record of the other side",
        error == ETIMEDOUT ? "the disk does not answer" : strerror(error), transcript);
}

int program_end(
    const struct settings *settings, struct console *console, struct terminal *terminal)
{
    bool to_person = !settings->plain && !terminal->from_pipe && isatty(STDOUT_FILENO);

    console_end(console, clock_now());
    terminal_draw(terminal, console, 0);
    terminal_close(terminal);
    console_close(console);
    secret_free(settings->secret);
    if (to_person && console->session.transcript[0] != '\0')
        printf("The transcript is %s\n", console->session.transcript);
    return program_result(
        settings, console_error(console), console->session.transcript);
}
