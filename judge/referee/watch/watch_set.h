/*
 * watch_set.h - all conversations that a referee follows: files, those that appear in
 * directories, and stations.
 *
 * inotify reports changes of files. Every WATCH_SET_LOOK_MS all are read without a
 * report too, since a network file system has none for the changes of other machines.
 */
#ifndef WATCH_SET_H
#define WATCH_SET_H

#include "common/link/secret.h"
#include "judge/referee/watch/feed.h"

enum {
    WATCH_SET_MOST = 1000,    /* conversations */
    WATCH_SET_STATIONS = 64,  /* conversations over the wire */
    WATCH_SET_LOOK_MS = 1000, /* between two looks at all files and directories */
    WATCH_SET_FDS = WATCH_SET_STATIONS + 1,
};

struct watch_set {
    struct feed **all;  /* in the order of the panes */
    int count;          /* feeds in all[] */
    int stations;       /* feeds in all[] that are stations */
    char **directories; /* paths of the directories that are followed */
    size_t directory_count, directory_capacity;
    bool full;                   /* a conversation had no room among WATCH_SET_MOST */
    int inotify;                 /* descriptor; -1: inotify does not work here */
    int64_t looked;              /* tick of the last look at all files */
    const struct secret *secret; /* for sealed stations; NULL: no key */
    const regex_t *bell;         /* pattern that rings; NULL: no pattern */
    struct feed_listener listener;
};

/* Make an empty set. secret and bell may be NULL, and must outlive it. Returns 0, or -1
 * with errno ENOMEM. */
int watch_set_init(struct watch_set *set, const struct secret *secret,
    const regex_t *bell, const struct feed_listener *listener);
void watch_set_free(struct watch_set *set);

/*
 * Follow a file, the records in a directory, now and later, or a station.
 * Returns 0; or -1 with errno: ENOENT (no such file and no such host), EINVAL (not a
 * regular file, a directory or a host's name), ENOSPC (too many), EACCES, or that of
 * the call that failed.
 */
int watch_set_add(struct watch_set *set, const char *argument);

/* Fill fds[] for poll(2) and return their number. */
int watch_set_fds(const struct watch_set *set, struct pollfd fds[static WATCH_SET_FDS]);

/* Read all that is new, after poll(2) with the descriptors of watch_set_fds(). */
void watch_set_step(
    struct watch_set *set, const struct pollfd fds[static WATCH_SET_FDS], int64_t tick);

/* The tick at which watch_set_step() is next needed. */
int64_t watch_set_due(const struct watch_set *set);

/* Whether no more can come: there are only files, and every conversation has ended. */
bool watch_set_is_over(const struct watch_set *set);

#endif
