/*
 * lppwatch.h - whether anything has been made in a directory: told by inotify, where
 * that can be believed.
 *
 * It cannot on the file systems of a network, where others make things of which this
 * machine's kernel is not told; nor where a look has found something of which inotify
 * had said nothing.
 */
#ifndef LPPWATCH_H
#define LPPWATCH_H

#include <stdbool.h>

struct lppwatch {
    int fd;     /* to poll, or -1: nobody tells, so look again and again */
    bool blind; /* inotify is not to be believed there */
};

/* Make *w a watch of nothing. */
void lppwatch_init(struct lppwatch *w);

/* Watch the directory that is open as directory, and has this path; in place of the one
 * that was watched. */
void lppwatch_begin(struct lppwatch *w, int directory, const char *path);
void lppwatch_end(struct lppwatch *w);

/* Whether something has been made since the last call. */
bool lppwatch_heard(struct lppwatch *w);

/* Something was found of which nothing had been heard: from now on nobody tells, unless
 * it was heard just now. */
void lppwatch_doubt(struct lppwatch *w);

#endif
