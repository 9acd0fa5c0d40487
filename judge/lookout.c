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

int lookout_init(struct lookout *l, const struct secret *secret, const regex_t *bell,
    const struct feed_news *news)
{
    *l = (struct lookout){.secret = secret, .bell = bell, .news = *news};
    l->all = calloc(LOOKOUT_MOST, sizeof(l->all[0]));
    l->inotify = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    return l->all != NULL ? 0 : -1;
}

void lookout_free(struct lookout *l)
{
    for (int i = 0; i < l->count; i++)
        feed_close(l->all[i]);
    for (int i = 0; i < l->directory_count; i++)
        free(l->directories[i]);
    free(l->directories);
    free(l->all);
    if (l->inotify >= 0)
        close(l->inotify);
}

static void listen_to(const struct lookout *l, const char *path, uint32_t events)
{
    if (l->inotify >= 0)
        inotify_add_watch(l->inotify, path, events);
}

static int add_file(struct lookout *l, const char *path)
{
    if (l->count == LOOKOUT_MOST) {
        l->full = true;
        errno = ENOSPC;
        return -1;
    }
    l->all[l->count] = feed_open_file(path, l->bell, &l->news);
    if (l->all[l->count] == NULL)
        return -1;
    l->count++;
    return 0;
}

/* Left and right of one file stand side by side, whichever began, and the conversations
 * of an LPP v2 as they began. A twin that cannot be
 * opened is tried again with the next key. */
static void add_twin(struct lookout *l, int of, int64_t tick)
{
    struct feed *twin = feed_open_twin(l->all[of]);
    bool before = twin != NULL && twin->has_pane && twin->pane == PANE_LEFT;
    int at = before ? of : of + 1;

    if (twin == NULL)
        return;
    memmove(l->all + at + 1, l->all + at, (size_t)(l->count - at) * sizeof(l->all[0]));
    l->all[at] = twin;
    l->count++;
    feed_step(twin, 0, tick);
}

static bool has_ending(const char *name, const char *ending)
{
    size_t length = strlen(name), size = strlen(ending);

    return length > size && strcmp(name + length - size, ending) == 0;
}

static struct feed *find(const struct lookout *l, const char *path)
{
    for (int i = 0; i < l->count; i++)
        if (!l->all[i]->is_station && strcmp(l->all[i]->name, path) == 0)
            return l->all[i];
    return NULL;
}

/* A transcript beside its key log tells nothing more, and later: the log, which has
 * just been added, takes its place. */
static void hide_transcript(struct lookout *l)
{
    struct feed *log = l->all[l->count - 1];
    char path[FEED_NAME_SIZE];

    snprintf(path, sizeof(path), "%.*s.TXT", (int)(strlen(log->name) - 4), log->name);
    for (int i = 0; i < l->count - 1; i++)
        if (!l->all[i]->is_station && strcmp(l->all[i]->name, path) == 0) {
            l->all[l->count - 1] = l->all[i];
            l->all[l->count - 1]->hidden = true;
            l->all[i] = log;
        }
}

static bool has_log(const char *transcript)
{
    char path[FEED_NAME_SIZE];

    snprintf(path, sizeof(path), "%.*s.KEY", (int)(strlen(transcript) - 4), transcript);
    return access(path, F_OK) == 0;
}

/* Round1, as an LPP v2 names its files. */
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

/* Whether a file that is followed under another name has this one now: it is followed
 * under this one, in all its panes. */
static bool has_moved(struct lookout *l, const char *path)
{
    struct stat here, there;
    bool moved = false;

    for (int i = 0; i < l->count && stat(path, &here) == 0; i++) {
        struct feed *s = l->all[i];

        if (s->is_station || s->fd < 0 || !place_is(&s->place, &here) ||
            (stat(s->name, &there) == 0 && place_is(&s->place, &there)))
            continue;
        snprintf(s->name, sizeof(s->name), "%s", path);
        moved = s->unread = true;
    }
    return moved;
}

/* What is in a directory and is not followed yet. */
static void look_into(struct lookout *l, const char *directory)
{
    struct dirent **entries;
    int count = scandir(directory, &entries, is_record, alphasort);
    char path[FEED_NAME_SIZE];

    for (int i = 0; i < count; i++) {
        if (make_path(path, directory, entries[i]->d_name) && find(l, path) == NULL &&
            !has_moved(l, path) && !(has_ending(path, ".TXT") && has_log(path)) &&
            add_file(l, path) == 0 && has_ending(path, ".KEY"))
            hide_transcript(l);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

static int add_directory(struct lookout *l, const char *path)
{
    size_t size = (size_t)(l->directory_count + 1) * sizeof(char *);
    char **moved = realloc(l->directories, size);

    if (moved == NULL)
        return -1;
    l->directories = moved;
    l->directories[l->directory_count] = strdup(path);
    if (l->directories[l->directory_count] == NULL)
        return -1;
    l->directory_count++;
    listen_to(l, path, IN_CREATE | IN_MOVED_TO | IN_MODIFY | IN_ONLYDIR);
    look_into(l, path);
    return 0;
}

static int add_station(struct lookout *l, const char *name)
{
    if (l->stations == LOOKOUT_STATIONS || l->count == LOOKOUT_MOST) {
        errno = ENOSPC;
        return -1;
    }
    l->all[l->count] = feed_open_station(name, l->secret, l->bell, &l->news);
    if (l->all[l->count] == NULL)
        return -1;
    l->count++;
    l->stations++;
    return 0;
}

int lookout_add(struct lookout *l, const char *argument)
{
    struct stat about;

    if (stat(argument, &about) == 0 && S_ISDIR(about.st_mode))
        return access(argument, R_OK | X_OK) == 0 ? add_directory(l, argument) : -1;
    if (access(argument, F_OK) != 0) {
        if (errno == ENOENT && strchr(argument, '/') == NULL &&
            !has_ending(argument, ".KEY") && !has_ending(argument, ".TXT") &&
            !has_ending(argument, ".log"))
            return add_station(l, argument);
        return -1;
    }
    listen_to(l, argument, IN_MODIFY);
    return add_file(l, argument);
}

int lookout_fds(const struct lookout *l, struct pollfd fds[static LOOKOUT_FDS])
{
    int count = 0;

    fds[count++] = (struct pollfd){.fd = l->inotify, .events = POLLIN};
    for (int i = 0; i < l->count; i++)
        if (l->all[i]->is_station)
            fds[count++] = feed_fd(l->all[i]);
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
    struct lookout *l, const struct pollfd fds[static LOOKOUT_FDS], int64_t tick)
{
    bool told = l->inotify >= 0 && fds[0].revents != 0;
    bool made = told && drain(l->inotify);
    bool look = tick - l->looked >= LOOKOUT_LOOK_MS;
    int station = 1;

    if (look)
        l->looked = tick;
    for (int i = 0; (made || look) && i < l->directory_count; i++)
        look_into(l, l->directories[i]);
    for (int i = 0; i < l->count; i++)
        if (l->all[i]->is_station)
            feed_step(l->all[i], fds[station++].revents, tick);
        else if ((told || look) && !l->all[i]->hidden)
            feed_step(l->all[i], 0, tick);
    for (int i = 0; i < l->count; i++)
        if (l->all[i]->splits && l->count < LOOKOUT_MOST)
            add_twin(l, i, tick);
        else if (l->all[i]->splits)
            l->full = true;
}

int64_t lookout_due(const struct lookout *l)
{
    int64_t due = l->looked + LOOKOUT_LOOK_MS;

    for (int i = 0; i < l->count; i++)
        due = moment_earlier(due, feed_due(l->all[i]));
    return due;
}

bool lookout_is_over(const struct lookout *l)
{
    if (l->directory_count > 0)
        return false;
    for (int i = 0; i < l->count; i++)
        if (l->all[i]->is_station || !l->all[i]->ended)
            return false;
    return true;
}
