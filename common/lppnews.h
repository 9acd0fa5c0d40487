/*
 * lppnews.h - what the operator of a communications directory is told: each thing once,
 * and one at a time, long enough to be read.
 */
#ifndef LPPNEWS_H
#define LPPNEWS_H

#include <stdbool.h>

#include "lppname.h"

enum {
    LPPNEWS_SIZE = 128,
    LPPNEWS_MS = 3000, /* between one and the next */
};

/* What the operator is told, once; the first three each time. */
enum lppnews_kind {
    LPPNEWS_CLEARED, /* so many keys of another conversation have been removed */
    LPPNEWS_GONE,    /* the directory cannot be reached */
    LPPNEWS_BACK,    /* it can again */
    LPPNEWS_STUCK,   /* a key cannot be removed, and so is not taken */
    LPPNEWS_FILE,    /* something named as a key is no directory */
    LPPNEWS_UNKNOWN, /* a key by a name that nobody knows was removed */
    LPPNEWS_LATE,    /* a key came after one with a higher number had been handed out */
    LPPNEWS_MANY,    /* more names than one look sees */
    LPPNEWS_FOREIGN, /* there is something else */
    LPPNEWS_COUNT,
};

/* Zero it to start. */
struct lppnews {
    unsigned said, unsaid;   /* a bit each */
    bool any;                /* something has been told, */
    int64_t told;            /* last at this tick */
    size_t cleared;          /* keys that LPPNEWS_CLEARED is about */
    int error;               /* errno that LPPNEWS_GONE or LPPNEWS_STUCK is about */
    char name[LPPNAME_SIZE]; /* that LPPNEWS_FILE or LPPNEWS_UNKNOWN is about */
};

/* Something is so; name and error are what it is about, or NULL and 0. */
void lppnews_say(
    struct lppnews *n, enum lppnews_kind kind, const char *name, int error);

/* It may be said again. */
void lppnews_forget(struct lppnews *n, enum lppnews_kind kind);

/* Write the next thing to text[]; false: nothing, or the last is still to be read. */
bool lppnews_tell(struct lppnews *n, int64_t tick, char text[static LPPNEWS_SIZE]);

/* The tick at which there will be something, INT64_MAX for never. */
int64_t lppnews_due(const struct lppnews *n);

#endif
