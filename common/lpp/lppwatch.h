/*
 * lppwatch.h - notice new entries in a directory by inotify, where it works.
 *
 * It does not work on network file systems: entries made by other machines give no
 * event; nor on any file system where a look has found an entry without an event.
 */
#ifndef LPPWATCH_H
#define LPPWATCH_H

#include <stdbool.h>

struct lppwatch {
    int fd;     /* for poll(), or -1: the caller has to look again and again */
    bool blind; /* inotify does not work there */
};

/* Make *w a watch without a directory. */
void lppwatch_init(struct lppwatch *w);

/* Watch the directory with this descriptor and path, in place of the last one. */
void lppwatch_begin(struct lppwatch *w, int directory, const char *path);
void lppwatch_end(struct lppwatch *w);

/* Whether an entry may have been made since the last call. */
bool lppwatch_heard(struct lppwatch *w);

/* An entry was found without an event: stop using inotify, unless its event has come by
 * now. */
void lppwatch_doubt(struct lppwatch *w);

#endif
