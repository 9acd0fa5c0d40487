/*
 * lppdir.h - a 2009 communications directory: one empty sub-directory for each key,
 * named TIME.KEY.SIDE, made by the side that types and removed by the side that reads.
 *
 * A key is taken by removing its name as soon as it is found, because some programs
 * remove all names that they find. It is handed out a moment later, in the order of the
 * numbers (lpp_order.h); if this process dies in between, the key is lost.
 *
 * The directory is read when inotify reports a new name, and at least once a second.
 * inotify does not see names that another machine makes on a network file system: when
 * a look finds a name without its event, the directory is read every LPPDIR_POLL_MS
 * from then on.
 *
 * Nothing outside the directory is touched: names are relative to its descriptor, and
 * symbolic links are not followed. Entries that are not keys of the far side stay.
 *
 * Source: rules/2009.txt, 2.
 */
#ifndef LPPDIR_H
#define LPPDIR_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

#include "common/lpp/lpp_notes.h"
#include "common/lpp/lpp_order.h"

enum {
    LPPDIR_POLL_MS = 20,
    LPPDIR_GAP_MS = 5,      /* at least, between two looks */
    LPPDIR_NET_MS = 1000,   /* at most, between two looks */
    LPPDIR_STUCK_MS = 1000, /* for so long a busy key holds up the keys behind it */
    LPPDIR_A_LOOK = 512,    /* names that one look removes at most */
    LPPDIR_MOST = 65536,    /* names that one look reads at most */
};

struct lppdir {
    enum side far; /* the side whose keys are taken */
    char path[PATH_MAX];
    int fd; /* of the directory; -1: it cannot be reached */
    dev_t device;
    ino_t inode;
    int watch;  /* of inotify; -1: the directory is read every LPPDIR_POLL_MS */
    bool blind; /* inotify does not work there */

    int64_t looked;  /* tick of the last look */
    int64_t checked; /* tick at which the path was last compared with the descriptor */
    bool heard;      /* inotify has reported a name since the last look */
    bool more;       /* the last look left names for the next */

    size_t unread;        /* keys of this side that the last look found */
    uint64_t oldest;      /* number of the first of them */
    int64_t unread_since; /* tick of the first look that found that one first */

    struct lppdir_name *names; /* not removed at the last look */
    size_t count, capacity;
    struct lpp_order taken;

    struct lpp_notes news; /* for the operator: lpp_notes_tell() */
};

/*
 * Open the directory at path, to take the keys of the far side.
 * Returns 0; or -1 with errno of open(2); EACCES also if it may not be written to.
 */
int lppdir_open(struct lppdir *d, const char *path, enum side far, int64_t tick);
void lppdir_close(struct lppdir *d);

/*
 * Remove the keys of both sides that were made more than age_ms milliseconds before
 * now_ms (since the Unix epoch); with INT64_MIN all keys. Returns the number of keys.
 */
size_t lppdir_clear(struct lppdir *d, uint64_t now_ms, int64_t age_ms);

/* The descriptor for poll(), or -1; and the tick at which lppdir_step() is needed. */
int lppdir_fd(const struct lppdir *d);
int64_t lppdir_due(const struct lppdir *d);

/* Look, if it is time to. Call it once a turn of the loop. */
void lppdir_step(struct lppdir *d, int64_t tick);

/* Take the next key of the far side, in the order of the numbers. Returns false if no
 * key is due. */
bool lppdir_take(struct lppdir *d, int64_t tick, struct lppname *key);

/*
 * Make the sub-directory of a key.
 * Returns 0, also if it exists; or -1 with errno: EINVAL for a key that the rules do
 * not have; with any other errno the caller should try again later.
 */
int lppdir_make(struct lppdir *d, const struct key *key, int64_t tick);

/*
 * The number of keys of this side that the far program has not taken, as of the last
 * look; *ms is the time since it took one, or since they were made. 0 if the directory
 * cannot be reached.
 */
size_t lppdir_unread(const struct lppdir *d, int64_t tick, int64_t *ms);

/* Whether the directory cannot be reached. */
bool lppdir_is_gone(const struct lppdir *d);

/* Write lpp:PATH, the name of the directory in a key log, in printable ASCII: at most
 * size - 1 characters and a NUL. */
void lppdir_address(const char *path, char *address, size_t size);

#endif
