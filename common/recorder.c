#include "recorder.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "keylog.h"

enum {
    CHUNK = 65536,         /* bytes that the thread writes at a time */
    FIRST_CAPACITY = 8192, /* of a file's bytes in memory */
    WITHIN_MS = 800,       /* from a key to the sync that has it */
    SLOW_MS = 200,         /* a sync or write that takes longer is in danger */
    AGAIN_MS = 1000,       /* from a failure to the next attempt */
    LAST_MS = 10000,       /* how long the end of all may take */
};

/* All that a file holds behind its heading, and how much of it has been written. */
struct file {
    char *bytes;
    size_t length;
    size_t capacity;
    size_t written;
};

struct recorder {
    struct recorder_place place;
    struct transcript lines;
    struct pair_heading heading;
    const char *pane;
    char chunk[CHUNK]; /* what is being written, for write_out() */
    bool ended;        /* the log has its last line */

    pthread_t thread;
    pthread_cond_t wake;
    pthread_mutex_t mutex; /* guards what follows once the thread runs */
    struct pair pair;
    struct file file[PAIR_FILES];
    bool handed; /* to the thread, which then does all the writing: danger */
    bool slow;   /* the last sync or write was */
    bool broken; /* a sync has failed: these files are not to be trusted again */
    int error;   /* of the last write or sync, 0 if it went well */
    time_t since;
    int64_t began; /* the sync that runs, in milliseconds of some clock; 0: none */
    bool dirty;    /* appended to since the last sync began */
    bool hurry;    /* sync now: a turn has ended */
    bool news;     /* the thread has not been told of */
    bool stop;
    bool over; /* the thread has stopped */
};

/* What the files hold, in memory */

/* Make room for count more bytes; returns 0, or -1 (ENOMEM). */
static int reserve(struct file *f, size_t count)
{
    size_t larger = f->capacity == 0 ? FIRST_CAPACITY : f->capacity;
    char *moved;

    while (larger < f->length + count)
        larger *= 2;
    if (larger == f->capacity)
        return 0;
    moved = realloc(f->bytes, larger);
    if (moved == NULL)
        return -1;
    f->bytes = moved;
    f->capacity = larger;
    return 0;
}

/* For a keystroke, the line that waits, and the end. */
static int reserve_both(struct recorder *r)
{
    if (reserve(&r->file[PAIR_KEYS], 2 * KEYLOG_LINE_SIZE) < 0)
        return -1;
    return reserve(&r->file[PAIR_LINES], (PROMPT_EVENTS_MAX + 2) * TRANSCRIPT_OUT_SIZE);
}

int recorder_reserve(struct recorder *r)
{
    int result;

    pthread_mutex_lock(&r->mutex);
    result = reserve_both(r);
    pthread_mutex_unlock(&r->mutex);
    return result;
}

static bool is_written(const struct recorder *r)
{
    return r->file[PAIR_KEYS].written == r->file[PAIR_KEYS].length &&
           r->file[PAIR_LINES].written == r->file[PAIR_LINES].length;
}

/* Danger */

static int64_t milliseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* From now on the thread writes, and no key waits for it. */
static void hand_over(struct recorder *r)
{
    if (!r->handed)
        r->since = time(NULL);
    r->handed = true;
}

/* A sync that runs for too long is in danger before anybody knows how it ends. */
static void watch_sync(struct recorder *r)
{
    if (r->began == 0 || milliseconds() - r->began < SLOW_MS)
        return;
    r->slow = true;
    hand_over(r);
}

/* A write or sync has ended. */
static void conclude(struct recorder *r, int error, int64_t took_ms)
{
    r->error = error;
    r->slow = took_ms >= SLOW_MS;
    if (error != 0 || r->slow || r->broken)
        hand_over(r);
    else if (is_written(r)) {
        r->handed = false;
        r->since = 0;
    }
}

bool recorder_danger(struct recorder *r, struct recorder_danger *danger)
{
    bool in_danger;

    pthread_mutex_lock(&r->mutex);
    watch_sync(r);
    in_danger = r->handed;
    *danger = (struct recorder_danger){.error = r->error, .since = r->since};
    pthread_mutex_unlock(&r->mutex);
    return in_danger;
}

/* The thread: it syncs, and where there is danger it writes. The mutex is held but for
 * the time that the disk takes. */

/* Write what a file holds from *at on, also what is added meanwhile. Returns 0, or the
 * errno of what went wrong. */
static int write_out(struct recorder *r, const struct file *f, int fd, size_t *at)
{
    int error = 0;

    while (*at < f->length && error == 0) {
        size_t length = f->length - *at < CHUNK ? f->length - *at : CHUNK;
        ssize_t written;

        memcpy(r->chunk, f->bytes + *at, length);
        pthread_mutex_unlock(&r->mutex);
        written = write(fd, r->chunk, length);
        if (written < 0 && errno != EINTR)
            error = errno;
        pthread_mutex_lock(&r->mutex);
        if (written > 0)
            *at += (size_t)written;
    }
    return error;
}

static int write_waiting(struct recorder *r)
{
    int error = 0;

    for (int i = 0; i < PAIR_FILES; i++) {
        int failed = write_out(r, &r->file[i], r->pair.fd[i], &r->file[i].written);
        if (error == 0)
            error = failed;
    }
    return error;
}

static int sync_files(struct recorder *r)
{
    int error;

    r->dirty = false;
    r->hurry = r->hurry && !is_written(r); /* the loop has not written it yet */
    r->began = milliseconds();
    pthread_mutex_unlock(&r->mutex);
    error = pair_sync(&r->pair);
    pthread_mutex_lock(&r->mutex);
    return error;
}

/* Write all of the record to a fresh pair, and go on there: for after a sync that
 * failed nobody knows what is on the medium, and a later one that succeeds says nothing
 * of what was lost. Returns 0, or the errno of what went wrong. */
static int renew(struct recorder *r)
{
    size_t written[PAIR_FILES] = {0};
    char continues[PATH_MAX];
    struct pair fresh;
    int error;

    pair_beside(&r->pair, "KEY", continues, sizeof(continues));
    pthread_mutex_unlock(&r->mutex);
    error = pair_create(&fresh, &r->place, &r->heading, strrchr(continues, '/') + 1) < 0
                ? errno
                : 0;
    pthread_mutex_lock(&r->mutex);
    if (error != 0)
        return error;
    for (int i = 0; i < PAIR_FILES && error == 0; i++)
        error = write_out(r, &r->file[i], fresh.fd[i], &written[i]);
    pthread_mutex_unlock(&r->mutex);
    if (error == 0)
        error = pair_sync(&fresh);
    if (error == 0)
        pair_close(&r->pair);
    else
        pair_discard(&fresh);
    pthread_mutex_lock(&r->mutex);
    if (error != 0)
        return error;
    for (int i = 0; i < PAIR_FILES; i++)
        r->file[i].written = written[i];
    r->pair = fresh;
    r->broken = false;
    return 0;
}

/* A disk that is only full will take the rest where the first part is. */
static bool is_want_of_room(int error)
{
    return error == ENOSPC || error == EDQUOT || error == EFBIG;
}

static void save(struct recorder *r)
{
    int64_t began = milliseconds();
    int error = 0, failed;

    if (r->handed && !r->broken)
        error = write_waiting(r);
    if (r->broken || (error != 0 && !is_want_of_room(error)))
        error = renew(r);
    if (!r->broken) {
        failed = sync_files(r);
        r->broken = failed != 0;
        if (error == 0)
            error = failed;
    }
    r->began = 0;
    conclude(r, error, milliseconds() - began);
}

/* Returns 0, or ETIMEDOUT. */
static int wait_until(struct recorder *r, int64_t until_ms)
{
    struct timespec until = {until_ms / 1000, until_ms % 1000 * 1000000};

    return pthread_cond_timedwait(&r->wake, &r->mutex, &until);
}

/* For something to write or to sync, and then a little for more of it. In danger the
 * disk is tried at once when there is something to write, and else every second. */
static void wait_for_work(struct recorder *r)
{
    int64_t until;

    while (!r->dirty && !r->handed && !r->stop)
        pthread_cond_wait(&r->wake, &r->mutex);
    until = milliseconds() + (r->handed ? AGAIN_MS : WITHIN_MS);
    while (!r->stop && milliseconds() < until) {
        bool at_once = r->handed ? r->error == 0 && !is_written(r) : r->hurry;
        if (at_once)
            return;
        wait_until(r, until);
    }
}

static void *record_loop(void *argument)
{
    struct recorder *r = argument;

    pthread_mutex_lock(&r->mutex);
    while (!r->stop) {
        wait_for_work(r);
        if (!r->stop)
            save(r);
    }
    /* Where the first attempt shows that a fresh pair is needed, there is a second. */
    for (int i = 0; i < 2 && (r->dirty || r->handed); i++)
        save(r);
    r->over = true;
    pthread_cond_signal(&r->wake);
    pthread_mutex_unlock(&r->mutex);
    return NULL;
}

static int start_thread(struct recorder *r)
{
    sigset_t all, before;
    int error;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* signals are the loop's */
    error = pthread_create(&r->thread, NULL, record_loop, r);
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

/* A line of the heading that not every log has. */
static void tell_more(struct pair_heading *h, const char *word, const char *value)
{
    size_t length = strlen(h->about);

    if (value != NULL)
        snprintf(
            h->about + length, sizeof(h->about) - length, "# %s %s\n", word, value);
}

static void make_headings(
    struct recorder *r, const struct recorder_heading *h, uint64_t began_ms)
{
    struct tm when = local_time(began_ms);
    size_t length = transcript_header(
        h->notice, h->program, h->contestant, &when, r->heading.title);

    r->heading.title[length] = '\0';
    length = transcript_notice(h->notice, when.tm_year + 1900, r->heading.notice);
    r->heading.notice[length] = '\0';
    snprintf(r->heading.about, sizeof(r->heading.about),
        "# session %s\n# role %s\n# book %s\n# station %s\n# address %s\n"
        "# began %0*" PRIu64 "\n",
        h->session, h->role, h->book, h->station, h->address, KEY_TIME_DIGITS,
        began_ms);
    tell_more(&r->heading, "pane", h->pane);
    tell_more(&r->heading, "draw", h->draw);
    tell_more(&r->heading, "abandons", h->abandons);
}

static void init_locks(struct recorder *r)
{
    pthread_condattr_t monotonic;

    pthread_mutex_init(&r->mutex, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&r->wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

static void free_recorder(struct recorder *r)
{
    pthread_cond_destroy(&r->wake);
    pthread_mutex_destroy(&r->mutex);
    for (int i = 0; i < PAIR_FILES; i++)
        free(r->file[i].bytes);
    free(r);
}

struct recorder *recorder_open(const struct recorder_place *place,
    const struct recorder_heading *heading, const struct rulebook *book,
    uint64_t began_ms)
{
    struct recorder *r = calloc(1, sizeof(*r));

    if (r == NULL)
        return NULL;
    init_locks(r);
    r->place = *place;
    r->pane = heading->pane != NULL ? heading->pane : "left";
    r->handed = true; /* nothing is written before recorder_begin() */
    transcript_init(&r->lines, book);
    make_headings(r, heading, began_ms);
    if (reserve_both(r) == 0 &&
        pair_create(&r->pair, place, &r->heading,
            heading->continues != NULL ? heading->continues : "-") == 0)
        return r;
    free_recorder(r);
    return NULL;
}

int recorder_begin(struct recorder *r)
{
    int error;

    pthread_mutex_lock(&r->mutex);
    error = write_waiting(r);
    pthread_mutex_unlock(&r->mutex);
    if (error == 0)
        error = pair_sync(&r->pair);
    errno = error;
    if (error == 0) {
        r->handed = r->dirty = r->hurry = false;
        r->since = 0;
        if (start_thread(r) == 0)
            return 0;
    }
    recorder_abandon(r);
    return -1;
}

void recorder_abandon(struct recorder *r)
{
    pair_discard(&r->pair);
    free_recorder(r);
}

static void write_now(struct recorder *r, struct file *f, int fd)
{
    int64_t began = milliseconds();
    int error = 0;

    while (f->written < f->length && error == 0) {
        ssize_t written = write(fd, f->bytes + f->written, f->length - f->written);
        if (written > 0)
            f->written += (size_t)written;
        else if (written < 0 && errno != EINTR)
            error = errno;
    }
    if (error != 0 || milliseconds() - began >= SLOW_MS)
        conclude(r, error, milliseconds() - began);
}

static void append(
    struct recorder *r, int which, const char *bytes, size_t length, bool hurry)
{
    struct file *f = &r->file[which];

    pthread_mutex_lock(&r->mutex);
    memcpy(f->bytes + f->length, bytes, length);
    f->length += length;
    r->hurry = r->hurry || hurry;
    pthread_mutex_unlock(&r->mutex);
}

/* The loop writes itself, so that a key is in the file before it is anywhere else. */
void recorder_flush(struct recorder *r)
{
    pthread_mutex_lock(&r->mutex);
    watch_sync(r);
    r->news = r->news || (!is_written(r) && (!r->dirty || r->hurry || r->handed));
    r->dirty = r->dirty || !is_written(r);
    for (int i = 0; i < PAIR_FILES && !r->handed; i++)
        write_now(r, &r->file[i], r->pair.fd[i]);
    pthread_mutex_unlock(&r->mutex);
}

void recorder_call(struct recorder *r)
{
    bool news;

    pthread_mutex_lock(&r->mutex);
    news = r->news;
    r->news = false;
    pthread_mutex_unlock(&r->mutex);
    if (news)
        pthread_cond_signal(&r->wake);
}

void recorder_key(
    struct recorder *r, unsigned judge, const struct key *key, uint64_t now_ms)
{
    char line[KEYLOG_LINE_SIZE];

    append(r, PAIR_KEYS, line, keylog_write(judge, now_ms, key, r->pane, line), false);
}

void recorder_pressed(struct recorder *r, uint32_t code, uint64_t now_ms)
{
    char line[KEYLOG_LINE_SIZE];

    append(r, PAIR_KEYS, line, keylog_write_pressed(now_ms, code, line), false);
}

void recorder_event(struct recorder *r, const struct event *event, uint64_t now_ms)
{
    char lines[TRANSCRIPT_OUT_SIZE];
    struct tm when;

    /* Most keys change no line of the transcript: they don't wait for a calendar. */
    if (event->kind == EV_ECHO || event->kind == EV_ERASE)
        return;
    when = local_time(now_ms);
    append(r, PAIR_LINES, lines, transcript_feed(&r->lines, event, &when, lines),
        event->kind == EV_TURN);
}

int recorder_note(struct recorder *r, const char *word, uint64_t time)
{
    char line[KEYLOG_LINE_SIZE];
    int length = time != 0
                     ? snprintf(line, sizeof(line), "# %s %018" PRIu64 "\n", word, time)
                     : snprintf(line, sizeof(line), "# %s\n", word);

    if (recorder_reserve(r) < 0)
        return -1;
    append(r, PAIR_KEYS, line, (size_t)length, false);
    return 0;
}

void recorder_end(struct recorder *r)
{
    char lines[TRANSCRIPT_OUT_SIZE];

    if (r->ended)
        return;
    r->ended = true;
    append(r, PAIR_LINES, lines, transcript_end(&r->lines, lines), false);
    append(r, PAIR_KEYS, KEYLOG_END_LINE "\n", sizeof(KEYLOG_END_LINE), true);
    recorder_flush(r);
    recorder_call(r);
}

bool recorder_is_safe(struct recorder *r)
{
    bool safe;

    pthread_mutex_lock(&r->mutex);
    safe = is_written(r) && !r->dirty && r->began == 0 && !r->handed;
    pthread_mutex_unlock(&r->mutex);
    return safe;
}

void recorder_beside(struct recorder *r, const char *ending, char *path, size_t size)
{
    pthread_mutex_lock(&r->mutex);
    pair_beside(&r->pair, ending, path, size);
    pthread_mutex_unlock(&r->mutex);
}

/* Wait for the thread's end, but not for ever: a dead disk may never answer. How long
 * that is must not depend on the wall clock, which somebody may set meanwhile. */
static int join_thread(struct recorder *r)
{
    int64_t until = milliseconds() + LAST_MS;
    int error = 0;

    pthread_mutex_lock(&r->mutex);
    r->stop = true;
    pthread_cond_signal(&r->wake);
    while (!r->over && error == 0)
        error = wait_until(r, until);
    if (r->over)
        error = 0;
    pthread_mutex_unlock(&r->mutex);
    return error == 0 ? pthread_join(r->thread, NULL) : error;
}

void recorder_discard(struct recorder *r)
{
    if (join_thread(r) != 0)
        pthread_detach(r->thread);
    else
        recorder_abandon(r);
}

int recorder_close(struct recorder *r, char *path)
{
    int error;

    recorder_flush(r);
    error = join_thread(r);
    recorder_beside(r, "TXT", path, PATH_MAX);
    if (error != 0) {
        pthread_detach(r->thread); /* which has *r until the program is gone */
        errno = error;
        return -1;
    }
    error = r->error;
    pair_close(&r->pair);
    free_recorder(r);
    errno = error;
    return error == 0 ? 0 : -1;
}
