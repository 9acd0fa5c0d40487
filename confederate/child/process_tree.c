#include "confederate/child/process_tree.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/system/clock.h"

enum {
    GIVE_UP_MS = 3000,
    PAUSE_US = 200, /* before the next look for processes that have ended */
};

void process_tree_adopt(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/* Kill a process and its group at once, so that a process that forks and exits does not
 * escape; never our own group. */
static void kill_group(pid_t pid)
{
    pid_t group = getpgid(pid);

    if (group > 1 && group != getpgrp())
        kill(-group, SIGKILL);
    kill(pid, SIGKILL);
}

/* Kill each process of a list of numbers. */
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
                kill_group(pid);
            pid = 0;
        }
}

/* In our own PID namespace kill all other processes at once. Elsewhere kill our
 * children: their children become ours. If the kernel does not list them, kill the
 * program's process group. */
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

/* Reap as process_tree_reap(); *some: a child had ended. */
static bool reap_children(pid_t *program, int *status, bool *some)
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

bool process_tree_reap(pid_t *program, int *status)
{
    bool some;

    return reap_children(program, status, &some);
}

void process_tree_end(pid_t *program, int *status, bool first)
{
    static const struct timespec pause = {0, PAUSE_US * 1000};
    int64_t until = clock_now().tick + GIVE_UP_MS;
    bool some;

    /* A process that forks and exits again and again is caught in the end. */
    while (
        reap_children(program, status, &some) && (some || clock_now().tick < until)) {
        kill_children(*program, first);
        if (some)
            until = clock_now().tick + GIVE_UP_MS;
        else
            nanosleep(&pause, NULL);
    }
}
