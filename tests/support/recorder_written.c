#include "tests/support/recorder_written.h"

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "common/record/keylog.h"
#include "tests/support/recorder_disk.h"
#include "tests/support/tree.h"

#define SESSION "0123456789abcdef0123456789abcdef"

static char directory[] = "/tmp/recorder-XXXXXX";
const struct recorder_place written_place = {directory, "LP"};
const struct recorder_heading written_heading = {
    .notice = "(c)%d",
    .program = "Eliza",
    .contestant = "Somebody",
    .role = "entry",
    .book = "1996",
    .station = "terminal-1950",
    .address = "*:1950",
    .session = SESSION,
};

void written_path(char path[static WRITTEN_PATH_SIZE], int number, const char *ending)
{
    snprintf(path, WRITTEN_PATH_SIZE, "%s/LP-%02d.%s", directory, number, ending);
}

static void add_text(struct bytes *bytes, const char *text)
{
    bytes_add(bytes, text, strlen(text));
}

void written_open(struct written *r)
{
    const struct rulebook *book = rulebook_find("1996");

    *r = (struct written){.time = WRITTEN_NOW};
    prompt_init(&r->prompt, book);
    r->recorder = recorder_open(&written_place, &written_heading, book, WRITTEN_NOW);
    assert_non_null(r->recorder);
}

void written_begin(struct written *r)
{
    written_open(r);
    assert_int_equal(recorder_begin(r->recorder), 0);
}

void written_free(struct written *r)
{
    bytes_free(&r->keys);
    bytes_free(&r->lines);
}

void written_type(struct written *r, uint32_t code)
{
    struct event events[PROMPT_EVENTS_MAX];
    struct key key = {++r->time, code, r->prompt.turn};
    char line[KEYLOG_LINE_SIZE];
    int count;

    assert_int_equal(recorder_reserve(r->recorder), 0);
    count = prompt_feed(&r->prompt, &key, events);
    assert_true(count >= 0);
    recorder_key(r->recorder, 4, &key, WRITTEN_NOW);
    bytes_add(&r->keys, line, keylog_write(4, WRITTEN_NOW, &key, "left", line));
    for (int i = 0; i < count; i++)
        recorder_event(r->recorder, &events[i], WRITTEN_NOW);
    recorder_flush(r->recorder);
    recorder_call(r->recorder);
}

/* A spoken line: not blank, not @@nn. */
static void type_line(struct written *r, const char *text)
{
    const char *source =
        r->prompt.turn == SIDE_JUDGE ? "JUDGE00[14:12:20]" : "PROGRAM[14:12:20]";

    for (const char *c = text; *c != '\0'; c++)
        written_type(r, (unsigned char)*c);
    written_type(r, K_RETURN);
    add_text(&r->lines, source);
    add_text(&r->lines, text);
    add_text(&r->lines, "\n");
}

void written_turns(struct written *r)
{
    for (int i = 0; i < 2; i++) {
        type_line(r, "Hello [there]; who are you?");
        written_type(r, K_RETURN);
    }
}

void written_end(struct written *r)
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

void written_assert_pair(const struct written *r, int number, const char *continues)
{
    char path[WRITTEN_PATH_SIZE], head[WRITTEN_PATH_SIZE];

    snprintf(head, sizeof(head),
        "(c)2026\nKeystrokes of LP-%02d.TXT\n# session %s\n# role entry\n# book 1996\n"
        "# station terminal-1950\n# address *:1950\n# began 000001795183940123\n"
        "# continues %s\n",
        number, SESSION, continues);
    written_path(path, number, "KEY");
    assert_file(path, head, &r->keys);
    written_path(path, number, "TXT");
    assert_file(path, "(c)2026\n[Eliza] [Somebody]\nStart at: [2026/11/20 14:12:20]\n",
        &r->lines);
}

int written_count_files(void)
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

void written_rest(void)
{
    static const struct timespec moment = {0, 1000000};

    nanosleep(&moment, NULL);
}

void written_await_danger(struct written *r, int error)
{
    struct recorder_danger danger;
    time_t before = time(NULL);

    while (!recorder_danger(r->recorder, &danger) || danger.error != error)
        written_rest();
    assert_in_range(danger.since, before - 60, time(NULL));
    assert_false(recorder_is_safe(r->recorder));
}

void written_await_safety(struct written *r)
{
    struct recorder_danger danger;

    while (!recorder_is_safe(r->recorder))
        written_rest();
    assert_false(recorder_danger(r->recorder, &danger));
}

void written_assert_path(struct written *r, int number)
{
    char expected[WRITTEN_PATH_SIZE], path[WRITTEN_PATH_SIZE];

    written_path(expected, number, "TXT");
    recorder_beside(r->recorder, "TXT", path, sizeof(path));
    assert_string_equal(path, expected);
}

void written_snapshot(struct bytes *found, int number)
{
    char path[WRITTEN_PATH_SIZE];

    written_path(path, number, "KEY");
    assert_int_equal(bytes_read(found, path), 0);
    written_path(path, number, "TXT");
    assert_int_equal(bytes_read(found, path), 0);
}

void written_assert_unchanged(const struct bytes *before, int number)
{
    struct bytes after = {0};

    written_snapshot(&after, number);
    assert_int_equal(after.length, before->length);
    assert_memory_equal(after.at, before->at, after.length);
    bytes_free(&after);
}

bool written_is_locked(int number)
{
    char path[WRITTEN_PATH_SIZE];
    bool locked;
    int fd;

    written_path(path, number, "KEY");
    fd = open(path, O_RDONLY | O_CLOEXEC);
    assert_true(fd >= 0);
    locked = flock(fd, LOCK_SH | LOCK_NB) < 0;
    close(fd);
    return locked;
}

void written_finish(struct written *r, int number, const char *continues)
{
    char path[PATH_MAX], expected[WRITTEN_PATH_SIZE];

    written_end(r);
    assert_int_equal(recorder_close(r->recorder, path), 0);
    written_path(expected, number, "TXT");
    assert_string_equal(path, expected);
    written_assert_pair(r, number, continues);
    assert_false(written_is_locked(number));
    written_free(r);
}

int written_set_up(void **state)
{
    (void)state;
    disk_mend();
    setenv("TZ", "UTC0", 1);
    tzset();
    strcpy(directory + strlen(directory) - 6, "XXXXXX");
    return mkdtemp(directory) == NULL ? -1 : 0;
}

int written_tear_down(void **state)
{
    (void)state;
    disk_mend();
    disk_hold_syncs(false);
    return tree_remove(directory);
}
