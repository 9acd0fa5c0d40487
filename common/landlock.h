/*
 * landlock.h - give up, for good, what a process does with files, TCP and other
 * processes, as far as the kernel's Landlock can.
 *
 * It holds for the calling thread and all that it starts later, threads and programs,
 * and cannot be taken back. What is open stays open. It is no wall: UDP stays free, and
 * so do some ways to use TCP, which filter.h closes.
 *
 * Source: the kernel's Documentation/userspace-api/landlock.rst; versions 1 to 7.
 */
#ifndef LANDLOCK_H
#define LANDLOCK_H

/* What can be given up, as bits. */
enum {
    LANDLOCK_FILES = 1, /* version 1: open, make, remove; from 3 on cut short, too */
    LANDLOCK_TCP = 2,   /* 4: bind and connect, in the ordinary way */
    LANDLOCK_OTHERS = 4 /* 6: signals to other processes, their abstract sockets */
};

enum { LANDLOCK_DIRECTORIES = 2 };
enum { LANDLOCK_NO_PORT = 0, LANDLOCK_ANY_PORT = -1 };

struct landlock_wanted {
    unsigned parts; /* what to give up, but for this: */
    /* In these directories, O_PATH descriptors or -1, and all below them, files may
     * still be made, written to and removed, and names listed; nothing can be read,
     * and from version 3 on nothing cut short. */
    int directories[LANDLOCK_DIRECTORIES];
    /* In these, and all below them, directories may be made and removed, and names
     * listed. */
    int exchanges[LANDLOCK_DIRECTORIES];
    int file; /* this one, an O_PATH descriptor or -1, may be read and written to */
    int port; /* TCP may still connect to this one, or to none, or to any */
};

/* The version that the kernel has; or -1 with errno: ENOSYS where it was built without,
 * EOPNOTSUPP where it was started without. */
int landlock_version(void);

/* The parts that a version knows. */
unsigned landlock_parts(int version);

/*
 * Give up the wanted parts that the version of the kernel knows. The process must have
 * no new privileges before (EPERM). Returns the parts that are given up; or -1 with
 * errno, nothing changed.
 */
int landlock_restrict(const struct landlock_wanted *wanted, int version);

#endif
