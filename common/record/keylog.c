#include "common/record/keylog.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

size_t keylog_write(unsigned judge, uint64_t posted, const struct key *key,
    const char *pane, char line[static KEYLOG_LINE_SIZE])
{
    char name[KEY_NAME_SIZE];

    if (key_spell(key->code, name) == 0)
        return 0;
    return (size_t)snprintf(line, KEYLOG_LINE_SIZE,
        "J%u %018" PRIu64 " %018" PRIu64 " %s %.*s %s\n", judge, posted, key->time,
        key->side == SIDE_JUDGE ? "local" : "remote", KEYLOG_PANE_MAX, pane, name);
}

size_t keylog_write_pressed(
    uint64_t pressed, uint32_t code, char line[static KEYLOG_LINE_SIZE])
{
    char name[KEY_NAME_SIZE];

    if (key_spell(code, name) == 0)
        return 0;
    return (size_t)snprintf(
        line, KEYLOG_LINE_SIZE, "# pressed %018" PRIu64 " %s\n", pressed, name);
}

/* The unread rest of a line. */
struct cursor {
    const char *at;
    const char *end;
};

/* Take a word and the blank after it; false if the rest has no blank or begins with
 * one. */
static bool next_word(struct cursor *c, const char **word, size_t *length)
{
    const char *blank = memchr(c->at, ' ', (size_t)(c->end - c->at));

    if (blank == NULL || blank == c->at)
        return false;
    *word = c->at;
    *length = (size_t)(blank - c->at);
    c->at = blank + 1;
    return true;
}

static bool take_time(struct cursor *c, uint64_t *time)
{
    const char *word;
    size_t length;

    return next_word(c, &word, &length) && key_time(word, length, time) == 0;
}

/* Take the J and the judge's number, which is blank in some logs of 2012. */
static bool take_judge(struct cursor *c, int *judge)
{
    const char *word;
    size_t length;
    uint64_t number;

    c->at++;
    if (c->at < c->end && *c->at == ' ') {
        c->at++;
        *judge = KEYLOG_NO_JUDGE;
        return true;
    }
    if (!next_word(c, &word, &length) || length > 4 ||
        key_time(word, length, &number) < 0)
        return false;
    *judge = (int)number;
    return true;
}

/* Take local, remote or a name, and the pane. */
static bool take_side(struct cursor *c, struct keylog_record *r)
{
    const char *pane;
    size_t length;

    if (!next_word(c, &r->who, &r->who_length) || !next_word(c, &pane, &length) ||
        length > KEYLOG_PANE_MAX)
        return false;
    memcpy(r->pane, pane, length);
    r->pane[length] = '\0';
    if ((r->who_length == 5 && memcmp(r->who, "local", 5) == 0) ||
        (r->who_length == 5 && memcmp(r->who, "judge", 5) == 0))
        r->side = SIDE_JUDGE;
    else
        r->side = SIDE_OTHER;
    return true;
}

/* Take the name of the key; a blank stands for itself. Trailing blanks are ignored. */
static bool take_key(struct cursor *c, uint32_t *code)
{
    size_t length = (size_t)(c->end - c->at);

    if (length == 0)
        return false;
    if (*c->at == ' ') {
        *code = ' ';
        return true;
    }
    while (length > 0 && c->at[length - 1] == ' ')
        length--;
    if (memchr(c->at, ' ', length) != NULL)
        return false;
    if (key_code(c->at, length, code) < 0)
        *code = KEYLOG_NO_CODE;
    return true;
}

/* Take the second time if present; the logs of 2012 and 2013 have a name in its place.
 */
static bool take_released(struct cursor *c, struct keylog_record *r)
{
    struct cursor after = *c;
    const char *word;
    size_t length, digits = 0;

    r->released = r->posted;
    if (!next_word(&after, &word, &length))
        return false;
    while (digits < length && isdigit((unsigned char)word[digits]))
        digits++;
    if (digits < length)
        return true;
    *c = after;
    r->has_released = true;
    return key_time(word, length, &r->released) == 0;
}

static bool take_record(struct cursor *c, struct keylog_record *r)
{
    return take_judge(c, &r->judge) && take_time(c, &r->posted) &&
           take_released(c, r) && take_side(c, r) && take_key(c, &r->code);
}

/* A record begins with J, an optional number, a blank and a digit; no other line does.
 */
static bool begins_as_record(const char *line, size_t length)
{
    size_t i = 1;

    if (length < 1 || line[0] != 'J')
        return false;
    while (i < length && isdigit((unsigned char)line[i]))
        i++;
    return i == length ||
           (line[i] == ' ' && (i + 1 == length || isdigit((unsigned char)line[i + 1])));
}

/* A power cut may leave NULs in a line. */
static bool has_control(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (iscntrl((unsigned char)line[i]))
            return true;
    return false;
}

int keylog_read(const char *line, size_t length, enum keylog_kind *kind,
    struct keylog_record *record)
{
    struct keylog_record read = {0};
    struct cursor cursor;

    if (length > 0 && line[length - 1] == '\r')
        length--;
    cursor = (struct cursor){line, line + length};
    if (!begins_as_record(line, length)) {
        bool note = length >= 2 && memcmp(line, "# ", 2) == 0;
        bool end = length == sizeof(KEYLOG_END_LINE) - 1 &&
                   memcmp(line, KEYLOG_END_LINE, length) == 0;
        *kind = end ? KEYLOG_END : note ? KEYLOG_NOTE : KEYLOG_TEXT;
        return 0;
    }
    if (has_control(line, length) || !take_record(&cursor, &read)) {
        errno = EINVAL;
        return -1;
    }
    *kind = KEYLOG_KEY;
    *record = read;
    return 0;
}

bool keylog_is_written(
    const struct keylog_record *record, const char *line, size_t length)
{
    struct key key = {record->released, record->code, record->side};
    char again[KEYLOG_LINE_SIZE];
    size_t size;

    if (record->posted > KEY_TIME_MAX || record->released > KEY_TIME_MAX)
        return false;
    size = keylog_write(
        (unsigned)record->judge, record->posted, &key, record->pane, again);
    return size == length + 1 && memcmp(again, line, length) == 0;
}
