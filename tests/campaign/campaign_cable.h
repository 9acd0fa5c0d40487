/*
 * campaign_cable.h - two machines and a hub between them, as network namespaces: runs
 * campaign_cable.sh and sends its commands.
 */
#ifndef CAMPAIGN_CABLE_H
#define CAMPAIGN_CABLE_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

struct cable {
    char directory[PATH_MAX];
    pid_t pid; /* of the hub; 0: not made */
    int to, from;
};

/* Whether this system allows it; if not, *why has the reason. */
bool cable_is_possible(const char **why);

/* Make a hub and two machines, with their files in a directory. Returns false on
 * failure; call cable_close() in either case. */
bool cable_open(struct cable *c, const char *directory);
void cable_close(struct cable *c);

/* Do a command of campaign_cable.sh. Returns whether that has worked. */
bool cable_do(struct cable *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A descriptor of a machine's network namespace, for setns(2), or -1. */
int cable_machine(const struct cable *c, const char *name);

#endif
