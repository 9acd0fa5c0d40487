#include "warden.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "family.h"
#include "watch.h"

static void forget(struct warden *w)
{
    close(w->fd);
    w->fd = -1;
    waitpid(w->pid, NULL, 0);
    w->pid = 0;
}

/* Its end, and that of what it may have left to us. */
static void bury(struct warden *w)
{
    pid_t none = 0;
    int status;

    forget(w);
    family_end(&none, &status, false);
}

int warden_open(struct warden *w, const struct warden_program *program)
{
    struct watch_message m = {WATCH_READY, EPIPE};
    int ends[2];

    *w = (struct warden){.program = *program, .fd = -1};
    family_adopt();
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0)
        return -1;
    w->pid = fork();
    if (w->pid == 0)
        watch_run(program, ends[1]);
    close(ends[1]);
    w->fd = ends[0];
    if (w->pid < 0) {
        close(w->fd);
        *w = (struct warden){.fd = -1};
        return -1;
    }
    if (watch_hear(w->fd, 0, &m) && m.value == 0)
        return 0;
    forget(w);
    errno = m.value;
    return -1;
}

static bool send_streams(int fd, const int streams[static WARDEN_STREAMS])
{
    struct watch_message m = {WATCH_START, 0};
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(WARDEN_STREAMS * sizeof(int))];
    } control = {.header = {.cmsg_len = CMSG_LEN(WARDEN_STREAMS * sizeof(int)),
                     .cmsg_level = SOL_SOCKET,
                     .cmsg_type = SCM_RIGHTS}};
    struct iovec text = {&m, sizeof(m)};
    struct msghdr whole = {.msg_iov = &text,
        .msg_iovlen = 1,
        .msg_control = &control,
        .msg_controllen = sizeof(control)};

    memcpy(CMSG_DATA(&control.header), streams, WARDEN_STREAMS * sizeof(int));
    return sendmsg(fd, &whole, MSG_NOSIGNAL) == (ssize_t)sizeof(m);
}

static bool is_alive(struct warden *w)
{
    struct watch_message m;

    if (w->pid == 0)
        return false;
    while (watch_hear(w->fd, MSG_DONTWAIT, &m))
        continue; /* it crossed what we said */
    return errno == EAGAIN;
}

int warden_start(struct warden *w, const int streams[static WARDEN_STREAMS])
{
    struct watch_message m = {WATCH_BEGUN, EPIPE};

    if (!is_alive(w)) {
        struct warden_program program = w->program;
        if (w->pid != 0)
            bury(w);
        if (warden_open(w, &program) < 0) {
            w->program = program;
            return -1;
        }
    }
    if (send_streams(w->fd, streams))
        watch_hear(w->fd, 0, &m);
    errno = m.value;
    return m.value == 0 ? 0 : -1;
}

void warden_ask_to_go(struct warden *w)
{
    watch_say(w->fd, WATCH_GO, 0);
}

void warden_end(struct warden *w)
{
    watch_say(w->fd, WATCH_END, 0);
}

bool warden_hear(struct warden *w, int *status)
{
    struct watch_message m;

    if (watch_hear(w->fd, MSG_DONTWAIT, &m)) {
        *status = m.value;
        return m.word == WATCH_GONE;
    }
    if (errno == EAGAIN)
        return false;
    bury(w);
    *status = SIGKILL; /* which the kernel has sent to it, too */
    return true;
}

void warden_close(struct warden *w)
{
    if (w->pid != 0)
        bury(w);
}
