#include "common/record/recorder.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/memory/array.h"
#include "common/record/keylog.h"
#include "common/record/log_note.h"

enum {
    CHUNK = 65536,    /* bytes of one write by the thread */
    SYNC_MS = 800,    /* longest delay of a sync after a key */
    SLOW_MS = 200,    /* a longer write or sync puts the record in danger */
    RETRY_MS = 1000,  /* from a failure to the next attempt */
    CLOSE_MS = 10000, /* longest wait for the disk at the end */
};

/* The content of a file after its heading. */
struct file {
    char *bytes;
    size_t length;
    size_t capacity;
    size_t written; /* bytes already in the file */
};

struct recorder {
    struct recorder_place place;
    struct transcript lines;
    struct record_files_heading heading;
    const char *pane;
    char chunk[CHUNK]; /* buffer of write_out() */
    bool ended;        /* the log has its last line */

    pthread_t thread;
    pthread_cond_t wake;
    pthread_mutex_t mutex; /* guards the members below while the thread runs */
    struct record_files pair;
    struct file file[RECORD_FILES_FILES];
    bool handed;       /* danger: the thread does all writing */
    bool slow;         /* the last write or sync was slow */
    bool broken;       /* a sync has failed: the files must be replaced */
    int error;         /* errno of the last write or sync; 0 if it succeeded */
    time_t since;      /* start of the danger */
    int64_t began;     /* start of the sync in progress, milliseconds; 0: none */
    bool dirty;        /* bytes were appended since the last sync began */
    bool hurry;        /* sync at once: a turn has ended */
    bool wake_pending; /* the thread must be woken */
    bool stop;         /* the thread must stop */
    bool stopped;      /* the thread has stopped */
};

/* The content of the files in memory */

/* Make room for more bytes. Returns 0; or -1 with errno ENOMEM. */
static int reserve_bytes(struct file *f, size_t more)
{
    char *bytes = array_reserve(f->bytes, &f->capacity, f->length, more, 1);

    if (bytes == NULL)
        return -1;
    f->bytes = bytes;
    return 0;
}

/* Make room for a keystroke, a held line, and the end. */
static int reserve_both(struct recorder *r)
{
    if (reserve_bytes(&r->file[RECORD_FILES_KEYS], 2 * KEYLOG_LINE_SIZE) < 0)
        return -1;
    return reserve_bytes(
        &r->file[RECORD_FILES_LINES], (PROMPT_EVENTS_MAX + 2) * TRANSCRIPT_OUT_SIZE);
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
    return r->file[RECORD_FILES_KEYS].written == r->file[RECORD_FILES_KEYS].length &&
           r->file[RECORD_FILES_LINES].written == r->file[RECORD_FILES_LINES].length;
}

/* Danger */

static int64_t milliseconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Let the thread do all writing, so that no key waits for the disk. */
static void hand_over(struct recorder *r)
{
    if (!r->handed)
        r->since = time(NULL);
    r->handed = true;
}

/* A sync in progress for too long is danger too. */
static void watch_sync(struct recorder *r)
{
    if (r->began == 0 || milliseconds() - r->began < SLOW_MS)
        return;
    r->slow = true;
    hand_over(r);
}

/* A write or sync has ended: decide on danger. */
static void end_attempt(struct recorder *r, int error, int64_t took_ms)
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

/* The thread: it syncs, and in danger it writes. It holds the mutex except during calls
 * to the disk. */

/* Write a file's bytes from *at on, including bytes appended meanwhile. Returns 0; or
 * the errno of the write. */
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

    for (int i = 0; i < RECORD_FILES_FILES; i++) {
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
    r->hurry = r->hurry && !is_written(r); /* the loop writes the rest first */
    r->began = milliseconds();
    pthread_mutex_unlock(&r->mutex);
    error = record_files_sync(&r->pair);
    pthread_mutex_lock(&r->mutex);
    return error;
}

/* Write the whole record to a new pair of files and continue there. After a failed sync
 * the content of the medium is unknown, and a later successful sync does not report
 * lost data. Returns 0; or the errno of the failure. */
static int renew_files(struct recorder *r)
{
    size_t written[RECORD_FILES_FILES] = {0};
    char continues[PATH_MAX];
    struct record_files fresh;
    int error;

    record_files_beside(&r->pair, "KEY", continues, sizeof(continues));
    pthread_mutex_unlock(&r->mutex);
    error = record_files_create(
                &fresh, &r->place, &r->heading, strrchr(continues, '/') + 1) < 0
                ? errno
                : 0;
    pthread_mutex_lock(&r->mutex);
    if (error != 0)
        return error;
    for (int i = 0; i < RECORD_FILES_FILES && error == 0; i++)
        error = write_out(r, &r->file[i], fresh.fd[i], &written[i]);
    pthread_mutex_unlock(&r->mutex);
    if (error == 0)
        error = record_files_sync(&fresh);
    if (error == 0)
        record_files_close(&r->pair);
    else
        record_files_discard(&fresh);
    pthread_mutex_lock(&r->mutex);
    if (error != 0)
        return error;
    for (int i = 0; i < RECORD_FILES_FILES; i++)
        r->file[i].written = written[i];
    r->pair = fresh;
    r->broken = false;
    return 0;
}

/* With errors of space the rest can follow in the same files later. */
static bool is_out_of_space(int error)
{
    return error == ENOSPC || error == EDQUOT || error == EFBIG;
}

static void save_record(struct recorder *r)
{
    int64_t began = milliseconds();
    int error = 0, failed;

    if (r->handed && !r->broken)
        error = write_waiting(r);
    if (r->broken || (error != 0 && !is_out_of_space(error)))
        error = renew_files(r);
    if (!r->broken) {
        failed = sync_files(r);
        r->broken = failed != 0;
        if (error == 0)
            error = failed;
    }
    r->began = 0;
    end_attempt(r, error, milliseconds() - began);
}

/* Returns 0, or ETIMEDOUT. */
static int wait_until(struct recorder *r, int64_t until_ms)
{
    struct timespec until = {until_ms / 1000, until_ms % 1000 * 1000000};

    return pthread_cond_timedwait(&r->wake, &r->mutex, &until);
}

/* Wait for bytes to write or to sync, then up to SYNC_MS for more of them. In danger
 * the disk is tried at once after a success with bytes left to write, else every
 * RETRY_MS. */
static void wait_for_work(struct recorder *r)
{
    int64_t until;

    while (!r->dirty && !r->handed && !r->stop)
        pthread_cond_wait(&r->wake, &r->mutex);
    until = milliseconds() + (r->handed ? RETRY_MS : SYNC_MS);
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
            save_record(r);
    }
    /* The second attempt is for a new pair of files, if the first one fails. */
    for (int i = 0; i < 2 && (r->dirty || r->handed); i++)
        save_record(r);
    r->stopped = true;
    pthread_cond_signal(&r->wake);
    pthread_mutex_unlock(&r->mutex);
    return NULL;
}

static int start_thread(struct recorder *r)
{
    sigset_t all, before;
    int error;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* the loop handles signals */
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

static void make_about(
    char *about, size_t size, const struct recorder_heading *h, uint64_t began_ms)
{
    char began[KEY_TIME_DIGITS + 1];
    const char *const values[LOG_NOTE_FIELDS] = {
        [LOG_NOTE_SESSION] = h->session,
        [LOG_NOTE_ROLE] = h->role,
        [LOG_NOTE_BOOK] = h->book,
        [LOG_NOTE_STATION] = h->station,
        [LOG_NOTE_ADDRESS] = h->address,
        [LOG_NOTE_BEGAN] = began,
        [LOG_NOTE_PANE] = h->pane,
        [LOG_NOTE_DRAW] = h->draw,
        [LOG_NOTE_ABANDONS] = h->abandons,
    };

    snprintf(began, sizeof(began), "%018" PRIu64, began_ms);
    about[0] = '\0';
    for (int i = 0; i < LOG_NOTE_FIELDS; i++) {
        size_t length = strlen(about);

        if (values[i] != NULL)
            snprintf(about + length, size - length, "# %s %s\n",
                log_note_name((enum log_note_kind)i), values[i]);
    }
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
    make_about(r->heading.about, sizeof(r->heading.about), h, began_ms);
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
    for (int i = 0; i < RECORD_FILES_FILES; i++)
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
    r->handed = true; /* writing starts with recorder_begin() */
    transcript_init(&r->lines, book);
    make_headings(r, heading, began_ms);
    if (reserve_both(r) == 0 &&
        record_files_create(&r->pair, place, &r->heading,
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
        error = record_files_sync(&r->pair);
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
    record_files_discard(&r->pair);
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
        end_attempt(r, error, milliseconds() - began);
}

static void append_bytes(
    struct recorder *r, int which, const char *bytes, size_t length, bool hurry)
{
    struct file *f = &r->file[which];

    pthread_mutex_lock(&r->mutex);
    memcpy(f->bytes + f->length, bytes, length);
    f->length += length;
    r->hurry = r->hurry || hurry;
    pthread_mutex_unlock(&r->mutex);
}

/* The loop writes by itself, so that a key is in the file before it is on the wire. */
void recorder_flush(struct recorder *r)
{
    pthread_mutex_lock(&r->mutex);
    watch_sync(r);
    r->wake_pending =
        r->wake_pending || (!is_written(r) && (!r->dirty || r->hurry || r->handed));
    r->dirty = r->dirty || !is_written(r);
    for (int i = 0; i < RECORD_FILES_FILES && !r->handed; i++)
        write_now(r, &r->file[i], r->pair.fd[i]);
    pthread_mutex_unlock(&r->mutex);
}

void recorder_call(struct recorder *r)
{
    bool pending;

    pthread_mutex_lock(&r->mutex);
    pending = r->wake_pending;
    r->wake_pending = false;
    pthread_mutex_unlock(&r->mutex);
    if (pending)
        pthread_cond_signal(&r->wake);
}

void recorder_key(
    struct recorder *r, unsigned judge, const struct key *key, uint64_t now_ms)
{
    char line[KEYLOG_LINE_SIZE];

    append_bytes(r, RECORD_FILES_KEYS, line,
        keylog_write(judge, now_ms, key, r->pane, line), false);
}

void recorder_pressed(struct recorder *r, uint32_t code, uint64_t now_ms)
{
    char line[KEYLOG_LINE_SIZE];

    append_bytes(
        r, RECORD_FILES_KEYS, line, keylog_write_pressed(now_ms, code, line), false);
}

void recorder_event(struct recorder *r, const struct event *event, uint64_t now_ms)
{
    char lines[TRANSCRIPT_OUT_SIZE];
    struct tm when;

    /* Most keys change no line of the transcript and need no local time. */
    if (event->kind == EV_ECHO || event->kind == EV_ERASE)
        return;
    when = local_time(now_ms);
    append_bytes(r, RECORD_FILES_LINES, lines,
        transcript_feed(&r->lines, event, &when, lines), event->kind == EV_TURN);
}

int recorder_note(struct recorder *r, const char *word, uint64_t time)
{
    char line[KEYLOG_LINE_SIZE];
    int length = time != 0
                     ? snprintf(line, sizeof(line), "# %s %018" PRIu64 "\n", word, time)
                     : snprintf(line, sizeof(line), "# %s\n", word);

    if (recorder_reserve(r) < 0)
        return -1;
    append_bytes(r, RECORD_FILES_KEYS, line, (size_t)length, false);
    return 0;
}

void recorder_end(struct recorder *r)
{
    char lines[TRANSCRIPT_OUT_SIZE];

    if (r->ended)
        return;
    r->ended = true;
    append_bytes(r, RECORD_FILES_LINES, lines, transcript_end(&r->lines, lines), false);
    append_bytes(
        r, RECORD_FILES_KEYS, KEYLOG_END_LINE "\n", sizeof(KEYLOG_END_LINE), true);
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
    record_files_beside(&r->pair, ending, path, size);
    pthread_mutex_unlock(&r->mutex);
}

/* Wait for the thread to stop, CLOSE_MS at most: a dead disk may never answer. The wait
 * is measured by the monotonic clock. */
static int join_thread(struct recorder *r)
{
    int64_t until = milliseconds() + CLOSE_MS;
    int error = 0;

    pthread_mutex_lock(&r->mutex);
    r->stop = true;
    pthread_cond_signal(&r->wake);
    while (!r->stopped && error == 0)
        error = wait_until(r, until);
    if (r->stopped)
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
        pthread_detach(r->thread); /* it uses *r until the program ends */
        errno = error;
        return -1;
    }
    error = r->error;
    record_files_close(&r->pair);
    free_recorder(r);
    errno = error;
    return error == 0 ? 0 : -1;
}
