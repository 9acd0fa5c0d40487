#include "tests/support/sandbox_world.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/landlock.h>
#include <netinet/in.h>
#include <seccomp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/helper.h"

#include <cmocka.h>

int __wrap_prctl(int option, ...);
long __wrap_syscall(long number, ...);
int __wrap_seccomp_load(const scmp_filter_ctx filter);
int __real_prctl(int option, ...);
long __real_syscall(long number, ...);
int __real_seccomp_load(const scmp_filter_ctx filter);

struct sandbox_kernel kernel;

struct ruleset {
    uint64_t files, tcp, others;
};

/* The rights of each version, from the table in the kernel's documentation. */
static const struct ruleset known[NEWEST + 1] = {
    [1] = {0x1fff, 0, 0},
    [2] = {0x3fff, 0, 0},
    [3] = {0x7fff, 0, 0},
    [4] = {0x7fff, 3, 0},
    [5] = {0xffff, 3, 0},
    [6] = {0xffff, 3, 3},
    [7] = {0xffff, 3, 3},
};

static int fail_with(int error)
{
    errno = error;
    return -1;
}

int __wrap_prctl(int option, ...)
{
    assert_int_equal(option, PR_SET_NO_NEW_PRIVS);
    return kernel.privileges != 0 ? fail_with(kernel.privileges)
                                  : __real_prctl(option, 1, 0, 0, 0);
}

/* The kernel refuses rights unknown to it with EINVAL, and unknown members of the
 * structure with E2BIG unless they are 0. */
static int check_ruleset(const struct ruleset *set, size_t size)
{
    const struct ruleset *has =
        &known[kernel.version < NEWEST ? kernel.version : NEWEST];

    assert_int_equal(size, sizeof(*set));
    if (kernel.create != 0)
        return fail_with(kernel.create);
    if ((has->tcp == 0 && set->tcp != 0) || (has->others == 0 && set->others != 0))
        return fail_with(E2BIG);
    if ((set->files & ~has->files) != 0 || (set->tcp & ~has->tcp) != 0 ||
        (set->others & ~has->others) != 0)
        return fail_with(EINVAL);
    return 0;
}

static long create_ruleset(const struct ruleset *set, size_t size, long flags)
{
    if (flags == LANDLOCK_CREATE_RULESET_VERSION)
        return kernel.version == 0 ? fail_with(kernel.none) : kernel.version;
    return check_ruleset(set, size) < 0
               ? -1
               : __real_syscall(SYS_landlock_create_ruleset, set, size, flags);
}

long __wrap_syscall(long number, ...)
{
    long arguments[5];
    va_list rest;

    va_start(rest, number);
    for (size_t i = 0; i < COUNT(arguments); i++)
        arguments[i] = va_arg(rest, long);
    va_end(rest);
    if (number == SYS_landlock_create_ruleset)
        return create_ruleset((const struct ruleset *)arguments[0],
            (size_t)arguments[1], (int)arguments[2]);
    if (number == SYS_landlock_restrict_self && kernel.obey != 0)
        return fail_with(kernel.obey);
    return __real_syscall(
        number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4]);
}

int __wrap_seccomp_load(const scmp_filter_ctx filter)
{
    return kernel.filter != 0 ? -kernel.filter : __real_seccomp_load(filter);
}

enum { NEVER = 0 };

/* The results of each attempt: unrestricted, and with its part in force since a
 * version.
 */

static const struct {
    const char *name, *free;
    unsigned part;
    int since;
    const char *confined;
    const char *files; /* with FILES in force but not its own part; NULL: free */
} expected[] = {
    {"record-make", "ok", NEVER, 0, NULL, NULL},
    {"record-append", "ok", NEVER, 0, NULL, NULL},
    {"record-cut", "ok", FILES, 3, "EACCES", NULL},
    {"record-read", "ok", FILES, 1, "EACCES", NULL},
    {"record-rename", "ok", NEVER, 0, NULL, NULL},
    {"record-remove", "ok", NEVER, 0, NULL, NULL},
    {"record-list", "ok", NEVER, 0, NULL, NULL},
    {"record-directory", "ok", FILES, 1, "EACCES", NULL},
    {"record-link", "ok", FILES, 1, "EACCES", NULL},
    {"other-read", "ok", FILES, 1, "EACCES", NULL},
    {"other-write", "ok", FILES, 1, "EACCES", NULL},
    {"other-list", "ok", FILES, 1, "EACCES", NULL},
    {"other-make", "ok", FILES, 1, "EACCES", NULL},
    {"other-directory", "ok", FILES, 1, "EACCES", NULL},
    {"other-rename", "ok", FILES, 1, "EACCES", NULL},
    {"other-remove", "ok", FILES, 1, "EACCES", NULL},
    {"tcp-bind", "ok", TCP, 4, "EACCES", NULL},
    {"tcp-station", "ok", NEVER, 0, NULL, NULL},
    {"tcp-other", "ok", TCP, 4, "EACCES", NULL},
    {"tcp-listen", "ok", FILTER, 0, "EPERM", NULL},
    {"tcp-first-bytes", "ok", FILTER, 0, "EPERM", NULL},
    {"tcp-multipath", "ok", FILTER, 0, "EPERM", NULL},
    {"udp-bind", "ok", NEVER, 0, NULL, NULL},
    {"signal", "ok", PROCESSES, 6, "EPERM", NULL},
    {"abstract-socket", "ok", PROCESSES, 6, "EPERM", NULL},
    {"trace", "ESRCH", FILTER, 0, "EPERM", NULL},
    {"read-memory", "ok", FILTER, 0, "EPERM", NULL},
    {"take-descriptor", "EBADF", FILTER, 0, "EPERM", NULL},
    {"fork", "ok", FILTER, 0, "EPERM", NULL},
    {"clone", "ok", FILTER, 0, "EPERM", NULL},
    {"clone3", "EINVAL", FILTER, 0, "ENOSYS", NULL},
    {"spawn", "ok", FILTER, 0, "EPERM", "EACCES"},
    {"execve", "ENOENT", FILTER, 0, "EPERM", NULL},
    {"execveat", "EBADF", FILTER, 0, "EPERM", NULL},
    {"thread", "ok", NEVER, 0, NULL, NULL},
    {"type-ahead", "ENOTTY", FILTER, 0, "EPERM", NULL},
    {"paste", "ENOTTY", FILTER, 0, "EPERM", NULL},
};

/* The world */

static char top[PATH_MAX], records[PATH_MAX + 8], elsewhere[PATH_MAX + 8],
    socket_name[32];
struct probe_world world = {
    .records = records, .elsewhere = elsewhere, .abstract = socket_name};
static int doors[3];

static int listen_at(const struct sockaddr *address, size_t length)
{
    int fd = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);

    assert_int_equal(bind(fd, address, (socklen_t)length), 0);
    assert_int_equal(listen(fd, 64), 0);
    return fd;
}

static int open_port(int *port)
{
    struct sockaddr_in any = {
        .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof(any);
    int fd = listen_at((const struct sockaddr *)&any, sizeof(any));

    assert_int_equal(getsockname(fd, (struct sockaddr *)&any, &length), 0);
    *port = ntohs(any.sin_port);
    return fd;
}

static int open_abstract(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int length =
        snprintf(socket_name, sizeof(socket_name), "confine-test-%d", (int)getpid());

    memcpy(address.sun_path + 1, socket_name, (size_t)length);
    return listen_at((const struct sockaddr *)&address,
        offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
}

int sandbox_world_begin(void **state)
{
    (void)state;
    snprintf(top, sizeof(top), "/tmp/confine.XXXXXX");
    assert_non_null(mkdtemp(top));
    snprintf(records, sizeof(records), "%s/log", top);
    snprintf(elsewhere, sizeof(elsewhere), "%s/other", top);
    assert_int_equal(mkdir(records, 0700), 0);
    assert_int_equal(mkdir(elsewhere, 0700), 0);
    doors[0] = open_port(&world.station);
    doors[1] = open_port(&world.other);
    doors[2] = open_abstract();
    return 0;
}

int sandbox_world_end(void **state)
{
    char path[PATH_MAX + 16];

    (void)state;
    for (size_t i = 0; i < COUNT(doors); i++)
        close(doors[i]);
    snprintf(path, sizeof(path), "%s/theirs", elsewhere);
    unlink(path);
    rmdir(elsewhere);
    rmdir(records);
    return rmdir(top);
}

char *sandbox_world_said(void (*give_up)(FILE *to))
{
    static char said[16384];
    char path[PATH_MAX + 16];
    size_t length = 0;
    ssize_t got;
    int ends[2], status;
    pid_t child;

    snprintf(path, sizeof(path), "%s/theirs", elsewhere);
    close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    child = fork();
    if (child == 0) {
        FILE *to = fdopen(ends[1], "w");
        give_up(to);
        fflush(to);
        probe_all(&world, ends[1]);
        _exit(0);
    }
    close(ends[1]);
    while ((got = read(ends[0], said + length, sizeof(said) - 1 - length)) > 0)
        length += (size_t)got;
    close(ends[0]);
    said[length] = '\0';
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return said;
}

void sandbox_world_expect_line(char **said, const char *line)
{
    char *end = strchr(*said, '\n');

    if (end == NULL)
        fail_msg("'%s' expected, nothing more said", line);
    *end = '\0';
    assert_string_equal(*said, line);
    *said = end + 1;
}

/* The expected result of the nth attempt. */
static const char *result_of(size_t n, unsigned parts, int version)
{
    if ((expected[n].part & parts) != 0 && version >= expected[n].since)
        return expected[n].confined;
    if ((parts & FILES) != 0 && expected[n].files != NULL)
        return expected[n].files;
    return expected[n].free;
}

void sandbox_world_expect_attempts(char *said, unsigned parts, int version)
{
    char line[128];

    for (size_t i = 0; i < COUNT(expected); i++) {
        snprintf(line, sizeof(line), "%s %s", expected[i].name,
            result_of(i, parts, version));
        sandbox_world_expect_line(&said, line);
    }
    assert_string_equal(said, "");
}

int sandbox_world_version(void)
{
    return (int)__real_syscall(
        SYS_landlock_create_ruleset, NULL, 0L, (long)LANDLOCK_CREATE_RULESET_VERSION);
}

int sandbox_world_newest(void)
{
    int version = sandbox_world_version();

    if (version < NEWEST)
        print_message("Landlock here is %d: newer ones are not tried\n", version);
    return version < NEWEST ? version : NEWEST;
}
