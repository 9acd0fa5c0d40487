/*
 * faulty.c - system calls that fail on demand of a test.
 *
 * Linked into copies of the programs (build/faulty/judge and so on): the linker's
 * --wrap leads their own calls through here; calls from within a library are not
 * touched. The environment selects the failures:
 *
 *   FAULTS       rules, separated by blanks: KIND:N:HOW for the Nth call of a kind,
 *                KIND:N+:HOW from the Nth on; the first that fits counts. KIND is one
 *                of those in kind_names below.
 *   FAULTS_FILE  a file of rules, read before each call, so that a test can switch a
 *                fault on and off in mid conversation; it may be missing.
 *   FAULTS_FAST  the speed of time: by both clocks, and in ppoll() and
 *                pthread_cond_timedwait(). Connected programs need the same.
 *   FAULTS_LOG   a file to which "KIND N HOW" is appended for each failing call.
 *
 * HOW is one of
 *
 *   ENOSPC, ...  an error of error_names below: the call fails with it, without effect
 *   short        write, pipewrite, send: only the first byte is written
 *   slow=MS      the call takes MS milliseconds more, or until its rule has left
 *                FAULTS_FILE, and then does its work
 *   -3600        clock: the wall clock is wrong by this number of seconds
 *
 * "landlock" is a query for it or the making of a ruleset, "filter" the making of a
 * system call filter. The directories of the two files stay accessible under Landlock,
 * so that they can be anywhere. "write" is to a regular file, "pipewrite" to anything
 * else; "malloc" counts malloc, calloc, realloc and reallocarray together; "clock"
 * counts readings of the wall clock only. An invalid rule stops the program: a test
 * must not pass without its fault.
 */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <linux/landlock.h>
#include <poll.h>
#include <pthread.h>
#include <seccomp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum kind {
    WRITE,
    PIPEWRITE,
    FDATASYNC,
    FSYNC,
    OPENAT,
    FLOCK,
    MALLOC,
    CLOCK,
    PPOLL,
    POLL,
    SOCKET,
    CONNECT,
    ACCEPT,
    SEND,
    RECV,
    RANDOM,
    THREAD,
    LANDLOCK,
    FILTER,
    KINDS
};

static const char *const kind_names[KINDS] = {
    [WRITE] = "write",
    [PIPEWRITE] = "pipewrite",
    [FDATASYNC] = "fdatasync",
    [FSYNC] = "fsync",
    [OPENAT] = "openat",
    [FLOCK] = "flock",
    [MALLOC] = "malloc",
    [CLOCK] = "clock",
    [PPOLL] = "ppoll",
    [POLL] = "poll",
    [SOCKET] = "socket",
    [CONNECT] = "connect",
    [ACCEPT] = "accept",
    [SEND] = "send",
    [RECV] = "recv",
    [RANDOM] = "random",
    [THREAD] = "thread",
    [LANDLOCK] = "landlock",
    [FILTER] = "filter",
};

static const struct {
    const char *name;
    int number;
} error_names[] = {
    {"EAGAIN", EAGAIN},
    {"ECONNREFUSED", ECONNREFUSED},
    {"ECONNRESET", ECONNRESET},
    {"EDQUOT", EDQUOT},
    {"EINTR", EINTR},
    {"EINVAL", EINVAL},
    {"EIO", EIO},
    {"EMFILE", EMFILE},
    {"ENETUNREACH", ENETUNREACH},
    {"ENOBUFS", ENOBUFS},
    {"ENODEV", ENODEV},
    {"ENOMEM", ENOMEM},
    {"ENOSPC", ENOSPC},
    {"ENOSYS", ENOSYS},
    {"EOPNOTSUPP", EOPNOTSUPP},
    {"EPIPE", EPIPE},
    {"EROFS", EROFS},
};

enum { RULES_SIZE = 1024, HOW_SIZE = 16, STEP_MS = 10, NS_PER_MS = 1000000 };

/* The failure of one call. */
struct fault {
    int error;     /* fail so, or 0 */
    bool one_byte; /* only the first goes */
    long slow_ms;  /* wait before the work */
    long seconds;  /* by which the clock is wrong */
};

/* A function by its name in the linker, and its replacement. */
#define PAIR(type, name, ...)                                                          \
    type __real_##name(__VA_ARGS__);                                                   \
    type __wrap_##name(__VA_ARGS__)

PAIR(int, openat, int directory, const char *path, int flags, ...);
PAIR(int, clock_gettime, clockid_t id, struct timespec *now);
PAIR(int, ppoll, struct pollfd *fds, nfds_t count, const struct timespec *time,
    const sigset_t *mask);
int __wrap___ppoll_chk(struct pollfd *fds, nfds_t count, const struct timespec *time,
    const sigset_t *mask, size_t size);
PAIR(int, pthread_cond_timedwait, pthread_cond_t *wake, pthread_mutex_t *mutex,
    const struct timespec *until);
PAIR(int, pthread_create, pthread_t *thread, const pthread_attr_t *attributes,
    void *(*run)(void *), void *argument);
PAIR(ssize_t, write, int fd, const void *bytes, size_t size);
PAIR(ssize_t, send, int fd, const void *bytes, size_t size, int flags);
PAIR(long, syscall, long number, ...);
PAIR(int, seccomp_load, const scmp_filter_ctx filter);
PAIR(void *, malloc, size_t size);
PAIR(void *, calloc, size_t count, size_t size);
PAIR(void *, realloc, void *old, size_t size);
PAIR(void *, reallocarray, void *old, size_t count, size_t size);

static void give_up(const char *what, const char *which)
{
    fprintf(stderr, "faulty: %s: '%s'\n", what, which);
    abort();
}

/* Rules */

/* Both sources of rules, one after the other. */
static void read_rules(char rules[static RULES_SIZE])
{
    const char *fixed = getenv("FAULTS"), *path = getenv("FAULTS_FILE");
    int fd = path != NULL ? __real_openat(AT_FDCWD, path, O_RDONLY | O_CLOEXEC) : -1;
    size_t length =
        (size_t)snprintf(rules, RULES_SIZE, "%s ", fixed != NULL ? fixed : "");
    ssize_t got;

    if (length >= RULES_SIZE)
        give_up("too many rules", fixed);
    if (fd < 0)
        return;
    got = read(fd, rules + length, RULES_SIZE - length);
    close(fd);
    if (got > 0 && (size_t)got == RULES_SIZE - length)
        give_up("too many rules", path);
    rules[length + (got > 0 ? (size_t)got : 0)] = '\0';
}

static bool is_kind(const char *name)
{
    for (int i = 0; i < KINDS; i++)
        if (strcmp(kind_names[i], name) == 0)
            return true;
    return false;
}

/* Whether a rule, which is cut to pieces, is about this call; *how is then its end. */
static bool fits(char *rule, enum kind kind, unsigned long n, const char **how)
{
    char *first = strchr(rule, ':'), *end;
    unsigned long number;

    if (first == NULL)
        give_up("no rule", rule);
    *first = '\0';
    if (!is_kind(rule))
        give_up("no such kind of call", rule);
    number = strtoul(first + 1, &end, 10);
    bool onward = *end == '+';
    if (number == 0 || end[onward] != ':')
        give_up("no number of a call", first + 1);
    *how = end + onward + 1;
    return strcmp(rule, kind_names[kind]) == 0 && (onward ? n >= number : n == number);
}

static struct fault read_how(const char *how)
{
    char *end;

    for (size_t i = 0; i < sizeof(error_names) / sizeof(error_names[0]); i++)
        if (strcmp(how, error_names[i].name) == 0)
            return (struct fault){.error = error_names[i].number};
    if (strcmp(how, "short") == 0)
        return (struct fault){.one_byte = true};
    if (strncmp(how, "slow=", 5) == 0)
        return (struct fault){.slow_ms = strtol(how + 5, NULL, 10)};
    struct fault fault = {.seconds = strtol(how, &end, 10)};
    if (end == how || *end != '\0')
        give_up("no way to fail", how);
    return fault;
}

/* One write of a whole line, so that threads and programs may share the file. */
static void log_strike(enum kind kind, unsigned long n, const char *how)
{
    const char *path = getenv("FAULTS_LOG");
    int flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC;
    int fd = path != NULL ? __real_openat(AT_FDCWD, path, flags, 0644) : -1;
    char line[64];
    int length = snprintf(line, sizeof(line), "%s %lu %s\n", kind_names[kind], n, how);

    if (fd < 0)
        return;
    if (__real_write(fd, line, (size_t)length) != length)
        give_up("cannot write", path);
    close(fd);
}

/* The rule for a call: how[] of the first that fits, or false. */
static bool find_rule(enum kind kind, unsigned long n, char how[static HOW_SIZE])
{
    char rules[RULES_SIZE], *rest = NULL;
    const char *found;

    read_rules(rules);
    for (char *rule = strtok_r(rules, " \n", &rest); rule != NULL;
         rule = strtok_r(NULL, " \n", &rest)) {
        if (!fits(rule, kind, n, &found))
            continue;
        snprintf(how, HOW_SIZE, "%s", found);
        return true;
    }
    return false;
}

/* A slow call is over before its time when no rule says any more that it is slow. */
static void wait_for(const struct fault *fault, enum kind kind, unsigned long n)
{
    const struct timespec step = {.tv_nsec = STEP_MS * NS_PER_MS};
    char how[HOW_SIZE];

    for (long ms = 0; ms < fault->slow_ms && find_rule(kind, n, how); ms += STEP_MS)
        nanosleep(&step, NULL);
}

/* Count a call, and return its fault, after its delay. */
static struct fault strike(enum kind kind)
{
    static atomic_ulong counts[KINDS];
    unsigned long n = atomic_fetch_add(&counts[kind], 1) + 1;
    struct fault fault = {0};
    char how[HOW_SIZE];
    int saved = errno;

    if (find_rule(kind, n, how)) {
        fault = read_how(how);
        log_strike(kind, n, how);
        wait_for(&fault, kind, n);
    }
    errno = fault.error != 0 ? fault.error : saved;
    return fault;
}

/* Calls that fail, or do all of their work */

#define WRAP(kind, type, name, parameters, arguments)                                  \
    type __real_##name parameters;                                                     \
    type __wrap_##name parameters;                                                     \
    type __wrap_##name parameters                                                      \
    {                                                                                  \
        return strike(kind).error != 0 ? -1 : __real_##name arguments;                 \
    }

WRAP(FDATASYNC, int, fdatasync, (int fd), (fd))
WRAP(FSYNC, int, fsync, (int fd), (fd))
WRAP(FLOCK, int, flock, (int fd, int operation), (fd, operation))
WRAP(POLL, int, poll, (struct pollfd * fds, nfds_t count, int ms), (fds, count, ms))
WRAP(
    SOCKET, int, socket, (int domain, int type, int protocol), (domain, type, protocol))
WRAP(CONNECT, int, connect, (int fd, const struct sockaddr *address, socklen_t length),
    (fd, address, length))
WRAP(ACCEPT, int, accept4,
    (int fd, struct sockaddr *address, socklen_t *length, int flags),
    (fd, address, length, flags))
WRAP(RECV, ssize_t, recv, (int fd, void *bytes, size_t size, int flags),
    (fd, bytes, size, flags))
WRAP(RANDOM, ssize_t, getrandom, (void *bytes, size_t size, unsigned flags),
    (bytes, size, flags))

/* The others */

int __wrap_openat(int directory, const char *path, int flags, ...)
{
    bool creates = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
    va_list rest;
    mode_t mode;

    va_start(rest, flags);
    mode = creates ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    if (strike(OPENAT).error != 0)
        return -1;
    return __real_openat(directory, path, flags, mode);
}

/* Time */

enum { NS_PER_S = 1000000000 };

static long fast(void)
{
    static atomic_long factor;
    const char *given = getenv("FAULTS_FAST");

    if (factor == 0)
        factor = given != NULL ? strtol(given, NULL, 10) : 1;
    if (factor < 1 || factor > 1000)
        give_up("no number of times as fast", given);
    return factor;
}

static struct timespec timespec_of(long long ns)
{
    return (struct timespec){(time_t)(ns / NS_PER_S), (long)(ns % NS_PER_S)};
}

static long long ns_of(const struct timespec *time)
{
    return (long long)time->tv_sec * NS_PER_S + time->tv_nsec;
}

/* The real length of a time or span of the program. */
static struct timespec shorten(const struct timespec *time)
{
    return timespec_of(ns_of(time) / fast());
}

/* The wall clock advances as fast as the monotonic one. */
int __wrap_clock_gettime(clockid_t id, struct timespec *now)
{
    int result = __real_clock_gettime(id, now);
    struct timespec up;

    if (fast() > 1) {
        __real_clock_gettime(CLOCK_MONOTONIC, &up);
        *now = timespec_of(ns_of(now) + ns_of(&up) * (fast() - 1));
    }
    if (id == CLOCK_REALTIME)
        now->tv_sec += strike(CLOCK).seconds;
    return result;
}

static int poll_fast(
    struct pollfd *fds, nfds_t count, const struct timespec *time, const sigset_t *mask)
{
    struct timespec wait;

    if (strike(PPOLL).error != 0)
        return -1;
    if (time != NULL)
        wait = shorten(time);
    return __real_ppoll(fds, count, time != NULL ? &wait : NULL, mask);
}

int __wrap_ppoll(
    struct pollfd *fds, nfds_t count, const struct timespec *time, const sigset_t *mask)
{
    return poll_fast(fds, count, time, mask);
}

/* ppoll()'s name in an optimized build, which checks its array. */
int __wrap___ppoll_chk(struct pollfd *fds, nfds_t count, const struct timespec *time,
    const sigset_t *mask, size_t size)
{
    (void)size;
    return poll_fast(fds, count, time, mask);
}

/* The recorder's is by the monotonic clock. */
int __wrap_pthread_cond_timedwait(
    pthread_cond_t *wake, pthread_mutex_t *mutex, const struct timespec *until)
{
    struct timespec at = shorten(until);

    return __real_pthread_cond_timedwait(wake, mutex, &at);
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
    void *(*run)(void *), void *argument)
{
    int error = strike(THREAD).error;

    if (error != 0)
        return error;
    return __real_pthread_create(thread, attributes, run, argument);
}

static size_t part_of(size_t size, const struct fault *fault)
{
    return fault->one_byte && size > 1 ? 1 : size;
}

ssize_t __wrap_write(int fd, const void *bytes, size_t size)
{
    struct stat st;
    bool to_file = fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
    struct fault fault = strike(to_file ? WRITE : PIPEWRITE);

    if (fault.error != 0)
        return -1;
    return __real_write(fd, bytes, part_of(size, &fault));
}

ssize_t __wrap_send(int fd, const void *bytes, size_t size, int flags)
{
    struct fault fault = strike(SEND);

    if (fault.error != 0)
        return -1;
    return __real_send(fd, bytes, part_of(size, &fault), flags);
}

void *__wrap_malloc(size_t size)
{
    return strike(MALLOC).error != 0 ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return strike(MALLOC).error != 0 ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return strike(MALLOC).error != 0 ? NULL : __real_realloc(old, size);
}

void *__wrap_reallocarray(void *old, size_t count, size_t size)
{
    return strike(MALLOC).error != 0 ? NULL : __real_reallocarray(old, count, size);
}

/* Leave a program that gives up its files the directory of one of ours. */
static void keep(int ruleset, const char *variable, uint64_t rights)
{
    struct landlock_path_beneath_attr rule = {.allowed_access = rights};
    const char *value = getenv(variable);
    char path[PATH_MAX];

    if (value == NULL)
        return;
    snprintf(path, sizeof(path), "%s", value);
    rule.parent_fd = open(dirname(path), O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (rule.parent_fd < 0)
        return;
    /* Refused by a ruleset without files. */
    __real_syscall(
        SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(rule.parent_fd);
}

/* Landlock's calls; the programs make no others by number. */
long __wrap_syscall(long number, ...)
{
    long arguments[4];
    va_list rest;

    va_start(rest, number);
    for (int i = 0; i < 4; i++)
        arguments[i] = va_arg(rest, long);
    va_end(rest);
    if (number == SYS_landlock_create_ruleset && strike(LANDLOCK).error != 0)
        return -1;
    if (number == SYS_landlock_restrict_self) {
        keep((int)arguments[0], "FAULTS_FILE", LANDLOCK_ACCESS_FS_READ_FILE);
        keep((int)arguments[0], "FAULTS_LOG",
            LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG);
    }
    return __real_syscall(
        number, arguments[0], arguments[1], arguments[2], arguments[3]);
}

int __wrap_seccomp_load(const scmp_filter_ctx filter)
{
    int error = strike(FILTER).error;

    return error != 0 ? -error : __real_seccomp_load(filter);
}
