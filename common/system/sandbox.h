/*
 * sandbox.h - give up the rights that a console does not need once it runs, so that a
 * hole in it gains an attacker little.
 *
 * Landlock restricts files, TCP and other processes; a filter of system calls
 * (libseccomp) refuses child processes and closes the ways round Landlock, which sees
 * only TCP's ordinary bind() and connect(). UDP stays free.
 *
 * A restriction that the kernel lacks, or that would endanger the record, is left out:
 * the console starts without it, and sandbox_print() gives the reason.
 */
#ifndef SANDBOX_H
#define SANDBOX_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

/* The rights that a console keeps. */
struct sandbox_needs {
    const char *directory; /* directory of the record: write files */
    bool reads;            /* read files there too (a score sheet that others write) */
    const char *exchange;  /* full path of a 2009 program's directory, or NULL */
    bool calls;            /* connect by TCP */
    int port;              /* the only port to connect to; 0: any */
    bool runs_programs;    /* start programs, which are not restricted */
};

enum sandbox_part {
    SANDBOX_PRIVILEGES,
    SANDBOX_FILES,
    SANDBOX_TCP,
    SANDBOX_PROCESSES, /* signals to other processes, their abstract sockets */
    SANDBOX_CHILDREN,
    SANDBOX_PARTS
};

/* The restrictions in force. */
struct sandbox_report {
    struct sandbox_needs needs;
    const char *missing[SANDBOX_PARTS]; /* reason; NULL: the part is in force */
    int landlock;                       /* version of the kernel's Landlock, or -1 */
    char mount_parent[PATH_MAX]; /* writable too, or empty: see sandbox_enter() */
};

/*
 * Give up all other rights, for good, for this thread and all threads and programs that
 * it starts later. Call it before other threads run, with the terminal, the listening
 * sockets and all files to be read open: they stay open. Fills *report.
 *
 * Privileges: no started program gains any (setuid).
 * Files: below the directory of the record, files can be created, written, listed and
 * removed; other files cannot be opened. If that directory is on a removable medium
 * (mounted below /media, /run/media or /mnt), the directory that holds the mount point
 * gets the same rights: the record continues there after the medium was pulled out and
 * plugged in again, as the kernel takes it for another file system then.
 * Below the parent of a 2009 program's directory, directories (its keys) can be
 * created, listed and removed.
 * TCP: no bind(), no listen(); connect() to needs->port only.
 * Processes: no signals to others, no abstract sockets of others.
 * Children: no fork() or exec(), no access to the memory or descriptors of other
 * processes, no characters pushed into the terminal's input. Threads can be started.
 */
void sandbox_enter(const struct sandbox_needs *needs, struct sandbox_report *report);

/* Print a line for each part: the restriction, or the reason why it is missing. */
void sandbox_print(const struct sandbox_report *report, FILE *to);

#endif
