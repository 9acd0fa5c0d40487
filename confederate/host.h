/*
 * host.h - who sits in the hidden room when nobody does: hands each turn of the judge
 * to a program, the doctor or a 2009 entry, and types its reply, key by key.
 *
 * The console tells it what the judge does; host_step() does what follows from it.
 */
#ifndef HOST_H
#define HOST_H

#include "bridge.h"
#include "child.h"
#include "console.h"
#include "doctor.h"
#include "errlog.h"
#include "hearing.h"
#include "reply.h"

enum {
    HOST_BRIDGE = CHILD_FDS, /* among those that poll() is to wait for */
    HOST_FDS = CHILD_FDS + 1,
    HOST_EXIT_MS = 500, /* from the end of a program's output to its own */
};

/* Where a book has no turns, each finished line of the judge's counts as one here; what
 * the judge says meanwhile is the next. */
enum host_state {
    HOST_LISTENING, /* to the judge, or nobody is there */
    HOST_ASKED,     /* the judge's turn is over: the program is to have it */
    HOST_WAITING,   /* the program has it */
    HOST_TYPING,    /* its reply has been handed over, and is released: typing.h */
};

struct host {
    const struct settings *settings;
    char path[CHILD_PATH_SIZE]; /* of the program */
    char errors[64];            /* name of the file that has its standard error */
    struct doctor doctor;
    struct child child;
    struct bridge bridge; /* where a 2009 entry is the program */
    struct errlog errlog;
    struct aside aside; /* for the operator */
    struct reply reply;
    enum host_state state;
    bool present;       /* a conversation goes on */
    bool fresh;         /* it is another one: so is the program to be */
    bool wanted;        /* a fresh program is to be started */
    bool used;          /* the program has been given a turn */
    bool again;         /* the present turn is handed over a second time */
    bool unwanted;      /* it may say more of a reply that was stopped */
    bool failed;        /* the program that runs next is there in place of one */
    unsigned restarts;  /* of such, in this conversation */
    int64_t errors_due; /* tick before which its standard error may wait */
    int64_t asked;      /* tick at which the judge's turn was over */
    struct hearing heard;
    size_t turn_length; /* of what the program has, or is to have: lines as there */
    char turn[HEARING_MAX];
    char keys[REPLY_KEYS_SIZE]; /* a reply, on its way to the scheduler */
};

/*
 * Make *h the host of a console, which from then on tells it of its events.
 * Call it early, while no other thread runs.
 * Returns 0; or -1 with errno as child_find() or lppdir_open() says; *unable is true if
 * the errno is child_open()'s.
 */
int host_open(struct host *h, struct console *c, int64_t tick, bool *unable);

/* End the program, which gets a second to go, and all that it started. */
void host_close(struct host *h);

/* What poll() is to wait for: HOST_FDS entries. */
void host_fds(const struct host *h, int64_t tick, struct pollfd fds[static HOST_FDS]);

/* Do what the console's events, the program and the clock call for. Call it once a
 * turn of the loop. */
void host_step(struct host *h, struct console *c,
    const struct pollfd fds[static HOST_FDS], struct moment now);

/* The tick at which host_step() is next needed, INT64_MAX for never; tick is the
 * present one. */
int64_t host_due(const struct host *h, const struct console *c, int64_t tick);

#endif
