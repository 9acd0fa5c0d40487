#include "confederate/child/isolation.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

static bool write_file(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    ssize_t written = fd >= 0 ? write(fd, text, strlen(text)) : -1;
    int error = errno;

    if (fd >= 0)
        close(fd);
    errno = error;
    return written == (ssize_t)strlen(text);
}

/* Map only the user and group of entry, each to its own number. */
static bool enter_user_namespace(void)
{
    char users[64], groups[64];

    snprintf(users, sizeof(users), "%u %u 1\n", getuid(), getuid());
    snprintf(groups, sizeof(groups), "%u %u 1\n", getgid(), getgid());
    return unshare(CLONE_NEWUSER) == 0 &&
           write_file("/proc/self/setgroups", "deny\n") &&
           write_file("/proc/self/uid_map", users) &&
           write_file("/proc/self/gid_map", groups);
}

/* Without these not even root can bring the loopback interface up. */
static void drop_capabilities(void)
{
    for (unsigned long right = 0; prctl(PR_CAPBSET_READ, right, 0, 0, 0) >= 0; right++)
        prctl(PR_CAPBSET_DROP, right, 0, 0, 0);
}

/* Whether loopback cannot be reached. */
static bool is_cut_off(void)
{
    struct sockaddr_in here = {
        .sin_family = AF_INET,
        .sin_port = htons(1950),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    bool reached =
        fd >= 0 && connect(fd, (const struct sockaddr *)&here, sizeof(here)) == 0;

    if (fd >= 0)
        close(fd);
    return !reached;
}

int isolation_enter(void)
{
    if (!enter_user_namespace() ||
        unshare(CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWPID) < 0)
        return errno;
    drop_capabilities();
    return is_cut_off() ? 0 : EPERM;
}
