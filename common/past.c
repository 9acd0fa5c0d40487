#include "past.h"

#include <stdlib.h>
#include <string.h>

#include "keylog.h"

/* Take the next line that has its newline. */
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

/* "# name value" to value[], if it is that and fits. */
static void take_field(
    const char *line, size_t length, const char *name, char *value, size_t size)
{
    size_t skip = strlen(name);

    if (length <= skip || length - skip >= size || memcmp(line, name, skip) != 0)
        return;
    memcpy(value, line + skip, length - skip);
    value[length - skip] = '\0';
}

static void take_fields(struct past *past, const char *line, size_t length)
{
    char began[KEY_TIME_DIGITS + 1] = "";
    const struct {
        const char *name;
        char *value;
        size_t size;
    } fields[] = {
        {"# session ", past->session, sizeof(past->session)},
        {"# role ", past->role, sizeof(past->role)},
        {"# book ", past->book, sizeof(past->book)},
        {"# station ", past->station, sizeof(past->station)},
        {"# address ", past->address, sizeof(past->address)},
        {"# began ", began, sizeof(began)},
        {"# pane ", past->pane, sizeof(past->pane)},
        {"# draw ", past->draw, sizeof(past->draw)},
        {"# abandons ", past->abandons, sizeof(past->abandons)},
    };

    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
        take_field(line, length, fields[i].name, fields[i].value, fields[i].size);
    if (began[0] != '\0')
        key_time(began, strlen(began), &past->began); /* unchanged if it is no time */
}

/* What is noted as the conversation goes on, each time anew. */
static void take_notes(struct past *past, const char *line, size_t length)
{
    take_field(line, length, "# nonce ", past->nonce, sizeof(past->nonce));
    if (length > 8 && memcmp(line, "# clock ", 8) == 0)
        take_field(line, length, "# ", past->clock, sizeof(past->clock));
}

/* A session that is not what stations draw would not go over the wire. */
static bool is_session(const char *session)
{
    return strlen(session) == WIRE_SESSION_SIZE &&
           strspn(session, "0123456789abcdef") == WIRE_SESSION_SIZE;
}

/* Read the lines before the first record, and stand before it. Behind the session
 * there are only notes: anything else is what a power cut has left of a record. */
static void read_heading(struct past *past, const char **at, const char *end)
{
    struct keylog_record record;
    enum keylog_kind kind = KEYLOG_TEXT;
    const char *line, *before = *at;
    size_t length;

    *past = (struct past){0};
    while (take_line(at, end, &line, &length)) {
        if (keylog_read(line, length, &kind, &record) < 0 || kind == KEYLOG_KEY ||
            kind == KEYLOG_END || (kind == KEYLOG_TEXT && past->session[0] != '\0'))
            break;
        if (kind == KEYLOG_NOTE) {
            take_fields(past, line, length);
            take_notes(past, line, length);
        }
        before = *at;
    }
    *at = before;
    if (!is_session(past->session))
        past->session[0] = '\0';
}

void past_read_heading(struct past *past, const char *bytes, size_t length)
{
    read_heading(past, &bytes, bytes + length);
}

static int add_key(struct past *past, const struct keylog_record *record)
{
    /* Powers of two, from 256 on. */
    if (past->count == 0 ||
        (past->count >= 256 && (past->count & (past->count - 1)) == 0)) {
        size_t larger = past->count == 0 ? 256 : 2 * past->count;
        struct past_key *moved = realloc(past->keys, larger * sizeof(moved[0]));
        if (moved == NULL)
            return -1;
        past->keys = moved;
    }
    if (past->count == 0)
        past->judge = (unsigned)record->judge;
    past->keys[past->count++] = (struct past_key){
        record->posted, {record->released, record->code, record->side}};
    return 0;
}

/* Whether a record is in the form that is written here: two that were torn may have
 * become one that can be read ("lo" and "cal" with a hole between is somebody's name).
 */
static bool is_ours(const struct keylog_record *record, const char *line, size_t length)
{
    struct key key = {record->released, record->code, record->side};
    char again[KEYLOG_LINE_SIZE];
    size_t size = keylog_write(
        (unsigned)record->judge, record->posted, &key, record->pane, again);

    return size == length + 1 && memcmp(again, line, length) == 0;
}

/* Whether a line is the next record; *kind tells what else it is. */
static bool is_next(const char *line, size_t length, const uint64_t last[static 2],
    enum keylog_kind *kind, struct keylog_record *record)
{
    *kind = KEYLOG_TEXT;
    return keylog_read(line, length, kind, record) == 0 && *kind == KEYLOG_KEY &&
           is_ours(record, line, length) && record->released < KEY_TIME_HISTORIC &&
           record->released > last[record->side];
}

int past_read(struct past *past, const char *bytes, size_t length)
{
    const char *at = bytes, *line;
    struct keylog_record record;
    enum keylog_kind kind;
    uint64_t last[2] = {0, 0};
    size_t size;

    read_heading(past, &at, bytes + length);
    past->ended = past_has_end(bytes, length);
    while (take_line(&at, bytes + length, &line, &size)) {
        if (is_next(line, size, last, &kind, &record)) {
            last[record.side] = record.released;
            if (add_key(past, &record) < 0)
                return -1;
        } else if (kind != KEYLOG_NOTE)
            break;
        else
            take_notes(past, line, size);
    }
    return 0;
}

void past_free(struct past *past)
{
    free(past->keys);
    *past = (struct past){0};
}

bool past_has_end(const char *bytes, size_t length)
{
    static const char end[] = "\n" KEYLOG_END_LINE "\n";
    size_t size = sizeof(end) - 1;

    return length >= size && memcmp(bytes + length - size, end, size) == 0;
}
