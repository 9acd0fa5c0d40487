/*
 * sandbox_test.c - the rights that a console keeps, tried in a child: for each version
 * of Landlock, for kernels without Landlock and without filters of system calls.
 */
#include "common/system/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/helper.h"
#include "tests/support/sandbox_world.h"

#include <cmocka.h>

static struct sandbox_needs needs;

static void give_up_all(FILE *to)
{
    struct sandbox_report got;

    sandbox_enter(&needs, &got);
    sandbox_print(&got, to);
}

/* Builds with a sanitizer leave out two parts. */
#define LEFT_OUT(text) strstr(text, "sanitizer") != NULL

/* Remove the lines of the five parts and compare them: told[] has the reason of a
 * missing part, NULL for a part in force. Returns the parts in force. */
static unsigned expect_told(char **said, const char *const told[static 5])
{
    static const char *const names[] = {"no new privileges: ", "files: ", "TCP: ",
        "other processes: ", "child processes: "};
    static const unsigned parts[] = {0, FILES, TCP, PROCESSES, FILTER};
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

/* Compare the report and the results of all attempts. */
static void expect_all(char *said, const char *const told[static 5], int version)
{
    unsigned parts = expect_told(&said, told);

    sandbox_world_expect_attempts(said, parts, version);
}

static void each_version_restricts_what_it_knows(void **state)
{
    static const char old[] = "the kernel's Landlock is too old";
    const char *told[5] = {NULL};

    (void)state;
    for (int version = 1; version <= sandbox_world_newest(); version++) {
        char *said;
        told[2] = version < 4 ? old : NULL;
        told[3] = version < 6 ? old : NULL;
        kernel.version = version;
        said = sandbox_world_said(give_up_all);
        expect_all(said, told, version);
    }
}

/* The world refuses rights that version NEWEST does not know. */
static void a_newer_version_is_asked_for_no_more_than_is_known(void **state)
{
    const char *const told[5] = {NULL};
    char *said;

    (void)state;
    if (sandbox_world_version() < NEWEST)
        skip();
    kernel.version = NEWEST + 10;
    said = sandbox_world_said(give_up_all);
    expect_all(said, told, NEWEST);
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
        said = sandbox_world_said(give_up_all);
        expect_all(said, told, 0);
    }
}

static void without_filters_the_rest_is_in_force(void **state)
{
    const char *const told[5] = {[4] = "not restricted: the kernel is without filters"};
    char *said;

    (void)state;
    kernel.version = sandbox_world_newest();
    if (kernel.version < 6)
        skip();
    kernel.filter = EINVAL;
    said = sandbox_world_said(give_up_all);
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
        if (i == 1 && sandbox_world_version() < NEWEST)
            skip();
        said = sandbox_world_said(give_up_all);
        expect_all(said, told, 0);
    }
}

static void a_kernel_that_grants_privileges_is_reported(void **state)
{
    char *said;

    (void)state;
    kernel.version = 0;
    kernel.none = ENOSYS;
    kernel.privileges = EINVAL;
    kernel.filter = EACCES;
    said = sandbox_world_said(give_up_all);
    sandbox_world_expect_line(&said, "no new privileges: Invalid argument");
}

/* Needs */

static void a_station_cannot_connect(void **state)
{
    char *said;

    (void)state;
    kernel.version = sandbox_world_newest();
    if (kernel.version < 4)
        skip();
    needs.calls = false;
    said = sandbox_world_said(give_up_all);
    assert_non_null(strstr(said, "TCP: no binding, and no connecting (Landlock "));
    assert_non_null(strstr(said, "\ntcp-station EACCES\ntcp-other EACCES\n"));
}

static void a_judge_connects_anywhere_while_no_port_is_known(void **state)
{
    char *said;

    (void)state;
    kernel.version = sandbox_world_newest();
    if (kernel.version < 4)
        skip();
    needs.port = 0;
    said = sandbox_world_said(give_up_all);
    assert_non_null(strstr(said, "TCP: no binding (Landlock "));
    assert_non_null(strstr(said, "\ntcp-bind EACCES\ntcp-station ok\ntcp-other ok\n"));
}

static void a_host_of_programs_only_gains_no_privileges(void **state)
{
    const char *why = "not restricted: the program is to be free";
    const char *const told[5] = {NULL, why, why, why, why};
    char *said;

    (void)state;
    kernel.version = sandbox_world_newest();
    needs.runs_programs = true;
    said = sandbox_world_said(give_up_all);
    assert_memory_equal(said, "no new privileges: yes\n", 23);
    expect_told(&said, told);
    sandbox_world_expect_attempts(said, 0, 0);
}

static void without_its_directory_files_are_not_restricted(void **state)
{
    const char *const told[5] = {
        [1] = "not restricted: the directory of the record is missing"};
    char *said;

    (void)state;
    kernel.version = sandbox_world_newest();
    if (kernel.version < 6)
        skip();
    needs.directory = "/there/is/none";
    said = sandbox_world_said(give_up_all);
    expect_all(said, told, kernel.version);
}

static int reset(void **state)
{
    (void)state;
    memset(&kernel, 0, sizeof(kernel));
    needs = (struct sandbox_needs){
        .directory = world.records, .calls = true, .port = world.station};
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(each_version_restricts_what_it_knows, reset),
        cmocka_unit_test_setup(
            a_newer_version_is_asked_for_no_more_than_is_known, reset),
        cmocka_unit_test_setup(without_landlock_the_rest_is_in_force, reset),
        cmocka_unit_test_setup(without_filters_the_rest_is_in_force, reset),
        cmocka_unit_test_setup(a_call_that_fails_leaves_its_part_out, reset),
        cmocka_unit_test_setup(a_kernel_that_grants_privileges_is_reported, reset),
        cmocka_unit_test_setup(a_station_cannot_connect, reset),
        cmocka_unit_test_setup(a_judge_connects_anywhere_while_no_port_is_known, reset),
        cmocka_unit_test_setup(a_host_of_programs_only_gains_no_privileges, reset),
        cmocka_unit_test_setup(without_its_directory_files_are_not_restricted, reset),
    };

    return cmocka_run_group_tests(tests, sandbox_world_begin, sandbox_world_end);
}
