#include "judge/referee/record/published_record.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

enum {
    MARK = sizeof(REDACTION_MARK) - 1,
    PROGRESS_EVERY = 0x8000, /* lines between two looks at the clock */
};

/* Redaction */

/* Replace `length` bytes of a line, at `part`, by a text. */
static void replace_part(struct published_record *s, struct record *record,
    const char *part, size_t length, const char *text)
{
    size_t before = (size_t)(part - record->text), size = strlen(text);
    size_t rest = record->length - before - length;

    /* The line may be an edited one. */
    memmove(s->edited, record->text, before);
    memmove(s->edited + before + size, part + length, rest);
    memcpy(s->edited + before, text, size);
    record->text = s->edited;
    record->length = before + size + rest;
}

/* The next key of a mark: the record that it replaces, with another key, and with times
 * one unit later than those of the key before, since no two may be equal (2009, 2). */
static void write_mark_key(struct published_record *s, struct record *out)
{
    static const char mark[] = REDACTION_MARK;
    const struct record *replaced = &s->replaced;
    const struct keylog_record *key = &replaced->key;
    const char *posted = strchr(replaced->text, ' ') + 1;
    size_t at = MARK - s->mark_left--, size;
    int digits = (int)strcspn(posted, " ");
    const char *name = record_key_name(replaced, &size), *rest = name + size;
    char *to = mempcpy(s->line, replaced->text, (size_t)(posted - replaced->text));
    char spelled[KEY_NAME_SIZE];

    to += sprintf(to, "%0*" PRIu64 " ", digits, key->posted + at);
    if (key->has_released)
        to += sprintf(to, "%0*" PRIu64 " ", digits, key->released + at);
    to = mempcpy(to, key->who, (size_t)(name - key->who));
    to = mempcpy(to, spelled, key_spell((unsigned char)mark[at], spelled));
    to = mempcpy(to, rest, replaced->length - (size_t)(rest - replaced->text));
    record_read(&s->file.reader, s->line, (size_t)(to - s->line), true, out);
}

/* A program's name with a phrase becomes PROGRAM, as the 1996 rules have it. */
static void edit_said(
    struct published_record *s, struct record *record, enum redaction_fate fate)
{
    struct transcript_line *said = &record->line;
    const char *who = record->who;
    size_t name;

    if (fate == REDACTION_REPLACE)
        replace_part(s, record, said->text, said->length, REDACTION_MARK);
    if (who != NULL) {
        said->text = record->text;
        said->length = record->length;
        if (redaction_has(&s->redaction, who, strlen(who)))
            record->who = REDACTION_NAME;
        return;
    }
    name = (size_t)((const char *)memchr(record->text, '[', record->length) -
                    record->text);
    if (said->side == SIDE_OTHER && redaction_has(&s->redaction, record->text, name))
        replace_part(s, record, record->text, name, "PROGRAM");
    record_read(&s->file.reader, record->text, record->length, record->whole, record);
}

/* A key's record names the program in the logs of 2012 and 2013, which have one time;
 * the human is called so in them. */
static void edit_name(struct published_record *s, struct record *record)
{
    const struct keylog_record *key = &record->key;

    if (key->has_released || key->side == SIDE_JUDGE ||
        strncmp(key->who, "human ", 6) == 0 ||
        !redaction_has(&s->redaction, key->who, key->who_length))
        return;
    replace_part(s, record, key->who, key->who_length, REDACTION_NAME);
    record_read(&s->file.reader, record->text, record->length, true, record);
}

/* A key without a known name is published by the name in the record. */
static bool is_unnameable(const struct published_record *s, const struct record *record)
{
    size_t length;
    const char *name = record_key_name(record, &length);

    return record->key.code == KEYLOG_NO_CODE &&
           redaction_has(&s->redaction, name, length);
}

/* Returns false if the key is not published. */
static bool edit_key(
    struct published_record *s, struct record *record, enum redaction_fate fate)
{
    edit_name(s, record);
    if (fate == REDACTION_REPLACE) {
        s->replaced = *record;
        s->mark_left = MARK;
    }
    return fate == REDACTION_KEEP && !is_unnameable(s, record);
}

/* Forget names with a phrase, which headings of other forms repeat. */
static void edit_names(struct published_record *s)
{
    struct record_reader *reader = &s->file.reader;
    char *const names[] = {reader->round.program, reader->round.human, reader->station,
        reader->round.name[PANE_LEFT], reader->round.name[PANE_RIGHT]};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (redaction_has(&s->redaction, names[i], strlen(names[i])))
            strcpy(names[i], REDACTION_NAME);
}

/* Replace each word that has a phrase. Returns the end of the words. */
static char *edit_words(struct published_record *s, const struct record *record)
{
    const char *at = record->text, *end = at + record->length;
    char *to = s->edited;

    while (at < end) {
        const char *word = at;

        while (at < end && *at != ' ' && *at != '=' && *at != '\r')
            at++;
        if (redaction_has(&s->redaction, word, (size_t)(at - word)))
            to = stpcpy(to, REDACTION_NAME);
        else
            to = mempcpy(to, word, (size_t)(at - word));
        if (at < end)
            *to++ = *at++;
    }
    return to;
}

/* A heading with a phrase becomes a mark; in earlier key logs, whose headings are read
 * word by word, words with a phrase become REDACTION_NAME, if that is enough. */
static void edit_heading(struct published_record *s, struct record *record)
{
    enum record_form form = s->file.reader.form;
    char *end = s->edited;

    edit_names(s);
    if (!redaction_has(&s->redaction, record->text, record->length))
        return;
    if (form != RECORD_OURS && form != RECORD_TRANSCRIPT)
        end = edit_words(s, record);
    if (end == s->edited ||
        redaction_has(&s->redaction, s->edited, (size_t)(end - s->edited)))
        end = stpcpy(s->edited, REDACTION_MARK);
    record->text = s->edited;
    record->length = (size_t)(end - s->edited);
}

/* Redact a line. Returns false if it is not published. */
static bool edit_record(struct published_record *s, struct record *record)
{
    enum redaction_fate fate;

    switch (record->kind) {
    case RECORD_LINE:
        fate = redaction_next(&s->redaction, s->number, record);
        edit_said(s, record, fate);
        return fate != REDACTION_REMOVE;
    case RECORD_KEY:
        return edit_key(s, record, redaction_next(&s->redaction, s->number, record));
    case RECORD_TORN:
        return false;
    case RECORD_NOTE: /* notes such as "# pressed" have keys in them */
        edit_names(s);
        return false;
    default:
        edit_heading(s, record);
        return true;
    }
}

/* Reading */

/* Read a line of the file. */
static int read_line(struct published_record *s, struct record *out)
{
    int got = record_next(&s->file, out);

    s->number++;
    if (s->file.number % PROGRESS_EVERY == 0)
        progress_tell(&s->progress, 0, 0, s->path, s->file.done, s->file.size);
    return got;
}

int published_record_next(struct published_record *s, struct record *out)
{
    bool is_published = true;
    int got;

    do {
        if (s->mark_left > 0) {
            write_mark_key(s, out);
            return 1;
        }
        got = read_line(s, out);
        if (got == 1 && out->kind == RECORD_TORN && s->torn++ == 0)
            s->first_torn = s->file.number;
        if (got == 1 && s->redaction.count > 0)
            is_published = edit_record(s, out);
    } while (got == 1 && !is_published);
    return got;
}

/* Note a line in the survey, and find phrases in it. Returns 0, or -1 with errno. */
static int survey_record(struct published_record *s, const struct record *record)
{
    if (record->kind == RECORD_KEY) {
        s->has_pane[record_pane(&record->key)] = true;
        if (s->first == 0)
            s->first = record->key.posted;
    }
    if (record->kind == RECORD_LINE)
        s->has_pane[record->pane] = true;
    return s->redaction.count > 0
               ? redaction_feed(&s->redaction, s->number, &s->file.reader, record)
               : 0;
}

/* Read all of the file once. Returns 0; or a code, with why[]. */
static int survey_all(struct published_record *s)
{
    struct record record;
    int got;

    while ((got = read_line(s, &record)) == 1)
        if (survey_record(s, &record) < 0)
            return record_refuse(
                &s->file, EX_OSERR, "out of memory: close other programs");
    if (got < 0)
        return s->file.code;
    redaction_end(&s->redaction);
    s->number = 0;
    return record_rewind(&s->file) == 0
               ? 0
               : record_refuse(&s->file, EX_IOERR, strerror(errno));
}

int published_record_open(
    struct published_record *s, const char *path, bool is_surveyed)
{
    int code = record_open(&s->file, path);

    s->path = path;
    if (code != 0)
        return code;
    if (s->file.reader.form == RECORD_UNKNOWN)
        return record_refuse(&s->file, EX_DATAERR,
            s->file.size == 0
                ? "it is empty: name a key log or a transcript"
                : "it is no record of a conversation: name a key log or a transcript");
    code = record_sort(&s->file);
    if (code != 0)
        return code;
    progress_begin(&s->progress, isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO));
    return is_surveyed || s->redaction.count > 0 ? survey_all(s) : 0;
}

void published_record_close(struct published_record *s)
{
    progress_clear(&s->progress);
    if (s->path != NULL)
        record_close(&s->file);
    redaction_free(&s->redaction);
}
