/*
 * ballots_test.c - BALLOTS.CSV (ballots.h) in a real directory, on a disk that fails
 * after a given byte.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "judge/ballot/ballots.h"

#define HEADER BALLOT_HEADER "\n"
#define SESSION "00112233445566778899aabbccddeeff"

static char place[] = "/tmp/ballots_test.XXXXXX";
static char path[sizeof(place) + sizeof(BALLOTS_NAME) + 1];

/* The disk: bytes that fit (negative: unlimited), and the number of syncs. */
static struct {
    ssize_t room;
    int writes, syncs, directory_syncs;
    int sync_error;
} disk;

ssize_t __real_write(int fd, const void *bytes, size_t count);
ssize_t __wrap_write(int fd, const void *bytes, size_t count);
int __wrap_fdatasync(int fd);
int __wrap_fsync(int fd);

ssize_t __wrap_write(int fd, const void *bytes, size_t count)
{
    disk.writes++;
    if (disk.room >= 0 && (ssize_t)count > disk.room)
        count = (size_t)disk.room;
    if (disk.room == 0) {
        errno = ENOSPC;
        return -1;
    }
    if (disk.room > 0)
        disk.room -= (ssize_t)count;
    return __real_write(fd, bytes, count);
}

int __wrap_fdatasync(int fd)
{
    (void)fd;
    disk.syncs++;
    errno = disk.sync_error;
    return disk.sync_error != 0 ? -1 : 0;
}

int __wrap_fsync(int fd)
{
    (void)fd;
    disk.directory_syncs++;
    return 0;
}

static struct ballot_row row_of(unsigned judge)
{
    struct ballot_row row = {.confirmed = "2026/11/20 14:12:20",
        .book = rulebook_find("2003"),
        .judge = judge,
        .seats = 1,
        .confidence = BALLOT_NO_CONFIDENCE,
        .reason = "It said \"no\", twice"};

    strcpy(row.seat[0].station, "10.0.0.2:1950");
    strcpy(row.seat[0].session, SESSION);
    row.seat[0].score = 32500;
    return row;
}

static int append(unsigned judge)
{
    struct ballot_row row = row_of(judge);

    return ballots_append(place, &row);
}

static void assert_file(const char *wanted)
{
    struct bytes bytes = {0};

    assert_int_equal(bytes_read(&bytes, path), 0);
    assert_string_equal(bytes.at, wanted);
    bytes_free(&bytes);
}

static void put_file(const char *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

#define ROW(judge)                                                                     \
    "2026/11/20 14:12:20,2003,," judge ",ballot,10.0.0.2:1950,-," SESSION              \
    ",3.25,,\"It said \"\"no\"\", twice\",,\n"

static void a_new_file_has_its_header_and_is_synced_with_its_name(void **state)
{
    (void)state;
    assert_int_equal(append(4), 0);
    assert_file(HEADER ROW("04"));
    assert_int_equal(disk.directory_syncs, 1);
    assert_int_equal(disk.syncs, 1);
    assert_int_equal(append(7), 0);
    assert_file(HEADER ROW("04") ROW("07"));
    /* Two writes for the new file, and one for each later row. */
    assert_int_equal(disk.writes, 3);
    assert_int_equal(disk.syncs, 2);
    assert_int_equal(disk.directory_syncs, 1);
}

static void the_file_is_tested_before_a_round(void **state)
{
    (void)state;
    assert_int_equal(ballots_check(place), 0);
    assert_file(HEADER);
    assert_int_equal(ballots_check(place), 0);
    assert_file(HEADER);
    assert_int_equal(append(4), 0);
    assert_int_equal(ballots_check(place), 0);
    assert_file(HEADER ROW("04"));
}

static void fails_with(int error)
{
    assert_int_equal(ballots_check(place), -1);
    assert_int_equal(errno, error);
    assert_int_equal(append(4), -1);
    assert_int_equal(errno, error);
}

static void other_files_are_left_alone(void **state)
{
    (void)state;
    put_file("name,score\nme,5\n");
    fails_with(EBADMSG);
    assert_file("name,score\nme,5\n");
    unlink(path);
    assert_int_equal(symlink("elsewhere", path), 0);
    fails_with(ELOOP);
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    fails_with(ENOTSUP);
    unlink(path);
    assert_int_equal(mkdir(path, 0700), 0);
    fails_with(ENOTSUP);
    rmdir(path);
    assert_int_equal(ballots_check("/nowhere/at/all"), -1);
    assert_int_equal(errno, ENOENT);
}

static void a_torn_row_is_left_and_closed(void **state)
{
    static const struct {
        const char *torn, *then;
    } tails[] = {
        {HEADER ROW("01") "2026/11/2", HEADER ROW("01") "2026/11/2\n" ROW("04")},
        {HEADER "a,\"open", HEADER "a,\"open\"\n" ROW("04")},
        {HEADER "a,\"no\"\" more", HEADER "a,\"no\"\" more\"\n" ROW("04")},
        {HEADER "a,\"b\",c", HEADER "a,\"b\",c\n" ROW("04")},
        {HEADER, HEADER ROW("04")},
        {"confirmed,bo", HEADER ROW("04")},
        {BALLOT_HEADER, HEADER ROW("04")},
        {"", HEADER ROW("04")},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(tails); i++) {
        put_file(tails[i].torn);
        assert_int_equal(append(4), 0);
        assert_file(tails[i].then);
    }
}

/* Count the complete rows of a judge. */
static int count_rows(unsigned judge)
{
    char line[BALLOT_ROW_SIZE];
    FILE *file = fopen(path, "r");
    int count = 0;

    assert_non_null(file);
    while (fgets(line, sizeof(line), file) != NULL) {
        struct ballot_row row;
        const char *why;
        size_t length = strlen(line);

        if (line[length - 1] == '\n' &&
            ballot_row_read(line, length - 1, &row, &why) == 0 && row.judge == judge)
            count++;
    }
    fclose(file);
    return count;
}

/* The disk fails after any byte: old rows are complete, the new row is not valid, and
 * it can be appended again. */
static void a_crash_after_any_byte_loses_no_row(void **state)
{
    ssize_t length = (ssize_t)strlen(ROW("07"));

    (void)state;
    for (ssize_t room = 0; room < length; room++) {
        put_file(HEADER ROW("04"));
        disk.room = room;
        assert_int_equal(append(7), -1);
        assert_int_equal(errno, ENOSPC);
        assert_int_equal(count_rows(4), 1);
        assert_int_equal(count_rows(7), 0);
        disk.room = -1;
        assert_int_equal(append(7), 0);
        assert_int_equal(count_rows(4), 1);
        assert_int_equal(count_rows(7), 1);
    }
}

/* An editor may remove the last '\n'; no ballot is lost. */
static void an_old_row_without_its_end_is_whole(void **state)
{
    char text[] = HEADER ROW("04");
    struct ballot_row row = row_of(7);

    (void)state;
    text[sizeof(text) - 2] = '\0';
    put_file(text);
    memset(row.seat[0].session, 'a', strlen(SESSION));
    assert_int_equal(ballots_append(place, &row), 0);
    assert_int_equal(count_rows(4), 1);
    assert_int_equal(count_rows(7), 1);
}

static void a_partial_header_is_completed(void **state)
{
    (void)state;
    for (ssize_t room = 0; room < (ssize_t)strlen(HEADER); room++) {
        unlink(path);
        disk.room = room;
        assert_int_equal(append(7), -1);
        disk.room = -1;
        assert_int_equal(append(7), 0);
        assert_file(HEADER ROW("07"));
    }
}

static void a_failed_sync_is_an_error(void **state)
{
    (void)state;
    disk.sync_error = EIO;
    assert_int_equal(append(4), -1);
    assert_int_equal(errno, EIO);
    disk.sync_error = 0;
    assert_int_equal(append(4), 0);
}

static void invalid_rows_are_not_written(void **state)
{
    struct ballot_row row = row_of(4);

    (void)state;
    assert_int_equal(ballots_check(place), 0);
    row.seat[0].score = 50001;
    assert_int_equal(ballots_append(place, &row), -1);
    assert_int_equal(errno, EINVAL);
    assert_file(HEADER);
}

static void the_wait_for_a_lock_ends(void **state)
{
    int fd;

    (void)state;
    assert_int_equal(ballots_check(place), 0);
    fd = open(path, O_RDWR);
    assert_true(fd >= 0);
    assert_int_equal(flock(fd, LOCK_EX), 0);
    assert_int_equal(append(4), -1);
    assert_int_equal(errno, EWOULDBLOCK);
    close(fd);
    assert_int_equal(append(4), 0);
    assert_file(HEADER ROW("04"));
}

static void many_judges_share_a_file(void **state)
{
    enum { JUDGES = 4, ROWS = 50 };

    (void)state;
    for (unsigned judge = 0; judge < JUDGES; judge++) {
        pid_t child = fork();

        assert_true(child >= 0);
        if (child == 0) {
            int failed = 0;

            for (int i = 0; i < ROWS; i++)
                failed += append(judge) < 0;
            _exit(failed);
        }
    }
    for (int i = 0; i < JUDGES; i++) {
        int status;

        assert_true(wait(&status) > 0);
        assert_int_equal(status, 0);
    }
    for (unsigned judge = 0; judge < JUDGES; judge++)
        assert_int_equal(count_rows(judge), ROWS);
}

static void a_scored_session_is_found(void **state)
{
    (void)state;
    assert_int_equal(ballots_has(place, BALLOT_KIND_BALLOT, SESSION), 0);
    put_file(HEADER "\"torn\n");
    assert_int_equal(append(4), 0);
    assert_int_equal(ballots_has(place, BALLOT_KIND_BALLOT, SESSION), 1);
    assert_int_equal(ballots_has(place, BALLOT_KIND_RANKS, SESSION), 0);
    assert_int_equal(
        ballots_has(place, BALLOT_KIND_BALLOT, "ffeeddccbbaa99887766554433221100"), 0);
    assert_int_equal(ballots_has("/nowhere/at/all", BALLOT_KIND_RANKS, SESSION), 0);
}

static void a_scored_round_is_found(void **state)
{
    const struct rulebook *book = rulebook_find("2003");
    struct ballot_row row = row_of(4);

    (void)state;
    row.round = 2;
    assert_int_equal(ballots_has_round(place, book, 4, 2), 0);
    assert_int_equal(ballots_append(place, &row), 0);
    assert_int_equal(ballots_has_round(place, book, 4, 2), 1);
    assert_int_equal(ballots_has_round(place, book, 5, 2), 0);
    assert_int_equal(ballots_has_round(place, book, 4, 3), 0);
    assert_int_equal(ballots_has_round(place, rulebook_find("1996"), 4, 2), 0);
}

/* Write the numbers of the judges in order; 7 stops the visit. */
static bool note_judge(void *to, const struct ballot_row *row)
{
    unsigned *judges = to;

    *judges = *judges * 10 + row->judge;
    return row->judge == 7;
}

static void complete_rows_are_visited_until_the_visitor_stops(void **state)
{
    unsigned judges = 0;

    (void)state;
    assert_int_equal(ballots_visit(place, note_judge, &judges), 0);
    put_file(HEADER ROW("04") "torn\n" ROW("05") ROW("06"));
    assert_int_equal(ballots_visit(place, note_judge, &judges), 0);
    assert_int_equal(judges, 456);
    put_file(HEADER ROW("04") ROW("07") ROW("05"));
    assert_int_equal(ballots_visit(place, note_judge, &judges), 1);
    assert_int_equal(judges, 45647);
    /* A row without its '\n' does not count. */
    put_file(HEADER ROW("04") ROW("07"));
    assert_int_equal(truncate(path, (off_t)strlen(HEADER ROW("04") ROW("07")) - 1), 0);
    assert_int_equal(ballots_visit(place, note_judge, &judges), 0);
}

static int set_up(void **state)
{
    (void)state;
    strcpy(place + sizeof(place) - 7, "XXXXXX");
    if (mkdtemp(place) == NULL)
        return -1;
    snprintf(path, sizeof(path), "%s/%s", place, BALLOTS_NAME);
    memset(&disk, 0, sizeof(disk));
    disk.room = -1;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(place);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_new_file_has_its_header_and_is_synced_with_its_name),
        TEST(the_file_is_tested_before_a_round),
        TEST(other_files_are_left_alone),
        TEST(a_torn_row_is_left_and_closed),
        TEST(a_crash_after_any_byte_loses_no_row),
        TEST(an_old_row_without_its_end_is_whole),
        TEST(a_partial_header_is_completed),
        TEST(a_failed_sync_is_an_error),
        TEST(invalid_rows_are_not_written),
        TEST(the_wait_for_a_lock_ends),
        TEST(many_judges_share_a_file),
        TEST(a_scored_session_is_found),
        TEST(complete_rows_are_visited_until_the_visitor_stops),
        TEST(a_scored_round_is_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
