#include "family.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    GIVE_UP_MS = 3000,
    LOOK_AGAIN_US = 200, /* whether those that were killed are gone */
};

void family_adopt(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/* A group is killed in one stroke, so that who forks and ends does not get away; ours
 * alone is spared. */
static void kill_whole(pid_t pid)
{
    pid_t group = getpgid(pid);

    if (group > 1 && group != getpgrp())
        kill(-group, SIGKILL);
    kill(pid, SIGKILL);
}

/* Send SIGKILL to each number of a list; one may be cut in two by the buffer's end. */
static void kill_listed(int list)
{
    char bytes[512];
    ssize_t got;
    pid_t pid = 0;

    while ((got = read(list, bytes, sizeof(bytes))) > 0)
        for (ssize_t i = 0; i < got; i++) {
            if (bytes[i] >= '0' && bytes[i] <= '9') {
                pid = pid * 10 + bytes[i] - '0';
                continue;
            }
            if (pid > 1)
                kill_whole(pid);
            pid = 0;
        }
}

/* In a namespace of processes, of which this is the first, that is everybody else, at
 * once. Elsewhere it is our children: each that ends leaves its own to us. Where the
 * kernel does not list them, there is the program's process group. */
static void kill_children(pid_t program, bool first)
{
    char path[64];
    int list;

    if (first) {
        kill(-1, SIGKILL);
        return;
    }
    snprintf(path, sizeof(path), "/proc/self/task/%d/children", (int)getpid());
    list = open(path, O_RDONLY | O_CLOEXEC);
    if (list >= 0) {
        kill_listed(list);
        close(list);
    } else if (program > 0)
        kill(-program, SIGKILL);
}

static int64_t milliseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* family_reap() that also says whether there were any. */
static bool reap(pid_t *program, int *status, bool *some)
{
    int how;
    pid_t pid;

    *some = false;
    while ((pid = waitpid(-1, &how, WNOHANG)) > 0) {
        *some = true;
        if (pid == *program) {
            *program = 0;
            *status = how;
        }
    }
    return pid == 0 || errno != ECHILD;
}

bool family_reap(pid_t *program, int *status)
{
    bool some;

    return reap(program, status, &some);
}

void family_end(pid_t *program, int *status, bool first)
{
    static const struct timespec breath = {0, LOOK_AGAIN_US * 1000};
    int64_t until = milliseconds() + GIVE_UP_MS;
    bool some;

    /* Who forks and ends, over and over, is caught in the end if we are no slower. */
    while (reap(program, status, &some) && (some || milliseconds() < until)) {
        kill_children(*program, first);
        if (some)
            until = milliseconds() + GIVE_UP_MS;
        else
            nanosleep(&breath, NULL);
    }
}
