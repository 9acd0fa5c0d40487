/*
 * isolation.h - Linux namespaces for a program that must not communicate.
 *
 * Sources: rules/1996.txt 9, 2003.txt 20, 2004.txt 5 (no telecommunications).
 */
#ifndef ISOLATION_H
#define ISOLATION_H

/*
 * Move this process into new namespaces of users, network and System V IPC, without the
 * privilege to change them; its next child is the first process of a new PID namespace.
 * The user's number stays; no network can be reached, not even loopback, which is
 * checked. Call it while no other thread runs.
 * Returns 0; or the errno of the call that the system does not allow. The process
 * should then exit.
 */
int isolation_enter(void);

#endif
