/*
 * bench_talk.c - two people at talk(1), on a machine without logged-in users.
 */
#include "tests/bench/bench_talk.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utmpx.h>

#include "tests/bench/bench_peer.h"

enum { TALK_PORT = 518 };

#define CALLER "root"
#define CALLED "nobody"

/* The namespaces that the bench was in before. */
struct home {
    int network, mounts;
};

static bool raise_loopback(void)
{
    struct ifreq lo = {.ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING};
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    bool raised = fd >= 0 && ioctl(fd, SIOCSIFFLAGS, &lo) == 0;

    close(fd);
    return raised;
}

/* Enter namespaces without other networks and without logged-in users. */
static bool go_away(struct home *home)
{
    int fd;

    home->network = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
    home->mounts = open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC);
    if (home->network < 0 || home->mounts < 0 ||
        unshare(CLONE_NEWNET | CLONE_NEWNS) < 0)
        return false;
    if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0 ||
        mount("none", "/run", "tmpfs", 0, NULL) < 0 || !raise_loopback())
        return false;
    fd = open(_PATH_UTMPX, O_CREAT | O_WRONLY | O_CLOEXEC, 0644);
    close(fd);
    return fd >= 0;
}

static void come_back(struct home *home, const char *work)
{
    if ((home->network >= 0 && setns(home->network, CLONE_NEWNET) < 0) ||
        (home->mounts >= 0 && setns(home->mounts, CLONE_NEWNS) < 0) || chdir(work) < 0)
        terminal_give_up("no way back from talk's network: %s", strerror(errno));
    close(home->network);
    close(home->mounts);
}

/* The daemon, as inetd would start it: its socket is its standard input and output. */
static pid_t start_daemon(const char *server)
{
    const char *const argv[] = {server, NULL};
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(TALK_PORT)};
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    pid_t pid = 0;

    if (fd >= 0 && bind(fd, (struct sockaddr *)&address, sizeof(address)) == 0)
        pid = terminal_spawn(argv, fd, fd);
    close(fd);
    return pid;
}

static bool log_in(const char *user, const struct terminal *t)
{
    struct utmpx entry = {.ut_type = USER_PROCESS, .ut_pid = t->pid};
    const char *line = t->path + strlen("/dev/");

    /* As mesg(1) would: calls are allowed. */
    if (chmod(t->path, 0620) < 0)
        return false;
    snprintf(entry.ut_user, sizeof(entry.ut_user), "%s", user);
    snprintf(entry.ut_line, sizeof(entry.ut_line), "%s", line);
    snprintf(entry.ut_id, sizeof(entry.ut_id), "%s", strrchr(line, '/') + 1);
    setutxent();
    return pututxline(&entry) != NULL;
}

/* The called user sits at a shell until the call arrives. */
static void start_both(struct peer *peer, const char *client)
{
    struct terminal *near = &peer->ends[PEER_NEAR], *far = &peer->ends[PEER_FAR];
    char answer[PEER_TEXT + 64];
    const char *const call[] = {client, CALLED "@localhost", NULL};
    const char *const shell[] = {"sh", "-c", answer, NULL};

    snprintf(answer, sizeof(answer),
        "read go && exec setpriv --reuid " CALLED " %s " CALLER "@localhost", client);
    terminal_run(far, shell, -1);
    if (!log_in(CALLED, far)) {
        peer_skip(peer, "no user can be logged in: %s", strerror(errno));
        return;
    }
    terminal_run(near, call, -1);
    if (terminal_wait(far, "respond with") < 0) {
        peer_skip(peer, "the call does not arrive");
        return;
    }
    terminal_type(far, "\r");
    if (terminal_wait(near, "Connection established") < 0 ||
        terminal_wait(far, "Connection established") < 0)
        peer_skip(peer, "the call is not answered");
}

void talk_open(
    struct peer *peer, const char *client, const char *server, const char *work)
{
    struct home home = {-1, -1};

    if (geteuid() != 0) {
        peer_skip(peer, "only root can give it a network of its own");
        return;
    }
    if (go_away(&home) && (peer->helper = start_daemon(server)) > 0)
        start_both(peer, client);
    else
        peer_skip(peer, "no network of its own: %s", strerror(errno));
    come_back(&home, work);
}
