/*
 * confine_test.c - what a console can still do once it has given up the rest, tried in
 * a child for each version of Landlock, for kernels without, and for kernels without
 * filters of system calls.
 */
#include "confine.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "confine_world.h"
#include "filter.h"
#include "helper.h"
#include "kernel.h"

#include <cmocka.h>

/* Landlock and the filter, each by itself */

static void give_up_reach(FILE *to)
{
    struct landlock_wanted wanted = {.parts = ALL_PARTS,
        .directories = {open(world.records, O_PATH | O_CLOEXEC), -1},
        .exchanges = {-1, -1},
        .port = world.station};
    int version = landlock_version();

    kernel_forbid_privileges();
    fprintf(to, "%d %d\n", version, landlock_restrict(&wanted, version));
}

static void each_version_gives_up_what_it_knows(void **state)
{
    char line[32];

    (void)state;
    for (int version = 1; version <= confine_world_newest(); version++) {
        char *said;
        kernel.version = version;
        said = confine_world_said(give_up_reach);
        snprintf(line, sizeof(line), "%d %u", version, landlock_parts(version));
        confine_world_expect_line(&said, line);
        confine_world_expect_attempts(said, ALL_PARTS, version);
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
    char *said = confine_world_said(give_up_children);

    (void)state;
    confine_world_expect_line(&said, "0");
    confine_world_expect_attempts(said, FILTER, 0);
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

    confine_world_expect_attempts(said, parts, version);
}

static void what_is_told_is_so(void **state)
{
    const char *told[5];

    (void)state;
    for (int version = 1; version <= confine_world_newest(); version++) {
        char *said, old[64];
        snprintf(
            old, sizeof(old), "the kernel's Landlock, version %d, is too old", version);
        memset(told, 0, sizeof(told));
        told[2] = version < 4 ? old : NULL;
        told[3] = version < 6 ? old : NULL;
        kernel.version = version;
        said = confine_world_said(give_up_all);
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
        said = confine_world_said(give_up_all);
        expect_all(said, told, 0);
    }
}

static void without_filters_the_rest_is_in_force(void **state)
{
    const char *const told[5] = {[4] = "not restricted: the kernel is without filters"};
    char *said;

    (void)state;
    kernel.version = confine_world_newest();
    if (kernel.version < 6)
        skip();
    kernel.filter = EINVAL;
    said = confine_world_said(give_up_all);
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
        if (i == 1 && confine_world_version() < NEWEST)
            skip();
        said = confine_world_said(give_up_all);
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
    said = confine_world_said(give_up_all);
    confine_world_expect_line(&said, "no new privileges: Invalid argument");
}

/* Who writes where, and who calls whom */

static void a_station_connects_to_nobody(void **state)
{
    char *said;

    (void)state;
    kernel.version = confine_world_newest();
    if (kernel.version < 4)
        skip();
    needs.calls = false;
    said = confine_world_said(give_up_all);
    assert_non_null(strstr(said, "TCP: no binding, and no connecting (Landlock "));
    assert_non_null(strstr(said, "\ntcp-station EACCES\ntcp-other EACCES\n"));
}

static void a_judge_connects_anywhere_while_no_port_is_known(void **state)
{
    char *said;

    (void)state;
    kernel.version = confine_world_newest();
    if (kernel.version < 4)
        skip();
    needs.port = 0;
    said = confine_world_said(give_up_all);
    assert_non_null(strstr(said, "TCP: no binding (Landlock "));
    assert_non_null(strstr(said, "\ntcp-bind EACCES\ntcp-station ok\ntcp-other ok\n"));
}

static void a_host_of_programs_only_gains_no_privileges(void **state)
{
    const char *why = "not restricted: the program is to be free";
    const char *const told[5] = {NULL, why, why, why, why};
    char *said;

    (void)state;
    kernel.version = confine_world_newest();
    needs.runs_programs = true;
    said = confine_world_said(give_up_all);
    assert_memory_equal(said, "no new privileges: yes\n", 23);
    expect_told(&said, told);
    confine_world_expect_attempts(said, 0, 0);
}

/* The record is worth more than this. */
static void without_its_directory_files_are_left_alone(void **state)
{
    const char *const told[5] = {
        [1] = "not restricted: the directory of the record is missing"};
    char *said;

    (void)state;
    kernel.version = confine_world_newest();
    if (kernel.version < 6)
        skip();
    needs.directory = "/there/is/none";
    said = confine_world_said(give_up_all);
    expect_all(said, told, kernel.version);
}

static int reset(void **state)
{
    (void)state;
    memset(&kernel, 0, sizeof(kernel));
    needs = (struct confine_needs){
        .directory = world.records, .calls = true, .port = world.station};
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

    return cmocka_run_group_tests(tests, confine_world_begin, confine_world_end);
}
