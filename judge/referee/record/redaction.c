#include "judge/referee/record/redaction.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory/array.h"
#include "common/text/utf8.h"

void redaction_init(struct redaction *d)
{
    *d = (struct redaction){0};
}

static void free_voice(struct redaction_voice *v)
{
    free(v->characters);
    free(v->lines);
}

void redaction_free(struct redaction *d)
{
    for (size_t i = 0; i < REDACTION_VOICES; i++)
        free_voice(&d->voices[i]);
    *d = (struct redaction){0};
}

/* Reading a phrase */

/* A character as phrases are compared: in small letters, a blank for any white space.
 */
static uint32_t fold(uint32_t code)
{
    if (code >= 'A' && code <= 'Z')
        return code - 'A' + 'a';
    return code == K_TAB || code == K_RETURN || code == '\n' ? ' ' : code;
}

/* Add a character; a run of blanks is one, and none at the start. Returns 0, or -1 with
 * errno E2BIG. */
static int add_character(struct redaction_phrase *phrase, uint32_t code)
{
    if (code == ' ' && (phrase->length == 0 || phrase->text[phrase->length - 1] == ' '))
        return 0;
    if (phrase->length == REDACTION_PHRASE_MAX) {
        errno = E2BIG;
        return -1;
    }
    phrase->text[phrase->length++] = code;
    return 0;
}

static int read_phrase(struct redaction_phrase *phrase, const char *text)
{
    struct utf8 utf8 = {0};
    uint32_t codes[2];

    phrase->length = 0;
    for (; *text != '\0'; text++) {
        int count = utf8_decode(&utf8, (unsigned char)*text, codes);

        for (int i = 0; i < count; i++)
            if (add_character(phrase, fold(codes[i])) < 0)
                return -1;
    }
    if (phrase->length > 0 && phrase->text[phrase->length - 1] == ' ')
        phrase->length--;
    if (phrase->length > 0)
        return 0;
    errno = EINVAL;
    return -1;
}

/* First reading */

/* Start a line. Returns 0, or -1 with errno ENOMEM. */
static int add_line(struct redaction_voice *v)
{
    void *lines = array_reserve(
        v->lines, &v->line_capacity, v->line_count, 1, sizeof(v->lines[0]));

    if (lines == NULL)
        return -1;
    v->lines = lines;
    v->lines[v->line_count++] = (struct redaction_line){.end = UINT64_MAX};
    return 0;
}

static bool has_open_line(const struct redaction_voice *v)
{
    return v->line_count > 0 && v->lines[v->line_count - 1].end == UINT64_MAX;
}

/* The unfinished line. */
static struct redaction_line *current_line(struct redaction_voice *v)
{
    return &v->lines[v->line_count - 1];
}

/* The number of characters before the last that belongs to a text that ends at `at`:
 * the text on the screen, or with the refused ones. */
static size_t before(const struct redaction_voice *v, size_t at, bool with_refused)
{
    while (!with_refused && at > 0 && v->characters[at - 1].is_refused)
        at--;
    return at;
}

/* Where a phrase starts that ends with the last character; count if it does not end
 * there. */
static size_t find_last(const struct redaction_voice *v,
    const struct redaction_phrase *phrase, bool with_refused)
{
    size_t at = v->count, next;

    for (size_t left = phrase->length; left > 0; left--) {
        next = before(v, at, with_refused);
        if (next == 0 || v->characters[next - 1].code != phrase->text[left - 1])
            return v->count;
        at = next - 1;
        if (phrase->text[left - 1] == ' ')
            while ((next = before(v, at, with_refused)) > 0 &&
                   v->characters[next - 1].code == ' ')
                at = next - 1;
    }
    return at;
}

/* Redact all lines that a phrase touches which ends with the last character. */
static void find_phrases(const struct redaction *d, struct redaction_voice *v)
{
    for (size_t i = 0; i < 2 * d->count; i++) {
        size_t from = find_last(v, &d->phrases[i / 2], i % 2 == 1);

        if (from == v->count)
            continue;
        for (size_t k = v->characters[from].line; k < v->line_count; k++)
            v->lines[k].is_redacted = true;
    }
}

static int push_character(
    struct redaction_voice *v, const struct redaction_character *character)
{
    void *moved = array_reserve(
        v->characters, &v->capacity, v->count, 1, sizeof(v->characters[0]));
    if (moved == NULL)
        return -1;
    v->characters = moved;
    v->characters[v->count++] = *character;
    return 0;
}

/* A character is typed. Returns 0, or -1 with errno ENOMEM. */
static int type_character(const struct redaction *d, struct redaction_voice *v,
    uint64_t number, uint32_t code, bool is_refused)
{
    struct redaction_character character = {
        .code = fold(code), .line = v->line_count - 1, .is_refused = is_refused};

    if (push_character(v, &character) < 0)
        return -1;
    if (!is_refused && current_line(v)->mark == 0)
        current_line(v)->mark = number;
    find_phrases(d, v);
    return 0;
}

/*
 * A BackSpace erases the last character of the unfinished line and the refused ones
 * behind it. A refused BackSpace erases the last refused character, as in a log that is
 * read without a screen.
 */
static void erase_character(struct redaction_voice *v, bool is_refused)
{
    while (v->count > 0 && v->characters[v->count - 1].line == v->line_count - 1) {
        bool was_shown = !v->characters[v->count - 1].is_refused;

        if (is_refused && was_shown)
            return;
        v->count--;
        if (is_refused || was_shown)
            return;
    }
}

/* Whether nothing but blanks is on the screen of the unfinished line. */
static bool is_blank(const struct redaction_voice *v)
{
    for (size_t at = v->count; at > 0; at--) {
        const struct redaction_character *character = &v->characters[at - 1];

        if (character->line != v->line_count - 1)
            break;
        if (character->code != ' ' && !character->is_refused)
            return false;
    }
    return true;
}

/* Record `number` ends the line. */
static void close_line(struct redaction_voice *v, uint64_t number)
{
    current_line(v)->is_blank = is_blank(v);
    current_line(v)->end = number;
}

/* Close the unfinished lines; a phrase may still run on into the next ones. */
static void close_lines(struct redaction *d, uint64_t number)
{
    for (size_t i = 0; i < REDACTION_VOICES; i++)
        if (has_open_line(&d->voices[i]))
            close_line(&d->voices[i], number);
}

/* A Return ends the line: a blank of the text. Returns 0, or -1 with errno ENOMEM. */
static int end_line(struct redaction_voice *v, uint64_t number)
{
    struct redaction_character end = {.code = ' ', .line = v->line_count - 1};

    close_line(v, number);
    return push_character(v, &end);
}

/* Whether the screen did not take a key under the record's book. */
static bool is_refused(struct redaction *d, const struct record_reader *reader,
    const struct keylog_record *key)
{
    struct key typed = {key->posted, key->code, key->side};
    struct event events[RECORD_PLAYER_EVENTS_MAX];
    int count;

    if (d->player.book == NULL)
        record_player_start(&d->player, record_book(reader));
    count = record_player_feed(&d->player, record_pane(key), &typed, events);
    return count > 0 && events[count - 1].kind == EV_REFUSED;
}

static int feed_key(struct redaction *d, struct redaction_voice *v, uint64_t number,
    const struct record_reader *reader, const struct keylog_record *key)
{
    bool refused;

    if (key->code == KEYLOG_NO_CODE)
        return 0;
    refused = is_refused(d, reader, key);
    if (key->code == K_ESCAPE)
        return 0;
    if (key->code == K_BACKSPACE) {
        erase_character(v, refused);
        return 0;
    }
    if (key->code == K_RETURN && !refused)
        return end_line(v, number);
    return type_character(d, v, number, key->code, refused);
}

/* Type a text in record `number`. Returns 0, or -1 with errno ENOMEM. */
static int type_text(const struct redaction *d, struct redaction_voice *v,
    uint64_t number, const char *text, size_t length)
{
    struct utf8 utf8 = {0};
    uint32_t codes[2];

    for (size_t i = 0; i < length; i++) {
        int count = utf8_decode(&utf8, (unsigned char)text[i], codes);

        for (int c = 0; c < count; c++)
            if (type_character(d, v, number, codes[c], false) < 0)
                return -1;
    }
    return 0;
}

/* A line of a transcript is its own mark and end. */
static int feed_text(const struct redaction *d, struct redaction_voice *v,
    uint64_t number, const struct transcript_line *line)
{
    return type_text(d, v, number, line->text, line->length) < 0 ? -1
                                                                 : end_line(v, number);
}

static struct redaction_voice *voice_of(
    struct redaction *d, const struct record *record)
{
    bool is_key = record->kind == RECORD_KEY;
    enum record_pane pane = is_key ? record_pane(&record->key) : record->pane;
    enum side side = is_key ? record->key.side : record->line.side;

    return &d->voices[2 * (size_t)pane + (size_t)side];
}

int redaction_feed(struct redaction *d, uint64_t number,
    const struct record_reader *reader, const struct record *record)
{
    struct redaction_voice *v;

    if (record->kind == RECORD_ROUND) {
        d->player.book = NULL;
        close_lines(d, number);
        return 0;
    }
    if (record->kind != RECORD_KEY && record->kind != RECORD_LINE)
        return 0;
    v = voice_of(d, record);
    if (!has_open_line(v) && add_line(v) < 0)
        return -1;
    return record->kind == RECORD_KEY ? feed_key(d, v, number, reader, &record->key)
                                      : feed_text(d, v, number, &record->line);
}

void redaction_end(struct redaction *d)
{
    close_lines(d, UINT64_MAX);
}

bool redaction_has(const struct redaction *d, const char *text, size_t length)
{
    struct redaction_voice voice = {0};
    bool found = add_line(&voice) < 0 || type_text(d, &voice, 1, text, length) < 0 ||
                 voice.lines[0].is_redacted;

    free_voice(&voice);
    return found;
}

/* Phrases to redact */

int redaction_add(struct redaction *d, const char *phrase)
{
    if (d->count == REDACTION_PHRASES) {
        errno = E2BIG;
        return -1;
    }
    if (read_phrase(&d->phrases[d->count], phrase) < 0)
        return -1;
    d->count++;
    if (!redaction_has(d, REDACTION_MARK, sizeof(REDACTION_MARK) - 1))
        return 0;
    d->count--;
    errno = EEXIST;
    return -1;
}

/* Second reading */

enum redaction_fate redaction_next(
    struct redaction *d, uint64_t number, const struct record *record)
{
    struct redaction_voice *v = voice_of(d, record);
    const struct redaction_line *line;

    while (v->next + 1 < v->line_count && v->lines[v->next].end < number)
        v->next++;
    line = &v->lines[v->next];
    if (!line->is_redacted ||
        (record->kind == RECORD_KEY && record->key.code == K_ESCAPE))
        return REDACTION_KEEP;
    if (number == line->mark && !line->is_blank)
        return REDACTION_REPLACE;
    return number == line->end ? REDACTION_KEEP : REDACTION_REMOVE;
}
