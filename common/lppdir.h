/*
 * lppdir.h - a 2009 communications directory: one empty sub-directory for each key,
 * named TIME.KEY.SIDE, made by whoever types and removed by whoever reads.
 *
 * A name is taken the moment it is found, by removing it: a key counts only for whoever
 * did that, and programs are known that remove all they find. It is handed out a moment
 * later, in the order of the numbers (lppqueue.h); if we die in that moment it is lost.
 * Names are found when inotify speaks (lppwatch.h), or by looking every LPPDIR_POLL_MS;
 * and in any case once a second.
 *
 * Nothing outside the directory is ever touched: names are used relative to its
 * descriptor, and links are not followed. What is there and is no key of the far side's
 * is left alone.
 *
 * Source: rules/2009.txt, 2.
 */
#ifndef LPPDIR_H
#define LPPDIR_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

#include "lppnews.h"
#include "lppqueue.h"
#include "lppwatch.h"

enum {
    LPPDIR_POLL_MS = 20,
    LPPDIR_GAP_MS = 5,      /* between two looks, however many keys there are */
    LPPDIR_NET_MS = 1000,   /* a look when nothing was said */
    LPPDIR_STUCK_MS = 1000, /* how long a key that is busy holds up those behind it */
    LPPDIR_A_LOOK = 512,    /* names that one look removes */
    LPPDIR_MOST = 65536,    /* names that one look sees */
};

struct lppdir {
    enum side far; /* whose keys are taken */
    char path[PATH_MAX];
    int fd; /* -1: it is gone */
    dev_t device;
    ino_t inode;
    struct lppwatch watch;

    int64_t looked;  /* tick of the last look, */
    int64_t checked; /* and of the last at whether the directory is still the same */
    bool heard;      /* inotify has spoken since */
    bool more;       /* the last look has left some for the next */

    struct lppdir_name *names; /* that could not be removed at the last look */
    size_t count, capacity;
    struct lppqueue taken;

    struct lppnews news;
};

/*
 * Open the directory at path, to take the keys of the far side.
 * Returns 0; or -1 with errno: ENOENT, ENOTDIR, EACCES (also where nothing may be made
 * there), ENAMETOOLONG, ...
 */
int lppdir_open(struct lppdir *d, const char *path, enum side far, int64_t tick);
void lppdir_close(struct lppdir *d);

/*
 * Remove the keys of both sides that were made more than age_ms before now_ms by the
 * wall clock; with INT64_MIN all of them. Returns how many there were.
 */
size_t lppdir_clear(struct lppdir *d, uint64_t now_ms, int64_t age_ms);

/* What poll() is to wait for, or -1; and the tick at which lppdir_step() is needed. */
int lppdir_fd(const struct lppdir *d);
int64_t lppdir_due(const struct lppdir *d);

/* Look, if it is time to. Call it once a turn of the loop. */
void lppdir_step(struct lppdir *d, int64_t tick);

/* The next key of the far side, in the order of their numbers. Returns false if none is
 * due. */
bool lppdir_take(struct lppdir *d, int64_t tick, struct lppname *key);

/*
 * Make the sub-directory of a key.
 * Returns 0, also if it is there already; or -1 with errno: EINVAL for a key that the
 * protocol does not have, else the key is to be made again later.
 */
int lppdir_make(struct lppdir *d, const struct key *key, int64_t tick);

/* Whether the directory cannot be reached. */
bool lppdir_is_gone(const struct lppdir *d);

#endif
