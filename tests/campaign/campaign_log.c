#include "tests/campaign/campaign_log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/record/keylog.h"

enum { NUMBERS = 99 };

static bool wrong(struct log *log, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool wrong(struct log *log, const char *format, ...)
{
    int length = snprintf(log->why, sizeof(log->why),
        "%s/LP-%02d.KEY, record %zu: ", log->directory, log->number, log->at + 1);
    va_list arguments;

    va_start(arguments, format);
    if (length > 0 && (size_t)length < sizeof(log->why))
        vsnprintf(
            log->why + length, sizeof(log->why) - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

void log_open(struct log *log, const char *directory)
{
    *log = (struct log){.directory = directory, .fd = -1};
    prompt_init(&log->prompt, rulebook_find("1996"));
}

void log_close(struct log *log)
{
    if (log->fd >= 0)
        close(log->fd);
    free(log->records);
    log->records = NULL;
    log->fd = -1;
}

void log_path(const struct log *log, const char *ending, char path[static PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/LP-%02d.%s", log->directory, log->number, ending);
}

bool log_is_whole(const struct log *log)
{
    return log->number > 0 && log->at == log->count;
}

/* ---- records ---- */

/* A key that no log before this one had. */
static bool add_record(struct log *log, const struct log_record *record)
{
    struct event events[PROMPT_EVENTS_MAX];
    struct key key = {record->released, record->code, record->side};

    if (record->released <= log->last[record->side])
        return wrong(log, "its side's last time was not before it");
    if (record->judge != (int)log->prompt.judge)
        return wrong(log, "judge %02u sits there", log->prompt.judge);
    if (prompt_feed(&log->prompt, &key, events) > 0 && events[0].kind == EV_REFUSED)
        return wrong(log, "the prompt refuses that key");
    if (log->count == log->capacity) {
        log->capacity = log->capacity == 0 ? 1024 : log->capacity * 2;
        log->records = realloc(log->records, log->capacity * sizeof(log->records[0]));
        if (log->records == NULL)
            abort();
    }
    log->records[log->count++] = *record;
    log->at = log->count;
    log->last[record->side] = record->released;
    return true;
}

static bool same_record(const struct log_record *a, const struct log_record *b)
{
    return a->posted == b->posted && a->released == b->released && a->code == b->code &&
           a->side == b->side && a->judge == b->judge;
}

static bool take_record(struct log *log, const struct keylog_record *read)
{
    struct log_record record = {
        read->posted, read->released, read->code, read->side, read->judge};

    if (log->ended)
        return wrong(log, "it comes after the end");
    if (log->at == log->count)
        return add_record(log, &record);
    if (!log->resumed)
        return wrong(log, "nothing says that this log goes on from another");
    if (!same_record(&log->records[log->at], &record))
        return wrong(log, "the log that this one continues had another there");
    log->at++;
    return true;
}

static bool take_line(struct log *log, const char *line, size_t length)
{
    static const char continues[] = "# continues ";
    struct keylog_record record;
    enum keylog_kind kind;

    if (keylog_read(line, length, &kind, &record) < 0)
        return wrong(log, "it is broken: %.*s", (int)length, line);
    if (kind == KEYLOG_KEY)
        return take_record(log, &record);
    if (kind == KEYLOG_END && !log_is_whole(log))
        return wrong(log, "it ends before the log that it continues");
    log->ended = log->ended || kind == KEYLOG_END;
    if (length > strlen(continues) && strncmp(line, continues, strlen(continues)) == 0)
        log->resumed = line[strlen(continues)] != '-';
    return true;
}

/* ---- files ---- */

/* Take every whole line of the bytes, which follow those in tail[]. */
static bool take_bytes(struct log *log, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] != '\n') {
            if (log->tail_length == sizeof(log->tail))
                return wrong(log, "a line is too long");
            log->tail[log->tail_length++] = bytes[i];
            continue;
        }
        if (!take_line(log, log->tail, log->tail_length))
            return false;
        log->tail_length = 0;
    }
    return true;
}

static bool read_file(struct log *log)
{
    char bytes[65536];
    ssize_t got;

    if (log->fd < 0)
        return true;
    while ((got = read(log->fd, bytes, sizeof(bytes))) > 0)
        if (!take_bytes(log, bytes, (size_t)got))
            return false;
    return got == 0 || wrong(log, "%s", strerror(errno));
}

/* A station takes back the files of a conversation in which no key was made, and its
 * number may be used again. */
static bool is_taken_back(const struct log *log)
{
    struct stat st;

    return log->fd >= 0 && log->count == 0 && fstat(log->fd, &st) == 0 &&
           st.st_nlink == 0;
}

static void begin_file(struct log *log, int fd, int number)
{
    if (log->fd >= 0)
        close(log->fd);
    log->fd = fd;
    log->number = number;
    log->at = log->tail_length = 0;
    log->ended = log->resumed = false;
}

/* The next log, if the console has begun one; until a log has a key, any of the first
 * numbers. */
static int open_next(const struct log *log, int *number)
{
    struct log next = {.directory = log->directory};
    int last = log->fd < 0 ? log->number + 2 : log->number + 1;
    char path[PATH_MAX];
    int fd = -1;

    for (int n = log->number + 1; n <= last && n <= NUMBERS && fd < 0; n++) {
        next.number = *number = n;
        log_path(&next, "KEY", path);
        fd = open(path, O_RDONLY | O_CLOEXEC);
    }
    return fd;
}

bool log_follow(struct log *log)
{
    int number, next;

    if (is_taken_back(log))
        begin_file(log, -1, 0);
    next = open_next(log, &number);
    if (!read_file(log))
        return false;
    if (next < 0)
        return true;
    begin_file(log, next, number);
    return log_follow(log);
}
