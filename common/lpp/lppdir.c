#include "common/lpp/lppdir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/memory/array.h"
#include "common/system/fileio.h"

enum { NS_PER_MS = 1000000, MS_PER_S = 1000 };

/* A key of the far side that is in the directory. */
struct lppdir_name {
    struct lppname key;
    enum lppname_kind kind;
    char text[LPPNAME_SIZE];
    ino_t inode;
    int64_t made;  /* nanoseconds since the epoch, if another key has the number */
    int64_t since; /* tick of the first try that failed; 0: not tried */
    bool left;     /* it cannot be removed, and is not tried again */
};

/* The directory */

static void end_watch(struct lppdir *d)
{
    if (d->watch >= 0)
        close(d->watch);
    d->watch = -1;
}

static void begin_watch(struct lppdir *d)
{
    enum { EVENTS = IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF };

    end_watch(d);
    if (d->blind)
        return;
    d->watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (d->watch >= 0 && inotify_add_watch(d->watch, d->path, EVENTS | IN_ONLYDIR) < 0)
        end_watch(d);
}

/* Whether inotify has reported anything since the last call. The directory itself shows
 * the names. */
static bool has_heard(const struct lppdir *d)
{
    char events[4096];
    bool any = false;

    while (d->watch >= 0 && read(d->watch, events, sizeof(events)) > 0)
        any = true;
    return any;
}

/* Open the path, which has no symbolic link in it. */
static int open_path(struct lppdir *d)
{
    struct stat st;
    int fd = open(d->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

    if (fd < 0)
        return -1;
    if (fstat(fd, &st) < 0 || faccessat(fd, ".", W_OK | X_OK, AT_EACCESS) < 0)
        return fileio_close_failed(fd);
    d->fd = fd;
    d->device = st.st_dev;
    d->inode = st.st_ino;
    begin_watch(d);
    return 0;
}

static void close_path(struct lppdir *d)
{
    end_watch(d);
    if (d->fd >= 0)
        close(d->fd);
    d->fd = -1;
    d->count = 0;
}

/* Whether the path still names the open directory. */
static bool is_there(const struct lppdir *d)
{
    struct stat st;

    return d->fd >= 0 && lstat(d->path, &st) == 0 && st.st_dev == d->device &&
           st.st_ino == d->inode;
}

/* The directory may have been removed, moved away, or made anew. */
static void check_path(struct lppdir *d, int64_t tick)
{
    bool was_gone = d->fd < 0;

    d->checked = tick;
    if (is_there(d))
        return;
    close_path(d);
    if (open_path(d) < 0) {
        if (!was_gone)
            lpp_notes_report(&d->news, LPP_NOTES_GONE, strerror(errno));
        return;
    }
    lpp_notes_forget(&d->news, LPP_NOTES_GONE);
    lpp_notes_forget(&d->news, LPP_NOTES_BACK);
    if (was_gone)
        lpp_notes_report(&d->news, LPP_NOTES_BACK, NULL);
    d->heard = true; /* keys may be older than the watch */
}

int lppdir_open(struct lppdir *d, const char *path, enum side far, int64_t tick)
{
    *d = (struct lppdir){.far = far,
        .fd = -1,
        .watch = -1,
        .looked = tick,
        .checked = tick,
        .heard = true};
    return realpath(path, d->path) == NULL ? -1 : open_path(d);
}

void lppdir_close(struct lppdir *d)
{
    close_path(d);
    free(d->names);
    d->names = NULL;
    d->count = d->capacity = 0;
    lpp_order_free(&d->taken);
}

bool lppdir_is_gone(const struct lppdir *d)
{
    return d->fd < 0;
}

/* Open the directory for reading from its beginning. */
static DIR *open_list(const struct lppdir *d)
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
    char count[32];
    DIR *names = d->fd >= 0 ? open_list(d) : NULL;

    while (names != NULL && (entry = readdir(names)) != NULL) {
        const char *name = entry->d_name;
        if (lppname_read(name, strlen(name), &key) != LPPNAME_FOREIGN &&
            (all || is_older(d, name, before_ms)))
            removed += unlinkat(d->fd, name, AT_REMOVEDIR) == 0;
    }
    if (names != NULL)
        closedir(names);
    lpp_notes_forget(&d->news, LPP_NOTES_CLEARED);
    snprintf(count, sizeof(count), "%zu", removed);
    if (removed > 0)
        lpp_notes_report(&d->news, LPP_NOTES_CLEARED, count);
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

/* Sort by number; keys of the same number by the time at which they were made. */
static void sort_names(struct lppdir *d)
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

/* Room for one more name, or NULL: the next look finds it again. */
static struct lppdir_name *add_name(struct lppdir *d)
{
    struct lppdir_name *names;

    if (d->count >= LPPDIR_MOST) {
        lpp_notes_report(&d->news, LPP_NOTES_MANY, NULL);
        return NULL;
    }
    names = array_reserve(d->names, &d->capacity, d->count, 1, sizeof(names[0]));
    if (names == NULL)
        return NULL;
    d->names = names;
    return &names[d->count++];
}

static void count_unread(struct lppdir *d, const struct lppname *key)
{
    if (d->unread++ == 0 || key->number < d->oldest)
        d->oldest = key->number;
}

static void read_entry(struct lppdir *d, const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    struct lppname key;
    enum lppname_kind kind = lppname_read(entry->d_name, length, &key);
    struct lppdir_name *name;

    if (kind == LPPNAME_FOREIGN && entry->d_name[0] != '.')
        lpp_notes_report(&d->news, LPP_NOTES_FOREIGN, NULL);
    if (kind != LPPNAME_FOREIGN && key.side != d->far)
        count_unread(d, &key);
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

/* Keep the state of names that were there before. Returns the number of new names. */
static size_t keep_states(
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

/* Read the directory. Returns the number of new names. */
static size_t find_names(struct lppdir *d)
{
    struct lppdir_name *before = d->names;
    size_t count_before = d->count, fresh;
    struct dirent *entry;
    DIR *names = open_list(d);

    if (names == NULL)
        return 0;
    d->names = NULL;
    d->count = d->capacity = 0;
    while ((entry = readdir(names)) != NULL)
        read_entry(d, entry);
    closedir(names);
    fresh = keep_states(d, before, count_before);
    free(before);
    sort_names(d);
    return fresh;
}

/* Whether the next try may succeed. */
static bool is_passing(int error)
{
    return error != ENOTEMPTY && error != EEXIST && error != ENOTDIR &&
           error != EACCES && error != EPERM && error != EROFS;
}

/* Note that a name could not be removed. */
static void note_failure(
    struct lppdir *d, struct lppdir_name *name, int error, int64_t tick)
{
    if (name->since == 0)
        name->since = tick;
    if (is_passing(error) && tick - name->since < LPPDIR_STUCK_MS)
        return;
    name->left = true;
    if (error == ENOTDIR)
        lpp_notes_report(&d->news, LPP_NOTES_FILE, name->text);
    else
        lpp_notes_report(&d->news, LPP_NOTES_STUCK, strerror(error));
}

/* Take a key by removing its name. Returns whether the name is kept for the next look.
 */
static bool take_name(struct lppdir *d, struct lppdir_name *name, int64_t tick)
{
    if (name->left || lpp_order_reserve(&d->taken) < 0)
        return true;
    if (unlinkat(d->fd, name->text, AT_REMOVEDIR) < 0) {
        if (errno == ENOENT)
            return false; /* another process has taken it */
        note_failure(d, name, errno, tick);
        return true;
    }
    if (name->kind == LPPNAME_UNKNOWN)
        lpp_notes_report(&d->news, LPP_NOTES_UNKNOWN, name->text);
    else if (!lpp_order_add(&d->taken, &name->key, tick))
        lpp_notes_report(&d->news, LPP_NOTES_LATE, NULL);
    return false;
}

/* Take keys, the lowest numbers first. */
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

static void take_look(struct lppdir *d, int64_t tick)
{
    bool expected = d->heard || d->more;
    uint64_t oldest = d->unread > 0 ? d->oldest : 0;

    d->looked = tick;
    d->heard = false;
    d->unread = 0;
    if (find_names(d) > 0 && !expected && d->watch >= 0 && !has_heard(d)) {
        d->blind = true;
        end_watch(d);
    }
    if (d->unread == 0 || d->oldest != oldest)
        d->unread_since = tick;
    take_names(d, tick);
}

/* The first key that may still be removed: the keys behind it wait for it. */
static const struct lppdir_name *find_obstacle(const struct lppdir *d)
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
    if (d->watch < 0 || find_obstacle(d) != NULL)
        return d->looked + LPPDIR_POLL_MS;
    return d->looked + LPPDIR_NET_MS;
}

void lppdir_step(struct lppdir *d, int64_t tick)
{
    d->heard = has_heard(d) || d->heard;
    if (tick - d->checked >= LPPDIR_NET_MS)
        check_path(d, tick);
    if (d->fd >= 0 && tick >= next_look(d))
        take_look(d, tick);
}

size_t lppdir_unread(const struct lppdir *d, int64_t tick, int64_t *ms)
{
    *ms = tick - d->unread_since;
    return d->fd >= 0 ? d->unread : 0;
}

int lppdir_fd(const struct lppdir *d)
{
    return d->watch;
}

int64_t lppdir_due(const struct lppdir *d)
{
    int64_t due = d->checked + LPPDIR_NET_MS;

    if (d->fd >= 0 && next_look(d) < due)
        due = next_look(d);
    /* The keys behind an obstacle wait for the next look. */
    if (find_obstacle(d) == NULL && lpp_order_due(&d->taken) < due)
        due = lpp_order_due(&d->taken);
    if (lpp_notes_due(&d->news) < due)
        due = lpp_notes_due(&d->news);
    return due;
}

bool lppdir_take(struct lppdir *d, int64_t tick, struct lppname *key)
{
    const struct lppdir_name *before = find_obstacle(d);

    return lpp_order_take(
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
        check_path(d, tick);
    }
    errno = error;
    return -1;
}

void lppdir_address(const char *path, char *address, size_t size)
{
    size_t length = (size_t)snprintf(address, size, "lpp:");

    for (; *path != '\0' && length + 3 < size; path++) {
        bool plain = *path > ' ' && *path <= '~' && *path != '%';
        length += (size_t)snprintf(address + length, size - length,
            plain ? "%c" : "%%%02X", (unsigned char)*path);
    }
}
