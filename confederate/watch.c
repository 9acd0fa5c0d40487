#include "watch.h"

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

#include "family.h"
#include "isolation.h"
#include "signals.h"

enum { SOCKET_AT = 3 }; /* the warden's own end */

/* What is said */

bool watch_say(int fd, enum watch_word word, int value)
{
    struct watch_message m = {word, value};

    return send(fd, &m, sizeof(m), MSG_NOSIGNAL) == (ssize_t)sizeof(m);
}

bool watch_hear(int fd, int flags, struct watch_message *m)
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

static void become(
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

/* The end of file says that the program runs; a number says why it does not. */
static int hear_report(int report)
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
        become(program, streams, report[1], warden);
    error = *pid < 0 ? errno : 0;
    close(report[1]);
    if (error == 0)
        error = hear_report(report[0]);
    close(report[0]);
    if (error != 0 && *pid > 0)
        waitpid(*pid, NULL, 0);
    if (error != 0)
        *pid = 0;
    return error;
}

/* A message with, if it is WATCH_START, the streams. Returns false when entry is gone.
 */
static bool take_order(struct watch_message *m, int streams[static WARDEN_STREAMS])
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
    if (m->word == WATCH_START && first == NULL)
        return false;
    if (m->word == WATCH_START)
        memcpy(streams, CMSG_DATA(first), WARDEN_STREAMS * sizeof(int));
    return true;
}

static void tell_end(const struct warden_program *program, pid_t *pid, int status)
{
    family_end(pid, &status, program->isolated);
    *pid = 0;
    watch_say(SOCKET_AT, WATCH_GONE, status);
}

static void obey(const struct warden_program *program, const struct watch_message *m,
    const int streams[static WARDEN_STREAMS], pid_t *pid)
{
    int error;

    if (m->word == WATCH_START) {
        error = start_program(program, streams, pid);
        for (int i = 0; i < WARDEN_STREAMS; i++)
            close(streams[i]);
        watch_say(SOCKET_AT, WATCH_BEGUN, error);
    } else if (m->word == WATCH_GO && *pid > 0)
        kill(-*pid, SIGTERM);
    else if (m->word == WATCH_END && *pid > 0)
        tell_end(program, pid, SIGKILL);
}

/* When the program itself has gone, the others must. */
static void look_after(const struct warden_program *program, pid_t *pid)
{
    bool had = *pid != 0;
    int status = 0;

    family_reap(pid, &status);
    if (had && *pid == 0)
        tell_end(program, pid, status);
}

_Noreturn static void keep_watch(const struct warden_program *program)
{
    struct pollfd fds[2] = {{.fd = SOCKET_AT, .events = POLLIN}, {.events = POLLIN}};
    struct signalfd_siginfo news;
    struct watch_message m;
    sigset_t child;
    pid_t pid = 0;
    int streams[WARDEN_STREAMS], status;

    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    fds[1].fd = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
    family_adopt();
    watch_say(SOCKET_AT, WATCH_READY, fds[1].fd < 0 ? errno : 0);
    while (poll(fds, 2, -1) >= 0 || errno == EINTR) {
        if (fds[1].revents != 0 && read(fds[1].fd, &news, sizeof(news)) > 0)
            look_after(program, &pid);
        if (fds[0].revents == 0)
            continue;
        if (!take_order(&m, streams))
            break;
        obey(program, &m, streams, &pid);
    }
    family_end(&pid, &status, program->isolated);
    _exit(0);
}

/* The warden */

/* Go into namespaces of our own; the first process in them is the warden, and the one
 * that made them waits for it. */
_Noreturn static void keep_watch_isolated(const struct warden_program *program)
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
        keep_watch(program);
    }
    if (error != 0)
        watch_say(SOCKET_AT, WATCH_READY, error);
    close(SOCKET_AT);
    while (first > 0 && waitpid(first, NULL, 0) < 0 && errno == EINTR)
        continue;
    _exit(0);
}

/* Nothing of entry's is to stay open here, nor any signal to come that is meant for
 * entry and its terminal. */
_Noreturn void watch_run(const struct warden_program *program, int fd)
{
    sigset_t all;
    int nothing;

    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    setsid();
    prctl(PR_SET_NAME, "entry-warden");
    /* A setuid program would be out of reach when all are to be ended. */
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (fd != SOCKET_AT && dup3(fd, SOCKET_AT, O_CLOEXEC) < 0)
        _exit(1);
    closefrom(SOCKET_AT + 1);
    nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int i = STDIN_FILENO; i <= STDERR_FILENO && nothing >= 0; i++)
        dup2(nothing, i);
    if (program->isolated)
        keep_watch_isolated(program);
    keep_watch(program);
}
