/*
 * confine_world.h - a kernel that seems to be another than it is, and a child that
 * tries everything under it: what confine_test needs. The linker puts the calls of this
 * kernel (kernel.h) in the place of the suite's: they answer as one of that version
 * does, and refuse what it would not know.
 */
#ifndef CONFINE_WORLD_H
#define CONFINE_WORLD_H

#include <stdio.h>

#include "landlock.h"
#include "probe.h"

enum { NEWEST = 7, ALL_PARTS = LANDLOCK_FILES | LANDLOCK_TCP | LANDLOCK_OTHERS };
enum { FILTER = 8 }; /* one more part, which is none of Landlock's */

/* The kernel that there seems to be. */
struct confine_kernel {
    int version;            /* of Landlock; 0: none, */
    int none;               /* and this errno says so */
    int create, obey;       /* the errno with which a ruleset is refused, or 0 */
    int filter, privileges; /* the same, of these */
};

extern struct confine_kernel kernel;

/* What is tried with: a directory for records and another, and doors to knock at. */
extern struct probe_world world;

/* Make the world, and take it away: a group's setup and teardown. */
int confine_world_begin(void **state);
int confine_world_end(void **state);

/* The version that this machine's kernel really has, or -1; and the newest that can be
 * tried on it. */
int confine_world_version(void);
int confine_world_newest(void);

/* Have a child give something up and say what it likes about that, then try everything
 * of probe.h; returns what it has said, which is good until the next child. */
char *confine_world_said(void (*give_up)(FILE *to));

/* Take a line off what was said, and see that it is this one. */
void confine_world_expect_line(char **said, const char *line);

/* See that the rest is the attempts, as they come out for a process that has given up
 * these parts as a version has them. */
void confine_world_expect_attempts(char *said, unsigned parts, int version);

#endif
