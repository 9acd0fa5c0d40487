#include "common/system/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <netinet/in.h>
#include <sched.h>
#include <seccomp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include "common/system/fileio.h"

/* A sanitizer starts processes at the end of the program and writes its report to any
 * path. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED true
#endif
#endif
#ifndef SANITIZED
#define SANITIZED false
#endif

/* Have the C library read its files now: the time zone, and the tables of a character
 * set other than UTF-8. */
static void read_ahead(void)
{
    enum { BYTE_OUTSIDE_ASCII = 0x80 };

    tzset();
    btowc(BYTE_OUTSIDE_ASCII);
}

/* Removable media */

static void cut_last_name(char *path)
{
    char *slash = strrchr(path, '/');

    slash[slash == path] = '\0';
}

static bool is_within(const char *path, const char *directory)
{
    size_t length = strlen(directory);

    return strncmp(path, directory, length) == 0 &&
           (path[length] == '/' || path[length] == '\0');
}

/* Source: Filesystem Hierarchy Standard 3.0, 3.11 and 3.12; desktops mount removable
 * media below /run/media. */
static bool is_for_media(const char *path)
{
    return is_within(path, "/media") || is_within(path, "/run/media") ||
           is_within(path, "/mnt");
}

/* Find the directory that holds the mount point of a directory on a removable medium.
 * Landlock's rules belong to a file system, not to a path: only a rule for that
 * directory outlasts the medium. Returns false if there is no such medium. */
static bool find_mount_parent(const char *directory, char path[static PATH_MAX])
{
    struct statx st;

    if (realpath(directory, path) == NULL)
        return false;
    while (is_for_media(path)) {
        if (statx(AT_FDCWD, path, AT_NO_AUTOMOUNT, 0, &st) < 0)
            return false;
        cut_last_name(path);
        if (st.stx_attributes & STATX_ATTR_MOUNT_ROOT)
            return true;
    }
    return false;
}

/* Landlock. Source: the kernel's Documentation/userspace-api/landlock.rst, versions 1
 * to 7. Headers older than the kernel lack the newer names. */

enum {
    FILES_1 = (1 << 13) - 1,
    FILES_2 = FILES_1 | 1 << 13, /* move between directories */
    FILES_3 = FILES_2 | 1 << 14, /* truncate */
    FILES_5 = FILES_3 | 1 << 15, /* ioctl() on devices */
};
enum { TCP_BIND = 1, TCP_CONNECT = 2, RULE_PORT = 2 };
enum { ABSTRACT_SOCKETS = 1, SIGNALS = 2 };

/* Rights that are refused where no rule allows them; struct landlock_ruleset_attr. */
struct ruleset {
    uint64_t files, tcp, scopes;
};

/* The rights that each version knows; the kernel refuses a ruleset with others. */
static const struct ruleset versions[] = {
    [1] = {FILES_1, 0, 0},
    [2] = {FILES_2, 0, 0},
    [3] = {FILES_3, 0, 0},
    [4] = {FILES_3, TCP_BIND | TCP_CONNECT, 0},
    [5] = {FILES_5, TCP_BIND | TCP_CONNECT, 0},
    [6] = {FILES_5, TCP_BIND | TCP_CONNECT, ABSTRACT_SOCKETS | SIGNALS},
};

enum { NEWEST = sizeof(versions) / sizeof(versions[0]) - 1, DIRECTORIES_MAX = 4 };

struct port_rule {
    uint64_t allowed, port;
};

/* The directories with rights of their own. */
struct path_rules {
    struct landlock_path_beneath_attr list[DIRECTORIES_MAX];
    int count;
};

static bool open_rule(struct path_rules *rules, const char *path, uint64_t rights)
{
    int fd = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);

    if (fd < 0)
        return false;
    rules->list[rules->count++] =
        (struct landlock_path_beneath_attr){.allowed_access = rights, .parent_fd = fd};
    return true;
}

static bool open_records(struct sandbox_report *r, struct path_rules *rules)
{
    uint64_t rights = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_DIR |
                      LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG;

    if (r->needs.reads)
        rights |= LANDLOCK_ACCESS_FS_READ_FILE;
    if (!open_rule(rules, r->needs.directory, rights))
        return false;
    if (!find_mount_parent(r->needs.directory, r->mount_parent) ||
        !open_rule(rules, r->mount_parent, rights))
        r->mount_parent[0] = '\0';
    return true;
}

static bool open_exchange(const char *exchange, struct path_rules *rules)
{
    const uint64_t rights = LANDLOCK_ACCESS_FS_READ_DIR |
                            LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_MAKE_DIR;
    char path[PATH_MAX];

    snprintf(path, sizeof(path), "%s", exchange);
    cut_last_name(path);
    if (!open_rule(rules, path, rights))
        return false;
    return !find_mount_parent(exchange, path) || open_rule(rules, path, rights);
}

/* Returns NULL; or the reason why files cannot be restricted without harm to the
 * record. */
static const char *open_rules(struct sandbox_report *r, struct path_rules *rules)
{
    if (SANITIZED)
        return "a sanitizer writes its report";
    if (!open_records(r, rules))
        return "the directory of the record is missing";
    if (r->needs.exchange != NULL && !open_exchange(r->needs.exchange, rules))
        return "the directory of keys is missing";
    return NULL;
}

static int allow_port(int ruleset, int port)
{
    struct port_rule rule = {.allowed = TCP_CONNECT, .port = (uint64_t)port};

    return (int)syscall(SYS_landlock_add_rule, ruleset, RULE_PORT, &rule, 0);
}

/* Returns 0; or -1 with errno, the process unrestricted. */
static int apply_ruleset(
    const struct ruleset *refused, const struct path_rules *rules, int port)
{
    int ruleset =
        (int)syscall(SYS_landlock_create_ruleset, refused, sizeof(*refused), 0);
    int result = ruleset;

    for (int i = 0; refused->files != 0 && i < rules->count && result >= 0; i++)
        result = (int)syscall(SYS_landlock_add_rule, ruleset,
            LANDLOCK_RULE_PATH_BENEATH, &rules->list[i], 0);
    if ((refused->tcp & TCP_CONNECT) != 0 && port > 0 && result >= 0)
        result = allow_port(ruleset, port);
    if (result >= 0)
        result = (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
    if (result < 0)
        return ruleset < 0 ? -1 : fileio_close_failed(ruleset);
    close(ruleset);
    return 0;
}

/* Restrict the rights that the kernel's version of Landlock knows. Returns the refused
 * rights; or 0 with *error set if all remain. */
static struct ruleset restrict_reach(
    struct sandbox_report *r, const struct path_rules *rules, bool files, int *error)
{
    int port = r->needs.calls ? r->needs.port : 0;
    struct ruleset refused = {0};

    r->landlock = (int)syscall(
        SYS_landlock_create_ruleset, NULL, (size_t)0, LANDLOCK_CREATE_RULESET_VERSION);
    *error = r->landlock < 0 ? errno : 0;
    if (r->landlock < 0)
        return refused;
    refused = versions[r->landlock < NEWEST ? r->landlock : NEWEST];
    if (!files)
        refused.files = 0;
    if (r->needs.calls && port == 0)
        refused.tcp &= TCP_BIND;
    if ((refused.files | refused.tcp) == 0 || apply_ruleset(&refused, rules, port) == 0)
        return refused;
    *error = errno;
    return (struct ruleset){0};
}

static const char *landlock_reason(int error, uint64_t refused)
{
    switch (error) {
    case 0:
        return refused != 0 ? NULL : "the kernel's Landlock is too old";
    case ENOSYS:
        return "the kernel is without Landlock";
    case EOPNOTSUPP:
        return "Landlock is switched off (see lsm= of the kernel)";
    default:
        return strerror(error);
    }
}

static void give_up_reach(struct sandbox_report *r)
{
    struct path_rules rules = {.count = 0};
    const char *reason = open_rules(r, &rules);
    int error;
    struct ruleset refused = restrict_reach(r, &rules, reason == NULL, &error);

    while (rules.count > 0)
        close(rules.list[--rules.count].parent_fd);
    r->missing[SANDBOX_FILES] =
        reason != NULL ? reason : landlock_reason(error, refused.files);
    r->missing[SANDBOX_TCP] = landlock_reason(error, refused.tcp);
    r->missing[SANDBOX_PROCESSES] = landlock_reason(error, refused.scopes);
}

/* The filter of system calls */

/* A call is refused with error if the argument has this value under the mask; always,
 * with mask 0. The kernel reads ints: the mask leaves out the upper half of a register.
 */
struct refused_call {
    int call, error;
    unsigned argument;
    uint32_t mask, value;
};

static const struct refused_call refused_calls[] = {
    {SCMP_SYS(execve), EPERM, 0, 0, 0}, {SCMP_SYS(execveat), EPERM, 0, 0, 0},
    {SCMP_SYS(fork), EPERM, 0, 0, 0}, {SCMP_SYS(vfork), EPERM, 0, 0, 0},
    {SCMP_SYS(clone), EPERM, 0, CLONE_THREAD, 0},
    /* Its flags are in memory; after ENOSYS the C library calls clone(). */
    {SCMP_SYS(clone3), ENOSYS, 0, 0, 0}, {SCMP_SYS(ptrace), EPERM, 0, 0, 0},
    {SCMP_SYS(process_vm_readv), EPERM, 0, 0, 0},
    {SCMP_SYS(process_vm_writev), EPERM, 0, 0, 0},
    {SCMP_SYS(pidfd_getfd), EPERM, 0, 0, 0}, {SCMP_SYS(listen), EPERM, 0, 0, 0},
    {SCMP_SYS(socket), EPERM, 2, UINT32_MAX, IPPROTO_MPTCP},
    {SCMP_SYS(sendto), EPERM, 3, MSG_FASTOPEN, MSG_FASTOPEN},
    {SCMP_SYS(sendmsg), EPERM, 2, MSG_FASTOPEN, MSG_FASTOPEN},
    {SCMP_SYS(sendmmsg), EPERM, 3, MSG_FASTOPEN, MSG_FASTOPEN},
    {SCMP_SYS(ioctl), EPERM, 1, UINT32_MAX, TIOCSTI},
    {SCMP_SYS(ioctl), EPERM, 1, UINT32_MAX, TIOCLINUX}, /* pastes, on a text console */
};

static int refuse_call(scmp_filter_ctx filter, const struct refused_call *r)
{
    struct scmp_arg_cmp when = {r->argument, SCMP_CMP_MASKED_EQ, r->mask, r->value};

    return seccomp_rule_add_array(
        filter, SCMP_ACT_ERRNO((uint16_t)r->error), r->call, r->mask != 0, &when);
}

static int load_filter(scmp_filter_ctx filter)
{
    int result = seccomp_attr_set(filter, SCMP_FLTATR_API_SYSRAWRC, 1);

    /* 32-bit calls on a 64-bit kernel have other numbers. */
    if (result == 0)
        result =
            seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(EPERM));
    for (size_t i = 0; i < sizeof(refused_calls) / sizeof(refused_calls[0]); i++)
        if (result == 0)
            result = refuse_call(filter, &refused_calls[i]);
    return result == 0 ? seccomp_load(filter) : result;
}

static const char *give_up_children(void)
{
    scmp_filter_ctx filter;
    int result;

    if (SANITIZED)
        return "a sanitizer looks for leaks";
    filter = seccomp_init(SCMP_ACT_ALLOW);
    result = filter != NULL ? load_filter(filter) : -ENOMEM;
    seccomp_release(filter);
    if (result == 0)
        return NULL;
    return result == -EINVAL ? "the kernel is without filters of system calls"
                             : strerror(-result);
}

void sandbox_enter(const struct sandbox_needs *needs, struct sandbox_report *report)
{
    *report = (struct sandbox_report){.needs = *needs};
    read_ahead();
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
        report->missing[SANDBOX_PRIVILEGES] = strerror(errno);
    if (needs->runs_programs) {
        for (int part = SANDBOX_FILES; part < SANDBOX_PARTS; part++)
            report->missing[part] = "the program is to be free";
        return;
    }
    give_up_reach(report);
    report->missing[SANDBOX_CHILDREN] = give_up_children();
}

/* The report */

static void print_part(
    const struct sandbox_report *r, enum sandbox_part part, const char *text, FILE *to)
{
    static const char *const names[SANDBOX_PARTS] = {
        "no new privileges", "files", "TCP", "other processes", "child processes"};

    fprintf(to, "%s: %s", names[part], r->missing[part] == NULL ? text : "");
    if (r->missing[part] != NULL)
        fprintf(to, "%s%s", part != SANDBOX_PRIVILEGES ? "not restricted: " : "",
            r->missing[part]);
    else if (part != SANDBOX_PRIVILEGES && part != SANDBOX_CHILDREN)
        fprintf(to, " (Landlock %d)", r->landlock);
    fputc('\n', to);
}

void sandbox_print(const struct sandbox_report *report, FILE *to)
{
    const struct sandbox_needs *needs = &report->needs;
    char files[2 * PATH_MAX + 128];

    snprintf(files, sizeof(files), "written only in %s%s%s, read nowhere",
        needs->directory,
        report->mount_parent[0] != '\0' ? " and, as its medium may come back, in " : "",
        report->mount_parent);
    print_part(report, SANDBOX_PRIVILEGES, "yes", to);
    print_part(report, SANDBOX_FILES, files, to);
    print_part(report, SANDBOX_TCP,
        !needs->calls      ? "no binding, and no connecting"
        : needs->port == 0 ? "no binding"
                           : "no binding, and connecting only to the station's port",
        to);
    print_part(report, SANDBOX_PROCESSES, "no signals, and no abstract sockets", to);
    print_part(report, SANDBOX_CHILDREN,
        "none, and no characters pushed into the terminal (seccomp)", to);
}
