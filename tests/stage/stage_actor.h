/*
 * stage_actor.h - a program on a pseudo-terminal or on pipes, and all of them.
 */
#ifndef STAGE_ACTOR_H
#define STAGE_ACTOR_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>
#include <vterm.h>

#include "tests/stage/stage_text.h"

struct size {
    int columns, rows;
};

struct actor {
    struct actor *next;
    char *name;
    pid_t pid;
    int status;       /* as of waitpid(2), once it has ended */
    bool ended;       /* and has been reaped */
    bool forsaken;    /* it has, yet its children keep its output open and are silent */
    bool outstayed;   /* SIGTERM did not end it in time */
    bool unread;      /* its output is not read */
    bool no_more;     /* its stdin is closed when typed has gone */
    int in, out, err; /* -1: closed; a terminal's in and out are one descriptor */
    struct text typed;            /* and not yet taken by it */
    struct text said, complained; /* everything from out and err */
    int64_t heard;                /* when it last said anything, or ended */

    VTerm *terminal;      /* NULL: it is on pipes */
    struct termios modes; /* of the terminal before it started */
    bool alternate;       /* the alternate screen is shown */
    bool hidden;          /* the cursor is invisible */
    unsigned bells;       /* rung and not yet waited for */
};

/* All actors, the youngest first; all zero is empty. */
struct cast {
    struct actor *first;
};

/* SIGINT, SIGTERM or SIGHUP has come, and the play is to end. */
extern volatile sig_atomic_t stage_stopped;

/* Milliseconds on a clock that is never set. */
int64_t stage_now(void);

/* Catch the signals that stop a play; to be called before anyone is started. */
void stage_signals(void);

/*
 * Start a program, found as execvp(3) does. One that cannot be executed says so
 * and ends with status 127.
 * Returns the actor; or NULL with errno of openpty(3), pipe(2) or fork(2).
 */
struct actor *actor_on_terminal(
    struct cast *cast, const char *name, struct size size, char *const argv[]);
struct actor *actor_on_pipes(struct cast *cast, const char *name, char *const argv[]);

/* The youngest actor of this name, or NULL. */
struct actor *cast_find(const struct cast *cast, const char *name);

/*
 * Wait at most ms milliseconds for an event; read from and write to every ready actor,
 * and reap ended ones.
 */
void cast_listen(struct cast *cast, int ms);

/* End all actors: SIGTERM, and after ms milliseconds SIGKILL to the remaining ones. All
 * are reaped. */
void cast_end(struct cast *cast, int ms);

/* Whether it has ended and nothing more will be heard of it. */
bool actor_is_over(const struct actor *actor);

/* Close its stdin, or its terminal. Unread input is lost. */
void actor_hang_up(struct actor *actor);

/* Change the size of its terminal, which sends it SIGWINCH if it is another. */
void actor_resize(struct actor *actor, struct size size);

/* Append the rows of its screen, blanks at their ends trimmed. */
void actor_screen(const struct actor *actor, struct rows *rows);

VTermPos actor_cursor(const struct actor *actor);

/*
 * Whether its terminal is as it was before it started: modes, screen and cursor;
 * otherwise *why has the difference.
 */
bool actor_has_restored(const struct actor *actor, struct text *why);

/* Describe how it is and all that can be seen of it. */
void actor_describe(const struct actor *actor, struct text *out);

/* "runs", "exited 3", "died of SIGTERM". */
void actor_fate(const struct actor *actor, struct text *out);

/* The number of a signal's name, with or without SIG; -1 for any other text. */
int signal_number(const char *name);

/* Take it off the list, close its descriptors and free it; it must have ended. */
void actor_dismiss(struct cast *cast, struct actor *actor);

#endif
