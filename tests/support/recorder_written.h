/*
 * recorder_written.h - a record written by a test, and the expected content of its
 * files, composed byte for byte.
 */
#ifndef RECORDER_WRITTEN_H
#define RECORDER_WRITTEN_H

#include "common/record/recorder.h"
#include "tests/support/helper.h"

enum { WRITTEN_PATH_SIZE = 4096 };

#define WRITTEN_NOW UINT64_C(1795183940123) /* 2026/11/20 14:12:20 */

extern const struct recorder_place written_place;
extern const struct recorder_heading written_heading;

struct written {
    struct recorder *recorder;
    struct prompt prompt;
    uint64_t time;     /* time of the last key */
    struct bytes keys; /* expected content after the headings */
    struct bytes lines;
};

/* Give a test its own directory and a disk that works. */
int written_set_up(void **state);
int written_tear_down(void **state);

#define RECORDER_TEST(test)                                                            \
    cmocka_unit_test_setup_teardown(test, written_set_up, written_tear_down)
#define RECORDER_TEST_WITH(test, value)                                                \
    cmocka_unit_test_prestate_setup_teardown(                                          \
        test, written_set_up, written_tear_down, value)

/* Open a recorder; begin it; free the expected content. */
void written_open(struct written *r);
void written_begin(struct written *r);
void written_free(struct written *r);

/* Record one more key and add it to the expected content. The wall clock stands still,
 * so all lines have the same time. */
void written_type(struct written *r, uint32_t code);

/* Record a turn of each side; record the end. */
void written_turns(struct written *r);
void written_end(struct written *r);

/* Close, and compare the pair of a number. */
void written_finish(struct written *r, int number, const char *continues);

/* Compare the pair of a number with the expected content. */
void written_assert_pair(const struct written *r, int number, const char *continues);

/* Check that the recorder names the pair of a number. */
void written_assert_path(struct written *r, int number);

/* Read the pair of a number to *found, to compare it later. */
void written_snapshot(struct bytes *found, int number);
void written_assert_unchanged(const struct bytes *before, int number);

/* Wait a little; until the record is in danger; until all is synced. */
void written_rest(void);
void written_await_danger(struct written *r, int error);
void written_await_safety(struct written *r);

int written_count_files(void);
bool written_is_locked(int number);
void written_path(char path[static WRITTEN_PATH_SIZE], int number, const char *ending);

#endif
