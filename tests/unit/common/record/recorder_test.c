/*
 * recorder_test.c - the recorder (recorder.h): normal operation, files that cannot be
 * created, a slow disk, lack of memory, and the end.
 */
#include "tests/support/recorder_written.h"

#include <cmocka.h>
#include <errno.h>
#include <limits.h>
#include <string.h>

#include "tests/support/recorder_disk.h"

enum { TURNS = 3 };

/* ---- normal operation ---- */

static void each_key_is_in_the_file_before_the_call_returns(void **state)
{
    static const char text[] = "Hi; [ \b", line[] = "JUDGE00[14:12:20]Hi; [\n";
    struct written r;

    (void)state;
    disk_hold_syncs(false);
    written_begin(&r);
    written_assert_path(&r, 1);
    assert_true(written_is_locked(1));
    written_assert_pair(&r, 1, "-");
    for (const char *c = text; *c != '\0'; c++) {
        written_type(&r, *c == '\b' ? K_BACKSPACE : (unsigned char)*c);
        written_assert_pair(&r, 1, "-");
    }
    written_type(&r, K_RETURN);
    bytes_add(&r.lines, line, sizeof(line) - 1);
    written_type(&r, K_RETURN);
    written_assert_pair(&r, 1, "-");
    written_await_safety(&r);
    written_finish(&r, 1, "-");
    assert_int_equal(written_count_files(), 2);
}

static void what_is_not_synced_is_not_safe(void **state)
{
    struct written r;

    (void)state;
    written_begin(&r);
    assert_true(recorder_is_safe(r.recorder));
    disk_hold_syncs(true);
    written_type(&r, 'a');
    assert_false(recorder_is_safe(r.recorder));
    disk_await_held_sync();
    assert_false(recorder_is_safe(r.recorder));
    disk_hold_syncs(false);
    written_await_safety(&r);
    written_finish(&r, 1, "-");
}

/* Before recorder_begin() the files have only their headings. */
static void nothing_is_written_before_it_begins(void **state)
{
    struct written r;
    struct written none = {0};

    (void)state;
    written_open(&r);
    written_assert_pair(&none, 1, "-");
    for (int i = 0; i < TURNS; i++)
        written_turns(&r);
    written_assert_pair(&none, 1, "-");
    assert_int_equal(recorder_begin(r.recorder), 0);
    written_assert_pair(&r, 1, "-");
    written_turns(&r);
    written_assert_pair(&r, 1, "-");
    written_finish(&r, 1, "-");
}

static void a_pair_says_what_it_continues_and_abandons(void **state)
{
    struct recorder_heading more = written_heading;
    struct recorder *recorder;
    struct bytes found = {0};

    (void)state;
    more.abandons = "fedcba9876543210fedcba9876543210";
    more.continues = "LP-07.KEY";
    recorder = recorder_open(&written_place, &more, rulebook_find("1996"), WRITTEN_NOW);
    assert_non_null(recorder);
    written_snapshot(&found, 1);
    assert_non_null(strstr(found.at, "# address *:1950\n"
                                     "# began 000001795183940123\n"
                                     "# abandons fedcba9876543210fedcba9876543210\n"
                                     "# continues LP-07.KEY\n"));
    bytes_free(&found);
    recorder_abandon(recorder);
    assert_int_equal(written_count_files(), 0);
}

static void an_abandoned_record_leaves_nothing(void **state)
{
    struct written r;

    (void)state;
    written_open(&r);
    written_turns(&r);
    assert_int_equal(written_count_files(), 2);
    recorder_abandon(r.recorder);
    assert_int_equal(written_count_files(), 0);
    written_free(&r);
}

/* ---- failures at the start ---- */

static void assert_not_opened(int error)
{
    struct recorder *recorder = recorder_open(
        &written_place, &written_heading, rulebook_find("1996"), WRITTEN_NOW);

    assert_null(recorder);
    assert_int_equal(errno, error);
    disk_mend();
    assert_int_equal(written_count_files(), 0);
}

static void a_record_that_cannot_be_made_leaves_nothing(void **state)
{
    (void)state;
    /* Memory for the recorder and for the content of each file. */
    for (int calls = 0; calls < 3; calls++) {
        disk.memory = calls;
        assert_not_opened(ENOMEM);
    }
    for (long room = 0; room < 200; room += 20) {
        disk.room = room;
        assert_not_opened(ENOSPC);
    }
    disk.create_name = "TXT";
    disk.create_error = EACCES;
    assert_not_opened(EACCES);
    disk.create_name = "KEY";
    disk.create_error = EROFS;
    assert_not_opened(EROFS);
    disk.directory_error = EIO;
    assert_not_opened(EIO);
}

/* Some file systems cannot sync a directory. */
static void a_directory_that_cannot_be_synced_is_no_error(void **state)
{
    struct written r;

    (void)state;
    disk.directory_error = EINVAL;
    written_begin(&r);
    written_turns(&r);
    written_finish(&r, 1, "-");
}

static void assert_not_begun(struct written *r, int error)
{
    assert_int_equal(recorder_begin(r->recorder), -1);
    assert_int_equal(errno, error);
    disk_mend();
    assert_int_equal(written_count_files(), 0);
    written_free(r);
}

static void a_record_that_does_not_begin_leaves_nothing(void **state)
{
    struct written r;

    (void)state;
    for (int good = 0; good < 2; good++) {
        written_open(&r);
        written_turns(&r);
        disk_break_syncs(EIO, good, 1);
        assert_not_begun(&r, EIO);
    }
    written_open(&r);
    written_turns(&r);
    disk.room = 100;
    assert_not_begun(&r, ENOSPC);
    written_open(&r);
    disk.thread_error = EAGAIN;
    assert_not_begun(&r, EAGAIN);
}

/* ---- a slow disk ---- */

static void keys_do_not_wait_for_a_slow_sync(void **state)
{
    struct written r;

    (void)state;
    written_begin(&r);
    disk_hold_syncs(true);
    written_turns(&r);
    disk_await_held_sync();
    /* The sync is not slow yet: the loop still writes. */
    written_await_danger(&r, 0);
    for (int i = 0; i < TURNS; i++)
        written_turns(&r);
    written_await_danger(&r, 0);
    disk_hold_syncs(false);
    written_await_safety(&r);
    written_assert_path(&r, 1);
    written_assert_pair(&r, 1, "-");
    written_turns(&r);
    written_assert_pair(&r, 1, "-");
    written_finish(&r, 1, "-");
}

/* ---- memory ---- */

static void without_memory_nothing_changes(void **state)
{
    struct written r;
    int refused = 0;

    (void)state;
    written_begin(&r);
    for (int i = 0; i < PROMPT_LINE_MAX; i++) {
        int result;

        disk.memory = 0;
        result = recorder_reserve(r.recorder);
        disk_mend();
        if (result < 0) {
            assert_int_equal(errno, ENOMEM);
            written_assert_pair(&r, 1, "-");
            refused++;
        }
        written_type(&r, 'a');
    }
    assert_true(refused > 0);
    written_finish(&r, 1, "-");
}

/* ---- the end ---- */

static void a_sync_that_fails_at_the_end_makes_a_fresh_pair(void **state)
{
    struct written r;

    (void)state;
    written_begin(&r);
    written_turns(&r);
    written_await_safety(&r);
    disk_break_syncs(EIO, 0, 1);
    written_finish(&r, 2, "LP-01.KEY");
}

static void syncs_that_all_fail_are_said_at_the_end(void **state)
{
    struct written r;

    (void)state;
    written_begin(&r);
    written_turns(&r);
    written_await_safety(&r);
    disk_break_syncs(EIO, 0, 1000000);
    written_end(&r);
    assert_int_equal(recorder_close(r.recorder, (char[PATH_MAX]){0}), -1);
    assert_int_equal(errno, EIO);
    disk_mend();
    written_assert_pair(&r, 1, "-");
    assert_int_equal(written_count_files(), 2);
    written_free(&r);
}

/* The thread still uses the recorder, which is never freed. */
static void a_disk_that_does_not_answer_is_not_waited_for(void **state)
{
    static struct recorder *kept;
    struct written r;

    (void)state;
    written_begin(&r);
    kept = r.recorder;
    disk_hold_syncs(true);
    written_turns(&r);
    disk_await_held_sync();
    disk.impatient = true;
    written_end(&r);
    assert_int_equal(recorder_close(kept, (char[PATH_MAX]){0}), -1);
    assert_int_equal(errno, ETIMEDOUT);
    disk_hold_syncs(false);
    written_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RECORDER_TEST(each_key_is_in_the_file_before_the_call_returns),
        RECORDER_TEST(what_is_not_synced_is_not_safe),
        RECORDER_TEST(nothing_is_written_before_it_begins),
        RECORDER_TEST(a_pair_says_what_it_continues_and_abandons),
        RECORDER_TEST(an_abandoned_record_leaves_nothing),
        RECORDER_TEST(a_record_that_cannot_be_made_leaves_nothing),
        RECORDER_TEST(a_directory_that_cannot_be_synced_is_no_error),
        RECORDER_TEST(a_record_that_does_not_begin_leaves_nothing),
        RECORDER_TEST(keys_do_not_wait_for_a_slow_sync),
        RECORDER_TEST(without_memory_nothing_changes),
        RECORDER_TEST(a_sync_that_fails_at_the_end_makes_a_fresh_pair),
        RECORDER_TEST(syncs_that_all_fail_are_said_at_the_end),
        RECORDER_TEST(a_disk_that_does_not_answer_is_not_waited_for),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
