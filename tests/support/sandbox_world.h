/*
 * sandbox_world.h - a simulated kernel, and a child that tries everything under it, for
 * sandbox_test. The linker replaces prctl(), syscall() and seccomp_load(): they answer
 * like a kernel of the chosen version of Landlock and refuse rights unknown to it.
 */
#ifndef SANDBOX_WORLD_H
#define SANDBOX_WORLD_H

#include <stdio.h>

#include "tests/support/probe.h"

enum { NEWEST = 7 }; /* version of Landlock */

/* Parts of the sandbox, as bits: three of Landlock's, and the filter. */
enum { FILES = 1, TCP = 2, PROCESSES = 4, FILTER = 8 };

/* The simulated kernel. */
struct sandbox_kernel {
    int version;    /* of Landlock; 0: no Landlock */
    int none;       /* errno of a kernel without Landlock */
    int create;     /* errno of landlock_create_ruleset(), or 0 */
    int obey;       /* errno of landlock_restrict_self(), or 0 */
    int filter;     /* errno of seccomp_load(), or 0 */
    int privileges; /* errno of prctl(PR_SET_NO_NEW_PRIVS), or 0 */
};

extern struct sandbox_kernel kernel;

/* The directories, ports and sockets that the child tries. */
extern struct probe_world world;

/* Make and remove the world: setup and teardown of a group. */
int sandbox_world_begin(void **state);
int sandbox_world_end(void **state);

/* The version of this machine's Landlock, or -1. */
int sandbox_world_version(void);

/* The newest version that can be tried on this machine. */
int sandbox_world_newest(void);

/* Run give_up() in a child, then all attempts of probe.h. Returns the output of both,
 * valid until the next call. */
char *sandbox_world_said(void (*give_up)(FILE *to));

/* Remove the first line of the output and compare it. */
void sandbox_world_expect_line(char **said, const char *line);

/* Compare the rest of the output with the results of all attempts for a process with
 * these parts (bits) in force under a version of Landlock. */
void sandbox_world_expect_attempts(char *said, unsigned parts, int version);

#endif
