/*
 * station_program.h - the program of a station, confederate or entry, with its one
 * loop: ask for the name, choose a directory, ask about resuming, talk.
 *
 * The far end is a judge's console that connects (station.h), or with confederate --lpp
 * a directory (lpp_session.h). At an entry a host types the program's replies.
 */
#ifndef STATION_PROGRAM_H
#define STATION_PROGRAM_H

#include <poll.h>

#include "common/console/console.h"

enum { STATION_PROGRAM_HOST_FDS = 8 }; /* the most that a host polls */

struct host;

/* The host of an entry's program, as the loop calls it: confederate has no host and is
 * linked without one. */
struct station_host {
    /* Open it; before any thread starts. Returns 0; or -1 with errno, which explain()
     * prints: it returns the exit code. */
    int (*open)(struct host *h, struct settings *settings, struct console *console);
    int (*explain)(const struct host *h, const struct settings *settings, int error);
    void (*close)(struct host *h);
    /* Fill in fds, STATION_PROGRAM_HOST_FDS at most. */
    void (*poll)(const struct host *h, int64_t tick, struct pollfd *fds);
    /* The tick of the next step, and the step itself with the same fds. */
    int64_t (*due)(const struct host *h, const struct console *console, int64_t tick);
    void (*step)(struct host *h, struct console *console, const struct pollfd *fds,
        struct moment now);
    struct host *host;
};

/*
 * Run a station from its arguments to its end. host is NULL where a person types.
 * Returns the exit code.
 */
int station_program_run(
    enum program program, int argc, char **argv, const struct station_host *host);

#endif
