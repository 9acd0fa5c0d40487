/*
 * recorder_written.h - a record that a test writes, and what its files must hold: it is
 * composed here, byte for byte.
 */
#ifndef RECORDER_WRITTEN_H
#define RECORDER_WRITTEN_H

#include "helper.h"
#include "recorder.h"

enum { WRITTEN_PATH_SIZE = 4096 };

#define WRITTEN_NOW UINT64_C(1795183940123) /* 2026/11/20 14:12:20 */

extern const struct recorder_place written_place;
extern const struct recorder_heading written_heading;

struct written {
    struct recorder *recorder;
    struct prompt prompt;
    uint64_t time;     /* of the last key */
    struct bytes keys; /* what the files must hold behind their headings */
    struct bytes lines;
};

/* A test has a directory of its own, and a disk in order. */
int written_set_up(void **state);
int written_tear_down(void **state);

#define RECORDER_TEST(test)                                                            \
    cmocka_unit_test_setup_teardown(test, written_set_up, written_tear_down)
#define RECORDER_TEST_WITH(test, value)                                                \
    cmocka_unit_test_prestate_setup_teardown(                                          \
        test, written_set_up, written_tear_down, value)

/* A recorder that has not begun, or has; what it was to hold is given back. */
void written_open(struct written *r);
void written_begin(struct written *r);
void written_free(struct written *r);

/* One key more: to the recorder, and to what the files must hold. The wall clock stands
 * still, so that all lines have one time. */
void written_type(struct written *r, uint32_t code);

/* A turn of each side; and the end. */
void written_turns(struct written *r);
void written_end(struct written *r);

/* The end, and all of it is in the pair of that number. */
void written_finish(struct written *r, int number, const char *continues);

/* The pair has everything, and nothing twice. */
void written_assert_pair(const struct written *r, int number, const char *continues);

/* It is the one that the recorder names. */
void written_assert_path(struct written *r, int number);

/* What the pair of a number has, in *found, to see that it stays so. */
void written_snapshot(struct bytes *found, int number);
void written_assert_unchanged(const struct bytes *before, int number);

/* Wait a little; until the recorder says that it is in danger; until all is safe. */
void written_rest(void);
void written_await_danger(struct written *r, int error);
void written_await_safety(struct written *r);

int written_count_files(void);
bool written_is_locked(int number);
void written_path(char path[static WRITTEN_PATH_SIZE], int number, const char *ending);

#endif
