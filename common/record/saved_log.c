#include "common/record/saved_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory/array.h"
#include "common/record/keylog.h"
#include "common/record/log_note.h"

/* Take the next line; false if the rest has no newline. */
static bool take_line(
    const char **at, const char *end, const char **line, size_t *length)
{
    const char *newline = memchr(*at, '\n', (size_t)(end - *at));

    if (newline == NULL)
        return false;
    *line = *at;
    *length = (size_t)(newline - *at);
    *at = newline + 1;
    return true;
}

/* Keep a value that fits; ignore a longer one. */
static void keep_value(const struct log_note *note, char *value, size_t size)
{
    if (note->length > 0 && note->length < size)
        log_note_copy(note, value, size);
}

static void keep_began(struct saved_log *log, const struct log_note *note)
{
    if (note->length <= KEY_TIME_DIGITS)
        key_time(note->value, note->length, &log->began); /* unchanged if not a time */
}

static void keep_field(struct saved_log *log, const struct log_note *note)
{
    const struct {
        char *value;
        size_t size;
    } fields[LOG_NOTE_FIELDS] = {
        [LOG_NOTE_SESSION] = {log->session, sizeof(log->session)},
        [LOG_NOTE_ROLE] = {log->role, sizeof(log->role)},
        [LOG_NOTE_BOOK] = {log->book, sizeof(log->book)},
        [LOG_NOTE_STATION] = {log->station, sizeof(log->station)},
        [LOG_NOTE_ADDRESS] = {log->address, sizeof(log->address)},
        [LOG_NOTE_PANE] = {log->pane, sizeof(log->pane)},
        [LOG_NOTE_DRAW] = {log->draw, sizeof(log->draw)},
        [LOG_NOTE_ABANDONS] = {log->abandons, sizeof(log->abandons)},
    };

    if (note->kind == LOG_NOTE_BEGAN)
        keep_began(log, note);
    else if (note->kind < LOG_NOTE_FIELDS && fields[note->kind].value != NULL)
        keep_value(note, fields[note->kind].value, fields[note->kind].size);
}

/* Keep the latest value of each note that repeats during the conversation. */
static void keep_note(struct saved_log *log, const struct log_note *note)
{
    if (note->kind == LOG_NOTE_NONCE)
        keep_value(note, log->nonce, sizeof(log->nonce));
    else if (note->kind == LOG_NOTE_CLOCK &&
             note->length <= SAVED_LOG_CLOCK_MAX - strlen("clock "))
        snprintf(log->clock, sizeof(log->clock), "clock %.*s", (int)note->length,
            note->value);
}

/* Read the lines before the first record; *at becomes the start of that record. Only
 * notes follow the session line: any other line is the remains of a record that a power
 * cut damaged. */
static void read_heading(struct saved_log *log, const char **at, const char *end)
{
    struct keylog_record record;
    enum keylog_kind kind = KEYLOG_TEXT;
    const char *line, *before = *at;
    size_t length;

    *log = (struct saved_log){0};
    while (take_line(at, end, &line, &length)) {
        if (keylog_read(line, length, &kind, &record) < 0 || kind == KEYLOG_KEY ||
            kind == KEYLOG_END || (kind == KEYLOG_TEXT && log->session[0] != '\0'))
            break;
        if (kind == KEYLOG_NOTE) {
            struct log_note note = log_note_read(line, length);

            keep_field(log, &note);
            keep_note(log, &note);
        }
        before = *at;
    }
    *at = before;
    if (!wire_is_session(log->session))
        log->session[0] = '\0';
}

void saved_log_read_heading(struct saved_log *log, const char *bytes, size_t length)
{
    read_heading(log, &bytes, bytes + length);
}

static int add_key(struct saved_log *log, const struct keylog_record *record)
{
    struct saved_log_key *keys =
        array_reserve(log->keys, &log->capacity, log->count, 1, sizeof(log->keys[0]));

    if (keys == NULL)
        return -1;
    log->keys = keys;
    if (log->count == 0)
        log->judge = (unsigned)record->judge;
    keys[log->count++] = (struct saved_log_key){
        record->posted, {record->released, record->code, record->side}};
    return 0;
}

/* Whether a line is the next record; *kind is set for other lines too. */
static bool is_next(const char *line, size_t length, const uint64_t last[static 2],
    enum keylog_kind *kind, struct keylog_record *record)
{
    *kind = KEYLOG_TEXT;
    return keylog_read(line, length, kind, record) == 0 && *kind == KEYLOG_KEY &&
           keylog_is_written(record, line, length) &&
           record->released < KEY_TIME_HISTORIC &&
           record->released > last[record->side];
}

int saved_log_read(struct saved_log *log, const char *bytes, size_t length)
{
    const char *at = bytes, *line;
    struct keylog_record record;
    enum keylog_kind kind;
    uint64_t last[2] = {0, 0};
    size_t size;

    read_heading(log, &at, bytes + length);
    log->ended = saved_log_has_end(bytes, length);
    while (take_line(&at, bytes + length, &line, &size)) {
        if (is_next(line, size, last, &kind, &record)) {
            last[record.side] = record.released;
            if (add_key(log, &record) < 0)
                return -1;
        } else if (kind == KEYLOG_NOTE) {
            struct log_note note = log_note_read(line, size);

            keep_note(log, &note);
        } else
            break;
    }
    return 0;
}

void saved_log_free(struct saved_log *log)
{
    free(log->keys);
    *log = (struct saved_log){0};
}

bool saved_log_has_end(const char *bytes, size_t length)
{
    static const char end[] = "\n" KEYLOG_END_LINE "\n";
    size_t size = sizeof(end) - 1;

    return length >= size && memcmp(bytes + length - size, end, size) == 0;
}
