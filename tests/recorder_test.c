/*
 * recorder_test.c - the two files of a conversation on disks that are full, broken or
 * slow (recorder.h).
 *
 * Linked so that the calls below go to their __wrap_ functions, which fail or wait when
 * a test says so. What the files must hold is composed here, byte for byte.
 */
#include "helper.h"

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "keylog.h"
#include "recorder.h"

enum { PATH_SIZE = 4096, FDS = 1024, UNLIMITED = -1, TURNS = 3 };

#define NOW UINT64_C(1795183940123) /* 2026/11/20 14:12:20 */
#define SESSION "0123456789abcdef0123456789abcdef"

/* ---- the disk ---- */

static struct {
    atomic_long room;        /* bytes that still fit, or UNLIMITED */
    atomic_int write_error;  /* errno of every write to the files of number 01, or 0 */
    atomic_int sync_error;   /* errno of a sync, */
    atomic_int syncs_good;   /* after so many that go well, */
    atomic_int syncs_bad;    /* for so many */
    atomic_int create_error; /* errno of making a file whose name has create_name */
    const char *_Atomic create_name;
    atomic_int directory_error; /* errno of syncing a directory */
    atomic_int thread_error;    /* of starting a thread */
    atomic_int memory;          /* allocations that still go well, or UNLIMITED */
    atomic_bool impatient;      /* nobody waits for a thread's end */
    atomic_bool first[FDS];     /* files of number 01 */

    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool held;   /* syncs wait */
    int waiting; /* so many do */
} disk = {.mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void mend_disk(void)
{
    disk.room = UNLIMITED;
    disk.write_error = disk.sync_error = disk.syncs_good = disk.syncs_bad = 0;
    disk.create_error = disk.directory_error = disk.thread_error = 0;
    disk.memory = UNLIMITED;
    disk.impatient = false;
}

/* The next syncs fail with an error: bad ones after good ones. */
static void break_syncs(int error, int good, int bad)
{
    disk.syncs_good = good;
    disk.syncs_bad = bad;
    disk.sync_error = error;
}

static void hold_syncs(bool held)
{
    pthread_mutex_lock(&disk.mutex);
    disk.held = held;
    pthread_cond_broadcast(&disk.changed);
    pthread_mutex_unlock(&disk.mutex);
}

static void await_held_sync(void)
{
    pthread_mutex_lock(&disk.mutex);
    while (disk.waiting == 0)
        pthread_cond_wait(&disk.changed, &disk.mutex);
    pthread_mutex_unlock(&disk.mutex);
}

void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);
int __real_openat(int directory, const char *name, int flags, ...);
int __wrap_openat(int directory, const char *name, int flags, ...);
ssize_t __real_write(int fd, const void *bytes, size_t length);
ssize_t __wrap_write(int fd, const void *bytes, size_t length);
int __real_fdatasync(int fd);
int __wrap_fdatasync(int fd);
int __real_fsync(int fd);
int __wrap_fsync(int fd);
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
    void *(*start)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
    void *(*start)(void *), void *argument);
int __real_pthread_cond_timedwait(
    pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *until);
int __wrap_pthread_cond_timedwait(
    pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *until);

static bool has_memory(void)
{
    if (disk.memory == 0)
        errno = ENOMEM;
    return disk.memory == UNLIMITED || disk.memory-- > 0;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return has_memory() ? __real_calloc(count, size) : NULL;
}

void *__wrap_realloc(void *old, size_t size)
{
    return has_memory() ? __real_realloc(old, size) : NULL;
}

int __wrap_openat(int directory, const char *name, int flags, ...)
{
    va_list arguments;
    mode_t mode;
    int fd;

    if (disk.create_error != 0 && strstr(name, disk.create_name) != NULL) {
        errno = disk.create_error;
        return -1;
    }
    va_start(arguments, flags);
    mode = va_arg(arguments, mode_t);
    va_end(arguments);
    fd = __real_openat(directory, name, flags, mode);
    if (fd >= 0 && fd < FDS)
        disk.first[fd] = strstr(name, "-01.") != NULL;
    return fd;
}

ssize_t __wrap_write(int fd, const void *bytes, size_t length)
{
    long room = disk.room;

    if (disk.write_error != 0 && fd < FDS && disk.first[fd]) {
        errno = disk.write_error;
        return -1;
    }
    if (room == UNLIMITED)
        return __real_write(fd, bytes, length);
    if (room == 0) {
        errno = ENOSPC;
        return -1;
    }
    if (length > (size_t)room)
        length = (size_t)room;
    disk.room = room - (long)length;
    return __real_write(fd, bytes, length);
}

int __wrap_fdatasync(int fd)
{
    pthread_mutex_lock(&disk.mutex);
    disk.waiting++;
    pthread_cond_broadcast(&disk.changed);
    while (disk.held)
        pthread_cond_wait(&disk.changed, &disk.mutex);
    disk.waiting--;
    pthread_mutex_unlock(&disk.mutex);
    if (disk.sync_error == 0)
        return __real_fdatasync(fd);
    if (disk.syncs_good > 0)
        disk.syncs_good--;
    else if (disk.syncs_bad > 0) {
        disk.syncs_bad--;
        errno = disk.sync_error;
        return -1;
    }
    return __real_fdatasync(fd);
}

int __wrap_fsync(int fd)
{
    if (disk.directory_error == 0)
        return __real_fsync(fd);
    errno = disk.directory_error;
    return -1;
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
    void *(*start)(void *), void *argument)
{
    if (disk.thread_error != 0)
        return disk.thread_error;
    return __real_pthread_create(thread, attributes, start, argument);
}

int __wrap_pthread_cond_timedwait(
    pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *until)
{
    static const struct timespec long_ago = {0, 0};

    return __real_pthread_cond_timedwait(
        cond, mutex, disk.impatient ? &long_ago : until);
}

/* ---- a record and what it must hold ---- */

static char directory[] = "/tmp/recorder-XXXXXX";
static const struct recorder_place place = {directory, "LP"};
static const struct recorder_heading heading = {
    .notice = "(c)%d",
    .program = "Eliza",
    .contestant = "Somebody",
    .role = "entry",
    .book = "1996",
    .station = "terminal-1950",
    .address = "*:1950",
    .session = SESSION,
};

struct record {
    struct recorder *recorder;
    struct prompt prompt;
    uint64_t time;     /* of the last key */
    struct bytes keys; /* what the files must hold behind their headings */
    struct bytes lines;
};

static void path_of(char path[static PATH_SIZE], int number, const char *ending)
{
    snprintf(path, PATH_SIZE, "%s/LP-%02d.%s", directory, number, ending);
}

static void add_text(struct bytes *bytes, const char *text)
{
    bytes_add(bytes, text, strlen(text));
}

static void open_record(struct record *r)
{
    const struct rulebook *book = rulebook_find("1996");

    *r = (struct record){.time = NOW};
    prompt_init(&r->prompt, book);
    r->recorder = recorder_open(&place, &heading, book, NOW);
    assert_non_null(r->recorder);
}

static void begin_record(struct record *r)
{
    open_record(r);
    assert_int_equal(recorder_begin(r->recorder), 0);
}

static void free_record(struct record *r)
{
    bytes_free(&r->keys);
    bytes_free(&r->lines);
}

/* One key more: to the recorder, and to what the files must hold. Here the wall clock
 * stands still, so that all lines have one time. */
static void type_code(struct record *r, uint32_t code)
{
    struct event events[PROMPT_EVENTS_MAX];
    struct key key = {++r->time, code, r->prompt.turn};
    char line[KEYLOG_LINE_SIZE];
    int count;

    assert_int_equal(recorder_reserve(r->recorder), 0);
    count = prompt_feed(&r->prompt, &key, events);
    assert_true(count >= 0);
    recorder_key(r->recorder, 4, &key, NOW);
    bytes_add(&r->keys, line, keylog_write(4, NOW, &key, "left", line));
    for (int i = 0; i < count; i++)
        recorder_event(r->recorder, &events[i], NOW);
    recorder_flush(r->recorder);
    recorder_call(r->recorder);
}

/* A line that is not blank and names no judge. */
static void type_line(struct record *r, const char *text)
{
    const char *source =
        r->prompt.turn == SIDE_JUDGE ? "JUDGE00[14:12:20]" : "PROGRAM[14:12:20]";

    for (const char *c = text; *c != '\0'; c++)
        type_code(r, (unsigned char)*c);
    type_code(r, K_RETURN);
    add_text(&r->lines, source);
    add_text(&r->lines, text);
    add_text(&r->lines, "\n");
}

/* A turn of each side. */
static void type_turns(struct record *r)
{
    for (int i = 0; i < 2; i++) {
        type_line(r, "Hello [there]; who are you?");
        type_code(r, K_RETURN);
    }
}

static void end_record(struct record *r)
{
    recorder_end(r->recorder);
    add_text(&r->keys, KEYLOG_END_LINE "\n");
}

static void assert_file(const char *path, const char *head, const struct bytes *body)
{
    struct bytes expected = {0}, found = {0};

    add_text(&expected, head);
    bytes_add(&expected, body->at, body->length);
    if (bytes_read(&found, path) < 0)
        fail_msg("%s: %s", path, strerror(errno));
    if (found.length != expected.length ||
        memcmp(found.at, expected.at, found.length) != 0)
        fail_msg("%s is\n%s<\nin place of\n%s<", path, found.at, expected.at);
    bytes_free(&expected);
    bytes_free(&found);
}

/* The pair has everything, and nothing twice. */
static void assert_pair(const struct record *r, int number, const char *continues)
{
    char path[PATH_SIZE], head[PATH_SIZE];

    snprintf(head, sizeof(head),
        "(c)2026\nKeystrokes of LP-%02d.TXT\n# session %s\n# role entry\n# book 1996\n"
        "# station terminal-1950\n# address *:1950\n# began 000001795183940123\n"
        "# continues %s\n",
        number, SESSION, continues);
    path_of(path, number, "KEY");
    assert_file(path, head, &r->keys);
    path_of(path, number, "TXT");
    assert_file(path, "(c)2026\n[Eliza] [Somebody]\nStart at: [2026/11/20 14:12:20]\n",
        &r->lines);
}

static int count_files(void)
{
    DIR *files = opendir(directory);
    struct dirent *entry;
    int count = 0;

    assert_non_null(files);
    while ((entry = readdir(files)) != NULL)
        count += entry->d_name[0] != '.';
    closedir(files);
    return count;
}

static void rest(void)
{
    static const struct timespec moment = {0, 1000000};

    nanosleep(&moment, NULL);
}

static void await_danger(struct record *r, int error)
{
    struct recorder_danger danger;
    time_t before = time(NULL);

    while (!recorder_danger(r->recorder, &danger) || danger.error != error)
        rest();
    assert_in_range(danger.since, before - 60, time(NULL));
    assert_false(recorder_is_safe(r->recorder));
}

static void await_safety(struct record *r)
{
    struct recorder_danger danger;

    while (!recorder_is_safe(r->recorder))
        rest();
    assert_false(recorder_danger(r->recorder, &danger));
}

static void assert_path(struct record *r, int number)
{
    char expected[PATH_SIZE], path[PATH_SIZE];

    path_of(expected, number, "TXT");
    recorder_beside(r->recorder, "TXT", path, sizeof(path));
    assert_string_equal(path, expected);
}

/* What the key log of a number has, in *found, to see that it stays so. */
static void snapshot(struct bytes *found, int number)
{
    char path[PATH_SIZE];

    path_of(path, number, "KEY");
    assert_int_equal(bytes_read(found, path), 0);
    path_of(path, number, "TXT");
    assert_int_equal(bytes_read(found, path), 0);
}

static void assert_unchanged(const struct bytes *before, int number)
{
    struct bytes after = {0};

    snapshot(&after, number);
    assert_int_equal(after.length, before->length);
    assert_memory_equal(after.at, before->at, after.length);
    bytes_free(&after);
}

static bool is_locked(int number)
{
    char path[PATH_SIZE];
    bool locked;
    int fd;

    path_of(path, number, "KEY");
    fd = open(path, O_RDONLY | O_CLOEXEC);
    assert_true(fd >= 0);
    locked = flock(fd, LOCK_SH | LOCK_NB) < 0;
    close(fd);
    return locked;
}

static void finish_whole(struct record *r, int number, const char *continues)
{
    char path[PATH_MAX], expected[PATH_SIZE];

    end_record(r);
    assert_int_equal(recorder_close(r->recorder, path), 0);
    path_of(expected, number, "TXT");
    assert_string_equal(path, expected);
    assert_pair(r, number, continues);
    assert_false(is_locked(number));
    free_record(r);
}

/* The record goes on in the second pair, and the first stays as it was before. */
static void goes_on_apart(struct record *r, struct bytes *before)
{
    type_turns(r);
    assert_pair(r, 2, "LP-01.KEY");
    assert_unchanged(before, 1);
    bytes_free(before);
    finish_whole(r, 2, "LP-01.KEY");
    assert_int_equal(count_files(), 4);
}

/* ---- all is well ---- */

static void each_key_is_in_the_file_before_the_call_returns(void **state)
{
    static const char text[] = "Hi; [ \b";
    struct record r;

    (void)state;
    hold_syncs(false);
    begin_record(&r);
    assert_path(&r, 1);
    assert_true(is_locked(1));
    assert_pair(&r, 1, "-");
    for (const char *c = text; *c != '\0'; c++) {
        type_code(&r, *c == '\b' ? K_BACKSPACE : (unsigned char)*c);
        assert_pair(&r, 1, "-");
    }
    type_code(&r, K_RETURN);
    add_text(&r.lines, "JUDGE00[14:12:20]Hi; [\n");
    type_code(&r, K_RETURN);
    assert_pair(&r, 1, "-");
    await_safety(&r);
    finish_whole(&r, 1, "-");
    assert_int_equal(count_files(), 2);
}

static void what_is_not_synced_is_not_safe(void **state)
{
    struct record r;

    (void)state;
    begin_record(&r);
    assert_true(recorder_is_safe(r.recorder));
    hold_syncs(true);
    type_code(&r, 'a');
    assert_false(recorder_is_safe(r.recorder));
    await_held_sync();
    assert_false(recorder_is_safe(r.recorder));
    hold_syncs(false);
    await_safety(&r);
    finish_whole(&r, 1, "-");
}

/* Before recorder_begin() only the headings are there, and then all that was said. */
static void nothing_is_written_before_it_begins(void **state)
{
    struct record r;
    struct record none = {0};

    (void)state;
    open_record(&r);
    assert_pair(&none, 1, "-");
    for (int i = 0; i < TURNS; i++)
        type_turns(&r);
    assert_pair(&none, 1, "-");
    assert_int_equal(recorder_begin(r.recorder), 0);
    assert_pair(&r, 1, "-");
    type_turns(&r);
    assert_pair(&r, 1, "-");
    finish_whole(&r, 1, "-");
}

static void a_pair_says_what_it_continues_and_abandons(void **state)
{
    struct recorder_heading more = heading;
    struct recorder *recorder;
    struct bytes found = {0};

    (void)state;
    more.abandons = "fedcba9876543210fedcba9876543210";
    more.continues = "LP-07.KEY";
    recorder = recorder_open(&place, &more, rulebook_find("1996"), NOW);
    assert_non_null(recorder);
    snapshot(&found, 1);
    assert_non_null(strstr(found.at, "# address *:1950\n"
                                     "# began 000001795183940123\n"
                                     "# abandons fedcba9876543210fedcba9876543210\n"
                                     "# continues LP-07.KEY\n"));
    bytes_free(&found);
    recorder_abandon(recorder);
    assert_int_equal(count_files(), 0);
}

static void an_abandoned_record_leaves_nothing(void **state)
{
    struct record r;

    (void)state;
    open_record(&r);
    type_turns(&r);
    assert_int_equal(count_files(), 2);
    recorder_abandon(r.recorder);
    assert_int_equal(count_files(), 0);
    free_record(&r);
}

/* ---- what fails before it begins ---- */

static void assert_not_opened(int error)
{
    struct recorder *recorder =
        recorder_open(&place, &heading, rulebook_find("1996"), NOW);

    assert_null(recorder);
    assert_int_equal(errno, error);
    mend_disk();
    assert_int_equal(count_files(), 0);
}

static void a_record_that_cannot_be_made_leaves_nothing(void **state)
{
    (void)state;
    /* Memory for the recorder, and for what each of its files holds. */
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

/* Not every file system can do that. */
static void a_directory_that_cannot_be_synced_is_no_error(void **state)
{
    struct record r;

    (void)state;
    disk.directory_error = EINVAL;
    begin_record(&r);
    type_turns(&r);
    finish_whole(&r, 1, "-");
}

static void assert_not_begun(struct record *r, int error)
{
    assert_int_equal(recorder_begin(r->recorder), -1);
    assert_int_equal(errno, error);
    mend_disk();
    assert_int_equal(count_files(), 0);
    free_record(r);
}

static void a_record_that_does_not_begin_leaves_nothing(void **state)
{
    struct record r;

    (void)state;
    for (int good = 0; good < 2; good++) {
        open_record(&r);
        type_turns(&r);
        break_syncs(EIO, good, 1);
        assert_not_begun(&r, EIO);
    }
    open_record(&r);
    type_turns(&r);
    disk.room = 100;
    assert_not_begun(&r, ENOSPC);
    open_record(&r);
    disk.thread_error = EAGAIN;
    assert_not_begun(&r, EAGAIN);
}

/* ---- a full disk ---- */

static void a_full_disk_takes_the_rest_when_it_has_room(void **state)
{
    struct record r;

    (void)state;
    begin_record(&r);
    type_turns(&r);
    disk.room = 100;
    type_turns(&r);
    await_danger(&r, ENOSPC);
    type_turns(&r);
    assert_path(&r, 1);
    mend_disk();
    await_safety(&r);
    assert_pair(&r, 1, "-");
    type_turns(&r);
    assert_pair(&r, 1, "-");
    finish_whole(&r, 1, "-");
    assert_int_equal(count_files(), 2);
}

/* Wherever the disk became full, in the middle of a record or of a line too. */
static void nothing_is_cut_or_doubled_wherever_a_disk_was_full(void **state)
{
    (void)state;
    for (long room = 0; room < 400; room += 9) {
        char path[PATH_SIZE];
        struct record r;

        begin_record(&r);
        disk.room = room;
        type_turns(&r);
        mend_disk();
        type_turns(&r);
        finish_whole(&r, 1, "-");
        path_of(path, 1, "KEY");
        assert_int_equal(unlink(path), 0);
        path_of(path, 1, "TXT");
        assert_int_equal(unlink(path), 0);
    }
}

static void a_disk_that_stays_full_is_said_at_the_end(void **state)
{
    struct record r;

    (void)state;
    begin_record(&r);
    type_turns(&r);
    disk.room = 30;
    type_turns(&r);
    end_record(&r);
    assert_int_equal(recorder_close(r.recorder, (char[PATH_MAX]){0}), -1);
    assert_int_equal(errno, ENOSPC);
    assert_int_equal(count_files(), 2);
    free_record(&r);
}

/* ---- files that can be trusted no more ---- */

/* A sync of either file fails once: a later one that goes well would mean nothing. */
static void after_a_failed_sync_all_is_in_a_fresh_pair(void **state)
{
    int good = *(const int *)*state;
    struct bytes before = {0};
    struct record r;

    begin_record(&r);
    type_turns(&r);
    await_safety(&r);
    snapshot(&before, 1);
    break_syncs(EIO, good, 1);
    type_turns(&r);
    while (disk.syncs_bad > 0)
        rest();
    type_turns(&r);
    await_safety(&r);
    assert_path(&r, 2);
    assert_pair(&r, 2, "LP-01.KEY");
    assert_true(is_locked(2));
    assert_false(is_locked(1));
    bytes_free(&before);
    snapshot(&before, 1);
    goes_on_apart(&r, &before);
}

/* As after a write that fails for another reason than want of room. */
static void where_nothing_can_be_written_any_more_a_fresh_pair_is_made(void **state)
{
    struct bytes before = {0};
    struct record r;

    (void)state;
    begin_record(&r);
    type_turns(&r);
    disk.write_error = EIO;
    snapshot(&before, 1);
    type_turns(&r);
    await_safety(&r);
    assert_path(&r, 2);
    assert_pair(&r, 2, "LP-01.KEY");
    goes_on_apart(&r, &before);
}

static void a_fresh_pair_may_fail_too(void **state)
{
    struct record r;

    (void)state;
    begin_record(&r);
    type_turns(&r);
    await_safety(&r);
    break_syncs(EIO, 0, 3); /* of 01, and of the first two attempts at 02 */
    type_turns(&r);
    while (disk.syncs_bad > 0)
        rest();
    await_safety(&r);
    assert_path(&r, 2);
    assert_pair(&r, 2, "LP-01.KEY");
    finish_whole(&r, 2, "LP-01.KEY");
    assert_int_equal(count_files(), 4);
}

/* Neither a file system that takes no new files nor one that is full leaves half of a
 * fresh pair, or makes the old one good again. */
static void a_fresh_pair_waits_until_it_can_be_made(void **state)
{
    struct bytes before = {0};
    struct record r;

    (void)state;
    begin_record(&r);
    type_turns(&r);
    await_safety(&r);
    disk.create_name = "LP-";
    disk.create_error = EROFS;
    break_syncs(EIO, 0, 1);
    type_turns(&r);
    await_danger(&r, EROFS);
    snapshot(&before, 1);
    type_turns(&r);
    disk.room = 300;
    disk.create_error = 0;
    await_danger(&r, ENOSPC);
    assert_path(&r, 1);
    assert_unchanged(&before, 1);
    mend_disk();
    type_turns(&r);
    await_safety(&r);
    assert_path(&r, 2);
    assert_pair(&r, 2, "LP-01.KEY");
    assert_unchanged(&before, 1);
    bytes_free(&before);
    finish_whole(&r, 2, "LP-01.KEY");
    assert_int_equal(count_files(), 4);
}

/* A fresh pair may have to be made anew: again with all of it. */
static void two_fresh_pairs_follow_each_other(void **state)
{
    struct record r;

    (void)state;
    begin_record(&r);
    for (int number = 2; number <= 3; number++) {
        type_turns(&r);
        await_safety(&r);
        break_syncs(EIO, 0, 1);
        type_turns(&r);
        while (disk.syncs_bad > 0)
            rest();
        await_safety(&r);
        assert_path(&r, number);
    }
    finish_whole(&r, 3, "LP-02.KEY");
    assert_int_equal(count_files(), 6);
}

/* ---- a slow disk ---- */

static void nobody_waits_for_a_slow_sync(void **state)
{
    struct record r;

    (void)state;
    begin_record(&r);
    hold_syncs(true);
    type_turns(&r);
    await_held_sync();
    /* Nobody can know yet that it is slow: the loop still writes. */
    await_danger(&r, 0);
    for (int i = 0; i < TURNS; i++)
        type_turns(&r);
    await_danger(&r, 0);
    hold_syncs(false);
    await_safety(&r);
    assert_path(&r, 1);
    assert_pair(&r, 1, "-");
    type_turns(&r);
    assert_pair(&r, 1, "-");
    finish_whole(&r, 1, "-");
}

/* ---- memory ---- */

static void without_memory_nothing_changes(void **state)
{
    struct record r;
    int refused = 0;

    (void)state;
    begin_record(&r);
    for (int i = 0; i < PROMPT_LINE_MAX; i++) {
        int result;

        disk.memory = 0;
        result = recorder_reserve(r.recorder);
        mend_disk();
        if (result < 0) {
            assert_int_equal(errno, ENOMEM);
            assert_pair(&r, 1, "-");
            refused++;
        }
        type_code(&r, 'a');
    }
    assert_true(refused > 0);
    finish_whole(&r, 1, "-");
}

/* ---- the end ---- */

static void a_sync_that_fails_at_the_end_makes_a_fresh_pair_still(void **state)
{
    struct record r;

    (void)state;
    begin_record(&r);
    type_turns(&r);
    await_safety(&r);
    break_syncs(EIO, 0, 1);
    finish_whole(&r, 2, "LP-01.KEY");
}

static void syncs_that_all_fail_are_said_at_the_end(void **state)
{
    struct record r;

    (void)state;
    begin_record(&r);
    type_turns(&r);
    await_safety(&r);
    break_syncs(EIO, 0, 1000000);
    end_record(&r);
    assert_int_equal(recorder_close(r.recorder, (char[PATH_MAX]){0}), -1);
    assert_int_equal(errno, EIO);
    mend_disk();
    assert_pair(&r, 1, "-");
    assert_int_equal(count_files(), 2);
    free_record(&r);
}

/* Its thread keeps the recorder, which is never given back. */
static void a_disk_that_does_not_answer_is_not_waited_for(void **state)
{
    static struct recorder *kept;
    struct record r;

    (void)state;
    begin_record(&r);
    kept = r.recorder;
    hold_syncs(true);
    type_turns(&r);
    await_held_sync();
    disk.impatient = true;
    end_record(&r);
    assert_int_equal(recorder_close(kept, (char[PATH_MAX]){0}), -1);
    assert_int_equal(errno, ETIMEDOUT);
    hold_syncs(false);
    free_record(&r);
}

/* ---- */

static int make_directory(void **state)
{
    (void)state;
    mend_disk();
    strcpy(directory + strlen(directory) - 6, "XXXXXX");
    return mkdtemp(directory) == NULL ? -1 : 0;
}

static int remove_directory(void **state)
{
    DIR *files = opendir(directory);
    struct dirent *entry;

    (void)state;
    mend_disk();
    hold_syncs(false);
    if (files == NULL)
        return -1;
    while ((entry = readdir(files)) != NULL)
        if (entry->d_name[0] != '.')
            unlinkat(dirfd(files), entry->d_name, 0);
    closedir(files);
    return rmdir(directory);
}

#define RECORDER_TEST(test)                                                            \
    cmocka_unit_test_setup_teardown(test, make_directory, remove_directory)
#define RECORDER_TEST_WITH(test, value)                                                \
    cmocka_unit_test_prestate_setup_teardown(                                          \
        test, make_directory, remove_directory, value)

int main(void)
{
    static int keys_fail = 0, lines_fail = 1;
    const struct CMUnitTest tests[] = {
        RECORDER_TEST(each_key_is_in_the_file_before_the_call_returns),
        RECORDER_TEST(what_is_not_synced_is_not_safe),
        RECORDER_TEST(nothing_is_written_before_it_begins),
        RECORDER_TEST(a_pair_says_what_it_continues_and_abandons),
        RECORDER_TEST(an_abandoned_record_leaves_nothing),
        RECORDER_TEST(a_record_that_cannot_be_made_leaves_nothing),
        RECORDER_TEST(a_directory_that_cannot_be_synced_is_no_error),
        RECORDER_TEST(a_record_that_does_not_begin_leaves_nothing),
        RECORDER_TEST(a_full_disk_takes_the_rest_when_it_has_room),
        RECORDER_TEST(nothing_is_cut_or_doubled_wherever_a_disk_was_full),
        RECORDER_TEST(a_disk_that_stays_full_is_said_at_the_end),
        RECORDER_TEST_WITH(after_a_failed_sync_all_is_in_a_fresh_pair, &keys_fail),
        RECORDER_TEST_WITH(after_a_failed_sync_all_is_in_a_fresh_pair, &lines_fail),
        RECORDER_TEST(where_nothing_can_be_written_any_more_a_fresh_pair_is_made),
        RECORDER_TEST(a_fresh_pair_may_fail_too),
        RECORDER_TEST(a_fresh_pair_waits_until_it_can_be_made),
        RECORDER_TEST(two_fresh_pairs_follow_each_other),
        RECORDER_TEST(nobody_waits_for_a_slow_sync),
        RECORDER_TEST(without_memory_nothing_changes),
        RECORDER_TEST(a_sync_that_fails_at_the_end_makes_a_fresh_pair_still),
        RECORDER_TEST(syncs_that_all_fail_are_said_at_the_end),
        RECORDER_TEST(a_disk_that_does_not_answer_is_not_waited_for),
    };

    setenv("TZ", "UTC0", 1);
    tzset();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
