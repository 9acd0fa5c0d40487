/*
 * isolation.h - namespaces for a program that is not to reach anybody.
 *
 * Sources: rules/1996.txt 9, 2003.txt 20, 2004.txt 5 (no telecommunications).
 */
#ifndef ISOLATION_H
#define ISOLATION_H

/*
 * Leave this process's namespaces of users, network and System V messages for fresh
 * ones, with no privilege to change them; its next child is the first of a fresh
 * namespace of processes. There is one user, the same, and no network, not even to this
 * machine, which is tried. No other thread may run.
 * Returns 0; or the errno of what the system does not allow, and then the process is
 * good for nothing else.
 */
int isolation_enter(void);

#endif
