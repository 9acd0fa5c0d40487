#include "judge/referee/record/redaction.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/memory/array.h"
#include "common/text/utf8.h"

static void free_voice(struct redaction_voice *v)
{
    free(v->shown.characters);
    free(v->typed.characters);
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

/* Add a letter to a phrase; a run of blanks is one, and none at the start. Returns 0,
 * or -1 with errno E2BIG. */
static int add_letter(struct redaction_phrase *phrase, uint32_t code)
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
            if (add_letter(phrase, fold(codes[i])) < 0)
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

/* Where a phrase starts that ends with the last character; count if it does not end
 * there. */
static size_t find_last(
    const struct redaction_text *text, const struct redaction_phrase *phrase)
{
    const struct redaction_character *characters = text->characters;
    size_t at = text->count;

    for (size_t left = phrase->length; left > 0; left--) {
        uint32_t code = phrase->text[left - 1];

        if (at == 0 || characters[at - 1].code != code)
            return text->count;
        at--;
        while (code == ' ' && at > 0 && characters[at - 1].code == ' ')
            at--;
    }
    return at;
}

/* Add a character to one of the voice's texts, and redact all lines of a phrase that
 * ends there. Returns 0, or -1 with errno ENOMEM. */
static int add_character(const struct redaction *d, struct redaction_voice *v,
    struct redaction_text *text, uint32_t code)
{
    struct redaction_character *characters = array_reserve(
        text->characters, &text->capacity, text->count, 1, sizeof(characters[0]));

    if (characters == NULL)
        return -1;
    text->characters = characters;
    characters[text->count++] =
        (struct redaction_character){fold(code), (uint32_t)v->line_count - 1};
    for (size_t i = 0; i < d->count; i++) {
        size_t from = find_last(text, &d->phrases[i]);

        if (from == text->count)
            continue;
        for (size_t k = characters[from].line; k < v->line_count; k++)
            v->lines[k].is_redacted = true;
    }
    return 0;
}

/* Whether the last of `count` characters belongs to the unfinished line. */
static bool is_in_line(
    const struct redaction_voice *v, const struct redaction_text *text, size_t count)
{
    return count > 0 && text->characters[count - 1].line == v->line_count - 1;
}

/* Record `number` ends the line. */
static void close_line(struct redaction_voice *v, uint64_t number)
{
    size_t at = v->shown.count;

    while (is_in_line(v, &v->shown, at) && v->shown.characters[at - 1].code == ' ')
        at--;
    current_line(v)->is_blank = !is_in_line(v, &v->shown, at);
    current_line(v)->end = number;
}

/* Close the unfinished lines; a phrase may still run on into the next ones. */
static void close_lines(struct redaction *d, uint64_t number)
{
    for (size_t i = 0; i < REDACTION_VOICES; i++)
        if (has_open_line(&d->voices[i]))
            close_line(&d->voices[i], number);
}

static void note_refusal(void *to, enum record_pane pane, const struct event *event)
{
    bool *refused = to;

    (void)pane;
    *refused = event->kind == EV_REFUSED;
}

/* Whether the screen did not take a key under the record's book. */
static bool is_refused(struct redaction *d, const struct record_reader *reader,
    const struct keylog_record *key)
{
    struct key typed = {key->posted, key->code, key->side};
    bool refused = false;

    if (d->player.book == NULL)
        record_player_start(&d->player, record_book(reader));
    record_player_feed(&d->player, record_pane(key), &typed, note_refusal, &refused);
    return refused;
}

/* Returns 0, or -1 with errno ENOMEM. */
static int feed_key(const struct redaction *d, struct redaction_voice *v,
    uint64_t number, uint32_t code, bool refused)
{
    if (code == KEYLOG_NO_CODE || code == K_ESCAPE)
        return 0;
    if (code == K_BACKSPACE) {
        v->typed.count -= is_in_line(v, &v->typed, v->typed.count);
        v->shown.count -= !refused && is_in_line(v, &v->shown, v->shown.count);
        return 0;
    }
    if (!refused && code == K_RETURN)
        close_line(v, number);
    else if (!refused && current_line(v)->mark == 0)
        current_line(v)->mark = number;
    if (add_character(d, v, &v->typed, code) < 0)
        return -1;
    return refused ? 0 : add_character(d, v, &v->shown, code);
}

/* A line of a transcript is its own mark and end. Returns 0, or -1 with errno ENOMEM.
 */
static int feed_text(const struct redaction *d, struct redaction_voice *v,
    uint64_t number, const char *text, size_t length)
{
    struct utf8 utf8 = {0};
    uint32_t codes[2];

    for (size_t i = 0; i < length; i++) {
        int count = utf8_decode(&utf8, (unsigned char)text[i], codes);

        for (int c = 0; c < count; c++)
            if (add_character(d, v, &v->shown, codes[c]) < 0)
                return -1;
    }
    current_line(v)->mark = number;
    close_line(v, number);
    return add_character(d, v, &v->shown, ' ');
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
    if (record->kind == RECORD_LINE)
        return feed_text(d, v, number, record->line.text, record->line.length);
    return feed_key(
        d, v, number, record->key.code, is_refused(d, reader, &record->key));
}

void redaction_end(struct redaction *d)
{
    close_lines(d, UINT64_MAX);
}

bool redaction_has(const struct redaction *d, const char *text, size_t length)
{
    struct redaction_voice voice = {0};
    bool found = add_line(&voice) < 0 || feed_text(d, &voice, 1, text, length) < 0 ||
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
