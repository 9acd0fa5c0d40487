/*
 * lookout.h - all the conversations that a referee follows: files, those that appear in
 * a directory, stations.
 *
 * News of files come by inotify, and by looking every second besides: where a file
 * system tells nothing of what other machines do to it, that is all there is.
 */
#ifndef LOOKOUT_H
#define LOOKOUT_H

#include "feed.h"

enum {
    LOOKOUT_MOST = 1000,    /* conversations */
    LOOKOUT_STATIONS = 64,  /* of them that come over the wire */
    LOOKOUT_LOOK_MS = 1000, /* from one look at everything to the next */
    LOOKOUT_FDS = LOOKOUT_STATIONS + 1,
};

struct lookout {
    struct feed **all; /* in the order in which they came */
    int count, stations;
    char **directories;
    int directory_count;
    bool full;      /* there was one more than LOOKOUT_MOST */
    int inotify;    /* -1: it does not work here */
    int64_t looked; /* tick of the last look at everything */
    const struct secret *secret;
    const regex_t *bell;
    struct feed_news news;
};

/* Make *l empty. secret and bell may be NULL; all three must outlive it. Returns 0, or
 * -1 with errno ENOMEM. */
int lookout_init(struct lookout *l, const struct secret *secret, const regex_t *bell,
    const struct feed_news *news);
void lookout_free(struct lookout *l);

/*
 * Follow what an argument names: a file, all transcripts and key logs in a directory,
 * also those to come, or a station. Returns 0; or -1 with errno: ENOENT (no such file,
 * and no such host), EINVAL (neither regular file nor directory; no host's name),
 * ENOSPC (too many), EACCES (it may not be read), or that of the call that failed.
 */
int lookout_add(struct lookout *l, const char *argument);

/* What to wait for; returns how many of fds[] there are. */
int lookout_fds(const struct lookout *l, struct pollfd fds[static LOOKOUT_FDS]);

/* Take in all that is new; fds[] as lookout_fds() made them, and poll() filled in. */
void lookout_step(
    struct lookout *l, const struct pollfd fds[static LOOKOUT_FDS], int64_t tick);

/* The tick at which lookout_step() is next needed. */
int64_t lookout_due(const struct lookout *l);

/* Whether nothing more can come: only files, and every conversation has ended. */
bool lookout_is_over(const struct lookout *l);

#endif
