/*
 * confine.h - a console that has started gives up what it does not need, so that
 * whoever finds a hole in it has found little.
 *
 * What the kernel cannot do is left out, and so is what would harm the record: no
 * console stays shut for want of it. confine_print() says what is in force.
 */
#ifndef CONFINE_H
#define CONFINE_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

/* What is needed from now on. */
struct confine_needs {
    const char *directory; /* of the record */
    const char *exchange;  /* of a 2009 program's keys, its full path; NULL: none */
    const char *sheet;     /* a file there that is read as well; NULL: none */
    bool calls;            /* it connects, */
    int port;              /* to this one; 0: that is not known yet */
    bool runs_programs;    /* which are to be as free as they were */
};

enum { CONFINE_WHY_SIZE = 128 };

/* A part is in force, or not, and why. */
struct confine_part {
    bool in_force;
    char why[CONFINE_WHY_SIZE];
};

/* What is in force. */
struct confinement {
    struct confine_needs needs;
    struct confine_part privileges, files, tcp, others, children;
    int landlock;         /* the version of the kernel's, for the middle three */
    char again[PATH_MAX]; /* is writable, too: the record's medium is mounted in it */
};

/*
 * Give up what is not needed, for good, for this thread and all that it will start: so
 * before other threads are started, and once the terminal, the station's sockets and
 * all that is only read are open. *c says what came of it.
 *
 * No program gains privileges by being started (setuid). Files: only in the directory
 * of the record, and below, can any be made, written to and removed, and names listed;
 * nothing else can be opened, nor anything read. Is the directory on a medium that may
 * be pulled out, mounted at or below /media, /run/media or /mnt, it is another one to
 * the kernel when it is mounted again: then the same goes for the directory in which it
 * is mounted, so that the record goes on there. In the directory that a directory of
 * keys is in, and below, directories can be made and removed, and names listed: keys
 * are directories, and theirs may be removed and come back. TCP: no binding, and
 * connecting only to the port that is needed, if it is known. No signals to other
 * processes, no abstract sockets of theirs. No child processes (filter.h).
 */
void confine(const struct confine_needs *needs, struct confinement *c);

/* Print what is in force, a line for each part. */
void confine_print(const struct confinement *c, FILE *to);

#endif
