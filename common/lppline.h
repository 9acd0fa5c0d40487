/*
 * lppline.h - a console whose far end is a 2009 program, in a communications directory.
 *
 * There are no greetings and no heartbeat: the conversation begins with the console and
 * ends with it. Keys of this end are in the log before they are in the directory. A
 * program has no memory that could be asked: what a crash of the console has kept from
 * the log, or from the directory, is lost.
 *
 * Sources: rules/2009.txt, 2 and 3.
 */
#ifndef LPPLINE_H
#define LPPLINE_H

#include "console.h"
#include "lppdir.h"

enum {
    LPPLINE_PAUSE_MS = 1000,
    LPPLINE_AGAIN_MS = 200,      /* from a key that could not be made to the next try */
    LPPLINE_LEFTOVER_MS = 60000, /* keys so old are of no conversation that begins */
    LPPLINE_DAY_MS = 86400000,   /* a clock that is more ahead is not believed */
};

struct lppline {
    struct lppdir dir;
    struct key key; /* of this end, not made yet, */
    bool waits;     /* if there is one, */
    int64_t again;  /* and the tick at which it is tried */
    int64_t pause;  /* tick before which none is taken: there was no memory */
};

/* How a key log names the directory at a path: lpp:PATH in printable ASCII, cut to fit.
 */
void lppline_address(const char *path, char address[static PAST_ADDRESS_MAX + 1]);

/*
 * Open the settings' directory and tell the console its name.
 * Returns 0; or -1 with errno as lppdir_open() says.
 */
int lppline_open(struct lppline *l, struct console *c, struct moment now);
void lppline_close(struct lppline *l);

/*
 * Begin a conversation, unless one that was cut short goes on. What earlier ones have
 * left in the directory is removed: all of it where this end is the judge, who begins;
 * else what is older than LPPLINE_LEFTOVER_MS.
 * Returns 0; or -1 with errno as recorder_open() says.
 */
int lppline_begin(struct lppline *l, struct console *c, struct moment now);

/* What poll() is to wait for, or -1; and the tick at which lppline_step() is needed. */
int lppline_fd(const struct lppline *l);
int64_t lppline_due(const struct lppline *l);

/* Take the far end's keys and make one's own; end when the console leaves. Call it once
 * a turn of the loop. */
void lppline_step(struct lppline *l, struct console *c, struct moment now);

/*
 * The whole program, from its settings on: what a judge or a confederate is where
 * settings->lpp is not NULL. Returns the code to exit with.
 */
int lppline_run(struct settings *settings, struct console *console);

#endif
