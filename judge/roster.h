/*
 * roster.h - all the conversations that a referee follows: files, those that appear in
 * a directory, stations.
 *
 * News of files come by inotify, and by looking every second besides: where a file
 * system tells nothing of what other machines do to it, that is all there is.
 */
#ifndef ROSTER_H
#define ROSTER_H

#include "feed.h"

enum {
    ROSTER_MOST = 1000,    /* conversations */
    ROSTER_STATIONS = 64,  /* of them that come over the wire */
    ROSTER_LOOK_MS = 1000, /* from one look at everything to the next */
    ROSTER_FDS = ROSTER_STATIONS + 1,
};

struct roster {
    struct feed **all; /* in the order in which they came */
    int count, stations;
    char **directories;
    int directory_count;
    bool full;      /* there was one more than ROSTER_MOST */
    int inotify;    /* -1: it does not work here */
    int64_t looked; /* tick of the last look at everything */
    const struct secret *secret;
    const regex_t *bell;
    struct feed_news news;
};

/* Make *r empty. secret and bell may be NULL; all three must outlive it. Returns 0, or
 * -1 with errno ENOMEM. */
int roster_init(struct roster *r, const struct secret *secret, const regex_t *bell,
    const struct feed_news *news);
void roster_free(struct roster *r);

/*
 * Follow what an argument names: a file, all transcripts and key logs in a directory,
 * also those to come, or a station. Returns 0; or -1 with errno: ENOENT (no such file,
 * and no such host), EINVAL (neither regular file nor directory; no host's name),
 * ENOSPC (too many), or that of the call that failed.
 */
int roster_add(struct roster *r, const char *argument);

/* What to wait for; returns how many of fds[] there are. */
int roster_fds(const struct roster *r, struct pollfd fds[static ROSTER_FDS]);

/* Take in all that is new; fds[] as roster_fds() made them, and poll() filled in. */
void roster_step(
    struct roster *r, const struct pollfd fds[static ROSTER_FDS], int64_t tick);

/* The tick at which roster_step() is next needed. */
int64_t roster_due(const struct roster *r);

/* Whether nothing more can come: only files, and every conversation has ended. */
bool roster_is_over(const struct roster *r);

#endif
