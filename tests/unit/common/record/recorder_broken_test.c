/*
 * recorder_broken_test.c - the recorder (recorder.h) on a full disk, and after a failed
 * sync.
 */
#include "tests/support/recorder_written.h"

#include <cmocka.h>
#include <errno.h>
#include <limits.h>
#include <unistd.h>

#include "tests/support/recorder_disk.h"

/* The record moves to the second pair, and the first pair does not change. */
static void goes_on_apart(struct written *r, struct bytes *before)
{
    written_turns(r);
    written_assert_pair(r, 2, "LP-01.KEY");
    written_assert_unchanged(before, 1);
    bytes_free(before);
    written_finish(r, 2, "LP-01.KEY");
    assert_int_equal(written_count_files(), 4);
}

/* ---- a full disk ---- */

static void a_full_disk_takes_the_rest_when_it_has_room(void **state)
{
    struct written r;

    (void)state;
    written_begin(&r);
    written_turns(&r);
    disk.room = 100;
    written_turns(&r);
    written_await_danger(&r, ENOSPC);
    written_turns(&r);
    written_assert_path(&r, 1);
    disk_mend();
    written_await_safety(&r);
    written_assert_pair(&r, 1, "-");
    written_turns(&r);
    written_assert_pair(&r, 1, "-");
    written_finish(&r, 1, "-");
    assert_int_equal(written_count_files(), 2);
}

/* The disk becomes full after any byte, even inside a record. */
static void a_full_disk_cuts_and_repeats_no_byte(void **state)
{
    (void)state;
    for (long room = 0; room < 400; room += 9) {
        char path[WRITTEN_PATH_SIZE];
        struct written r;

        written_begin(&r);
        disk.room = room;
        written_turns(&r);
        disk_mend();
        written_turns(&r);
        written_finish(&r, 1, "-");
        written_path(path, 1, "KEY");
        assert_int_equal(unlink(path), 0);
        written_path(path, 1, "TXT");
        assert_int_equal(unlink(path), 0);
    }
}

static void a_disk_that_stays_full_is_said_at_the_end(void **state)
{
    struct written r;

    (void)state;
    written_begin(&r);
    written_turns(&r);
    disk.room = 30;
    written_turns(&r);
    written_end(&r);
    assert_int_equal(recorder_close(r.recorder, (char[PATH_MAX]){0}), -1);
    assert_int_equal(errno, ENOSPC);
    assert_int_equal(written_count_files(), 2);
    written_free(&r);
}

/* ---- failed syncs ---- */

/* A sync of either file fails once; a later successful sync proves nothing. */
static void after_a_failed_sync_all_is_in_a_fresh_pair(void **state)
{
    int good = *(const int *)*state;
    struct bytes before = {0};
    struct written r;

    written_begin(&r);
    written_turns(&r);
    written_await_safety(&r);
    written_snapshot(&before, 1);
    disk_break_syncs(EIO, good, 1);
    written_turns(&r);
    while (disk.syncs_bad > 0)
        written_rest();
    written_turns(&r);
    written_await_safety(&r);
    written_assert_path(&r, 2);
    written_assert_pair(&r, 2, "LP-01.KEY");
    assert_true(written_is_locked(2));
    assert_false(written_is_locked(1));
    bytes_free(&before);
    written_snapshot(&before, 1);
    goes_on_apart(&r, &before);
}

/* A write fails with an error other than lack of space. */
static void after_a_failed_write_a_fresh_pair_is_made(void **state)
{
    struct bytes before = {0};
    struct written r;

    (void)state;
    written_begin(&r);
    written_turns(&r);
    disk.write_error = EIO;
    written_snapshot(&before, 1);
    written_turns(&r);
    written_await_safety(&r);
    written_assert_path(&r, 2);
    written_assert_pair(&r, 2, "LP-01.KEY");
    goes_on_apart(&r, &before);
}

static void a_fresh_pair_may_fail_too(void **state)
{
    struct written r;

    (void)state;
    written_begin(&r);
    written_turns(&r);
    written_await_safety(&r);
    disk_break_syncs(EIO, 0, 3); /* of 01, and of the first two attempts with 02 */
    written_turns(&r);
    while (disk.syncs_bad > 0)
        written_rest();
    written_await_safety(&r);
    written_assert_path(&r, 2);
    written_assert_pair(&r, 2, "LP-01.KEY");
    written_finish(&r, 2, "LP-01.KEY");
    assert_int_equal(written_count_files(), 4);
}

/* A file system without new files, or a full one, leaves no incomplete new pair, and
 * the old pair is not used again. */
static void a_fresh_pair_waits_until_it_can_be_made(void **state)
{
    struct bytes before = {0};
    struct written r;

    (void)state;
    written_begin(&r);
    written_turns(&r);
    written_await_safety(&r);
    disk.create_name = "LP-";
    disk.create_error = EROFS;
    disk_break_syncs(EIO, 0, 1);
    written_turns(&r);
    written_await_danger(&r, EROFS);
    written_snapshot(&before, 1);
    written_turns(&r);
    disk.room = 300;
    disk.create_error = 0;
    written_await_danger(&r, ENOSPC);
    written_assert_path(&r, 1);
    written_assert_unchanged(&before, 1);
    disk_mend();
    written_turns(&r);
    written_await_safety(&r);
    written_assert_path(&r, 2);
    written_assert_pair(&r, 2, "LP-01.KEY");
    written_assert_unchanged(&before, 1);
    bytes_free(&before);
    written_finish(&r, 2, "LP-01.KEY");
    assert_int_equal(written_count_files(), 4);
}

/* A new pair that fails too is replaced by another, with the whole record. */
static void two_fresh_pairs_follow_each_other(void **state)
{
    struct written r;

    (void)state;
    written_begin(&r);
    for (int number = 2; number <= 3; number++) {
        written_turns(&r);
        written_await_safety(&r);
        disk_break_syncs(EIO, 0, 1);
        written_turns(&r);
        while (disk.syncs_bad > 0)
            written_rest();
        written_await_safety(&r);
        written_assert_path(&r, number);
    }
    written_finish(&r, 3, "LP-02.KEY");
    assert_int_equal(written_count_files(), 6);
}

int main(void)
{
    static int keys_fail = 0, lines_fail = 1;
    const struct CMUnitTest tests[] = {
        RECORDER_TEST(a_full_disk_takes_the_rest_when_it_has_room),
        RECORDER_TEST(a_full_disk_cuts_and_repeats_no_byte),
        RECORDER_TEST(a_disk_that_stays_full_is_said_at_the_end),
        RECORDER_TEST_WITH(after_a_failed_sync_all_is_in_a_fresh_pair, &keys_fail),
        RECORDER_TEST_WITH(after_a_failed_sync_all_is_in_a_fresh_pair, &lines_fail),
        RECORDER_TEST(after_a_failed_write_a_fresh_pair_is_made),
        RECORDER_TEST(a_fresh_pair_may_fail_too),
        RECORDER_TEST(a_fresh_pair_waits_until_it_can_be_made),
        RECORDER_TEST(two_fresh_pairs_follow_each_other),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
