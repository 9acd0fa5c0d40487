#include "confine.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include "filter.h"
#include "kernel.h"
#include "landlock.h"

/* A sanitizer starts processes when the program ends, to look for leaks and for the
 * names of functions, and writes its report wherever it was told to. */
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

enum { BYTE_OUTSIDE_ASCII = 0x80 };

/* What the C library reads when it is first needed, it reads now: the time zone, and
 * the tables of a character set other than UTF-8. */
static void read_ahead(void)
{
    tzset();
    btowc(BYTE_OUTSIDE_ASCII);
}

/* The directory that a path is in. */
static void cut_last(char *path)
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

/* Source: Filesystem Hierarchy Standard 3.0, 3.11 and 3.12; /run/media is where
 * desktops mount what is plugged in. */
static bool is_for_media(const char *path)
{
    return is_within(path, "/media") || is_within(path, "/run/media") ||
           is_within(path, "/mnt");
}

/* The directory in which the medium of a directory is mounted, if it may come and go.
 * A rule for it outlasts the medium: rules belong to the file system that was there,
 * not to a path. */
static bool find_again(const char *directory, char path[static PATH_MAX])
{
    struct statx st;

    if (realpath(directory, path) == NULL)
        return false;
    while (is_for_media(path)) {
        if (statx(AT_FDCWD, path, AT_NO_AUTOMOUNT, 0, &st) < 0)
            return false;
        cut_last(path);
        if (st.stx_attributes & STATX_ATTR_MOUNT_ROOT)
            return true;
    }
    return false;
}

static int open_directory(const char *path)
{
    return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

/* Parts */

static void leave_out(struct confine_part *part, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void leave_out(struct confine_part *part, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(part->why, sizeof(part->why), format, arguments);
    va_end(arguments);
}

static void give_up_privileges(struct confinement *c)
{
    c->privileges.in_force = kernel_forbid_privileges() == 0;
    if (!c->privileges.in_force)
        leave_out(&c->privileges, "%s", strerror(errno));
}

static const char *landlock_error(int error)
{
    switch (error) {
    case ENOSYS:
        return "the kernel is without Landlock";
    case EOPNOTSUPP:
        return "Landlock is switched off (see lsm= of the kernel)";
    default:
        return strerror(error);
    }
}

/* What the kernel has answered about a part of Landlock: the parts in force, or -1. */
static void settle(
    struct confine_part *part, unsigned bit, int got, int version, int error)
{
    part->in_force = got >= 0 && (got & (int)bit) != 0;
    if (part->in_force || part->why[0] != '\0')
        return;
    if (got < 0)
        leave_out(part, "%s", landlock_error(error));
    else
        leave_out(part, "the kernel's Landlock, version %d, is too old", version);
}

/* The directory that the directory of keys is in, and in which its medium is mounted.
 */
static int open_exchange(const struct confinement *c, struct landlock_wanted *wanted)
{
    char path[PATH_MAX];

    snprintf(path, sizeof(path), "%s", c->needs.exchange);
    cut_last(path);
    wanted->exchanges[0] = open_directory(path);
    if (wanted->exchanges[0] < 0)
        return -1;
    if (find_again(c->needs.exchange, path))
        wanted->exchanges[1] = open_directory(path);
    return 0;
}

/* Without the record's directory there is no rule for it, and the record is worth more
 * than this. */
static void open_directories(struct confinement *c, struct landlock_wanted *wanted)
{
    if (SANITIZED) {
        leave_out(&c->files, "a sanitizer's report is to be written");
        return;
    }
    wanted->directories[0] = open_directory(c->needs.directory);
    if (wanted->directories[0] < 0) {
        leave_out(
            &c->files, "the directory of the record is missing (%s)", strerror(errno));
        return;
    }
    if (c->needs.exchange != NULL && open_exchange(c, wanted) < 0) {
        leave_out(&c->files, "the directory of keys is missing (%s)", strerror(errno));
        return;
    }
    if (c->needs.sheet != NULL)
        wanted->file = openat(
            wanted->directories[0], c->needs.sheet, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    wanted->parts |= LANDLOCK_FILES;
    if (find_again(c->needs.directory, c->again))
        wanted->directories[1] = open_directory(c->again);
    if (wanted->directories[1] < 0)
        c->again[0] = '\0';
}

static int port_of(const struct confine_needs *needs)
{
    if (!needs->calls)
        return LANDLOCK_NO_PORT;
    return needs->port > 0 ? needs->port : LANDLOCK_ANY_PORT;
}

static void close_all(const int directories[static LANDLOCK_DIRECTORIES])
{
    for (int i = 0; i < LANDLOCK_DIRECTORIES; i++)
        if (directories[i] >= 0)
            close(directories[i]);
}

/* Files, TCP and other processes. */
static void give_up_reach(struct confinement *c)
{
    struct landlock_wanted wanted = {
        .parts = LANDLOCK_TCP | LANDLOCK_OTHERS,
        .directories = {-1, -1},
        .exchanges = {-1, -1},
        .file = -1,
        .port = port_of(&c->needs),
    };
    int got, error;

    open_directories(c, &wanted);
    c->landlock = landlock_version();
    got = c->landlock < 0 ? -1 : landlock_restrict(&wanted, c->landlock);
    error = errno;
    close_all(wanted.directories);
    close_all(wanted.exchanges);
    if (wanted.file >= 0)
        close(wanted.file);
    settle(&c->files, LANDLOCK_FILES, got, c->landlock, error);
    settle(&c->tcp, LANDLOCK_TCP, got, c->landlock, error);
    settle(&c->others, LANDLOCK_OTHERS, got, c->landlock, error);
}

static void give_up_children(struct confinement *c)
{
    if (SANITIZED) {
        leave_out(&c->children, "a sanitizer is to look for leaks");
        return;
    }
    c->children.in_force = filter_calls() == 0;
    if (c->children.in_force)
        return;
    leave_out(&c->children, "%s",
        errno == EINVAL   ? "the kernel is without filters of system calls"
        : errno == ENOSYS ? "the system calls of this machine are not known"
                          : strerror(errno));
}

static void leave_to_program(struct confinement *c)
{
    struct confine_part *parts[] = {&c->files, &c->tcp, &c->others, &c->children};

    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
        leave_out(parts[i], "the program is to be free");
}

void confine(const struct confine_needs *needs, struct confinement *c)
{
    *c = (struct confinement){.needs = *needs};
    read_ahead();
    give_up_privileges(c);
    if (needs->runs_programs) {
        leave_to_program(c);
        return;
    }
    give_up_reach(c);
    give_up_children(c);
}

/* Telling */

/* Begin the line of a part; where it is not in force, that is all of it. Returns
 * whether it is. */
static bool begin_line(FILE *to, const char *what, const struct confine_part *part)
{
    fprintf(to, "%s: ", what);
    if (!part->in_force)
        fprintf(to, "not restricted: %s\n", part->why);
    return part->in_force;
}

static void end_line(FILE *to, const struct confinement *c, const char *text)
{
    fprintf(to, "%s (Landlock %d)\n", text, c->landlock);
}

static void print_files(const struct confinement *c, FILE *to)
{
    if (!begin_line(to, "files", &c->files))
        return;
    fprintf(to, "written only in %s", c->needs.directory);
    if (c->again[0] != '\0')
        fprintf(to, " and, as its medium may come back, in %s", c->again);
    end_line(to, c, ", read nowhere");
}

void confine_print(const struct confinement *c, FILE *to)
{
    fputs("no new privileges: ", to);
    fprintf(to, "%s\n", c->privileges.in_force ? "yes" : c->privileges.why);
    print_files(c, to);
    if (begin_line(to, "TCP", &c->tcp))
        end_line(to, c,
            !c->needs.calls ? "no binding, and no connecting"
            : c->needs.port == 0
                ? "no binding"
                : "no binding, and connecting only to the station's port");
    if (begin_line(to, "other processes", &c->others))
        end_line(to, c, "no signals, and no abstract sockets");
    if (begin_line(to, "child processes", &c->children))
        fputs("none, and no words put into the terminal (seccomp)\n", to);
}
