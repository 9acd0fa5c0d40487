#include "filter.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include "kernel.h"

/* Where the first half of an argument is its lower one, and clone() has its flags
 * first. */
#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__i386__)
#define MACHINE AUDIT_ARCH_I386
#elif defined(__aarch64__) && defined(__AARCH64EL__)
#define MACHINE AUDIT_ARCH_AARCH64
#elif defined(__arm__) && defined(__ARMEL__)
#define MACHINE AUDIT_ARCH_ARM
#elif defined(__riscv) && __riscv_xlen == 64
#define MACHINE AUDIT_ARCH_RISCV64
#endif

#ifdef MACHINE

/* Younger than some headers; the numbers are the same on all machines. */
#ifndef SYS_clone3
#define SYS_clone3 435
#endif
#ifndef SYS_pidfd_getfd
#define SYS_pidfd_getfd 438
#endif

#ifndef IPPROTO_MPTCP
#define IPPROTO_MPTCP 262
#endif

enum { FOREIGN = 0x40000000 }; /* the bit of x86-64's second set of calls, x32 */

#define LOAD(field)                                                                    \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define UNLESS(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (skip))
#define REFUSE(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define NEVER(value) UNLESS((value), 1), REFUSE(EPERM)
#define NEVER_WITH(call, field, bit)                                                   \
    UNLESS((call), 4), LOAD(field), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bit), 0, 1), \
        REFUSE(EPERM), ALLOW

int filter_calls(void)
{
    /* What is loaded stays so until the next LOAD. Another machine's numbers (32-bit
     * calls on a 64-bit kernel) would mean other calls. */
    struct sock_filter steps[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0),
        REFUSE(EPERM),
        LOAD(nr),
#ifdef __x86_64__
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FOREIGN, 0, 1),
        REFUSE(EPERM),
#endif
        NEVER(SYS_execve),
        NEVER(SYS_execveat),
#ifdef SYS_fork
        NEVER(SYS_fork),
        NEVER(SYS_vfork),
#endif
        NEVER(SYS_ptrace),
        NEVER(SYS_process_vm_readv),
        NEVER(SYS_process_vm_writev),
        NEVER(SYS_pidfd_getfd),
        /* A filter cannot see this one's flags: the C library then takes clone(). */
        UNLESS(SYS_clone3, 1),
        REFUSE(ENOSYS),
        UNLESS(SYS_clone, 4),
        LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
        REFUSE(EPERM),
        ALLOW,
        NEVER(SYS_listen),
        UNLESS(SYS_socket, 4),
        LOAD(args[2]),
        NEVER(IPPROTO_MPTCP),
        ALLOW,
        NEVER_WITH(SYS_sendto, args[3], MSG_FASTOPEN),
        NEVER_WITH(SYS_sendmsg, args[2], MSG_FASTOPEN),
        NEVER_WITH(SYS_sendmmsg, args[3], MSG_FASTOPEN),
        UNLESS(SYS_ioctl, 5),
        LOAD(args[1]),
        NEVER(TIOCSTI),
        NEVER(TIOCLINUX), /* pastes, on a console without X */
        ALLOW,
    };
    struct sock_fprog program = {sizeof(steps) / sizeof(steps[0]), steps};

    return kernel_filter(&program);
}

#else

int filter_calls(void)
{
    errno = ENOSYS;
    return -1;
}

#endif
