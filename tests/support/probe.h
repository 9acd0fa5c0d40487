/*
 * probe.h - attempts at everything that a confined console must not be able to do, and
 * at everything that it must.
 */
#ifndef PROBE_H
#define PROBE_H

struct probe_world {
    const char *records;   /* a directory to write in */
    const char *elsewhere; /* another one, with the file "theirs" */
    const char *abstract;  /* the name of an abstract socket that listens */
    int station, other;    /* TCP ports of the loopback */
};

/*
 * Make all attempts, and write a line "NAME RESULT" for each to a descriptor: RESULT is
 * ok or the name of an errno. Files made by an attempt are removed.
 */
void probe_all(const struct probe_world *world, int to);

#endif
