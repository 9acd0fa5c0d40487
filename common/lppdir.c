#include "lppdir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NS_PER_MS = 1000000, MS_PER_S = 1000 };

/* A name of the far side's. */
struct lppdir_name {
    struct lppname key;
    enum lppname_kind kind;
    char text[LPPNAME_SIZE];
    ino_t inode;
    int64_t made;  /* nanoseconds, where another has the same number */
    int64_t since; /* tick from which it could not be removed; 0: not tried */
    bool left;     /* it never can: it is left alone */
};

/* The directory */

/* Open it by its path, which has no link in it. */
static int enter(struct lppdir *d)
{
    struct stat st;
    int fd = open(d->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

    if (fd < 0)
        return -1;
    if (fstat(fd, &st) < 0 || faccessat(fd, ".", W_OK | X_OK, AT_EACCESS) < 0) {
        int error = errno;
        close(fd);
        errno = error;
        return -1;
    }
    d->fd = fd;
    d->device = st.st_dev;
    d->inode = st.st_ino;
    lppwatch_begin(&d->watch, fd, d->path);
    return 0;
}

static void leave(struct lppdir *d)
{
    lppwatch_end(&d->watch);
    if (d->fd >= 0)
        close(d->fd);
    d->fd = -1;
    d->count = 0;
}

/* Whether the path still leads to the directory that is open. */
static bool is_there(const struct lppdir *d)
{
    struct stat st;

    return d->fd >= 0 && lstat(d->path, &st) == 0 && st.st_dev == d->device &&
           st.st_ino == d->inode;
}

/* It may have been removed, moved away, or made anew. */
static void check(struct lppdir *d, int64_t tick)
{
    bool was_gone = d->fd < 0;

    d->checked = tick;
    if (is_there(d))
        return;
    leave(d);
    if (enter(d) < 0) {
        if (!was_gone)
            lppnews_say(&d->news, LPPNEWS_GONE, NULL, errno);
        return;
    }
    lppnews_forget(&d->news, LPPNEWS_GONE);
    lppnews_forget(&d->news, LPPNEWS_BACK);
    if (was_gone)
        lppnews_say(&d->news, LPPNEWS_BACK, NULL, 0);
    d->heard = true; /* keys may have been made before it was watched */
}

int lppdir_open(struct lppdir *d, const char *path, enum side far, int64_t tick)
{
    *d = (struct lppdir){
        .far = far, .fd = -1, .looked = tick, .checked = tick, .heard = true};
    lppwatch_init(&d->watch);
    return realpath(path, d->path) == NULL ? -1 : enter(d);
}

void lppdir_close(struct lppdir *d)
{
    leave(d);
    free(d->names);
    d->names = NULL;
    d->count = d->capacity = 0;
    lppqueue_free(&d->taken);
}

bool lppdir_is_gone(const struct lppdir *d)
{
    return d->fd < 0;
}

/* Reading it. A descriptor of its own stands at the beginning each time. */
static DIR *list(const struct lppdir *d)
{
    int fd = openat(d->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *names = fd >= 0 ? fdopendir(fd) : NULL;

    if (names == NULL && fd >= 0)
        close(fd);
    return names;
}

static bool is_older(const struct lppdir *d, const char *name, int64_t before_ms)
{
    struct stat st;

    return fstatat(d->fd, name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
           st.st_mtim.tv_sec * MS_PER_S + st.st_mtim.tv_nsec / NS_PER_MS < before_ms;
}

size_t lppdir_clear(struct lppdir *d, uint64_t now_ms, int64_t age_ms)
{
    bool all = age_ms == INT64_MIN;
    int64_t before_ms = all ? 0 : (int64_t)now_ms - age_ms;
    struct dirent *entry;
    struct lppname key;
    size_t removed = 0;
    DIR *names = d->fd >= 0 ? list(d) : NULL;

    while (names != NULL && (entry = readdir(names)) != NULL) {
        const char *name = entry->d_name;
        if (lppname_read(name, strlen(name), &key) != LPPNAME_FOREIGN &&
            (all || is_older(d, name, before_ms)))
            removed += unlinkat(d->fd, name, AT_REMOVEDIR) == 0;
    }
    if (names != NULL)
        closedir(names);
    d->news.cleared = removed;
    lppnews_forget(&d->news, LPPNEWS_CLEARED);
    if (removed > 0)
        lppnews_say(&d->news, LPPNEWS_CLEARED, NULL, 0);
    return removed;
}

/* Looking */

static int compare_names(const void *left, const void *right)
{
    const struct lppdir_name *a = left, *b = right;

    if (a->key.number != b->key.number)
        return a->key.number < b->key.number ? -1 : 1;
    if (a->made != b->made)
        return a->made < b->made ? -1 : 1;
    return strcmp(a->text, b->text);
}

/* Of keys with one number, the one that was made before the others goes first. */
static void sort(struct lppdir *d)
{
    bool tied = false;

    if (d->count < 2)
        return;
    qsort(d->names, d->count, sizeof(d->names[0]), compare_names);
    for (size_t i = 0; i < d->count; i++) {
        struct lppdir_name *name = &d->names[i];
        uint64_t number = name->key.number;
        struct stat st;
        if ((i == 0 || name[-1].key.number != number) &&
            (i + 1 == d->count || name[1].key.number != number))
            continue;
        tied = true;
        if (fstatat(d->fd, name->text, &st, AT_SYMLINK_NOFOLLOW) == 0)
            name->made =
                st.st_mtim.tv_sec * (int64_t)MS_PER_S * NS_PER_MS + st.st_mtim.tv_nsec;
    }
    if (tied)
        qsort(d->names, d->count, sizeof(d->names[0]), compare_names);
}

/* A place for one more name. */
static struct lppdir_name *add_name(struct lppdir *d)
{
    size_t larger = d->capacity == 0 ? 256 : 2 * d->capacity;
    struct lppdir_name *names = d->names;

    if (d->count >= LPPDIR_MOST) {
        lppnews_say(&d->news, LPPNEWS_MANY, NULL, 0);
        return NULL;
    }
    if (d->count == d->capacity) {
        names = realloc(d->names, larger * sizeof(names[0]));
        if (names == NULL)
            return NULL; /* it is still there at the next look */
        d->names = names;
        d->capacity = larger;
    }
    return &names[d->count++];
}

static void see_name(struct lppdir *d, const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    struct lppname key;
    enum lppname_kind kind = lppname_read(entry->d_name, length, &key);
    struct lppdir_name *name;

    if (kind == LPPNAME_FOREIGN && entry->d_name[0] != '.')
        lppnews_say(&d->news, LPPNEWS_FOREIGN, NULL, 0);
    if (kind == LPPNAME_FOREIGN || key.side != d->far)
        return;
    name = add_name(d);
    if (name == NULL)
        return;
    *name = (struct lppdir_name){.key = key, .kind = kind, .inode = entry->d_ino};
    memcpy(name->text, entry->d_name, length + 1);
}

static int compare_texts(const void *left, const void *right)
{
    const struct lppdir_name *a = left, *b = right;

    return strcmp(a->text, b->text);
}

/* What was tried before, and is still the same, is known; returns how many are new. */
static size_t remember(
    struct lppdir *d, struct lppdir_name *before, size_t count_before)
{
    size_t fresh = d->count;

    if (count_before > 1)
        qsort(before, count_before, sizeof(before[0]), compare_texts);
    for (size_t i = 0; i < d->count && count_before > 0; i++) {
        const struct lppdir_name *same = bsearch(
            &d->names[i], before, count_before, sizeof(before[0]), compare_texts);
        if (same == NULL || same->inode != d->names[i].inode)
            continue;
        d->names[i].since = same->since;
        d->names[i].left = same->left;
        fresh--;
    }
    return fresh;
}

/* Find the names of the far side's; returns how many there were not at the last look.
 */
static size_t find(struct lppdir *d)
{
    struct lppdir_name *before = d->names;
    size_t count_before = d->count, fresh;
    struct dirent *entry;
    DIR *names = list(d);

    if (names == NULL)
        return 0;
    d->names = NULL;
    d->count = d->capacity = 0;
    while ((entry = readdir(names)) != NULL)
        see_name(d, entry);
    closedir(names);
    fresh = remember(d, before, count_before);
    free(before);
    sort(d);
    return fresh;
}

/* Whether it may be otherwise at the next look. */
static bool is_passing(int error)
{
    return error != ENOTEMPTY && error != EEXIST && error != ENOTDIR &&
           error != EACCES && error != EPERM && error != EROFS;
}

/* A name could not be removed. */
static void note_failure(
    struct lppdir *d, struct lppdir_name *name, int error, int64_t tick)
{
    if (name->since == 0)
        name->since = tick;
    if (is_passing(error) && tick - name->since < LPPDIR_STUCK_MS)
        return;
    name->left = true;
    lppnews_say(
        &d->news, error == ENOTDIR ? LPPNEWS_FILE : LPPNEWS_STUCK, name->text, error);
}

/* Remove a name, and its key is ours. Returns whether the name is still to be kept. */
static bool take_name(struct lppdir *d, struct lppdir_name *name, int64_t tick)
{
    if (name->left || lppqueue_reserve(&d->taken) < 0)
        return true;
    if (unlinkat(d->fd, name->text, AT_REMOVEDIR) < 0) {
        if (errno == ENOENT)
            return false; /* it was another's */
        note_failure(d, name, errno, tick);
        return true;
    }
    if (name->kind == LPPNAME_UNKNOWN)
        lppnews_say(&d->news, LPPNEWS_UNKNOWN, name->text, 0);
    else if (!lppqueue_add(&d->taken, &name->key, tick))
        lppnews_say(&d->news, LPPNEWS_LATE, NULL, 0);
    return false;
}

/* Take what can be taken, the lowest numbers first. */
static void take_names(struct lppdir *d, int64_t tick)
{
    size_t kept = 0, tried = 0;

    d->more = false;
    for (size_t i = 0; i < d->count; i++) {
        bool keep = true;
        if (d->names[i].left || tried++ < LPPDIR_A_LOOK)
            keep = take_name(d, &d->names[i], tick);
        else
            d->more = true;
        if (keep)
            d->names[kept++] = d->names[i];
    }
    d->count = kept;
}

static void look(struct lppdir *d, int64_t tick)
{
    bool told = d->heard || d->more;

    d->looked = tick;
    d->heard = false;
    if (find(d) > 0 && !told)
        lppwatch_doubt(&d->watch);
    take_names(d, tick);
}

/* The first name that may yet be taken, and holds up those behind it. */
static const struct lppdir_name *obstacle(const struct lppdir *d)
{
    for (size_t i = 0; i < d->count; i++)
        if (!d->names[i].left)
            return &d->names[i];
    return NULL;
}

static int64_t next_look(const struct lppdir *d)
{
    if (d->heard || d->more)
        return d->looked + LPPDIR_GAP_MS;
    if (d->watch.fd < 0 || obstacle(d) != NULL)
        return d->looked + LPPDIR_POLL_MS;
    return d->looked + LPPDIR_NET_MS;
}

void lppdir_step(struct lppdir *d, int64_t tick)
{
    d->heard = lppwatch_heard(&d->watch) || d->heard;
    if (tick - d->checked >= LPPDIR_NET_MS)
        check(d, tick);
    if (d->fd >= 0 && tick >= next_look(d))
        look(d, tick);
}

int lppdir_fd(const struct lppdir *d)
{
    return d->watch.fd;
}

int64_t lppdir_due(const struct lppdir *d)
{
    int64_t due = d->checked + LPPDIR_NET_MS;

    if (d->fd >= 0 && next_look(d) < due)
        due = next_look(d);
    /* What is behind an obstacle waits for the next look. */
    if (obstacle(d) == NULL && lppqueue_due(&d->taken) < due)
        due = lppqueue_due(&d->taken);
    if (lppnews_due(&d->news) < due)
        due = lppnews_due(&d->news);
    return due;
}

bool lppdir_take(struct lppdir *d, int64_t tick, struct lppname *key)
{
    const struct lppdir_name *before = obstacle(d);

    return lppqueue_take(
        &d->taken, before != NULL ? before->key.number : UINT64_MAX, tick, key);
}

int lppdir_make(struct lppdir *d, const struct key *key, int64_t tick)
{
    char name[KEY_TEXT_SIZE];
    int error = ENOENT;

    if (lppname_write(key, name) == 0) {
        errno = EINVAL;
        return -1;
    }
    if (d->fd >= 0) {
        if (mkdirat(d->fd, name, 0777) == 0 || errno == EEXIST)
            return 0;
        error = errno;
        check(d, tick);
    }
    errno = error;
    return -1;
}
