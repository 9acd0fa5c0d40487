/*
 * program.h - the start and the end of a console's program. Unlike the rest of common/
 * these functions print: they are pieces of main().
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include "common/console/console.h"
#include "common/console/terminal.h"

enum { PROGRAM_GO = -1 }; /* continue: no exit code yet */

/*
 * Read the options and the key file, check that a record can be made, and make the
 * console. Returns PROGRAM_GO; or the exit code, after a line on standard error, or
 * after --help and --version.
 */
int program_start(struct settings *settings, enum program program, int argc,
    char **argv, struct console *console);

/* Print "judge: the fault: the remedy" and return code. Close the screen before. */
int program_fail(const struct settings *settings, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/*
 * Give up all rights that the console does not need any more (sandbox.h). Call it when
 * all permanent descriptors are open, and before the first record starts the recorder's
 * thread. A judge's console may still call stations at this port, at any port for 0.
 * With reads, files beside the records may be read.
 */
void program_confine(const struct settings *settings, int port, bool reads);

/*
 * End the conversation, restore the terminal, and close the console; at a terminal,
 * print the name of the transcript. Returns the exit code.
 */
int program_end(const struct settings *settings, struct console *console,
    struct terminal *terminal);

#endif
