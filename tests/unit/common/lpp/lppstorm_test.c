/*
 * lppstorm_test.c - 1,000 keys a second each way through a communications directory, by
 * the real clock, in memory and on the disk of the build, with inotify and without, and
 * where each name that is made, removed or looked for takes a millisecond.
 *
 * A thread makes the far side's keys: two and two in the wrong order, now and then a
 * few at once after a pause, among leftovers that come and go, foreign names and
 * unknown names; another removes ours, as a reader does. No key may be lost, doubled or
 * out of order.
 *
 * Source: rules/2009.txt, 2.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/lpp/lppdir.h"
#include "common/system/clock.h"
#include "tests/support/tree.h"

enum {
    KEYS = 2000,
    BATCH = 4,         /* keys of one wait: so many milliseconds' worth */
    PAUSE_EVERY = 400, /* keys, and then */
    PAUSE_MS = 50,     /* a pause, after which late keys come at once */
    TRIES = 2,         /* runs, until the machine has not been in the way */
    GIVE_UP_MS = 60000,
    SLOW_US = 1000,  /* duration of a call in a slow directory */
    FIRST = 1000000, /* number of the first key */
};

static bool without_inotify;

int __wrap_inotify_init1(int flags);
int __real_inotify_init1(int flags);

int __wrap_inotify_init1(int flags)
{
    if (!without_inotify)
        return __real_inotify_init1(flags);
    errno = ENOSYS;
    return -1;
}

/* A directory that is slow to this side, as one over a network is. */
static bool slow_directory;
static _Thread_local bool is_this_side;

int __wrap_mkdirat(int fd, const char *name, mode_t mode);
int __real_mkdirat(int fd, const char *name, mode_t mode);
int __wrap_unlinkat(int fd, const char *name, int flags);
int __real_unlinkat(int fd, const char *name, int flags);
int __wrap_openat(int fd, const char *name, int flags, ...);
int __real_openat(int fd, const char *name, int flags, ...);

static void dawdle(void)
{
    if (slow_directory && is_this_side)
        usleep(SLOW_US);
}

int __wrap_mkdirat(int fd, const char *name, mode_t mode)
{
    dawdle();
    return __real_mkdirat(fd, name, mode);
}

int __wrap_unlinkat(int fd, const char *name, int flags)
{
    dawdle();
    return __real_unlinkat(fd, name, flags);
}

/* It does not create files here. */
int __wrap_openat(int fd, const char *name, int flags, ...)
{
    dawdle();
    return __real_openat(fd, name, flags);
}

struct storm {
    char path[64];
    int fd;
    int64_t began;
    bool was_slow; /* a pair was torn apart by more than a reader can be expected to
                      wait */
    bool disordered;
    bool taken[KEYS];
    atomic_bool over;
    uint64_t read[KEYS]; /* numbers of our keys that the far side has read, */
    size_t read_count;
};

/* The key of a number: all letters, so that exchanged keys are seen. */
static char letter(uint64_t number)
{
    return (char)('a' + number * 7 % 26);
}

static void make(struct storm *s, uint64_t number, const char *side)
{
    char name[48];

    snprintf(name, sizeof(name), "%018llu.%c.%s", (unsigned long long)number,
        letter(number), side);
    assert_int_equal(mkdirat(s->fd, name, 0777), 0);
}

/* Names among which a reader finds its own. */
static void make_noise(struct storm *s, int round)
{
    char name[64];

    snprintf(name, sizeof(name), "%018d.Shift_L.other", FIRST + round);
    mkdirat(s->fd, name, 0777);
    snprintf(name, sizeof(name), "%d.webcast", round);
    mkdirat(s->fd, name, 0777);
    snprintf(name, sizeof(name), "%d.webcast", round - 10);
    unlinkat(s->fd, name, AT_REMOVEDIR);
}

static void wait_until(int64_t tick)
{
    int64_t left = tick - clock_now().tick;

    if (left > 0)
        usleep((useconds_t)left * 1000);
}

static void *type(void *context)
{
    struct storm *s = context;

    for (int i = 0; i < KEYS; i += 2) {
        int64_t from;
        if (i % BATCH == 0)
            wait_until(s->began + i + (i % PAUSE_EVERY == 0 ? PAUSE_MS : 0));
        from = clock_now().tick;
        make(s, FIRST + (uint64_t)i + 1, "other");
        make(s, FIRST + (uint64_t)i, "other");
        if (clock_now().tick - from > LPP_ORDER_WAIT_MS / 2)
            s->was_slow = true;
        if (i % 20 == 0)
            make_noise(s, i / 20);
    }
    return NULL;
}

static int compare_numbers(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;

    return *a < *b ? -1 : *a > *b;
}

/* The numbers of our keys that are there, in order; returns how many. */
static size_t list_ours(const struct storm *s, uint64_t found[static KEYS])
{
    size_t count = 0;
    struct dirent *entry;
    DIR *names = fdopendir(openat(s->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));

    assert_non_null(names);
    while ((entry = readdir(names)) != NULL) {
        char *end;
        unsigned long long number = strtoull(entry->d_name, &end, 10);
        if (end == entry->d_name + KEY_TIME_DIGITS && end[1] == letter(number) &&
            strcmp(end + 2, ".judge") == 0)
            found[count++] = number;
    }
    closedir(names);
    qsort(found, count, sizeof(found[0]), compare_numbers);
    return count;
}

/* The rules' reader: look, sort, remove. A list may have a key that was made while it
 * was being read, and not the one before: a second one has all up to the last. */
static void read_ours(struct storm *s)
{
    uint64_t found[KEYS];
    size_t count = list_ours(s, found);
    uint64_t last = count > 0 ? found[count - 1] : 0;

    count = count > 0 ? list_ours(s, found) : 0;
    for (size_t i = 0; i < count && found[i] <= last; i++) {
        char name[48];
        snprintf(name, sizeof(name), "%018llu.%c.judge", (unsigned long long)found[i],
            letter(found[i]));
        assert_int_equal(unlinkat(s->fd, name, AT_REMOVEDIR), 0);
        s->read[s->read_count++] = found[i];
    }
}

static void *read_all(void *context)
{
    struct storm *s = context;

    while (!s->over || s->read_count < KEYS) {
        if (clock_now().tick - s->began > GIVE_UP_MS)
            return NULL;
        read_ours(s);
        usleep(3000);
    }
    return NULL;
}

/* This side: a loop as the programs have it. Returns how many keys came. */
static size_t converse(struct storm *s, struct lppdir *d)
{
    size_t taken = 0, made = 0;
    struct lppname name;

    while (taken < KEYS || made < KEYS) {
        int64_t tick = clock_now().tick;
        int64_t wait = lppdir_due(d) - tick;
        struct pollfd fd = {.fd = lppdir_fd(d), .events = POLLIN};
        if (tick - s->began > GIVE_UP_MS)
            break;
        if (wait > 1 && made < KEYS)
            wait = 1;
        poll(&fd, 1, wait > 0 ? (int)wait : 0);
        tick = clock_now().tick;
        lppdir_step(d, tick);
        while (lppdir_take(d, tick, &name)) {
            assert_true(name.number >= FIRST && name.number < FIRST + KEYS);
            assert_int_equal(name.code, letter(name.number));
            assert_false(s->taken[name.number - FIRST]); /* not doubled */
            s->taken[name.number - FIRST] = true;
            s->disordered = s->disordered || name.number != FIRST + taken;
            taken++;
        }
        for (; made < KEYS && (int64_t)made < tick - s->began; made++) {
            struct key key = {FIRST + made, (uint32_t)letter(FIRST + made), SIDE_JUDGE};
            assert_int_equal(lppdir_make(d, &key, tick), 0);
        }
    }
    return taken;
}

/* One storm. Returns false if the machine was too slow for its keys to be in order. */
static bool rage(const char *where)
{
    static struct storm s;
    struct lppdir d;
    pthread_t typist, reader;

    s = (struct storm){0};
    snprintf(s.path, sizeof(s.path), "%s/lppstorm-XXXXXX", where);
    if (mkdtemp(s.path) == NULL)
        skip();
    s.began = clock_now().tick;
    assert_int_equal(lppdir_open(&d, s.path, SIDE_OTHER, s.began), 0);
    assert_true((lppdir_fd(&d) < 0) == without_inotify);
    s.fd = open(s.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    assert_true(s.fd >= 0);
    assert_int_equal(pthread_create(&typist, NULL, type, &s), 0);
    assert_int_equal(pthread_create(&reader, NULL, read_all, &s), 0);
    is_this_side = true;
    size_t taken = converse(&s, &d);
    is_this_side = false;
    s.over = true;
    pthread_join(typist, NULL);
    pthread_join(reader, NULL);
    assert_int_equal(taken, KEYS);
    assert_true(!s.disordered || s.was_slow);
    assert_int_equal(s.read_count, KEYS);
    for (size_t i = 0; i < KEYS; i++)
        assert_int_equal(s.read[i], FIRST + i);
    lppdir_close(&d);
    close(s.fd);
    tree_remove(s.path);
    printf("%s, %s inotify%s: %d keys each way in %lld ms\n", where,
        without_inotify ? "without" : "with", slow_directory ? ", slow" : "", KEYS,
        (long long)(clock_now().tick - s.began));
    return !s.was_slow;
}

static void weather(const char *where, bool polled)
{
    without_inotify = polled;
    for (int i = 0; i < TRIES; i++)
        if (rage(where))
            return;
}

static void in_memory(void **state)
{
    (void)state;
    weather("/dev/shm", false);
}

static void in_memory_polled(void **state)
{
    (void)state;
    weather("/dev/shm", true);
}

static void on_disk(void **state)
{
    (void)state;
    weather(".", false);
}

static void on_disk_polled(void **state)
{
    (void)state;
    weather(".", true);
}

static void slow(void **state)
{
    (void)state;
    slow_directory = true;
    weather(".", true);
    slow_directory = false;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_memory),
        cmocka_unit_test(in_memory_polled),
        cmocka_unit_test(on_disk),
        cmocka_unit_test(on_disk_polled),
        cmocka_unit_test(slow),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
