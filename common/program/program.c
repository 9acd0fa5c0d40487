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
    if (code != PROGRAM_GO)
        return code;
    if (console_init(
            console, settings, program == PROGRAM_JUDGE ? SIDE_JUDGE : SIDE_OTHER) == 0)
        return PROGRAM_GO;
    return program_fail(
        settings, EX_OSERR, "%s: close other programs and try again", strerror(errno));
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

int program_end(
    const struct settings *settings, struct console *console, struct terminal *terminal)
{
    bool to_person = !settings->plain && !terminal->from_pipe && isatty(STDOUT_FILENO);
    int error;

    console_end(console, clock_now());
    terminal_draw(terminal, console, 0);
    terminal_close(terminal);
    console_close(console);
    secret_free(settings->secret);
    error = console_error(console);
    if (to_person && console->session.transcript[0] != '\0')
        printf("The transcript is %s\n", console->session.transcript);
    if (error == 0 && signals_error() == 0)
        return EX_OK;
    if (error == 0)
        return program_fail(settings, EX_OSERR,
            "%s: close other programs and start again with --resume",
            strerror(signals_error()));
    return program_fail(settings, EX_IOERR,
        "%s: %s or its .KEY may lack its end: keep the record of the other side",
        error == ETIMEDOUT ? "the disk does not answer" : strerror(error),
        console->session.transcript);
}
