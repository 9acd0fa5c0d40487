#include "common/record/recovery.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    HEADING_SIZE = 2048, /* longer than any heading */
    TAIL_SIZE = 16,
    LOOKS = 20, /* attempts to lock a log that another console reads */
    FINDS = 5,  /* searches, if another console takes the log found */
};

/* The heading and the state of a key log. */
struct log {
    struct saved_log past; /* its heading */
    bool live;             /* locked by a running console */
    bool ended;            /* has its last line */
};

/* Compare session and role: both ends may have their logs in one directory. */
static bool is_same(const struct saved_log *a, const struct saved_log *b)
{
    return strcmp(a->session, b->session) == 0 && strcmp(a->role, b->role) == 0;
}

/* Open a regular file, never through a link, without blocking. */
static int open_log(int directory, const char *name)
{
    int fd = openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat st;

    if (fd < 0 || (fstat(fd, &st) == 0 && S_ISREG(st.st_mode)))
        return fd;
    close(fd);
    errno = ENOENT;
    return -1;
}

static void read_state(int directory, const char *name, struct log *log)
{
    char heading[HEADING_SIZE], tail[TAIL_SIZE];
    int fd = open_log(directory, name);
    ssize_t got;
    off_t size;

    *log = (struct log){0};
    if (fd < 0)
        return;
    got = pread(fd, heading, sizeof(heading), 0);
    saved_log_read_heading(&log->past, heading, got > 0 ? (size_t)got : 0);
    log->live = flock(fd, LOCK_SH | LOCK_NB) < 0 && errno == EWOULDBLOCK;
    size = lseek(fd, 0, SEEK_END);
    got = size < TAIL_SIZE ? 0 : pread(fd, tail, sizeof(tail), size - TAIL_SIZE);
    log->ended = got == TAIL_SIZE && saved_log_has_end(tail, sizeof(tail));
    close(fd);
}

/* Whether the conversation of a log is unfinished according to all logs. */
static bool is_open(
    const struct log logs[static RECORD_FILES_NUMBERS], const struct log *log)
{
    if (log->past.session[0] == '\0')
        return false;
    for (int n = 0; n < RECORD_FILES_NUMBERS; n++) {
        const struct saved_log *other = &logs[n].past;
        if (is_same(other, &log->past) && (logs[n].live || logs[n].ended))
            return false;
        if (strcmp(other->abandons, log->past.session) == 0 &&
            strcmp(other->role, log->past.role) == 0)
            return false;
    }
    return true;
}

static bool is_wanted(
    const struct saved_log *past, const struct recovery_wanted *wanted)
{
    const char *colon = strrchr(past->address, ':');

    return strcmp(past->role, wanted->role) == 0 &&
           strcmp(past->book, wanted->book) == 0 && colon != NULL &&
           (wanted->address == NULL || strcmp(past->address, wanted->address) == 0) &&
           (wanted->port == 0 || atoi(colon + 1) == wanted->port);
}

static int read_past(int fd, struct saved_log *past)
{
    struct stat st;
    char *bytes;
    size_t length = 0, size;
    ssize_t got = 0;
    int result;

    if (fstat(fd, &st) < 0)
        return -1;
    size = (size_t)st.st_size;
    bytes = malloc(size + 1);
    if (bytes == NULL)
        return -1;
    while (length < size && (got = read(fd, bytes + length, size - length)) > 0)
        length += (size_t)got;
    /* After a read error the bytes before it are used. */
    result = saved_log_read(past, bytes, length);
    free(bytes);
    return result;
}

static uint64_t last_posted(const struct saved_log *past)
{
    return past->count > 0 ? past->keys[past->count - 1].posted : 0;
}

/* Compare logs: more records of one conversation, or a later conversation. */
static bool is_better(const struct saved_log *a, const struct saved_log *b)
{
    if (strcmp(a->session, b->session) == 0)
        return a->count > b->count;
    return last_posted(a) >= last_posted(b);
}

/* Read a log, and keep it in *r if it is better. */
static int try_log(struct recovery *r, int directory, const char *name)
{
    struct recovery other = {.lock = open_log(directory, name)};
    int result;

    if (other.lock < 0)
        return 0;
    snprintf(other.name, sizeof(other.name), "%s", name);
    result = read_past(other.lock, &other.past);
    if (result == 0 && (r->lock < 0 || is_better(&other.past, &r->past))) {
        recovery_close(r);
        *r = other;
    } else
        recovery_close(&other);
    return result;
}

/* Lock a log. Another console may hold the lock while it reads the log, or for its own
 * conversation: false then. */
static bool lock_log(int fd)
{
    static const struct timespec moment = {0, 10000000};

    for (int i = 0; i < LOOKS; i++) {
        if (flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
            return true; /* or a file system without locks */
        nanosleep(&moment, NULL);
    }
    return false;
}

static int find_in(struct recovery *r, int directory, const char *prefix,
    const struct recovery_wanted *wanted)
{
    struct log *logs = calloc(RECORD_FILES_NUMBERS, sizeof(logs[0]));
    char name[RECORD_FILES_NAME_SIZE];
    int result = 0;

    if (logs == NULL)
        return -1;
    for (int n = 0; n < RECORD_FILES_NUMBERS; n++) {
        record_files_name(name, prefix, n, "KEY");
        read_state(directory, name, &logs[n]);
    }
    /* First pass: the latest conversation; second pass: its best log. Number 00 comes
     * last. */
    for (int n = 1; n <= 2 * RECORD_FILES_NUMBERS && result == 0; n++) {
        const struct log *log = &logs[n % RECORD_FILES_NUMBERS];
        record_files_name(name, prefix, n % RECORD_FILES_NUMBERS, "KEY");
        if (is_open(logs, log) && is_wanted(&log->past, wanted) &&
            (n <= RECORD_FILES_NUMBERS || is_same(&log->past, &r->past)))
            result = try_log(r, directory, name);
    }
    free(logs);
    return result;
}

int recovery_find(struct recovery *r, const struct recorder_place *place,
    const struct recovery_wanted *wanted)
{
    int directory = open(place->directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int result = 0;

    *r = (struct recovery){.lock = -1};
    if (directory < 0)
        return -1;
    for (int i = 0; i < FINDS && result == 0; i++) {
        result = find_in(r, directory, place->prefix, wanted);
        if (result < 0 || r->lock < 0)
            break;
        result = lock_log(r->lock);
        if (result == 0)
            recovery_close(r);
    }
    close(directory);
    if (result < 0)
        recovery_close(r);
    return result;
}

void recovery_close(struct recovery *r)
{
    if (r->lock >= 0)
        close(r->lock);
    saved_log_free(&r->past);
    *r = (struct recovery){.lock = -1};
}
