/*
 * filter.h - a process that starts no others, and no new services, by a filter of
 * system calls.
 *
 * The filter is written out rather than made by libseccomp: it is some fifty
 * instructions, which change only when the kernel learns another way to start a
 * process, and a console is to run where that library is not.
 *
 * Source: the kernel's Documentation/userspace-api/seccomp_filter.rst.
 */
#ifndef FILTER_H
#define FILTER_H

/*
 * From now on this thread and all that it starts can become no other program, start no
 * process, read or trace none, and put no words into a terminal's input, from where the
 * shell would take them later: EPERM. Threads can be started. So is what goes round
 * Landlock (landlock.h), which sees TCP's bind() and connect() only: to listen where
 * nothing was bound, to connect by the first bytes, multipath TCP. (On i386 these are
 * also parts of one other call, which is not looked into.) The process must have no new
 * privileges before (EACCES). It cannot be taken back.
 * Returns 0; or -1 with errno, nothing changed: EINVAL if the kernel has no filters,
 * ENOSYS on a machine whose system calls are not known here.
 */
int filter_calls(void);

#endif
