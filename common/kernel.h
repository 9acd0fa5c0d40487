/*
 * kernel.h - calls of the kernel's that the C library has no names for, one function
 * each, so that a test can answer in the kernel's place.
 *
 * Each returns what the kernel does: a negative number, with errno, where it refuses.
 */
#ifndef KERNEL_H
#define KERNEL_H

#include <stddef.h>

struct sock_fprog;

/* No program started from now on by this thread gains privileges. */
int kernel_forbid_privileges(void);

/* Landlock. A ruleset is a descriptor. */
int kernel_landlock_version(void);
int kernel_make_ruleset(const void *about, size_t size);
int kernel_add_rule(int ruleset, int kind, const void *rule);
int kernel_obey_ruleset(int ruleset);

/* A filter of system calls. */
int kernel_filter(const struct sock_fprog *program);

#endif
