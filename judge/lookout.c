#include "lookout.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "moment.h"

int lookout_init(struct lookout *r, const struct secret *secret, const regex_t *bell,
    const struct feed_news *news)
{
    *r = (struct lookout){.secret = secret, .bell = bell, .news = *news};
    r->all = calloc(LOOKOUT_MOST, sizeof(r->all[0]));
    r->inotify = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    return r->all != NULL ? 0 : -1;
}

void lookout_free(struct lookout *r)
{
    for (int i = 0; i < r->count; i++)
        feed_close(r->all[i]);
    for (int i = 0; i < r->directory_count; i++)
        free(r->directories[i]);
    free(r->directories);
    free(r->all);
    if (r->inotify >= 0)
        close(r->inotify);
}

static void listen_to(const struct lookout *r, const char *path, uint32_t events)
{
    if (r->inotify >= 0)
        inotify_add_watch(r->inotify, path, events);
}

static int add_file(struct lookout *r, const char *path)
{
    if (r->count == LOOKOUT_MOST) {
        r->full = true;
        errno = ENOSPC;
        return -1;
    }
    r->all[r->count] = feed_open_file(path, r->bell, &r->news);
    if (r->all[r->count] == NULL)
        return -1;
    r->count++;
    return 0;
}

static bool has_ending(const char *name, const char *ending)
{
    size_t length = strlen(name), size = strlen(ending);

    return length > size && strcmp(name + length - size, ending) == 0;
}

static struct feed *find(const struct lookout *r, const char *path)
{
    for (int i = 0; i < r->count; i++)
        if (!r->all[i]->is_station && strcmp(r->all[i]->name, path) == 0)
            return r->all[i];
    return NULL;
}

/* A transcript beside its key log tells nothing more, and later. */
static void hide_transcript(struct lookout *r, const char *log)
{
    char path[FEED_NAME_SIZE];
    struct feed *transcript;

    snprintf(path, sizeof(path), "%.*s.TXT", (int)(strlen(log) - 4), log);
    transcript = find(r, path);
    if (transcript != NULL)
        transcript->hidden = true;
}

static bool has_log(const char *transcript)
{
    char path[FEED_NAME_SIZE];

    snprintf(path, sizeof(path), "%.*s.KEY", (int)(strlen(transcript) - 4), transcript);
    return access(path, F_OK) == 0;
}

static int is_record(const struct dirent *entry)
{
    return entry->d_name[0] != '.' &&
           (has_ending(entry->d_name, ".KEY") || has_ending(entry->d_name, ".TXT") ||
               has_ending(entry->d_name, ".log"));
}

/* The current directory is not named before each of its files. Returns whether there is
 * room for it. */
static bool make_path(
    char path[static FEED_NAME_SIZE], const char *directory, const char *name)
{
    const char *slash = has_ending(directory, "/") ? "" : "/";
    bool here = strcmp(directory, ".") == 0;

    return snprintf(path, FEED_NAME_SIZE, "%s%s%s", here ? "" : directory,
               here ? "" : slash, name) < FEED_NAME_SIZE;
}

/* What is in a directory and is not followed yet. */
static void look_into(struct lookout *r, const char *directory)
{
    struct dirent **entries;
    int count = scandir(directory, &entries, is_record, alphasort);
    char path[FEED_NAME_SIZE];

    for (int i = 0; i < count; i++) {
        if (make_path(path, directory, entries[i]->d_name) && find(r, path) == NULL &&
            !(has_ending(path, ".TXT") && has_log(path)) && add_file(r, path) == 0 &&
            has_ending(path, ".KEY"))
            hide_transcript(r, path);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

static int add_directory(struct lookout *r, const char *path)
{
    size_t size = (size_t)(r->directory_count + 1) * sizeof(char *);
    char **moved = realloc(r->directories, size);

    if (moved == NULL)
        return -1;
    r->directories = moved;
    r->directories[r->directory_count] = strdup(path);
    if (r->directories[r->directory_count] == NULL)
        return -1;
    r->directory_count++;
    listen_to(r, path, IN_CREATE | IN_MOVED_TO | IN_MODIFY | IN_ONLYDIR);
    look_into(r, path);
    return 0;
}

static int add_station(struct lookout *r, const char *name)
{
    if (r->stations == LOOKOUT_STATIONS || r->count == LOOKOUT_MOST) {
        errno = ENOSPC;
        return -1;
    }
    r->all[r->count] = feed_open_station(name, r->secret, r->bell, &r->news);
    if (r->all[r->count] == NULL)
        return -1;
    r->count++;
    r->stations++;
    return 0;
}

int lookout_add(struct lookout *r, const char *argument)
{
    struct stat about;

    if (stat(argument, &about) == 0 && S_ISDIR(about.st_mode))
        return add_directory(r, argument);
    if (access(argument, F_OK) != 0) {
        if (errno == ENOENT && strchr(argument, '/') == NULL &&
            !has_ending(argument, ".KEY") && !has_ending(argument, ".TXT") &&
            !has_ending(argument, ".log"))
            return add_station(r, argument);
        return -1;
    }
    listen_to(r, argument, IN_MODIFY);
    return add_file(r, argument);
}

int lookout_fds(const struct lookout *r, struct pollfd fds[static LOOKOUT_FDS])
{
    int count = 0;

    fds[count++] = (struct pollfd){.fd = r->inotify, .events = POLLIN};
    for (int i = 0; i < r->count; i++)
        if (r->all[i]->is_station)
            fds[count++] = feed_fd(r->all[i]);
    return count;
}

/* Which file it was is of no matter: to read where nothing is new costs little. Returns
 * whether something was made in a directory. */
static bool drain(int inotify)
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

void lookout_step(
    struct lookout *r, const struct pollfd fds[static LOOKOUT_FDS], int64_t tick)
{
    bool told = r->inotify >= 0 && fds[0].revents != 0;
    bool made = told && drain(r->inotify);
    bool look = tick - r->looked >= LOOKOUT_LOOK_MS;
    int station = 1;

    if (look)
        r->looked = tick;
    for (int i = 0; (made || look) && i < r->directory_count; i++)
        look_into(r, r->directories[i]);
    for (int i = 0; i < r->count; i++)
        if (r->all[i]->is_station)
            feed_step(r->all[i], fds[station++].revents, tick);
        else if ((told || look) && !r->all[i]->hidden)
            feed_step(r->all[i], 0, tick);
}

int64_t lookout_due(const struct lookout *r)
{
    int64_t due = r->looked + LOOKOUT_LOOK_MS;

    for (int i = 0; i < r->count; i++)
        due = moment_earlier(due, feed_due(r->all[i]));
    return due;
}

bool lookout_is_over(const struct lookout *r)
{
    if (r->directory_count > 0)
        return false;
    for (int i = 0; i < r->count; i++)
        if (r->all[i]->is_station || !r->all[i]->ended)
            return false;
    return true;
}
