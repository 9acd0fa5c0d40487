/*
 * confine_test.c - what a console can still do once it has given up the rest, tried in
 * a child for each version of Landlock, for kernels without, and for kernels without
 * filters of system calls. The linker puts the test's calls (kernel.h) in the place of
 * the suite's: they answer as a kernel of that version does, and refuse what it would
 * not know.
 */
#include "confine.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "filter.h"
#include "helper.h"
#include "kernel.h"
#include "landlock.h"
#include "probe.h"

#include <cmocka.h>

int __wrap_kernel_forbid_privileges(void);
int __wrap_kernel_landlock_version(void);
int __wrap_kernel_make_ruleset(const void *about, size_t size);
int __wrap_kernel_obey_ruleset(int ruleset);
int __wrap_kernel_filter(const struct sock_fprog *program);
int __real_kernel_forbid_privileges(void);
int __real_kernel_landlock_version(void);
int __real_kernel_make_ruleset(const void *about, size_t size);
int __real_kernel_obey_ruleset(int ruleset);
int __real_kernel_filter(const struct sock_fprog *program);

enum { NEWEST = 7, ALL_PARTS = LANDLOCK_FILES | LANDLOCK_TCP | LANDLOCK_OTHERS };

/* The kernel that there seems to be. */
static struct {
    int version;            /* of Landlock; 0: none, */
    int none;               /* and this errno says so */
    int create, obey;       /* the errno with which a ruleset is refused, or 0 */
    int filter, privileges; /* the same, of these */
} kernel;

struct ruleset {
    uint64_t files, tcp, others;
};

/* What a version knows, from the table in the kernel's documentation. */
static const struct ruleset known[NEWEST + 1] = {
    [1] = {0x1fff, 0, 0},
    [2] = {0x3fff, 0, 0},
    [3] = {0x7fff, 0, 0},
    [4] = {0x7fff, 3, 0},
    [5] = {0xffff, 3, 0},
    [6] = {0xffff, 3, 3},
    [7] = {0xffff, 3, 3},
};

static int refuse(int error)
{
    errno = error;
    return -1;
}

int __wrap_kernel_forbid_privileges(void)
{
    return kernel.privileges != 0 ? refuse(kernel.privileges)
                                  : __real_kernel_forbid_privileges();
}

int __wrap_kernel_landlock_version(void)
{
    return kernel.version == 0 ? refuse(kernel.none) : kernel.version;
}

/* As the kernel does: bits that it does not know are EINVAL, and parts of the structure
 * that it does not know, unless they are 0, E2BIG. */
int __wrap_kernel_make_ruleset(const void *about, size_t size)
{
    const struct ruleset *set = about, *has = &known[kernel.version];

    assert_int_equal(size, sizeof(*set));
    if (kernel.create != 0)
        return refuse(kernel.create);
    if ((has->tcp == 0 && set->tcp != 0) || (has->others == 0 && set->others != 0))
        return refuse(E2BIG);
    if ((set->files & ~has->files) != 0 || (set->tcp & ~has->tcp) != 0 ||
        (set->others & ~has->others) != 0)
        return refuse(EINVAL);
    return __real_kernel_make_ruleset(about, size);
}

int __wrap_kernel_obey_ruleset(int ruleset)
{
    return kernel.obey != 0 ? refuse(kernel.obey) : __real_kernel_obey_ruleset(ruleset);
}

int __wrap_kernel_filter(const struct sock_fprog *program)
{
    return kernel.filter != 0 ? refuse(kernel.filter) : __real_kernel_filter(program);
}

/* What each attempt comes to where nothing is given up, and where this part is, from
 * some version on. FILTER is no part of Landlock. */
enum { NEVER = 0, FILTER = 8 };

static const struct {
    const char *name, *free;
    unsigned part;
    int since;
    const char *confined;
    const char *files; /* and without that, but with files given up */
} expected[] = {
    {"record-make", "ok", NEVER, 0, NULL, NULL},
    {"record-append", "ok", NEVER, 0, NULL, NULL},
    {"record-cut", "ok", LANDLOCK_FILES, 3, "EACCES", NULL},
    {"record-read", "ok", LANDLOCK_FILES, 1, "EACCES", NULL},
    {"record-rename", "ok", NEVER, 0, NULL, NULL},
    {"record-remove", "ok", NEVER, 0, NULL, NULL},
    {"record-list", "ok", NEVER, 0, NULL, NULL},
    {"record-directory", "ok", LANDLOCK_FILES, 1, "EACCES", NULL},
    {"record-link", "ok", LANDLOCK_FILES, 1, "EACCES", NULL},
    {"other-read", "ok", LANDLOCK_FILES, 1, "EACCES", NULL},
    {"other-write", "ok", LANDLOCK_FILES, 1, "EACCES", NULL},
    {"other-list", "ok", LANDLOCK_FILES, 1, "EACCES", NULL},
    {"other-make", "ok", LANDLOCK_FILES, 1, "EACCES", NULL},
    {"other-directory", "ok", LANDLOCK_FILES, 1, "EACCES", NULL},
    {"other-rename", "ok", LANDLOCK_FILES, 1, "EACCES", NULL},
    {"other-remove", "ok", LANDLOCK_FILES, 1, "EACCES", NULL},
    {"tcp-bind", "ok", LANDLOCK_TCP, 4, "EACCES", NULL},
    {"tcp-station", "ok", NEVER, 0, NULL, NULL},
    {"tcp-other", "ok", LANDLOCK_TCP, 4, "EACCES", NULL},
    {"tcp-listen", "ok", FILTER, 0, "EPERM", NULL},
    {"tcp-first-bytes", "ok", FILTER, 0, "EPERM", NULL},
    {"tcp-multipath", "ok", FILTER, 0, "EPERM", NULL},
    {"udp-bind", "ok", NEVER, 0, NULL, NULL},
    {"signal", "ok", LANDLOCK_OTHERS, 6, "EPERM", NULL},
    {"abstract-socket", "ok", LANDLOCK_OTHERS, 6, "EPERM", NULL},
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
static struct probe_world world = {
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

static int begin(void **state)
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

static int end(void **state)
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

/* Have a child give something up, then try everything; returns what it has said. */
static char *said_by_child(void (*give_up)(FILE *to))
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

/* Take a line off what was said, and see that it is this one. */
static void expect_line(char **said, const char *line)
{
    char *end = strchr(*said, '\n');

    if (end == NULL)
        fail_msg("'%s' expected, nothing more said", line);
    *end = '\0';
    assert_string_equal(*said, line);
    *said = end + 1;
}

/* What the nth attempt comes to. */
static const char *result_of(size_t n, unsigned parts, int version)
{
    if ((expected[n].part & parts) != 0 && version >= expected[n].since)
        return expected[n].confined;
    if ((parts & LANDLOCK_FILES) != 0 && expected[n].files != NULL)
        return expected[n].files;
    return expected[n].free;
}

/* The attempts came out as those of a process that has given up these parts. */
static void expect_attempts(char *said, unsigned parts, int version)
{
    char line[128];

    for (size_t i = 0; i < COUNT(expected); i++) {
        snprintf(line, sizeof(line), "%s %s", expected[i].name,
            result_of(i, parts, version));
        expect_line(&said, line);
    }
    assert_string_equal(said, "");
}

/* What this machine's kernel has, for what seems to be older. */
static int real_version(void)
{
    return __real_kernel_landlock_version();
}

/* Versions from 1 on that can be tried here. */
static int newest_here(void)
{
    int version = real_version();

    if (version < NEWEST)
        print_message("Landlock here is %d: newer ones are not tried\n", version);
    return version < NEWEST ? version : NEWEST;
}

/* Landlock and the filter, each by itself */

static void give_up_reach(FILE *to)
{
    struct landlock_wanted wanted = {.parts = ALL_PARTS,
        .directories = {open(records, O_PATH | O_CLOEXEC), -1},
        .port = world.station};
    int version = landlock_version();

    kernel_forbid_privileges();
    fprintf(to, "%d %d\n", version, landlock_restrict(&wanted, version));
}

static void each_version_gives_up_what_it_knows(void **state)
{
    char line[32];

    (void)state;
    for (int version = 1; version <= newest_here(); version++) {
        char *said;
        kernel.version = version;
        said = said_by_child(give_up_reach);
        snprintf(line, sizeof(line), "%d %u", version, landlock_parts(version));
        expect_line(&said, line);
        expect_attempts(said, ALL_PARTS, version);
    }
}

static void a_newer_version_is_asked_for_no_more_than_is_known(void **state)
{
    (void)state;
    assert_int_equal(landlock_parts(NEWEST + 10), ALL_PARTS);
    assert_int_equal(landlock_parts(6), ALL_PARTS);
    assert_int_equal(landlock_parts(5), LANDLOCK_FILES | LANDLOCK_TCP);
    assert_int_equal(landlock_parts(3), LANDLOCK_FILES);
    assert_int_equal(landlock_parts(0), 0);
    assert_int_equal(landlock_parts(-1), 0);
}

static void give_up_children(FILE *to)
{
    kernel_forbid_privileges();
    fprintf(to, "%d\n", filter_calls());
}

static void a_filter_lets_threads_start_and_no_process(void **state)
{
    char *said = said_by_child(give_up_children);

    (void)state;
    expect_line(&said, "0");
    expect_attempts(said, FILTER, 0);
}

/* All of it, and what is said of it */

static struct confine_needs needs;

static void give_up_all(FILE *to)
{
    struct confinement got;

    confine(&needs, &got);
    confine_print(&got, to);
}

/* A sanitizer's build leaves these two out, and says so. */
#define LEFT_OUT(text) strstr(text, "sanitizer") != NULL

/* Take the lines of the parts off; what they say of the five must be this. NULL is
 * "in force". Returns the parts that are in force. */
static unsigned expect_told(char **said, const char *const told[static 5])
{
    static const char *const names[] = {"no new privileges: ", "files: ", "TCP: ",
        "other processes: ", "child processes: "};
    static const unsigned parts[] = {
        0, LANDLOCK_FILES, LANDLOCK_TCP, LANDLOCK_OTHERS, FILTER};
    unsigned in_force = 0;

    for (int i = 0; i < 5; i++) {
        char *end = strchr(*said, '\n');
        assert_non_null(end);
        *end = '\0';
        assert_memory_equal(*said, names[i], strlen(names[i]));
        if (told[i] == NULL && !(LEFT_OUT(*said))) {
            assert_null(strstr(*said, "not restricted"));
            in_force |= parts[i];
        } else if (!(LEFT_OUT(*said)))
            assert_non_null(strstr(*said, told[i]));
        *said = end + 1;
    }
    return in_force;
}

/* What is told, and that it is so. */
static void expect_all(char *said, const char *const told[static 5], int version)
{
    unsigned parts = expect_told(&said, told);

    expect_attempts(said, parts, version);
}

static void what_is_told_is_so(void **state)
{
    const char *told[5];

    (void)state;
    for (int version = 1; version <= newest_here(); version++) {
        char *said, old[64];
        snprintf(
            old, sizeof(old), "the kernel's Landlock, version %d, is too old", version);
        memset(told, 0, sizeof(told));
        told[2] = version < 4 ? old : NULL;
        told[3] = version < 6 ? old : NULL;
        kernel.version = version;
        said = said_by_child(give_up_all);
        expect_all(said, told, version);
    }
}

static void without_landlock_the_rest_is_in_force(void **state)
{
    static const struct {
        int error;
        const char *why;
    } cases[] = {
        {ENOSYS, "the kernel is without Landlock"},
        {EOPNOTSUPP, "Landlock is switched off"},
    };

    (void)state;
    kernel.version = 0;
    for (size_t i = 0; i < COUNT(cases); i++) {
        const char *why = cases[i].why;
        const char *const told[5] = {NULL, why, why, why, NULL};
        char *said;
        kernel.none = cases[i].error;
        said = said_by_child(give_up_all);
        expect_all(said, told, 0);
    }
}

static void without_filters_the_rest_is_in_force(void **state)
{
    const char *const told[5] = {[4] = "not restricted: the kernel is without filters"};
    char *said;

    (void)state;
    kernel.version = newest_here();
    if (kernel.version < 6)
        skip();
    kernel.filter = EINVAL;
    said = said_by_child(give_up_all);
    expect_all(said, told, kernel.version);
}

/* A full table of files, no memory, too many rulesets already. */
static void a_call_that_fails_leaves_its_part_out(void **state)
{
    const char *const told[5] = {
        [1] = strerror(ENOMEM), [2] = strerror(ENOMEM), [3] = strerror(ENOMEM)};

    (void)state;
    kernel.version = NEWEST;
    for (int i = 0; i < 2; i++) {
        char *said;
        kernel.create = i == 0 ? ENOMEM : 0;
        kernel.obey = i == 0 ? 0 : ENOMEM;
        if (i == 1 && real_version() < NEWEST)
            skip();
        said = said_by_child(give_up_all);
        expect_all(said, told, 0);
    }
}

static void a_kernel_that_grants_privileges_is_told_of(void **state)
{
    char *said;

    (void)state;
    kernel.version = 0;
    kernel.none = ENOSYS;
    kernel.privileges = EINVAL;
    kernel.filter = EACCES;
    said = said_by_child(give_up_all);
    expect_line(&said, "no new privileges: Invalid argument");
}

/* Who writes where, and who calls whom */

static void a_station_connects_to_nobody(void **state)
{
    char *said;

    (void)state;
    kernel.version = newest_here();
    if (kernel.version < 4)
        skip();
    needs.calls = false;
    said = said_by_child(give_up_all);
    assert_non_null(strstr(said, "TCP: no binding, and no connecting (Landlock "));
    assert_non_null(strstr(said, "\ntcp-station EACCES\ntcp-other EACCES\n"));
}

static void a_judge_connects_anywhere_while_no_port_is_known(void **state)
{
    char *said;

    (void)state;
    kernel.version = newest_here();
    if (kernel.version < 4)
        skip();
    needs.port = 0;
    said = said_by_child(give_up_all);
    assert_non_null(strstr(said, "TCP: no binding (Landlock "));
    assert_non_null(strstr(said, "\ntcp-bind EACCES\ntcp-station ok\ntcp-other ok\n"));
}

static void a_host_of_programs_only_gains_no_privileges(void **state)
{
    const char *why = "not restricted: the program is to be free";
    const char *const told[5] = {NULL, why, why, why, why};
    char *said;

    (void)state;
    kernel.version = newest_here();
    needs.runs_programs = true;
    said = said_by_child(give_up_all);
    assert_memory_equal(said, "no new privileges: yes\n", 23);
    expect_told(&said, told);
    expect_attempts(said, 0, 0);
}

/* The record is worth more than this. */
static void without_its_directory_files_are_left_alone(void **state)
{
    const char *const told[5] = {
        [1] = "not restricted: the directory of the record is missing"};
    char *said;

    (void)state;
    kernel.version = newest_here();
    if (kernel.version < 6)
        skip();
    needs.directory = "/there/is/none";
    said = said_by_child(give_up_all);
    expect_all(said, told, kernel.version);
}

static int reset(void **state)
{
    (void)state;
    memset(&kernel, 0, sizeof(kernel));
    needs = (struct confine_needs){
        .directory = records, .calls = true, .port = world.station};
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(each_version_gives_up_what_it_knows, reset),
        cmocka_unit_test(a_newer_version_is_asked_for_no_more_than_is_known),
        cmocka_unit_test_setup(a_filter_lets_threads_start_and_no_process, reset),
        cmocka_unit_test_setup(what_is_told_is_so, reset),
        cmocka_unit_test_setup(without_landlock_the_rest_is_in_force, reset),
        cmocka_unit_test_setup(without_filters_the_rest_is_in_force, reset),
        cmocka_unit_test_setup(a_call_that_fails_leaves_its_part_out, reset),
        cmocka_unit_test_setup(a_kernel_that_grants_privileges_is_told_of, reset),
        cmocka_unit_test_setup(a_station_connects_to_nobody, reset),
        cmocka_unit_test_setup(a_judge_connects_anywhere_while_no_port_is_known, reset),
        cmocka_unit_test_setup(a_host_of_programs_only_gains_no_privileges, reset),
        cmocka_unit_test_setup(without_its_directory_files_are_left_alone, reset),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
