/*
 * watch_set_test.c - files of a directory that are followed (watch_set.h), with inotify
 * and without it.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "judge/referee/watch/feed_file.h"
#include "judge/referee/watch/followed_file.h"
#include "judge/referee/watch/watch_set.h"

#define HEADING                                                                        \
    "n\nKeystrokes of LP-01.TXT\n# session d257196289c82bee16b4b9c626440f0b\n"         \
    "# role judge\n# book 2004\n# station t\n# address *:1950\n# continues -\n"
#define KEY "J4 000001795183941310 000001795183941310 local left "

static bool inotify_fails;

int __real_inotify_init1(int flags);
int __wrap_inotify_init1(int flags);

int __wrap_inotify_init1(int flags)
{
    if (!inotify_fails)
        return __real_inotify_init1(flags);
    errno = EMFILE;
    return -1;
}

static char told[1024];

static void take_line(
    void *to, struct feed *feed, const char *line, size_t length, bool rings)
{
    size_t at = strlen(told);

    (void)to;
    snprintf(told + at, sizeof(told) - at, "%s%s: %.*s", rings ? "!" : "",
        strrchr(feed->name, '/') + 1, (int)length, line);
}

static void append(const char *directory, const char *name, const char *text)
{
    char path[256];
    int fd;

    snprintf(path, sizeof(path), "%s/%s", directory, name);
    fd = open(path, O_WRONLY | O_APPEND | O_CREAT, 0600);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
}

static void look(struct watch_set *l, int64_t tick)
{
    struct pollfd fds[WATCH_SET_FDS];
    int count = watch_set_fds(l, fds);

    poll(fds, (nfds_t)count, 0);
    watch_set_step(l, fds, tick);
}

static void follow(bool without_inotify)
{
    static const struct feed_listener listener = {.line = take_line};
    char directory[] = "lookout-XXXXXX", path[256];
    struct watch_set l;
    regex_t bell;
    int64_t tick = without_inotify ? 10000 : 10;
    int64_t step = without_inotify ? WATCH_SET_LOOK_MS : 0;

    inotify_fails = without_inotify;
    told[0] = '\0';
    setenv("TZ", "UTC", 1);
    assert_non_null(mkdtemp(directory));
    assert_int_equal(regcomp(&bell, "PROGRAM.*h", REG_EXTENDED | REG_NOSUB), 0);
    append(directory, "LP-01.TXT", "");
    assert_int_equal(watch_set_init(&l, NULL, &bell, &listener), 0);
    assert_int_equal(l.inotify < 0, without_inotify);
    assert_int_equal(watch_set_add(&l, directory), 0);
    l.looked = tick; /* it was just looked at */
    assert_int_equal(l.count, 1);

    /* The key log appears: the transcript beside it is not followed any more. */
    append(directory, "LP-01.KEY", HEADING KEY);
    append(directory, "notes.md", "no record\n");
    look(&l, tick += step);
    assert_int_equal(l.count, 1);
    assert_string_equal(told, "");
    append(directory, "LP-01.KEY", "H\n" KEY "i\n" KEY "Ret");
    look(&l, tick += step);
    assert_string_equal(told, "LP-01.KEY: *** JUDGE04 ***\n");
    append(directory, "LP-01.KEY", "urn\n");
    look(&l, tick += step);
    assert_string_equal(
        told, "LP-01.KEY: *** JUDGE04 ***\nLP-01.KEY: JUDGE04[14:12:21]Hi\n");

    /* A transcript without a key log, with lines that are too long or not printable. */
    told[0] = '\0';
    append(directory, "LP-02.TXT", "n\n[a] [b]\nStart at: [2026/11/20 14:12:20]\n");
    append(directory, "LP-02.TXT", "PROGRAM[14:12:25]Oh\n");
    for (int i = 0; i < 3 * FEED_FILE_LINE_SIZE / 16; i++)
        append(directory, "LP-02.TXT", "sixteen bytes...");
    append(directory, "LP-02.TXT", "\nJUDGE01[14:12:26]a\001b\n");
    look(&l, tick += step);
    assert_int_equal(l.count, 2);
    if (told[0] == '\0')
        look(&l, tick += WATCH_SET_LOOK_MS); /* made and written in one moment */
    assert_string_equal(
        told, "!LP-02.TXT: PROGRAM[14:12:25]Oh\nLP-02.TXT: JUDGE01[14:12:26]a?b\n");
    assert_false(watch_set_is_over(&l));
    watch_set_free(&l);
    regfree(&bell);
    snprintf(path, sizeof(path), "rm -r %s", directory);
    assert_int_equal(system(path), 0);
}

static void with_inotify(void **state)
{
    (void)state;
    follow(false);
}

static void without_inotify(void **state)
{
    (void)state;
    follow(true);
}

/* The other pane of a log that was moved away cannot be followed; the rest is
 * unchanged. */
static void a_second_pane_of_a_removed_file_is_left_out(void **state)
{
    static const struct feed_listener listener = {.line = take_line};
    static const char left[] = "**Starting subround 1\n" KEY "H\n";
    static const char right[] =
        "J4 000001795183941320 000001795183941320 local right H\n";
    char directory[] = "lookout-XXXXXX", path[256];
    struct watch_set l;
    int fd;

    (void)state;
    inotify_fails = false;
    assert_non_null(mkdtemp(directory));
    snprintf(path, sizeof(path), "%s/pair.log", directory);
    fd = open(path, O_WRONLY | O_APPEND | O_CREAT, 0600);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, left, strlen(left)), (ssize_t)strlen(left));
    assert_int_equal(watch_set_init(&l, NULL, NULL, &listener), 0);
    assert_int_equal(watch_set_add(&l, path), 0);
    look(&l, WATCH_SET_LOOK_MS);
    assert_int_equal(l.all[0]->timeline.count, 1);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(write(fd, right, strlen(right)), (ssize_t)strlen(right));
    look(&l, 2 * WATCH_SET_LOOK_MS);
    assert_int_equal(l.count, 1);
    close(fd);
    watch_set_free(&l);
    assert_int_equal(rmdir(directory), 0);
}

static void assert_note(struct feed *s, const char *note, bool is_new)
{
    assert_string_equal(s->note, note);
    assert_int_equal(s->note_is_new, is_new);
    s->note_is_new = false;
}

/* A file that is not a record has a note; an unfinished heading has another. */
static void files_without_a_record_are_noted(void **state)
{
    static const char wait[] = "no keys yet";
    static const char still[] = "no record so far: the heading is not finished";
    static const char none[] = "not a transcript and not a key log";
    static const struct feed_listener listener = {.line = take_line};
    char directory[] = "lookout-XXXXXX", path[256];
    struct watch_set l;
    int64_t tick = 10000;

    (void)state;
    inotify_fails = false;
    told[0] = '\0';
    assert_non_null(mkdtemp(directory));
    append(directory, "begun.KEY", "");
    append(directory, "notes.TXT", "One\nTwo\nThree\nFour");
    assert_int_equal(watch_set_init(&l, NULL, NULL, &listener), 0);
    assert_int_equal(watch_set_add(&l, directory), 0);
    look(&l, tick);
    assert_note(l.all[0], wait, false);
    assert_note(l.all[1], wait, false);
    append(directory, "notes.TXT", "\n");
    append(directory, "begun.KEY", "A notice\nKeystrokes of");
    look(&l, tick += WATCH_SET_LOOK_MS);
    assert_note(l.all[0], wait, false);
    assert_note(l.all[1], none, true);

    /* It does not go on, and then it does. */
    look(&l, tick += FEED_FILE_STILL_MS);
    assert_note(l.all[0], still, true);
    look(&l, tick += FEED_FILE_STILL_MS);
    assert_note(l.all[0], still, false);
    assert_note(l.all[1], none, false);
    append(directory, "begun.KEY", " LP-01.TXT\n# session 0123\n" KEY "H\n");
    look(&l, tick += WATCH_SET_LOOK_MS);
    assert_note(l.all[0], "", false);
    assert_string_equal(told, "begun.KEY: *** JUDGE04 ***\n");
    watch_set_free(&l);
    snprintf(path, sizeof(path), "rm -r %s", directory);
    assert_int_equal(system(path), 0);
}

#define SAID "n\n[a] [b]\nStart at: [2026/11/20 14:12:20]\n"

static void move(const char *directory, const char *from, const char *to)
{
    char before[256], after[256];

    snprintf(before, sizeof(before), "%s/%s", directory, from);
    snprintf(after, sizeof(after), "%s/%s", directory, to);
    assert_int_equal(rename(before, after), 0);
}

static void cut(const char *directory, const char *name)
{
    char path[256];

    snprintf(path, sizeof(path), "%s/%s", directory, name);
    assert_int_equal(truncate(path, 0), 0);
}

/* A second later these lines have come, and no more. */
static void assert_next(struct watch_set *l, int64_t *tick, const char *lines)
{
    told[0] = '\0';
    look(l, *tick += FOLLOWED_FILE_LOOK_MS);
    assert_string_equal(told, lines);
}

/* As `tail -F`: another inode under the name, or a shorter file, is another file. */
static void another_file_starts_again(void **state)
{
    static const char another[] = "another file has taken its place";
    static const struct feed_listener listener = {.line = take_line};
    char directory[] = "lookout-XXXXXX", path[256];
    struct watch_set l;
    int64_t tick = 10000;

    (void)state;
    inotify_fails = false;
    assert_non_null(mkdtemp(directory));
    append(directory, "LP-01.TXT", SAID "PROGRAM[14:12:25]One\nPROGR");
    assert_int_equal(watch_set_init(&l, NULL, NULL, &listener), 0);
    assert_int_equal(watch_set_add(&l, directory), 0);
    assert_next(&l, &tick, "LP-01.TXT: PROGRAM[14:12:25]One\n");

    /* It grows, also by being overwritten with a longer copy. */
    append(directory, "LP-01.TXT", "AM[14:12:26]Two\n");
    assert_next(&l, &tick, "LP-01.TXT: PROGRAM[14:12:26]Two\n");

    /* It is renamed, and grows. */
    move(directory, "LP-01.TXT", "LP-02.TXT");
    assert_next(&l, &tick, "");
    append(directory, "LP-02.TXT", "PROGRAM[14:12:28]Four\n");
    assert_next(&l, &tick, "LP-02.TXT: PROGRAM[14:12:28]Four\n");
    assert_int_equal(l.count, 1);
    assert_note(l.all[0], "", false);

    /* Another inode. */
    append(directory, "copy", SAID "PROGRAM[14:12:25]1\n");
    move(directory, "copy", "LP-02.TXT");
    assert_next(&l, &tick, "");
    assert_note(l.all[0], another, true);
    assert_next(&l, &tick, "LP-02.TXT: PROGRAM[14:12:25]1\n");
    assert_note(l.all[0], "", false);

    /* A shorter file. */
    cut(directory, "LP-02.TXT");
    assert_next(&l, &tick, "");
    assert_note(l.all[0], another, true);
    append(directory, "LP-02.TXT", SAID "JUDGE00[15:00:00]Anew\n");
    assert_next(&l, &tick, "LP-02.TXT: JUDGE00[15:00:00]Anew\n");

    /* A file that is removed stays as it was. */
    snprintf(path, sizeof(path), "rm -r %s", directory);
    assert_int_equal(system(path), 0);
    assert_next(&l, &tick, "");
    assert_note(l.all[0], "", false);
    watch_set_free(&l);
}

/* Both panes of a pair's log follow the file that takes its place. */
static void a_pair_is_replaced_as_one(void **state)
{
    static const char heading[] = "**Starting subround 1\n";
    static const struct feed_listener listener = {.line = take_line};
    char directory[] = "lookout-XXXXXX", path[256];
    struct watch_set l;
    int64_t tick = 10000;

    (void)state;
    inotify_fails = false;
    assert_non_null(mkdtemp(directory));
    append(directory, "pair.log", heading);
    append(directory, "pair.log", KEY "H\n" KEY "Return\n");
    append(directory, "pair.log",
        "J4 000001795183941320 000001795183941320 local right Return\n");
    assert_int_equal(watch_set_init(&l, NULL, NULL, &listener), 0);
    assert_int_equal(watch_set_add(&l, directory), 0);
    look(&l, tick += FOLLOWED_FILE_LOOK_MS);
    assert_int_equal(l.count, 2);
    append(directory, "copy", heading);
    append(directory, "copy",
        "J4 000001795183941310 000001795183941310 local right O\n" KEY "Y\n" KEY
        "Return\n");
    move(directory, "copy", "pair.log");
    look(&l, tick += FOLLOWED_FILE_LOOK_MS);
    look(&l, tick += FOLLOWED_FILE_LOOK_MS);
    assert_int_equal(l.count, 2);
    assert_int_equal(l.all[0]->timeline.count, 2);
    assert_string_equal(l.all[0]->where, " left");
    assert_int_equal(l.all[1]->timeline.count, 1);
    watch_set_free(&l);
    snprintf(path, sizeof(path), "rm -r %s", directory);
    assert_int_equal(system(path), 0);
}

static void invalid_arguments_are_refused(void **state)
{
    static const struct feed_listener listener = {.line = take_line};
    struct watch_set l;

    (void)state;
    assert_int_equal(watch_set_init(&l, NULL, NULL, &listener), 0);
    assert_int_equal(watch_set_add(&l, "/dev/null"), -1);
    assert_int_equal(errno, EINVAL);
    assert_int_equal(watch_set_add(&l, "none.KEY"), -1);
    assert_int_equal(errno, ENOENT);
    assert_int_equal(watch_set_add(&l, "127.0.0.1:none"), -1);
    assert_int_equal(errno, EINVAL);
    assert_int_equal(l.count, 0);
    assert_true(watch_set_is_over(&l));
    watch_set_free(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_inotify),
        cmocka_unit_test(without_inotify),
        cmocka_unit_test(a_second_pane_of_a_removed_file_is_left_out),
        cmocka_unit_test(files_without_a_record_are_noted),
        cmocka_unit_test(another_file_starts_again),
        cmocka_unit_test(a_pair_is_replaced_as_one),
        cmocka_unit_test(invalid_arguments_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
