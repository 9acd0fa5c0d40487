#include "keylog.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "digits.h"

size_t keylog_write(unsigned judge, uint64_t posted, const struct key *key,
    const char *pane, char line[static KEYLOG_LINE_SIZE])
{
    const char *who = key->side == SIDE_JUDGE ? "local " : "remote ";
    char name[KEY_NAME_SIZE];
    size_t length = key_spell(key->code, name);
    char *end = line;

    if (length == 0)
        return 0;
    *end++ = 'J';
    end = key_put_number(end, judge, 1);
    *end++ = ' ';
    end = key_put_number(end, posted, KEY_TIME_DIGITS);
    *end++ = ' ';
    end = key_put_number(end, key->time, KEY_TIME_DIGITS);
    *end++ = ' ';
    end = key_put(end, who, strlen(who));
    end = key_put(end, pane, strnlen(pane, KEYLOG_PANE_MAX));
    *end++ = ' ';
    end = key_put(end, name, length);
    *end++ = '\n';
    *end = '\0';
    return (size_t)(end - line);
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

/* The rest of a line that is being read. */
struct cursor {
    const char *at;
    const char *end;
};

/* Take the word up to the next blank, and the blank; false if there is no blank. */
static bool take_word(struct cursor *c, const char **word, size_t *length)
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

    return take_word(c, &word, &length) && key_time(word, length, time) == 0;
}

/* The judge's number after the J, which some logs of 2012 left blank. */
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
    if (!take_word(c, &word, &length) || length > 4 ||
        key_time(word, length, &number) < 0)
        return false;
    *judge = (int)number;
    return true;
}

/* local, remote, or a name, and then the pane. */
static bool take_side(struct cursor *c, struct keylog_record *r)
{
    const char *pane;
    size_t length;

    if (!take_word(c, &r->who, &r->who_length) || !take_word(c, &pane, &length) ||
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

/* The key's name, or a blank for itself; blanks after a name mean nothing. */
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

/* The second time, if there is one: logs of 2012 and 2013 go on with a name. */
static bool take_released(struct cursor *c, struct keylog_record *r)
{
    struct cursor after = *c;
    const char *word;
    size_t length, digits = 0;

    r->released = r->posted;
    if (!take_word(&after, &word, &length))
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

/* J, perhaps a number, a blank and a digit: nothing else begins so. */
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

/* Zeros are what a power cut may leave of a line. */
static bool has_control(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (iscntrl((unsigned char)line[i]))
            return true;
    return false;
}

/*
 * Nearly all lines of a long log are records of one shape, and are read by it alone:
 *
 *   J, a digit, two times of 18 digits, local or remote, left or right, a key's name
 *
 * Everything else, and every line that is broken, is left to the slow way above, which
 * reads these just the same.
 */

/* 18 digits and a blank. */
static bool quick_time(const char *text, uint64_t *time)
{
    unsigned tens = (unsigned char)text[0] - '0', ones = (unsigned char)text[1] - '0';
    uint64_t high, low;

    if (tens > 9 || ones > 9 || text[KEY_TIME_DIGITS] != ' ' ||
        !digits_eight(text + 2, &high) || !digits_eight(text + 10, &low))
        return false;
    *time = ((tens * 10 + ones) * UINT64_C(100000000) + high) * 100000000 + low;
    return true;
}

/* local or remote, and a blank: its bytes, or 0. */
static size_t quick_side(const char *text, size_t length)
{
    if (length > 7 && memcmp(text, "remote ", 7) == 0)
        return 7;
    return length > 6 && memcmp(text, "local ", 6) == 0 ? 6 : 0;
}

/* left or right, and a blank. */
static size_t quick_pane(const char *text, size_t length)
{
    if (length > 5 && memcmp(text, "left ", 5) == 0)
        return 5;
    return length > 6 && memcmp(text, "right ", 6) == 0 ? 6 : 0;
}

static bool read_quickly(const char *line, size_t length, struct keylog_record *record)
{
    enum {
        LEAST = sizeof("J4 000001763648340123 000001763648340121 local left H") - 1
    };
    const char *who = line + 3 + 2 * (KEY_TIME_DIGITS + 1), *end = line + length;
    uint64_t posted, released;
    size_t side, pane;
    uint32_t code;

    if (length < LEAST || line[0] != 'J' || line[1] < '0' || line[1] > '9' ||
        line[2] != ' ' || !quick_time(line + 3, &posted) ||
        !quick_time(line + 4 + KEY_TIME_DIGITS, &released))
        return false;
    side = quick_side(who, (size_t)(end - who));
    pane = quick_pane(who + side, (size_t)(end - who) - side);
    if (side == 0 || pane == 0 ||
        key_code(who + side + pane, (size_t)(end - who) - side - pane, &code) < 0)
        return false;
    record->judge = line[1] - '0';
    record->posted = posted;
    record->released = released;
    record->has_released = true;
    record->side = side == 7 ? SIDE_OTHER : SIDE_JUDGE;
    record->who = who;
    record->who_length = side - 1;
    memcpy(record->pane, pane == 5 ? "left\0" : "right", 6);
    record->code = code;
    return true;
}

static int read_slowly(const char *line, size_t length, enum keylog_kind *kind,
    struct keylog_record *record)
{
    struct keylog_record read = {0};
    struct cursor cursor = {line, line + length};

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

int keylog_read(const char *line, size_t length, enum keylog_kind *kind,
    struct keylog_record *record)
{
    if (length > 0 && line[length - 1] == '\r')
        length--;
    if (!read_quickly(line, length, record))
        return read_slowly(line, length, kind, record);
    *kind = KEYLOG_KEY;
    return 0;
}

/* Skipping */

/* Bytes of a word that a record may have, up to most; 0 if it is longer. */
static size_t skim_word(const char *text, size_t most)
{
    size_t length = 0;

    while (length <= most && text[length] > ' ' && text[length] <= '~')
        length++;
    return length <= most ? length : 0;
}

/* J, up to two digits and a blank. */
static size_t skim_judge(const char *text)
{
    size_t length = 1;

    while (length < 3 && text[length] >= '0' && text[length] <= '9')
        length++;
    return text[0] == 'J' && text[length] == ' ' ? length + 1 : 0;
}

/* What quick_time() reads; of what number is of no matter here. */
static bool skim_time(const char *text)
{
    uint64_t number;

    return text[0] >= '0' && text[0] <= '9' && text[1] >= '0' && text[1] <= '9' &&
           digits_eight(text + 2, &number) && digits_eight(text + 10, &number) &&
           text[KEY_TIME_DIGITS] == ' ';
}

/* A key's name, blanks, and the line's end. */
static size_t skim_key(const char *text)
{
    enum { BLANKS = 8 };
    size_t length, most;

    if (text[0] > ' ' && text[0] <= '~' && text[1] == '\n')
        return 2;
    length = skim_word(text, KEY_NAME_SIZE);
    most = length + BLANKS;
    if (length == 0)
        return 0;
    while (length < most && text[length] == ' ')
        length++;
    length += text[length] == '\r';
    return text[length] == '\n' ? length + 1 : 0;
}

/* Whose key it is, and the blank. */
static size_t skim_side(const char *text)
{
    enum { NAME_MOST = 48 };
    size_t length = quick_side(text, NAME_MOST);

    if (length > 0)
        return length;
    length = skim_word(text, NAME_MOST);
    return length > 0 && text[length] == ' ' ? length + 1 : 0;
}

/* One record's bytes; 0 for what is to be read. */
static size_t skim_record(const char *line)
{
    const char *at = line + skim_judge(line);
    size_t word;

    if (at == line || !skim_time(at))
        return 0;
    at += KEY_TIME_DIGITS + 1;
    if (*at >= '0' && *at <= '9') {
        if (!skim_time(at))
            return 0;
        at += KEY_TIME_DIGITS + 1;
    }
    word = skim_side(at);
    if (word == 0)
        return 0;
    at += word;
    word = quick_pane(at, KEYLOG_PANE_MAX);
    if (word == 0)
        return 0;
    at += word;
    word = skim_key(at);
    return word > 0 ? (size_t)(at + word - line) : 0;
}

size_t keylog_skim(const char *bytes, size_t length, uint64_t *records)
{
    size_t at = 0, record;

    for (*records = 0; length - at >= KEYLOG_SKIM_LEAST; ++*records) {
        record = skim_record(bytes + at);
        if (record == 0)
            break;
        at += record;
    }
    return at;
}
