#include "confederate/child/warden_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/system/signals.h"
#include "confederate/child/isolation.h"
#include "confederate/child/process_tree.h"

enum { SOCKET_AT = 3 }; /* the warden's own end */

/* Messages */

bool warden_process_say(int fd, enum warden_process_word word, int value)
{
    struct warden_process_message m = {word, value};

    return send(fd, &m, sizeof(m), MSG_NOSIGNAL) == (ssize_t)sizeof(m);
}

bool warden_process_hear(int fd, int flags, struct warden_process_message *m)
{
    ssize_t got;

    do
        got = recv(fd, m, sizeof(*m), flags);
    while (got < 0 && errno == EINTR);
    if (got == 0)
        errno = EPIPE;
    return got == (ssize_t)sizeof(*m);
}

/* The program */

static void run_program(
    const struct warden_program *program, const int streams[], int report, pid_t warden)
{
    setsid();
    if (program->terminal)
        ioctl(streams[STDIN_FILENO], TIOCSCTTY, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signals_reset();
    if (getppid() == warden && dup2(streams[0], STDIN_FILENO) >= 0 &&
        dup2(streams[1], STDOUT_FILENO) >= 0 && dup2(streams[2], STDERR_FILENO) >= 0)
        execv(program->path, program->arguments);
    if (write(report, &errno, sizeof(errno)) < 0)
        _exit(126);
    _exit(127);
}

/* Read the report of a program that starts: an errno, or end of file if it runs. */
static int read_report(int report)
{
    int error = 0;
    ssize_t got;

    do
        got = read(report, &error, sizeof(error));
    while (got < 0 && errno == EINTR);
    return got == (ssize_t)sizeof(error) ? error : 0;
}

/* Returns 0, or the errno. */
static int start_program(
    const struct warden_program *program, const int streams[], pid_t *pid)
{
    int report[2], error;
    pid_t warden = getpid();

    if (pipe2(report, O_CLOEXEC) < 0)
        return errno;
    *pid = fork();
    if (*pid == 0)
        run_program(program, streams, report[1], warden);
    error = *pid < 0 ? errno : 0;
    close(report[1]);
    if (error == 0)
        error = read_report(report[0]);
    close(report[0]);
    if (error != 0 && *pid > 0)
        waitpid(*pid, NULL, 0);
    if (error != 0)
        *pid = 0;
    return error;
}

/* Receive an order; WARDEN_PROCESS_START comes with the streams. Returns false if entry
 * has ended. */
static bool receive_order(
    struct warden_process_message *m, int streams[static WARDEN_STREAMS])
{
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(WARDEN_STREAMS * sizeof(int))];
    } control;
    struct iovec text = {m, sizeof(*m)};
    struct msghdr whole = {.msg_iov = &text,
        .msg_iovlen = 1,
        .msg_control = &control,
        .msg_controllen = sizeof(control)};
    const struct cmsghdr *first;

    if (recvmsg(SOCKET_AT, &whole, MSG_CMSG_CLOEXEC) != (ssize_t)sizeof(*m))
        return false;
    first = CMSG_FIRSTHDR(&whole);
    if (m->word == WARDEN_PROCESS_START && first == NULL)
        return false;
    if (m->word == WARDEN_PROCESS_START)
        memcpy(streams, CMSG_DATA(first), WARDEN_STREAMS * sizeof(int));
    return true;
}

static void report_end(const struct warden_program *program, pid_t *pid, int status)
{
    process_tree_end(pid, &status, program->isolated);
    *pid = 0;
    warden_process_say(SOCKET_AT, WARDEN_PROCESS_GONE, status);
}

static void obey_order(const struct warden_program *program,
    const struct warden_process_message *m, const int streams[static WARDEN_STREAMS],
    pid_t *pid)
{
    int error;

    if (m->word == WARDEN_PROCESS_START) {
        error = start_program(program, streams, pid);
        for (int i = 0; i < WARDEN_STREAMS; i++)
            close(streams[i]);
        warden_process_say(SOCKET_AT, WARDEN_PROCESS_BEGUN, error);
    } else if (m->word == WARDEN_PROCESS_TERMINATE && *pid > 0)
        kill(-*pid, SIGTERM);
    else if (m->word == WARDEN_PROCESS_KILL && *pid > 0)
        report_end(program, pid, SIGKILL);
}

/* Reap; when the program itself has ended, kill its descendants. */
static void reap_program(const struct warden_program *program, pid_t *pid)
{
    bool had = *pid != 0;
    int status = 0;

    process_tree_reap(pid, &status);
    if (had && *pid == 0)
        report_end(program, pid, status);
}

_Noreturn static void serve_entry(const struct warden_program *program)
{
    struct pollfd fds[2] = {{.fd = SOCKET_AT, .events = POLLIN}, {.events = POLLIN}};
    struct signalfd_siginfo info;
    struct warden_process_message m;
    sigset_t child;
    pid_t pid = 0;
    int streams[WARDEN_STREAMS], status;

    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    fds[1].fd = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
    process_tree_adopt();
    warden_process_say(SOCKET_AT, WARDEN_PROCESS_READY, fds[1].fd < 0 ? errno : 0);
    while (poll(fds, 2, -1) >= 0 || errno == EINTR) {
        if (fds[1].revents != 0 && read(fds[1].fd, &info, sizeof(info)) > 0)
            reap_program(program, &pid);
        if (fds[0].revents == 0)
            continue;
        if (!receive_order(&m, streams))
            break;
        obey_order(program, &m, streams, &pid);
    }
    process_tree_end(&pid, &status, program->isolated);
    _exit(0);
}

/* The warden */

/* Enter new namespaces; their first process is the warden, and this process waits for
 * it. */
_Noreturn static void serve_entry_isolated(const struct warden_program *program)
{
    pid_t first = -1;
    int error;

    error = isolation_enter();
    if (error == 0) {
        first = fork();
        error = first < 0 ? errno : 0;
    }
    if (first == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        serve_entry(program);
    }
    if (error != 0)
        warden_process_say(SOCKET_AT, WARDEN_PROCESS_READY, error);
    close(SOCKET_AT);
    while (first > 0 && waitpid(first, NULL, 0) < 0 && errno == EINTR)
        continue;
    _exit(0);
}

/* Close entry's descriptors, and leave its session: signals of its terminal must not
 * reach the warden. */
_Noreturn void warden_process_run(const struct warden_program *program, int fd)
{
    sigset_t all;
    int nothing;

    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    setsid();
    prctl(PR_SET_NAME, "entry-warden");
    /* A setuid program could not be killed. */
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (fd != SOCKET_AT && dup3(fd, SOCKET_AT, O_CLOEXEC) < 0)
        _exit(1);
    closefrom(SOCKET_AT + 1);
    nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int i = STDIN_FILENO; i <= STDERR_FILENO && nothing >= 0; i++)
        dup2(nothing, i);
    if (program->isolated)
        serve_entry_isolated(program);
    serve_entry(program);
}
