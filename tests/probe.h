/*
 * probe.h - what a process can still do: everything that a confined console must not,
 * and what it must, tried once.
 */
#ifndef PROBE_H
#define PROBE_H

struct probe_world {
    const char *records;   /* a directory to write in, */
    const char *elsewhere; /* and one that has the file "theirs" */
    const char *abstract;  /* the name of an abstract socket that listens */
    int station, other;    /* TCP ports of the loopback */
};

/*
 * Try everything, and write a line "NAME RESULT" for each to a descriptor: RESULT is ok
 * or the name of an errno. Nothing is left behind, but that what should not be possible
 * has been done.
 */
void probe_all(const struct probe_world *world, int to);

#endif
