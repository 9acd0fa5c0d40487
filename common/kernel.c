#include "kernel.h"

#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Younger than some headers; the numbers are the same on all machines. */
#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

enum { ASK_VERSION = 1 };

int kernel_forbid_privileges(void)
{
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

int kernel_landlock_version(void)
{
    return (int)syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, ASK_VERSION);
}

int kernel_make_ruleset(const void *about, size_t size)
{
    return (int)syscall(SYS_landlock_create_ruleset, about, size, 0);
}

int kernel_add_rule(int ruleset, int kind, const void *rule)
{
    return (int)syscall(SYS_landlock_add_rule, ruleset, kind, rule, 0);
}

int kernel_obey_ruleset(int ruleset)
{
    return (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
}

int kernel_filter(const struct sock_fprog *program)
{
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program);
}
