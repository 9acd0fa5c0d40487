/*
 * program.h - how every program of the suite starts and ends. Unlike the rest of
 * common/ this prints: it is a piece of each main().
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <poll.h>

#include "console.h"
#include "front.h"
#include "recovery.h"

enum { PROGRAM_GO = -1 };

/*
 * Read the options and the key, see that records can be made, and make the console.
 * Returns PROGRAM_GO; or the code to exit with, what had to be said having been
 * printed.
 */
int program_start(struct settings *settings, enum program program, int argc,
    char **argv, struct console *console);

/* Print "judge: what went wrong: what to do about it" and return the code. */
int program_fail(const struct settings *settings, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/*
 * See whether a conversation was cut short here, and whether it is to be gone on with:
 * that may open the front, to ask. r->lock is then 0 or more if it is, and *r must
 * outlive the settings. A judge who names no station is sent to that conversation's.
 * Returns PROGRAM_GO or the code.
 */
int program_settle(struct settings *settings, struct console *console,
    struct front *front, struct recovery *r);

/* Open the front, give up what is not needed from then on (confine.h), and go on with
 * what program_settle() has found, if it has. All that is opened but once must be open
 * before, and no thread be started. Returns PROGRAM_GO or the code. */
int program_resume(const struct settings *settings, struct console *console,
    struct front *front, struct recovery *r);

/* Give up what is not needed from then on, as program_resume() does; a judge's console
 * goes on calling stations at this port, or at any for 0. It
 * says whether what is beside the records is read as well. */
void program_confine(const struct settings *settings, int port, bool reads);

/* A terminal may have changed its size, or the program may be told to end. */
void program_signals(struct console *console, struct front *front, struct moment now);

/*
 * Draw, and wait until tick `until` or for news of the console, the keyboard or
 * fds[1] to fds[count - 1]: fds[0] is made the keyboard's. Then look at signals and
 * take what was typed. Returns the moment, for who looks at the other fds;
 * console_tick() ends the turn.
 */
struct moment program_turn(struct console *console, struct front *front,
    struct pollfd *fds, size_t count, int64_t until, struct moment now);

/*
 * End the conversation, put the terminal back in order and close the console; to
 * a person at a terminal say where the record is. Returns the code to exit with.
 */
int program_end(
    const struct settings *settings, struct console *console, struct front *front);

/* For a station: both, and in between begin to listen, where it did before if there is
 * something to go on with; or print why not. Returns PROGRAM_GO or the code. */
struct station;
int program_open_station(struct settings *settings, struct station *station,
    struct console *console, struct front *front, struct recovery *r);

#endif
