/*
 * errlog_test.c - LP-nn.ERR: its bytes, its size limit, and the lines that are shown.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "confederate/child/errlog.h"

static char directory[] = "/tmp/errlog.XXXXXX";
static char path[64];
static struct program_status aside;
static struct errlog log_file;

static void feed(const char *text)
{
    errlog_feed(&log_file, text, strlen(text));
}

static long size_of_file(void)
{
    struct stat st;

    return stat(path, &st) == 0 ? (long)st.st_size : -1;
}

static void assert_file_is(const char *text)
{
    char bytes[512];
    FILE *file = fopen(path, "re");
    size_t length;

    assert_non_null(file);
    length = fread(bytes, 1, sizeof(bytes) - 1, file);
    fclose(file);
    bytes[length] = '\0';
    assert_string_equal(bytes, text);
}

static int begin(void **state)
{
    (void)state;
    snprintf(path, sizeof(path), "%s/LP-01.ERR", directory);
    aside = (struct program_status){0};
    unlink(path);
    errlog_init(&log_file, &aside);
    errlog_open(&log_file, path);
    return 0;
}

static int end(void **state)
{
    (void)state;
    errlog_close(&log_file);
    return 0;
}

static void writes_it_as_it_is(void **state)
{
    (void)state;
    feed("one\ntwo \xff\nthr");
    assert_file_is("one\ntwo \xff\nthr");
    assert_string_equal(program_status_line(&aside, 0), "two y");
    feed("ee\n");
    assert_string_equal(program_status_line(&aside, 0), "three");
    assert_int_equal(aside.count, 3);
}

/* A bug: backspaces were shown as question marks. */
static void shows_lines_as_a_terminal_does(void **state)
{
    (void)state;
    feed("0%\b\b50%\b\b\b100%\n");
    assert_string_equal(program_status_line(&aside, 0), "100%");
    feed("Loading...\rLoaded.   \n");
    assert_string_equal(program_status_line(&aside, 0), "Loaded.");
    feed("\033[31mred\033[0m caf\xc3\xa9\n");
    assert_string_equal(program_status_line(&aside, 0), "red cafe");
    assert_int_equal(aside.count, 3);
    feed("10%\r20%\r");
    assert_int_equal(aside.count, 3);
    errlog_close(&log_file);
    assert_string_equal(program_status_line(&aside, 0), "20%");
    assert_file_is("0%\b\b50%\b\b\b100%\nLoading...\rLoaded.   \n"
                   "\033[31mred\033[0m caf\xc3\xa9\n10%\r20%\r");
}

/* A line without an end is shown by its beginning. */
static void shows_an_endless_line(void **state)
{
    (void)state;
    for (int i = 0; i < TELETYPE_MAX / 8 + 1; i++)
        feed("endless ");
    assert_int_equal(aside.count, 1);
    feed("\nshort\n");
    assert_string_equal(program_status_line(&aside, 0), "short");
}

static void appends_to_what_is_there(void **state)
{
    (void)state;
    feed("one\nunfinished");
    errlog_close(&log_file);
    assert_string_equal(program_status_line(&aside, 0), "unfinished");
    errlog_open(&log_file, path);
    feed("\ntwo\n");
    assert_file_is("one\nunfinished\ntwo\n");
}

static void notes_have_a_line_of_their_own(void **state)
{
    (void)state;
    setenv("TZ", "UTC", 1);
    tzset();
    feed("one\nha");
    errlog_note(&log_file, 3723000, "It died");
    assert_file_is("one\nha\nentry[01:02:03]: It died\n");
    assert_string_equal(program_status_line(&aside, 0), "one");
}

static void ends_at_a_megabyte(void **state)
{
    static char much[10000];
    long size;

    (void)state;
    memset(much, 'x', sizeof(much));
    much[sizeof(much) - 1] = '\n';
    for (int i = 0; i < 200; i++)
        errlog_feed(&log_file, much, sizeof(much));
    size = size_of_file();
    assert_in_range(size, ERRLOG_MAX, ERRLOG_MAX + 100);
    feed("and this is shown\n");
    assert_string_equal(program_status_line(&aside, 0), "and this is shown");
    assert_int_equal(size_of_file(), size);
    /* A program that is started again finds no room either. */
    errlog_close(&log_file);
    errlog_open(&log_file, path);
    feed("more\n");
    assert_true(size_of_file() < size + 100);
}

static void never_writes_through_a_link(void **state)
{
    char elsewhere[64];

    (void)state;
    errlog_close(&log_file);
    unlink(path);
    snprintf(elsewhere, sizeof(elsewhere), "%s/elsewhere", directory);
    assert_int_equal(symlink(elsewhere, path), 0);
    errlog_open(&log_file, path);
    assert_non_null(strstr(program_status_line(&aside, 0), "(the .ERR file: "));
    feed("one\n");
    assert_string_equal(program_status_line(&aside, 0), "one");
    assert_int_equal(access(elsewhere, F_OK), -1);
}

static void a_full_disk_is_said_once(void **state)
{
    (void)state;
    errlog_close(&log_file);
    errlog_open(&log_file, "/dev/full");
    feed("one\n");
    feed("two\n");
    assert_string_equal(
        program_status_line(&aside, 2), "(the .ERR file: No space left on device)");
    assert_string_equal(program_status_line(&aside, 0), "two");
    assert_int_equal(aside.count, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(writes_it_as_it_is, begin, end),
        cmocka_unit_test_setup_teardown(shows_lines_as_a_terminal_does, begin, end),
        cmocka_unit_test_setup_teardown(shows_an_endless_line, begin, end),
        cmocka_unit_test_setup_teardown(appends_to_what_is_there, begin, end),
        cmocka_unit_test_setup_teardown(notes_have_a_line_of_their_own, begin, end),
        cmocka_unit_test_setup_teardown(ends_at_a_megabyte, begin, end),
        cmocka_unit_test_setup_teardown(never_writes_through_a_link, begin, end),
        cmocka_unit_test_setup_teardown(a_full_disk_is_said_once, begin, end),
    };
    int failures;

    if (mkdtemp(directory) == NULL)
        return 1;
    failures = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    rmdir(directory);
    return failures;
}
