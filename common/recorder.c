#include "recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "keylog.h"
#include "transcript.h"

enum { NAMES = 100, NAME_SIZE = 64, SYNC_WITHIN_SECONDS = 1 };

/* A file that is only ever appended to. */
struct file {
    int fd;
    int error;     /* of the last write, 0 if it went well */
    char *waiting; /* what could not be written yet */
    size_t length;
    size_t capacity;
};

struct recorder {
    struct file transcript;
    struct file keys;
    struct transcript lines;
    char path[PATH_MAX]; /* of the transcript */

    pthread_t thread;
    pthread_mutex_t mutex; /* guards what follows */
    pthread_cond_t wake;
    bool dirty; /* written since the last sync began */
    bool hurry; /* sync now: a turn has ended */
    bool stop;
    int sync_error; /* of the first sync that failed */
};

/* Names */

static void make_name(
    char name[static NAME_SIZE], const char *prefix, int number, const char *ending)
{
    snprintf(name, NAME_SIZE, "%s-%02d.%s", prefix, number, ending);
}

static bool is_taken(int directory, const char *name)
{
    struct stat st;

    return fstatat(directory, name, &st, AT_SYMLINK_NOFOLLOW) == 0 || errno != ENOENT;
}

/* 01 to 99 and then 00. */
static int nth_number(int n)
{
    return (n + 1) % NAMES;
}

static bool is_number_taken(int directory, const char *prefix, int number)
{
    static const char *const endings[] = {"TXT", "KEY", "ERR"};
    char name[NAME_SIZE];

    for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
        make_name(name, prefix, number, endings[i]);
        if (is_taken(directory, name))
            return true;
    }
    return false;
}

/* Whether files can be made in a directory: an unnamed one leaves nothing behind, and
 * where there is no such thing a named one is taken away at once. */
static int check_writable(int directory)
{
    int fd = openat(directory, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    char name[NAME_SIZE];

    if (fd >= 0)
        return close(fd);
    if (errno != EOPNOTSUPP && errno != EISDIR)
        return -1;
    snprintf(name, sizeof(name), ".record-%d", (int)getpid());
    fd = openat(directory, name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    if (fd < 0)
        return -1;
    unlinkat(directory, name, 0);
    return close(fd);
}

static int open_directory(const char *path)
{
    return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

int recorder_check(const struct recorder_place *place)
{
    int directory = open_directory(place->directory);
    int n = 0, result;

    if (directory < 0)
        return -1;
    while (n < NAMES && is_number_taken(directory, place->prefix, nth_number(n)))
        n++;
    if (n == NAMES) {
        errno = EEXIST;
        result = -1;
    } else
        result = check_writable(directory);
    close(directory);
    return result;
}

/* Files */

/* Keep what could not be written. Without memory the record has a gap: the error
 * then stays for good. */
static void keep(struct file *f, const char *bytes, size_t length)
{
    size_t needed = f->length + length;
    char *larger;

    if (needed > f->capacity) {
        larger = realloc(f->waiting, needed * 2);
        if (larger == NULL) {
            f->error = ENOMEM;
            return;
        }
        f->waiting = larger;
        f->capacity = needed * 2;
    }
    memcpy(f->waiting + f->length, bytes, length);
    f->length = needed;
}

static void append(struct file *f, const char *bytes, size_t length)
{
    ssize_t written = 0;

    if (f->length == 0 && length > 0) {
        do
            written = write(f->fd, bytes, length);
        while (written < 0 && errno == EINTR);
        if (written < 0)
            f->error = errno;
        else if ((size_t)written < length)
            f->error = ENOSPC;
    }
    if (written < 0)
        written = 0;
    if ((size_t)written < length)
        keep(f, bytes + written, length - (size_t)written);
}

static void retry(struct file *f)
{
    ssize_t written;

    if (f->length == 0)
        return;
    written = write(f->fd, f->waiting, f->length);
    if (written < 0) {
        f->error = errno;
        return;
    }
    f->length -= (size_t)written;
    memmove(f->waiting, f->waiting + written, f->length);
    if (f->length == 0 && f->error != ENOMEM)
        f->error = 0;
}

static int create(int directory, const char *name)
{
    int flags = O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;

    return openat(directory, name, flags, 0644);
}

/* Both files under one number; EEXIST if either name is taken. */
static int create_both(
    struct recorder *r, int directory, const char *prefix, int number)
{
    char transcript[NAME_SIZE], keys[NAME_SIZE];

    if (is_number_taken(directory, prefix, number)) {
        errno = EEXIST;
        return -1;
    }
    make_name(transcript, prefix, number, "TXT");
    make_name(keys, prefix, number, "KEY");
    r->transcript.fd = create(directory, transcript);
    if (r->transcript.fd < 0)
        return -1;
    r->keys.fd = create(directory, keys);
    if (r->keys.fd >= 0 && flock(r->keys.fd, LOCK_EX | LOCK_NB) == 0)
        return 0;
    unlinkat(directory, transcript, 0);
    close(r->transcript.fd);
    if (r->keys.fd >= 0) {
        unlinkat(directory, keys, 0);
        close(r->keys.fd);
    }
    return -1;
}

static int create_first_free(struct recorder *r, const struct recorder_place *place)
{
    int directory = open_directory(place->directory);
    char name[NAME_SIZE];
    int result = -1;

    if (directory < 0)
        return -1;
    errno = EEXIST;
    for (int n = 0; n < NAMES && result < 0 && errno == EEXIST; n++) {
        result = create_both(r, directory, place->prefix, nth_number(n));
        make_name(name, place->prefix, nth_number(n), "TXT");
    }
    if (result == 0 && fsync(directory) < 0 && errno == EIO)
        r->sync_error = errno; /* the names may not outlive a power cut */
    close(directory);
    snprintf(r->path, sizeof(r->path), "%s/%s", place->directory, name);
    return result;
}

/* The thread that syncs */

static void wait_for_work(struct recorder *r)
{
    struct timespec until;

    while (!r->dirty && !r->stop)
        pthread_cond_wait(&r->wake, &r->mutex);
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += SYNC_WITHIN_SECONDS;
    while (!r->hurry && !r->stop)
        if (pthread_cond_timedwait(&r->wake, &r->mutex, &until) == ETIMEDOUT)
            break;
}

/* Both files to the medium; returns 0, or the errno of the first that failed. */
static int sync_both(const struct recorder *r)
{
    int error = fdatasync(r->keys.fd) < 0 ? errno : 0;

    if (fdatasync(r->transcript.fd) < 0 && error == 0)
        error = errno;
    return error;
}

static void *sync_loop(void *argument)
{
    struct recorder *r = argument;
    int error;

    pthread_mutex_lock(&r->mutex);
    while (!r->stop || r->dirty) {
        wait_for_work(r);
        r->dirty = r->hurry = false;
        pthread_mutex_unlock(&r->mutex);
        error = sync_both(r);
        pthread_mutex_lock(&r->mutex);
        if (r->sync_error == 0)
            r->sync_error = error;
    }
    pthread_mutex_unlock(&r->mutex);
    return NULL;
}

static void ask_for_sync(struct recorder *r, bool hurry)
{
    bool news;

    pthread_mutex_lock(&r->mutex);
    news = !r->dirty || (hurry && !r->hurry);
    r->dirty = true;
    r->hurry = r->hurry || hurry;
    pthread_mutex_unlock(&r->mutex);
    if (news)
        pthread_cond_signal(&r->wake);
}

static int start_thread(struct recorder *r)
{
    pthread_condattr_t monotonic;
    sigset_t all, before;
    int error;

    pthread_mutex_init(&r->mutex, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&r->wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* signals are the loop's */
    error = pthread_create(&r->thread, NULL, sync_loop, r);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return error == 0 ? 0 : -1;
}

/* The recorder */

static struct tm local_time(uint64_t ms)
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm local = {0};

    localtime_r(&seconds, &local);
    return local;
}

static int write_headings(
    struct recorder *r, const struct recorder_heading *h, uint64_t now_ms)
{
    struct tm when = local_time(now_ms);
    char text[TRANSCRIPT_HEADER_SIZE];
    size_t length =
        transcript_header(h->notice, h->program, h->contestant, &when, text);

    append(&r->transcript, text, length);
    length = transcript_notice(h->notice, when.tm_year + 1900, text);
    append(&r->keys, text, length);
    length = (size_t)snprintf(text, sizeof(text),
        "Keystrokes of %s\n# session %s\n# role %s\n# book %s\n# station %s\n"
        "# continues -\n",
        strrchr(r->path, '/') + 1, h->session, h->role, h->book, h->station);
    append(&r->keys, text, length);
    errno = r->transcript.error != 0 ? r->transcript.error : r->keys.error;
    if (errno == 0)
        errno = sync_both(r);
    return errno == 0 ? 0 : -1;
}

/* Undo create_first_free(): nothing of a conversation is in the files yet. */
static void abandon(struct recorder *r)
{
    int saved = errno;
    char keys[PATH_MAX];

    recorder_beside(r, "KEY", keys, sizeof(keys));
    unlink(r->path);
    unlink(keys);
    close(r->transcript.fd);
    close(r->keys.fd);
    free(r->transcript.waiting);
    free(r->keys.waiting);
    errno = saved;
}

struct recorder *recorder_open(const struct recorder_place *place,
    const struct recorder_heading *heading, const struct rulebook *book,
    uint64_t now_ms)
{
    struct recorder *r = calloc(1, sizeof(*r));

    if (r == NULL)
        return NULL;
    transcript_init(&r->lines, book);
    if (create_first_free(r, place) == 0) {
        if (write_headings(r, heading, now_ms) == 0 && start_thread(r) == 0)
            return r;
        abandon(r);
    }
    free(r);
    return NULL;
}

void recorder_key(
    struct recorder *r, unsigned judge, const struct key *key, uint64_t now_ms)
{
    char line[KEYLOG_LINE_SIZE];

    append(&r->keys, line, keylog_write((int)judge, now_ms, key, "left", line));
    ask_for_sync(r, false);
}

static void add_lines(struct recorder *r, const struct event *event, uint64_t now_ms)
{
    struct tm when = local_time(now_ms);
    char lines[TRANSCRIPT_OUT_SIZE];

    append(&r->transcript, lines, transcript_feed(&r->lines, event, &when, lines));
}

void recorder_event(struct recorder *r, const struct event *event, uint64_t now_ms)
{
    /* Most keys change no line of the transcript: they don't wait for a calendar. */
    if (event->kind != EV_ECHO && event->kind != EV_ERASE)
        add_lines(r, event, now_ms);
    if (event->kind == EV_TURN)
        ask_for_sync(r, true);
}

void recorder_retry(struct recorder *r)
{
    bool waited = recorder_is_waiting(r);

    retry(&r->transcript);
    retry(&r->keys);
    if (waited)
        ask_for_sync(r, false);
}

static int write_error(const struct recorder *r)
{
    return r->keys.error != 0 ? r->keys.error : r->transcript.error;
}

int recorder_error(struct recorder *r)
{
    int error = write_error(r);

    if (error != 0)
        return error;
    pthread_mutex_lock(&r->mutex);
    error = r->sync_error;
    pthread_mutex_unlock(&r->mutex);
    return error;
}

const char *recorder_path(const struct recorder *r)
{
    return r->path;
}

void recorder_beside(
    const struct recorder *r, const char *ending, char *path, size_t size)
{
    size_t stem = strlen(r->path) - strlen("TXT");

    snprintf(path, size, "%.*s%s", (int)stem, r->path, ending);
}

static void stop_thread(struct recorder *r)
{
    pthread_mutex_lock(&r->mutex);
    r->stop = r->dirty = true;
    pthread_mutex_unlock(&r->mutex);
    pthread_cond_signal(&r->wake);
    pthread_join(r->thread, NULL);
    pthread_cond_destroy(&r->wake);
    pthread_mutex_destroy(&r->mutex);
}

static void close_file(struct file *f)
{
    close(f->fd);
    free(f->waiting);
}

void recorder_end(struct recorder *r)
{
    char lines[TRANSCRIPT_OUT_SIZE];

    append(&r->transcript, lines, transcript_end(&r->lines, lines));
    append(&r->keys, KEYLOG_END_LINE "\n", sizeof(KEYLOG_END_LINE));
    recorder_retry(r);
}

bool recorder_is_waiting(const struct recorder *r)
{
    return r->transcript.length > 0 || r->keys.length > 0;
}

int recorder_close(struct recorder *r)
{
    int error;

    if (r == NULL)
        return 0;
    recorder_retry(r);
    stop_thread(r); /* its last act is a sync */
    error = write_error(r) != 0 ? write_error(r) : r->sync_error;
    close_file(&r->transcript);
    close_file(&r->keys);
    free(r);
    errno = error;
    return error == 0 ? 0 : -1;
}
