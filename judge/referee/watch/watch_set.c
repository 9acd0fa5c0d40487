#include "judge/referee/watch/watch_set.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/memory/array.h"
#include "common/system/clock.h"
#include "judge/referee/watch/feed_file.h"
#include "judge/referee/watch/feed_station.h"

int watch_set_init(struct watch_set *set, const struct secret *secret,
    const regex_t *bell, const struct feed_listener *listener)
{
    *set = (struct watch_set){.secret = secret, .bell = bell, .listener = *listener};
    set->all = calloc(WATCH_SET_MOST, sizeof(set->all[0]));
    set->inotify = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    return set->all != NULL ? 0 : -1;
}

void watch_set_free(struct watch_set *set)
{
    for (int i = 0; i < set->count; i++)
        feed_close(set->all[i]);
    for (size_t i = 0; i < set->directory_count; i++)
        free(set->directories[i]);
    free(set->directories);
    free(set->all);
    if (set->inotify >= 0)
        close(set->inotify);
}

static void listen_to(const struct watch_set *set, const char *path, uint32_t events)
{
    if (set->inotify >= 0)
        inotify_add_watch(set->inotify, path, events);
}

static int add_file(struct watch_set *set, const char *path)
{
    if (set->count == WATCH_SET_MOST) {
        set->full = true;
        errno = ENOSPC;
        return -1;
    }
    set->all[set->count] = feed_file_open(path, set->bell, &set->listener);
    if (set->all[set->count] == NULL)
        return -1;
    set->count++;
    return 0;
}

/* Follow the next conversation of a feed's file, beside it: the left pane first. If it
 * cannot be opened, its next key tries again. */
static void add_next(struct watch_set *set, int of, int64_t tick)
{
    bool before = false;
    struct feed *next = feed_file_open_next(set->all[of], &before);
    int at = before ? of : of + 1;

    if (next == NULL)
        return;
    memmove(set->all + at + 1, set->all + at,
        (size_t)(set->count - at) * sizeof(set->all[0]));
    set->all[at] = next;
    set->count++;
    feed_step(next, 0, tick);
}

static bool has_ending(const char *name, const char *ending)
{
    size_t length = strlen(name), size = strlen(ending);

    return length > size && strcmp(name + length - size, ending) == 0;
}

/* The number of the feed of a file; -1 if it has none. */
static int find_feed(const struct watch_set *set, const char *path)
{
    for (int i = 0; i < set->count; i++)
        if (!feed_station_is(set->all[i]) && strcmp(set->all[i]->name, path) == 0)
            return i;
    return -1;
}

/* Write the path of a record's other file: the ending has four bytes, as the path's. */
static void name_other(
    char other[static FEED_NAME_SIZE], const char *path, const char *ending)
{
    snprintf(other, FEED_NAME_SIZE, "%.*s%s", (int)(strlen(path) - 4), path, ending);
}

/* A transcript beside its key log has nothing more, and has it later: the feed of the
 * log, which was just added, takes its place. */
static void replace_transcript(struct watch_set *set)
{
    struct feed *log = set->all[set->count - 1], transcript;
    char path[FEED_NAME_SIZE];
    int at;

    name_other(path, log->name, ".TXT");
    at = find_feed(set, path);
    if (at < 0)
        return;
    transcript = *set->all[at];
    *set->all[at] = *log;
    *log = transcript;
    feed_close(log);
    set->count--;
}

static bool has_log(const struct watch_set *set, const char *transcript)
{
    char path[FEED_NAME_SIZE];

    name_other(path, transcript, ".KEY");
    return find_feed(set, path) >= 0 || access(path, F_OK) == 0;
}

/* Round1, as the program of 2017 names its files. */
static bool is_round(const char *name)
{
    size_t digits;

    if (strncmp(name, "Round", 5) != 0)
        return false;
    digits = strspn(name + 5, "0123456789");
    return digits > 0 && name[5 + digits] == '\0';
}

static int is_record(const struct dirent *entry)
{
    const char *name = entry->d_name;

    return is_round(name) ||
           (name[0] != '.' && (has_ending(name, ".KEY") || has_ending(name, ".TXT") ||
                                  has_ending(name, ".log")));
}

/* Write the path of a file in a directory, without "./" for the current one. Returns
 * whether it fits. */
static bool make_path(
    char path[static FEED_NAME_SIZE], const char *directory, const char *name)
{
    const char *slash = has_ending(directory, "/") ? "" : "/";
    bool here = strcmp(directory, ".") == 0;

    return snprintf(path, FEED_NAME_SIZE, "%s%s%s", here ? "" : directory,
               here ? "" : slash, name) < FEED_NAME_SIZE;
}

/* A file that was followed under a name that is gone, and has this one now, is followed
 * under this one. Returns whether it is. */
static bool has_moved(struct watch_set *set, const char *path)
{
    struct stat here, there;
    bool moved = false;

    for (int i = 0; i < set->count && stat(path, &here) == 0; i++) {
        struct feed *f = set->all[i];

        if (!feed_file_is(f, &here) ||
            (stat(f->name, &there) == 0 && feed_file_is(f, &there)))
            continue;
        snprintf(f->name, sizeof(f->name), "%s", path);
        moved = f->unread = true;
    }
    return moved;
}

/* Follow the records in a directory that are not followed yet. */
static void look_into(struct watch_set *set, const char *directory)
{
    struct dirent **entries;
    int count = scandir(directory, &entries, is_record, alphasort);
    char path[FEED_NAME_SIZE];

    for (int i = 0; i < count; i++) {
        if (make_path(path, directory, entries[i]->d_name) &&
            find_feed(set, path) < 0 && !has_moved(set, path) &&
            !(has_ending(path, ".TXT") && has_log(set, path)) &&
            add_file(set, path) == 0 && has_ending(path, ".KEY"))
            replace_transcript(set);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

static int add_directory(struct watch_set *set, const char *path)
{
    char **directories = array_reserve(set->directories, &set->directory_capacity,
        set->directory_count, 1, sizeof(directories[0]));
    char *copy = strdup(path);

    if (directories != NULL)
        set->directories = directories;
    if (directories == NULL || copy == NULL) {
        free(copy);
        return -1;
    }
    set->directories[set->directory_count++] = copy;
    listen_to(set, path, IN_CREATE | IN_MOVED_TO | IN_MODIFY | IN_ONLYDIR);
    look_into(set, path);
    return 0;
}

static int add_station(struct watch_set *set, const char *name)
{
    if (set->stations == WATCH_SET_STATIONS || set->count == WATCH_SET_MOST) {
        errno = ENOSPC;
        return -1;
    }
    set->all[set->count] =
        feed_station_open(name, set->secret, set->bell, &set->listener);
    if (set->all[set->count] == NULL)
        return -1;
    set->count++;
    set->stations++;
    return 0;
}

int watch_set_add(struct watch_set *set, const char *argument)
{
    struct stat about;

    if (stat(argument, &about) == 0 && S_ISDIR(about.st_mode))
        return access(argument, R_OK | X_OK) == 0 ? add_directory(set, argument) : -1;
    if (access(argument, F_OK) != 0) {
        if (errno == ENOENT && strchr(argument, '/') == NULL &&
            !has_ending(argument, ".KEY") && !has_ending(argument, ".TXT") &&
            !has_ending(argument, ".log"))
            return add_station(set, argument);
        return -1;
    }
    listen_to(set, argument, IN_MODIFY);
    return add_file(set, argument);
}

int watch_set_fds(const struct watch_set *set, struct pollfd fds[static WATCH_SET_FDS])
{
    int count = 0;

    fds[count++] = (struct pollfd){.fd = set->inotify, .events = POLLIN};
    for (int i = 0; i < set->count; i++)
        if (feed_station_is(set->all[i]))
            fds[count++] = feed_fd(set->all[i]);
    return count;
}

/* Read all events; every file is read after one. Returns whether a directory has a new
 * file. */
static bool drain_events(int inotify)
{
    _Alignas(struct inotify_event) char block[16384];
    bool made = false;
    ssize_t got;

    while ((got = read(inotify, block, sizeof(block))) > 0)
        for (ssize_t at = 0; at < got;) {
            const struct inotify_event *event = (const void *)(block + at);
            made =
                made || (event->mask & (IN_CREATE | IN_MOVED_TO | IN_Q_OVERFLOW)) != 0;
            at += (ssize_t)(sizeof(*event) + event->len);
        }
    return made;
}

void watch_set_step(
    struct watch_set *set, const struct pollfd fds[static WATCH_SET_FDS], int64_t tick)
{
    bool has_events = set->inotify >= 0 && fds[0].revents != 0;
    bool made = has_events && drain_events(set->inotify);
    bool look = tick - set->looked >= WATCH_SET_LOOK_MS;
    int station = 1;

    if (look)
        set->looked = tick;
    for (size_t i = 0; (made || look) && i < set->directory_count; i++)
        look_into(set, set->directories[i]);
    for (int i = 0; i < set->count; i++)
        if (feed_station_is(set->all[i]))
            feed_step(set->all[i], fds[station++].revents, tick);
        else if (has_events || look)
            feed_step(set->all[i], 0, tick);
    for (int i = 0; i < set->count; i++)
        if (feed_file_has_next(set->all[i])) {
            if (set->count < WATCH_SET_MOST)
                add_next(set, i, tick);
            else
                set->full = true;
        }
}

int64_t watch_set_due(const struct watch_set *set)
{
    int64_t due = set->looked + WATCH_SET_LOOK_MS;

    for (int i = 0; i < set->count; i++)
        due = clock_earlier(due, feed_due(set->all[i]));
    return due;
}

bool watch_set_is_over(const struct watch_set *set)
{
    if (set->directory_count > 0)
        return false;
    for (int i = 0; i < set->count; i++)
        if (feed_station_is(set->all[i]) || !set->all[i]->ended)
            return false;
    return true;
}
