/*
 * lppdir_test.c - a communications directory, its ticks by the test's clock; inotify
 * and unlinkat() fail when the test says so.
 *
 * Source: rules/2009.txt, 2.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/lpp/lppdir.h"
#include "tests/support/tree.h"

enum { TEXT_MAX = 8192, MANY = 5000, TICK = 100000 };

/* Seams */

static bool without_inotify; /* there is none */
static bool deaf;            /* there is, and it says nothing */
static const char *busy;     /* a name that cannot be removed, and */
static int busy_error;       /* why */

int __wrap_inotify_init1(int flags);
int __wrap_inotify_add_watch(int fd, const char *path, uint32_t what);
int __wrap_unlinkat(int directory, const char *name, int flags);
int __real_inotify_init1(int flags);
int __real_inotify_add_watch(int fd, const char *path, uint32_t what);
int __real_unlinkat(int directory, const char *name, int flags);

int __wrap_inotify_init1(int flags)
{
    if (!without_inotify)
        return __real_inotify_init1(flags);
    errno = ENOSYS;
    return -1;
}

int __wrap_inotify_add_watch(int fd, const char *path, uint32_t what)
{
    return deaf ? 1 : __real_inotify_add_watch(fd, path, what);
}

int __wrap_unlinkat(int directory, const char *name, int flags)
{
    if (busy == NULL || strcmp(busy, name) != 0)
        return __real_unlinkat(directory, name, flags);
    errno = busy_error;
    return -1;
}

/* A directory of the test's, and one that reads the other side's keys there. */
struct scene {
    char path[64];
    struct lppdir dir;
    int64_t tick;
};

static int set_up(void **state)
{
    struct scene *s = calloc(1, sizeof(*s));

    assert_non_null(s);
    without_inotify = deaf = false;
    busy = NULL;
    /* In memory, where there is such a place: a disk takes its time over thousands. */
    strcpy(s->path, "/dev/shm/lppdir-XXXXXX");
    if (mkdtemp(s->path) == NULL) {
        strcpy(s->path, "lppdir-XXXXXX");
        assert_non_null(mkdtemp(s->path));
    }
    s->tick = TICK;
    assert_int_equal(lppdir_open(&s->dir, s->path, SIDE_OTHER, s->tick), 0);
    *state = s;
    return 0;
}

static int tear_down(void **state)
{
    struct scene *s = *state;

    lppdir_close(&s->dir);
    tree_remove(s->path);
    free(s);
    return 0;
}

static void make(const struct scene *s, const char *name)
{
    char path[256];

    snprintf(path, sizeof(path), "%s/%s", s->path, name);
    assert_int_equal(mkdir(path, 0777), 0);
}

static bool exists(const struct scene *s, const char *name)
{
    char path[256];
    struct stat st;

    snprintf(path, sizeof(path), "%s/%s", s->path, name);
    return lstat(path, &st) == 0;
}

/* Let this time pass, in the steps of a loop. Returns the keys that were taken. */
static const char *wait_ms(struct scene *s, int64_t ms)
{
    static char text[TEXT_MAX];
    size_t length = 0;
    struct lppname key;

    for (int64_t end = s->tick + ms; s->tick <= end; s->tick++) {
        lppdir_step(&s->dir, s->tick);
        while (lppdir_take(&s->dir, s->tick, &key)) {
            assert_true(length + 1 < sizeof(text));
            assert_int_equal(key.side, SIDE_OTHER);
            text[length++] = (char)(key.code == K_RETURN ? '\n' : key.code);
        }
    }
    text[length] = '\0';
    return text;
}

/* Check that this is the operator's next note. */
static void assert_told(struct scene *s, const char *news)
{
    char text[LPP_NOTES_SIZE] = "";

    s->tick += LPP_NOTES_MS; /* the last one has been read */
    lpp_notes_tell(&s->dir.news, s->tick, text);
    assert_false(lpp_notes_tell(&s->dir.news, s->tick, (char[LPP_NOTES_SIZE]){0}));
    if (strncmp(text, news, strlen(news)) != 0 || (news[0] == '\0' && text[0] != '\0'))
        fail_msg("told \"%s\", not \"%s\"", text, news);
}

static void keys_come_in_the_order_of_their_numbers(void **state)
{
    static const char *const names[] = {"000000000000000012.d.other", "9.b.other",
        "000000000000000010.c.other", "0000000001.a.other",
        "000000000000000013.Return.other", "1234567890123456789.space.other"};
    struct scene *s = *state;

    for (size_t i = 0; i < COUNT(names); i++)
        make(s, names[i]);
    assert_string_equal(wait_ms(s, 10), "");
    for (size_t i = 0; i < COUNT(names); i++)
        assert_false(exists(s, names[i])); /* taken, and not yet handed out */
    assert_string_equal(wait_ms(s, 50), "abcd\n ");
    assert_told(s, "");
}

static void a_key_that_comes_a_little_late_finds_its_place(void **state)
{
    struct scene *s = *state;

    make(s, "2.b.other");
    assert_string_equal(wait_ms(s, 15), "");
    make(s, "1.a.other");
    assert_string_equal(wait_ms(s, 50), "ab");
    assert_told(s, "");
    make(s, "4.d.other");
    assert_string_equal(wait_ms(s, 50), "d");
    make(s, "3.c.other");
    assert_string_equal(wait_ms(s, 50), "c");
    assert_told(s, "A key came late");
}

static void of_one_number_the_first_made_goes_first(void **state)
{
    struct scene *s = *state;

    for (const char *word = "zyxwv"; *word != '\0'; word++) {
        char name[32];
        snprintf(name, sizeof(name), "7.%c.other", *word);
        make(s, name);
        usleep(10000); /* file systems count time in steps */
    }
    assert_string_equal(wait_ms(s, 50), "zyxwv");
}

static void only_the_far_sides_keys_are_touched(void **state)
{
    static const char *const left[] = {"1.a.judge", "1.a.webcast", "notes", "x.a.other",
        "99999999999999999999.a.other", "2.file.other", "3.l.other", "4.n.other",
        "..a.other", "1.a.judge.other.webcast", "1.other"};
    struct scene *s = *state;
    char path[256];
    int fd;

    for (size_t i = 0; i < COUNT(left); i++)
        if (strstr(left[i], ".file.") == NULL && strstr(left[i], ".l.") == NULL)
            make(s, left[i]);
    make(s, "4.n.other/inside");
    snprintf(path, sizeof(path), "%s/2.file.other", s->path);
    fd = open(path, O_CREAT | O_EXCL | O_WRONLY, 0600);
    assert_true(fd >= 0);
    close(fd);
    make(s, "outside");
    snprintf(path, sizeof(path), "%s/3.l.other", s->path);
    assert_int_equal(symlink("outside", path), 0);
    make(s, "5.k.other");
    assert_string_equal(wait_ms(s, 3000), "k");
    for (size_t i = 0; i < COUNT(left); i++)
        if (!exists(s, left[i]))
            fail_msg("%s is gone", left[i]);
    assert_true(exists(s, "outside") && exists(s, "4.n.other/inside"));
    assert_told(s, "A key cannot be removed (Directory not empty)");
    assert_told(s, "A key is not a directory: ignored (");
    assert_told(s, "Other names in the directory");
    assert_told(s, "");
    make(s, "6.m.other");
    make(s, "more notes");
    assert_string_equal(wait_ms(s, 50), "m");
    assert_told(s, ""); /* once is enough */
}

static void a_key_that_nobody_knows_is_passed_over(void **state)
{
    struct scene *s = *state;

    make(s, "1.a.other");
    make(s, "2.Shift_L.other");
    make(s, "3.\303\251.other");
    make(s, "4.b.other");
    make(s, "5.Caps\nLock.other");
    assert_string_equal(wait_ms(s, 50), "ab");
    assert_false(exists(s, "2.Shift_L.other") || exists(s, "3.\303\251.other"));
    assert_told(s, "Unknown key: ignored (2.Shift_L.other)");
    assert_told(s, "");
}

static void a_key_counts_for_whoever_removes_it(void **state)
{
    struct scene *s = *state;
    struct lppdir second;
    struct lppname key;
    unsigned char seen[MANY] = {0};
    char name[32];

    assert_int_equal(lppdir_open(&second, s->path, SIDE_OTHER, s->tick), 0);
    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof(name), "%d.a.other", i);
        make(s, name);
    }
    for (int i = 0; i < 200; i++, s->tick += 10) {
        struct lppdir *turn = i % 2 == 0 ? &s->dir : &second;
        lppdir_step(turn, s->tick);
        while (lppdir_take(turn, s->tick, &key))
            seen[key.number]++;
    }
    for (int i = 0; i < MANY; i++)
        assert_int_equal(seen[i], 1);
    lppdir_close(&second);
}

static void a_busy_key_holds_up_those_behind_it_for_a_while(void **state)
{
    struct scene *s = *state;

    busy = "2.b.other";
    busy_error = EBUSY;
    make(s, "1.a.other");
    make(s, "2.b.other");
    make(s, "3.c.other");
    assert_string_equal(wait_ms(s, 500), "a");
    busy = NULL;
    assert_string_equal(wait_ms(s, 100), "bc");
    assert_told(s, "");
    busy = "5.e.other";
    make(s, "4.d.other");
    make(s, "5.e.other");
    make(s, "6.f.other");
    assert_string_equal(wait_ms(s, 900), "d");
    assert_string_equal(wait_ms(s, 300), "f");
    assert_told(s, "A key cannot be removed (Device or resource busy)");
    busy = NULL;
    assert_string_equal(wait_ms(s, 3000), ""); /* it was given up */
    assert_true(exists(s, "5.e.other"));
    assert_int_equal(rmdir(strcat(strcpy((char[128]){0}, s->path), "/5.e.other")), 0);
    wait_ms(s, 1100);
    make(s, "5.e.other");
    assert_string_equal(wait_ms(s, 50), "e"); /* this is another */
}

static void a_key_that_may_not_be_removed_holds_up_nobody(void **state)
{
    struct scene *s = *state;

    busy = "1.a.other";
    busy_error = EPERM;
    make(s, "1.a.other");
    make(s, "2.b.other");
    assert_string_equal(wait_ms(s, 50), "b");
    assert_told(s, "A key cannot be removed (Operation not permitted)");
}

static void a_directory_may_vanish_and_come_back(void **state)
{
    struct scene *s = *state;
    struct key key = {TICK, 'x', SIDE_JUDGE};

    assert_int_equal(rmdir(s->path), 0);
    assert_string_equal(wait_ms(s, 1100), "");
    assert_true(lppdir_is_gone(&s->dir));
    assert_told(s, "The directory is gone (No such file or directory)");
    assert_int_equal(lppdir_make(&s->dir, &key, s->tick), -1);
    assert_int_equal(errno, ENOENT);
    assert_int_equal(symlink("/tmp", s->path), 0); /* this is not it */
    assert_string_equal(wait_ms(s, 1100), "");
    assert_true(lppdir_is_gone(&s->dir));
    assert_int_equal(unlink(s->path), 0);
    assert_int_equal(mkdir(s->path, 0777), 0);
    make(s, "1.a.other");
    assert_string_equal(wait_ms(s, 1100), "a");
    assert_told(s, "The directory is back");
    assert_int_equal(lppdir_make(&s->dir, &key, s->tick), 0);
    make(s, "2.b.other");
    assert_string_equal(wait_ms(s, 50), "b"); /* and it is watched again */
    assert_true(lppdir_fd(&s->dir) >= 0);
    assert_int_equal(
        rmdir(strcat(strcpy((char[128]){0}, s->path), "/000000000000100000.x.judge")),
        0);
    assert_int_equal(rmdir(s->path), 0);
    key.time++;
    assert_int_equal(lppdir_make(&s->dir, &key, s->tick), -1);
    assert_told(s, "The directory is gone"); /* each time, and at once */
}

static void without_inotify_it_is_polled(void **state)
{
    struct scene *s = *state;

    without_inotify = true;
    lppdir_close(&s->dir);
    assert_int_equal(lppdir_open(&s->dir, s->path, SIDE_OTHER, s->tick), 0);
    assert_int_equal(lppdir_fd(&s->dir), -1);
    wait_ms(s, 100);
    assert_true(lppdir_due(&s->dir) <= s->tick + LPPDIR_POLL_MS);
    make(s, "1.a.other");
    assert_string_equal(wait_ms(s, LPPDIR_POLL_MS + LPP_ORDER_WAIT_MS), "a");
}

static void where_inotify_is_deaf_it_is_polled(void **state)
{
    struct scene *s = *state;

    deaf = true;
    lppdir_close(&s->dir);
    assert_int_equal(lppdir_open(&s->dir, s->path, SIDE_OTHER, s->tick), 0);
    assert_true(lppdir_fd(&s->dir) >= 0);
    wait_ms(s, 100);
    assert_true(lppdir_due(&s->dir) > s->tick + 800);
    make(s, "1.a.other");
    assert_string_equal(wait_ms(s, 1100), "a");
    assert_int_equal(lppdir_fd(&s->dir), -1); /* it is not believed any more */
    make(s, "2.b.other");
    assert_string_equal(wait_ms(s, LPPDIR_POLL_MS + LPP_ORDER_WAIT_MS), "b");
}

static void where_it_speaks_it_is_believed(void **state)
{
    struct scene *s = *state;

    for (int i = 0; i < 20; i++) {
        char name[32];
        snprintf(name, sizeof(name), "%d.a.other", i);
        make(s, name);
        assert_string_equal(wait_ms(s, 30 + 97 * i), "a");
    }
    assert_true(lppdir_fd(&s->dir) >= 0);
}

static void leftovers_are_cleared_away(void **state)
{
    struct scene *s = *state;
    char name[48];

    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof(name), "%d.a.%s", i, i % 2 == 0 ? "other" : "judge");
        make(s, name);
    }
    make(s, "7777.full.other");
    make(s, "7777.full.other/inside");
    make(s, "notes");
    assert_int_equal(lppdir_clear(&s->dir, (uint64_t)time(NULL) * 1000, 60000), 0);
    assert_true(exists(s, "0.a.other"));
    assert_int_equal(lppdir_clear(&s->dir, 0, INT64_MIN), MANY);
    assert_true(exists(s, "7777.full.other/inside") && exists(s, "notes"));
    make(s, "8888.a.other");
    make(s, "8888.a.judge");
    assert_int_equal(
        lppdir_clear(&s->dir, (uint64_t)time(NULL) * 1000 + 61000, 60000), 2);
}

/* Thousands that stay do not keep the others from being taken. */
static void leftovers_that_cannot_be_removed_stay(void **state)
{
    struct scene *s = *state;
    char name[48];

    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof(name), "%d.full.other", i);
        make(s, name);
        snprintf(name, sizeof(name), "%d.full.other/x", i);
        make(s, name);
    }
    make(s, "1.a.other");
    make(s, "9999.b.other");
    assert_string_equal(wait_ms(s, 200), "ab");
    make(s, "99999.c.other");
    assert_string_equal(wait_ms(s, 50), "c");
}

static void ours_are_strict(void **state)
{
    struct scene *s = *state;
    struct key key = {1234567890123, '[', SIDE_JUDGE};

    assert_int_equal(lppdir_make(&s->dir, &key, s->tick), 0);
    assert_true(exists(s, "000001234567890123.bracketleft.judge"));
    assert_int_equal(lppdir_make(&s->dir, &key, s->tick), 0); /* it is there */
    key.code = K_ESCAPE;
    assert_int_equal(lppdir_make(&s->dir, &key, s->tick), -1);
    assert_int_equal(errno, EINVAL);
}

static void what_is_no_directory_is_not_opened(void **state)
{
    struct scene *s = *state;
    struct lppdir other;
    char path[256];
    int fd;

    assert_int_equal(lppdir_open(&other, "no such directory", SIDE_OTHER, 0), -1);
    assert_int_equal(errno, ENOENT);
    snprintf(path, sizeof(path), "%s/file", s->path);
    fd = open(path, O_CREAT | O_WRONLY, 0600);
    close(fd);
    assert_int_equal(lppdir_open(&other, path, SIDE_OTHER, 0), -1);
    assert_int_equal(errno, ENOTDIR);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(keys_come_in_the_order_of_their_numbers),
        TEST(a_key_that_comes_a_little_late_finds_its_place),
        TEST(of_one_number_the_first_made_goes_first),
        TEST(only_the_far_sides_keys_are_touched),
        TEST(a_key_that_nobody_knows_is_passed_over),
        TEST(a_key_counts_for_whoever_removes_it),
        TEST(a_busy_key_holds_up_those_behind_it_for_a_while),
        TEST(a_key_that_may_not_be_removed_holds_up_nobody),
        TEST(a_directory_may_vanish_and_come_back),
        TEST(without_inotify_it_is_polled),
        TEST(where_inotify_is_deaf_it_is_polled),
        TEST(where_it_speaks_it_is_believed),
        TEST(leftovers_are_cleared_away),
        TEST(leftovers_that_cannot_be_removed_stay),
        TEST(ours_are_strict),
        TEST(what_is_no_directory_is_not_opened),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
