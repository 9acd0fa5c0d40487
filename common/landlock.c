#include "landlock.h"

#include <errno.h>
#include <stdint.h>
#include <unistd.h>

#include "kernel.h"

/* A system's headers may be older than its kernel: <linux/landlock.h> of a stable
 * distribution has the first versions only. So what the kernel knows stands here. */
enum { RULE_DIRECTORY = 1, RULE_PORT = 2 }; /* kinds of rules */

/* Rights about files. */
enum {
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_DIRECTORY = 1 << 3,
    REMOVE_DIRECTORY = 1 << 4,
    REMOVE_FILE = 1 << 5,
    MAKE_DIRECTORY = 1 << 7,
    MAKE_FILE = 1 << 8,
    FIRST_RIGHTS = (1 << 13) - 1, /* all that version 1 knows */
    MOVE_ELSEWHERE = 1 << 13,     /* 2 */
    CUT_SHORT = 1 << 14,          /* 3 */
    DEVICE_CONTROL = 1 << 15,     /* 5 */
};

enum { TCP_BIND = 1, TCP_CONNECT = 2 };
enum { ABSTRACT_SOCKETS = 1, SIGNALS = 2 };

struct ruleset {
    uint64_t files, tcp, others; /* what is forbidden where no rule allows it */
};

struct directory_rule {
    uint64_t allowed;
    int32_t directory;
} __attribute__((packed));

struct port_rule {
    uint64_t allowed, port;
};

int landlock_version(void)
{
    return kernel_landlock_version();
}

unsigned landlock_parts(int version)
{
    unsigned parts = 0;

    if (version >= 1)
        parts |= LANDLOCK_FILES;
    if (version >= 4)
        parts |= LANDLOCK_TCP;
    if (version >= 6)
        parts |= LANDLOCK_OTHERS;
    return parts;
}

/* A kernel refuses rights that it does not know. */
static uint64_t file_rights(int version)
{
    uint64_t rights = FIRST_RIGHTS;

    if (version >= 2)
        rights |= MOVE_ELSEWHERE;
    if (version >= 3)
        rights |= CUT_SHORT;
    if (version >= 5)
        rights |= DEVICE_CONTROL;
    return rights;
}

static uint64_t tcp_rights(int port)
{
    return port == LANDLOCK_ANY_PORT ? TCP_BIND : TCP_BIND | TCP_CONNECT;
}

static struct ruleset make_ruleset(unsigned parts, int port, int version)
{
    return (struct ruleset){
        .files = parts & LANDLOCK_FILES ? file_rights(version) : 0,
        .tcp = parts & LANDLOCK_TCP ? tcp_rights(port) : 0,
        .others = parts & LANDLOCK_OTHERS ? ABSTRACT_SOCKETS | SIGNALS : 0,
    };
}

static int allow_directories(
    int ruleset, const int directories[static LANDLOCK_DIRECTORIES], uint64_t rights)
{
    struct directory_rule rule = {.allowed = rights};

    for (int i = 0; i < LANDLOCK_DIRECTORIES; i++) {
        rule.directory = directories[i];
        if (rule.directory >= 0 && kernel_add_rule(ruleset, RULE_DIRECTORY, &rule) < 0)
            return -1;
    }
    return 0;
}

static int allow_file(int ruleset, int file)
{
    struct directory_rule rule = {READ_FILE | WRITE_FILE, file};

    return file < 0 ? 0 : kernel_add_rule(ruleset, RULE_DIRECTORY, &rule);
}

static int allow_files(int ruleset, const struct landlock_wanted *wanted)
{
    if (allow_directories(ruleset, wanted->directories,
            WRITE_FILE | READ_DIRECTORY | REMOVE_FILE | MAKE_FILE) < 0)
        return -1;
    if (allow_directories(ruleset, wanted->exchanges,
            READ_DIRECTORY | REMOVE_DIRECTORY | MAKE_DIRECTORY) < 0)
        return -1;
    return allow_file(ruleset, wanted->file);
}

static int allow_port(int ruleset, int port)
{
    struct port_rule rule = {.allowed = TCP_CONNECT, .port = (uint64_t)port};

    if (port == LANDLOCK_NO_PORT || port == LANDLOCK_ANY_PORT)
        return 0;
    return kernel_add_rule(ruleset, RULE_PORT, &rule);
}

static int allow(int ruleset, const struct landlock_wanted *wanted, unsigned parts)
{
    if (parts & LANDLOCK_FILES && allow_files(ruleset, wanted) < 0)
        return -1;
    return parts & LANDLOCK_TCP ? allow_port(ruleset, wanted->port) : 0;
}

int landlock_restrict(const struct landlock_wanted *wanted, int version)
{
    unsigned parts = wanted->parts & landlock_parts(version);
    struct ruleset about = make_ruleset(parts, wanted->port, version);
    int ruleset, result, saved;

    if (parts == 0)
        return 0;
    ruleset = kernel_make_ruleset(&about, sizeof(about));
    if (ruleset < 0)
        return -1;
    result = allow(ruleset, wanted, parts);
    if (result == 0)
        result = kernel_obey_ruleset(ruleset);
    saved = errno;
    close(ruleset);
    errno = saved;
    return result < 0 ? -1 : (int)parts;
}
