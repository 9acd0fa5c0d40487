/*
 * program.h - the start and the end of a console's program. Unlike the rest of common/
 * these functions print: they are pieces of main().
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include "common/console/console.h"
#include "common/console/terminal.h"
#include "common/record/recovery.h"

enum { PROGRAM_GO = -1 }; /* continue: no exit code yet */

/*
 * Read the options and the key file, and check that a record can be made. Returns
 * PROGRAM_GO; or the exit code, after a line on standard error, or after --help and
 * --version.
 */
int program_start(
    struct settings *settings, enum program program, int argc, char **argv);

/* Make a console of the settings' program. Returns PROGRAM_GO; or the exit code, after
 * a line on standard error. */
int program_open_console(const struct settings *settings, struct console *console);

/* Print "judge: the fault: the remedy" and return code. Close the screen before. */
int program_fail(const struct settings *settings, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same, after closing the terminal. */
int program_stop(const struct settings *settings, struct terminal *terminal, int code,
    const char *format, ...) __attribute__((format(printf, 4, 5)));

/*
 * Look for an interrupted conversation; without one, past->lock is -1. Returns
 * PROGRAM_GO; or the exit code, after a line on standard error.
 */
int program_find_past(const struct settings *settings, struct terminal *terminal,
    const struct recovery_wanted *wanted, struct recovery *past);

/* Give an interrupted conversation up: the console's next key log says so. */
void program_abandon(struct console *console, struct recovery *past);

/*
 * Resume it in the console. Its lock stays: another console that has found this log
 * looks again. Returns PROGRAM_GO; or the exit code, after a line on standard error.
 */
int program_resume(struct console *console, struct terminal *terminal,
    struct recovery *past, struct moment now);

/* Print why no record can be made, by errno. Returns the exit code. */
int program_no_record(const struct settings *settings, struct terminal *terminal);

/*
 * Give up all rights that the console does not need any more (sandbox.h). Call it when
 * all permanent descriptors are open, and before the first record starts the recorder's
 * thread. A judge's console may still call stations at this port, at any port for 0.
 * With reads, files beside the records may be read.
 */
void program_confine(const struct settings *settings, int port, bool reads);

/* The exit code at the end. Prints a line about an error of a record (errno, or 0), or
 * of signals_poll(). The transcript may be named in general: "a transcript". */
int program_result(const struct settings *settings, int error, const char *transcript);

/*
 * End the conversation, restore the terminal, and close the console; at a terminal,
 * print the name of the transcript. Returns the exit code.
 */
int program_end(const struct settings *settings, struct console *console,
    struct terminal *terminal);

#endif
