#include "tests/support/probe.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LINE_SIZE = 128 };

/* An attempt returns a negative number, with errno, if it has failed. */
typedef int attempt(const struct probe_world *world);

/* Files */

static const char *in(const char *directory, const char *name)
{
    static char path[2][PATH_MAX];
    static int next;
    char *room = path[next = !next];

    snprintf(room, PATH_MAX, "%s/%s", directory, name);
    return room;
}

static int open_and_close(const char *path, int flags)
{
    int fd = open(path, flags | O_CLOEXEC, 0600);

    return fd < 0 ? -1 : close(fd);
}

static int record_make(const struct probe_world *w)
{
    return open_and_close(in(w->records, "probe"), O_WRONLY | O_CREAT | O_EXCL);
}

static int record_append(const struct probe_world *w)
{
    int fd = open(in(w->records, "probe"), O_WRONLY | O_APPEND | O_CLOEXEC);
    ssize_t written = fd < 0 ? -1 : write(fd, "x", 1);

    if (fd >= 0)
        close(fd);
    return written == 1 ? 0 : -1;
}

static int record_cut(const struct probe_world *w)
{
    return truncate(in(w->records, "probe"), 0);
}

static int record_read(const struct probe_world *w)
{
    return open_and_close(in(w->records, "probe"), O_RDONLY);
}

static int record_rename(const struct probe_world *w)
{
    return rename(in(w->records, "probe"), in(w->records, "probed"));
}

static int record_remove(const struct probe_world *w)
{
    return unlink(in(w->records, "probed"));
}

static int record_list(const struct probe_world *w)
{
    return open_and_close(w->records, O_RDONLY | O_DIRECTORY);
}

static int record_directory(const struct probe_world *w)
{
    const char *path = in(w->records, "probe.d");

    return mkdir(path, 0700) < 0 ? -1 : rmdir(path);
}

static int record_link(const struct probe_world *w)
{
    const char *path = in(w->records, "probe.l");

    return symlink(w->elsewhere, path) < 0 ? -1 : unlink(path);
}

static int other_read(const struct probe_world *w)
{
    return open_and_close(in(w->elsewhere, "theirs"), O_RDONLY);
}

static int other_write(const struct probe_world *w)
{
    return open_and_close(in(w->elsewhere, "theirs"), O_WRONLY);
}

static int other_list(const struct probe_world *w)
{
    return open_and_close(w->elsewhere, O_RDONLY | O_DIRECTORY);
}

static int other_make(const struct probe_world *w)
{
    const char *path = in(w->elsewhere, "ours");

    return open_and_close(path, O_WRONLY | O_CREAT | O_EXCL) < 0 ? -1 : unlink(path);
}

static int other_directory(const struct probe_world *w)
{
    const char *path = in(w->elsewhere, "ours.d");

    return mkdir(path, 0700) < 0 ? -1 : rmdir(path);
}

static int other_rename(const struct probe_world *w)
{
    return rename(in(w->elsewhere, "theirs"), in(w->elsewhere, "moved"));
}

static int other_remove(const struct probe_world *w)
{
    return unlink(in(w->elsewhere, "moved")) == 0 ? 0
                                                  : unlink(in(w->elsewhere, "theirs"));
}

/* TCP and UDP */

static struct sockaddr_in loopback(int port)
{
    return (struct sockaddr_in){.sin_family = AF_INET,
        .sin_port = htons((uint16_t)port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

typedef int use(int fd, const struct sockaddr *address, socklen_t length);

static int with_socket(int type, use *call, int port)
{
    struct sockaddr_in address = loopback(port);
    int fd = socket(AF_INET, type | SOCK_CLOEXEC, 0), result, saved;

    if (fd < 0)
        return -1;
    result = call(fd, (const struct sockaddr *)&address, sizeof(address));
    saved = errno;
    close(fd);
    errno = saved;
    return result;
}

static int tcp_bind(const struct probe_world *w)
{
    (void)w;
    return with_socket(SOCK_STREAM, bind, 0);
}

static int udp_bind(const struct probe_world *w)
{
    (void)w;
    return with_socket(SOCK_DGRAM, bind, 0);
}

static int call_station(const struct probe_world *w)
{
    return with_socket(SOCK_STREAM, connect, w->station);
}

static int call_other(const struct probe_world *w)
{
    return with_socket(SOCK_STREAM, connect, w->other);
}

/* A call that the kernel lacks counts as allowed. */
static int unless_missing(int result)
{
    bool missing = result < 0 && (errno == EPROTONOSUPPORT || errno == ENOPROTOOPT ||
                                     errno == EOPNOTSUPP);

    return missing ? 0 : result;
}

static int listen_unbound(int fd, const struct sockaddr *address, socklen_t length)
{
    (void)address;
    (void)length;
    return listen(fd, 1);
}

static int send_first(int fd, const struct sockaddr *address, socklen_t length)
{
    return unless_missing((int)sendto(fd, "x", 1, MSG_FASTOPEN, address, length));
}

static int tcp_listen(const struct probe_world *w)
{
    (void)w;
    return with_socket(SOCK_STREAM, listen_unbound, 0);
}

static int tcp_first_bytes(const struct probe_world *w)
{
    return with_socket(SOCK_STREAM, send_first, w->other);
}

static int tcp_multipath(const struct probe_world *w)
{
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, IPPROTO_MPTCP);

    (void)w;
    return fd < 0 ? unless_missing(fd) : close(fd);
}

/* Other processes */

static int signal_parent(const struct probe_world *w)
{
    (void)w;
    return kill(getppid(), 0);
}

static int abstract_socket(const struct probe_world *w)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), result, saved;
    size_t length = (size_t)snprintf(
        address.sun_path + 1, sizeof(address.sun_path) - 1, "%s", w->abstract);

    if (fd < 0)
        return -1;
    result = connect(fd, (const struct sockaddr *)&address,
        (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length));
    saved = errno;
    close(fd);
    errno = saved;
    return result;
}

static int trace(const struct probe_world *w)
{
    (void)w;
    return (int)ptrace(PTRACE_DETACH, getppid(), NULL, NULL); /* else ESRCH */
}

static int read_memory(const struct probe_world *w)
{
    struct iovec nothing = {0};

    (void)w;
    return (int)process_vm_readv(INT_MAX, &nothing, 1, &nothing, 1, 0);
}

static int take_descriptor(const struct probe_world *w)
{
    (void)w;
    return (int)syscall(SYS_pidfd_getfd, -1, 0, 0); /* else EBADF */
}

/* Children */

static int reap(pid_t child)
{
    if (child == 0)
        _exit(0);
    return child < 0 ? -1 : (int)waitpid(child, NULL, 0);
}

static int start_fork(const struct probe_world *w)
{
    (void)w;
    return reap(fork());
}

static int start_clone(const struct probe_world *w)
{
    (void)w;
    return reap((pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, 0L));
}

/* Of no size, it starts nothing even where it may: EINVAL. */
static int start_clone3(const struct probe_world *w)
{
    (void)w;
    return (int)syscall(SYS_clone3, NULL, 0L);
}

static int start_spawn(const struct probe_world *w)
{
    char *const words[] = {"true", NULL};
    pid_t child;

    (void)w;
    errno = posix_spawn(&child, "/bin/true", NULL, NULL, words, words + 1);
    return errno != 0 ? -1 : reap(child);
}

static int become(const struct probe_world *w)
{
    char *const nothing[] = {NULL};

    (void)w;
    return execve("/there/is/none", nothing, nothing); /* else ENOENT */
}

static int become_at(const struct probe_world *w)
{
    char *const nothing[] = {NULL};

    (void)w;
    return (int)syscall(SYS_execveat, -1, "none", nothing, nothing, 0); /* else EBADF */
}

static void *do_nothing(void *argument)
{
    return argument;
}

static int start_thread(const struct probe_world *w)
{
    pthread_t thread;

    (void)w;
    errno = pthread_create(&thread, NULL, do_nothing, NULL);
    return errno != 0 ? -1 : pthread_join(thread, NULL);
}

/* On a descriptor that is not a terminal: else ENOTTY. */
static int control(unsigned long request)
{
    int ends[2], result, saved;

    if (pipe2(ends, O_CLOEXEC) < 0)
        return -1;
    result = ioctl(ends[0], request, "x");
    saved = errno;
    close(ends[0]);
    close(ends[1]);
    errno = saved;
    return result;
}

static int type_ahead(const struct probe_world *w)
{
    (void)w;
    return control(TIOCSTI);
}

static int paste(const struct probe_world *w)
{
    (void)w;
    return control(TIOCLINUX);
}

static const struct {
    const char *name;
    attempt *try;
} attempts[] = {
    {"record-make", record_make},
    {"record-append", record_append},
    {"record-cut", record_cut},
    {"record-read", record_read},
    {"record-rename", record_rename},
    {"record-remove", record_remove},
    {"record-list", record_list},
    {"record-directory", record_directory},
    {"record-link", record_link},
    {"other-read", other_read},
    {"other-write", other_write},
    {"other-list", other_list},
    {"other-make", other_make},
    {"other-directory", other_directory},
    {"other-rename", other_rename},
    {"other-remove", other_remove},
    {"tcp-bind", tcp_bind},
    {"tcp-station", call_station},
    {"tcp-other", call_other},
    {"tcp-listen", tcp_listen},
    {"tcp-first-bytes", tcp_first_bytes},
    {"tcp-multipath", tcp_multipath},
    {"udp-bind", udp_bind},
    {"signal", signal_parent},
    {"abstract-socket", abstract_socket},
    {"trace", trace},
    {"read-memory", read_memory},
    {"take-descriptor", take_descriptor},
    {"fork", start_fork},
    {"clone", start_clone},
    {"clone3", start_clone3},
    {"spawn", start_spawn},
    {"execve", become},
    {"execveat", become_at},
    {"thread", start_thread},
    {"type-ahead", type_ahead},
    {"paste", paste},
};

void probe_all(const struct probe_world *world, int to)
{
    char line[LINE_SIZE];

    for (size_t i = 0; i < sizeof(attempts) / sizeof(attempts[0]); i++) {
        const char *result = attempts[i].try(world) < 0 ? strerrorname_np(errno) : "ok";
        int length = snprintf(line, sizeof(line), "%s %s\n", attempts[i].name, result);
        if (write(to, line, (size_t)length) != length)
            return;
    }
}
