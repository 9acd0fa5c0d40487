/*
 * bridge.h - a 2009 entry in its communications directory, as a program of the host's:
 * the judge's keys go in, its keys come out.
 *
 * Source: rules/2009.txt, 2.
 */
#ifndef BRIDGE_H
#define BRIDGE_H

#include "console.h"
#include "lppdir.h"
#include "passing.h"
#include "reply.h"

enum {
    BRIDGE_MID_LINE = 4,   /* times the silence ends a reply that is in mid line */
    BRIDGE_AGAIN_MS = 200, /* from a key that could not be made to the next try */
};

struct bridge {
    bool by_lines; /* the book has no turns: each line is one */
    struct lppdir dir;
    struct passing passing;
    struct passing_keys said; /* by the entry, for who releases them as they are made */
    bool mid_line;            /* its last key was no Return */
    struct key key;           /* of the judge's, to be made, */
    bool waits;               /* if there is one, */
    int64_t again;            /* and the tick at which it is tried */
};

/*
 * Open the directory at path for a judge who plays by a book, and tell the console what
 * is wrong with it from then on.
 * Returns 0; or -1 with errno as lppdir_open() says.
 */
int bridge_open(
    struct bridge *b, const char *path, const struct rulebook *book, int64_t tick);
void bridge_close(struct bridge *b);

/* A conversation begins, or has ended: forget the one before. */
void bridge_forget(struct bridge *b);

/* Before the first step of a conversation: empty the directory of keys. Or one that was
 * cut short goes on: what was heard of it so far has been passed. */
void bridge_begin(struct bridge *b, bool goes_on);

/* The judge has done something. */
void bridge_hear(struct bridge *b, const struct event *event);

/* The judge's turn is over: the reply to it begins. To an empty one there need be none.
 */
void bridge_ask(struct bridge *b, struct reply *reply, bool empty, int64_t tick);

/* The next key of the entry's, for who releases them as they are made (--pace raw).
 * Returns false if there is none. */
bool bridge_said(struct bridge *b, uint32_t *code);

/* What poll() is to wait for, or -1; and the tick at which bridge_step() is needed. */
int bridge_fd(const struct bridge *b);
int64_t bridge_due(const struct bridge *b);

/* Pass the judge's keys, and feed the entry's to its reply. */
void bridge_step(
    struct bridge *b, struct console *c, struct reply *reply, struct moment now);

#endif
