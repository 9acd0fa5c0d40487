#include "confederate/child/warden.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "confederate/child/process_tree.h"
#include "confederate/child/warden_process.h"

static void reap_warden(struct warden *w)
{
    close(w->fd);
    w->fd = -1;
    waitpid(w->pid, NULL, 0);
    w->pid = 0;
}

/* End the warden, and the descendants that are now our children. */
static void end_warden(struct warden *w)
{
    pid_t none = 0;
    int status;

    reap_warden(w);
    process_tree_end(&none, &status, false);
}

int warden_open(struct warden *w, const struct warden_program *program)
{
    struct warden_process_message m = {WARDEN_PROCESS_READY, EPIPE};
    int ends[2];

    *w = (struct warden){.program = *program, .fd = -1};
    process_tree_adopt();
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0)
        return -1;
    w->pid = fork();
    if (w->pid == 0)
        warden_process_run(program, ends[1]);
    close(ends[1]);
    w->fd = ends[0];
    if (w->pid < 0) {
        close(w->fd);
        *w = (struct warden){.fd = -1};
        return -1;
    }
    if (warden_process_hear(w->fd, 0, &m) && m.value == 0)
        return 0;
    reap_warden(w);
    errno = m.value;
    return -1;
}

static bool send_streams(int fd, const int streams[static WARDEN_STREAMS])
{
    struct warden_process_message m = {WARDEN_PROCESS_START, 0};
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

/* Whether the warden is there. Drops its messages about the last program. */
static bool is_alive(struct warden *w)
{
    struct warden_process_message m;

    if (w->pid == 0)
        return false;
    while (warden_process_hear(w->fd, MSG_DONTWAIT, &m))
        continue; /* a message from before the last order */
    return errno == EAGAIN;
}

int warden_start(struct warden *w, const int streams[static WARDEN_STREAMS])
{
    struct warden_process_message m = {WARDEN_PROCESS_BEGUN, EPIPE};

    if (!is_alive(w)) {
        struct warden_program program = w->program;
        if (w->pid != 0)
            end_warden(w);
        if (warden_open(w, &program) < 0) {
            w->program = program;
            return -1;
        }
    }
    if (send_streams(w->fd, streams))
        warden_process_hear(w->fd, 0, &m);
    errno = m.value;
    return m.value == 0 ? 0 : -1;
}

void warden_terminate(struct warden *w)
{
    warden_process_say(w->fd, WARDEN_PROCESS_TERMINATE, 0);
}

void warden_kill(struct warden *w)
{
    warden_process_say(w->fd, WARDEN_PROCESS_KILL, 0);
}

bool warden_hear(struct warden *w, int *status)
{
    struct warden_process_message m;

    if (warden_process_hear(w->fd, MSG_DONTWAIT, &m)) {
        *status = m.value;
        return m.word == WARDEN_PROCESS_GONE;
    }
    if (errno == EAGAIN)
        return false;
    end_warden(w);
    *status = SIGKILL; /* PR_SET_PDEATHSIG has killed the program */
    return true;
}

void warden_close(struct warden *w)
{
    if (w->pid != 0)
        end_warden(w);
}
