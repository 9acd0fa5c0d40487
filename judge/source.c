#include "source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

enum {
    MARK = sizeof(DELETION_MARK) - 1,
    LOOK_EVERY = 0x8000,                  /* lines between two looks at the clock */
    EDITED_SIZE = RECORD_LINE_MAX * MARK, /* every character may become a mark */
};

/* Marks */

/* The last field of a keystroke's record: its key's name, or a blank for itself. */
static const char *name_of(const struct record *record, size_t *length)
{
    const struct keylog_record *key = &record->key;
    const char *name = key->who + key->who_length + 1 + strlen(key->pane) + 1;
    size_t most = record->length - (size_t)(name - record->text);

    *length = 1;
    while (
        *name != ' ' && *length < most && name[*length] != ' ' && name[*length] != '\r')
        ++*length;
    return name;
}

/* A key of a mark, in the form of the record in whose place it comes: the times of one
 * are spread evenly up to when the phrase was complete. */
static void write_key(struct source *s, const struct source_mark *m, struct record *out)
{
    static const char mark[] = DELETION_MARK;
    const struct keylog_record *key = &m->record.key;
    const char *posted = (const char *)memchr(m->line, ' ', m->record.length) + 1;
    size_t digits = strcspn(posted, " "), size;
    const char *name = name_of(&m->record, &size);
    uint64_t step = m->next;
    uint64_t posted_time = key->posted, released = key->released;
    char spelled[KEY_NAME_SIZE], *to = s->line;
    enum keylog_kind kind;

    if (m->posted > posted_time)
        posted_time += (m->posted - posted_time) * step / MARK;
    if (m->released > released)
        released += (m->released - released) * step / MARK;
    to = key_put(to, m->line, (size_t)(posted - m->line));
    to = key_put_number(to, posted_time, (int)digits);
    *to++ = ' ';
    if (key->has_released) {
        to = key_put_number(to, released, (int)strcspn(posted + digits + 1, " "));
        *to++ = ' ';
    }
    to = key_put(to, key->who, (size_t)(name - key->who));
    to = key_put(to, spelled, key_spell((unsigned char)mark[step], spelled));
    to = key_put(to, name + size, m->record.length - (size_t)(name - m->line) - size);
    *out = (struct record){.kind = RECORD_KEY,
        .text = s->line,
        .length = (size_t)(to - s->line),
        .whole = true};
    keylog_read(out->text, out->length, &kind, &out->key);
}

static void begin_mark(struct source_mark *m, const struct record *record,
    const struct deletion_edit *edit)
{
    enum keylog_kind kind;

    memcpy(m->line, record->text, record->length);
    m->line[record->length] = '\0';
    m->record = *record;
    m->record.text = m->line;
    keylog_read(m->line, record->length, &kind, &m->record.key);
    m->posted = edit->posted;
    m->released = edit->released;
    m->next = 0;
}

static uint64_t mark_time(const struct source_mark *m)
{
    uint64_t time = m->record.key.posted;

    return m->posted > time ? time + (m->posted - time) * m->next / MARK : time;
}

/* Whether a key of a mark comes before a record: it was made before, by the times, or
 * by the same voice; and nothing but keys comes in between. */
static bool comes_before(
    const struct source_mark *m, size_t voice, const struct record *record)
{
    if (record == NULL || record->kind != RECORD_KEY)
        return true;
    return voice == deletion_voice_of(record_pane(&record->key), record->key.side) ||
           mark_time(m) <= record->key.posted;
}

/* The next key of the marks that comes before a record (NULL: the end). */
static bool take_mark(struct source *s, const struct record *record, struct record *out)
{
    struct source_mark *first = NULL;

    for (size_t i = 0; i < DELETION_VOICES; i++) {
        struct source_mark *m = &s->marks[i];

        if (m->next < MARK && comes_before(m, i, record) &&
            (first == NULL || mark_time(m) < mark_time(first)))
            first = m;
    }
    if (first == NULL)
        return false;
    write_key(s, first, out);
    first->next++;
    return true;
}

/* Edits */

/* Who says a line of a transcript, and when; some programs wrote their own names. */
static char *put_speaker(const struct source *s, const struct record *record, char *to)
{
    size_t head = (size_t)(record->line.text - record->text), name;
    const char *stamp;

    if (head == 0)
        return to; /* the speaker stands elsewhere */
    stamp = memchr(record->text, '[', head);
    name = (size_t)(stamp - record->text);
    if (record->line.side == SIDE_JUDGE ||
        !deletion_has(&s->deletion, record->text, name))
        return key_put(to, record->text, head);
    to = key_put(to, "PROGRAM", sizeof("PROGRAM") - 1);
    return key_put(to, stamp, head - name);
}

/* A line that was said with its phrases deleted. */
static void edit_said(struct source *s, struct record *record)
{
    const struct deletion_edit *edit;
    struct transcript_line *said = &record->line;
    char *to = put_speaker(s, record, s->edited), *text = to;
    size_t at = 0;

    if (record->who != NULL &&
        deletion_has(&s->deletion, record->who, strlen(record->who)))
        record->who = DELETION_NAME;
    while ((edit = deletion_edit_of(&s->deletion, s->number)) != NULL) {
        if (edit->offset > at)
            to = key_put(to, said->text + at, edit->offset - at);
        if (edit->put)
            to = key_put(to, DELETION_MARK, MARK);
        at = edit->offset + edit->size;
    }
    to = key_put(
        to, said->text + at, (size_t)(record->text + record->length - said->text) - at);
    said->length +=
        (size_t)(to - text) - (size_t)(record->text + record->length - said->text);
    said->text = text;
    record->text = s->edited;
    record->length = (size_t)(to - s->edited);
}

/* A keystroke's record names the program in the logs of 2012 and 2013, which have one
 * time; the human is called so in them. */
static void edit_name(struct source *s, struct record *record)
{
    struct keylog_record *key = &record->key;
    size_t head = (size_t)(key->who - record->text);
    char *to = s->edited;

    if (key->has_released || key->side == SIDE_JUDGE ||
        strncmp(key->who, "human ", 6) == 0 ||
        !deletion_has(&s->deletion, key->who, key->who_length))
        return;
    to = key_put(to, record->text, head);
    to = key_put(to, DELETION_NAME, sizeof(DELETION_NAME) - 1);
    to = key_put(
        to, key->who + key->who_length, record->length - head - key->who_length);
    key->who = s->edited + head;
    key->who_length = sizeof(DELETION_NAME) - 1;
    record->text = s->edited;
    record->length = (size_t)(to - s->edited);
}

/* A key that nobody knows is published by its name. */
static bool is_unnameable(const struct source *s, const struct record *record)
{
    size_t length;
    const char *name = name_of(record, &length);

    return record->key.code == KEYLOG_NO_CODE &&
           deletion_has(&s->deletion, name, length);
}

/* False if nothing is left of it. */
static bool edit_key(struct source *s, struct record *record)
{
    const struct deletion_edit *edit = deletion_edit_of(&s->deletion, s->number);

    edit_name(s, record);
    if (edit != NULL && edit->put)
        begin_mark(
            &s->marks[deletion_voice_of(record_pane(&record->key), record->key.side)],
            record, edit);
    return edit == NULL && !is_unnameable(s, record);
}

/* Names that a heading has told, which other forms repeat in theirs. */
static void edit_told(struct source *s)
{
    struct record_reader *reader = &s->file.reader;
    char *const names[] = {reader->round.program, reader->round.human, reader->station,
        reader->round.name[PANE_LEFT], reader->round.name[PANE_RIGHT]};

    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (deletion_has(&s->deletion, names[i], strlen(names[i])))
            memcpy(names[i], DELETION_NAME, sizeof(DELETION_NAME));
}

/* The headings of earlier key logs are read word by word: one that has a phrase in it
 * becomes another word. Returns the bytes written. */
static size_t edit_words(struct source *s, const struct record *record)
{
    const char *at = record->text, *end = at + record->length;
    char *to = s->edited;

    while (at < end) {
        const char *word = at;

        while (at < end && *at != ' ' && *at != '=' && *at != '\r')
            at++;
        if (deletion_has(&s->deletion, word, (size_t)(at - word)))
            to = key_put(to, DELETION_NAME, sizeof(DELETION_NAME) - 1);
        else
            to = key_put(to, word, (size_t)(at - word));
        if (at < end)
            *to++ = *at++;
    }
    return (size_t)(to - s->edited);
}

static void edit_heading(struct source *s, struct record *record)
{
    enum record_form form = s->file.reader.form;
    size_t length = 0;

    edit_told(s);
    if (form != RECORD_OURS && form != RECORD_TRANSCRIPT)
        length = edit_words(s, record);
    /* A phrase of several words may still be there. */
    if (length == 0 || deletion_has(&s->deletion, s->edited, length))
        length = deletion_copy(
            &s->deletion, record->text, record->length, s->edited, EDITED_SIZE);
    record->text = s->edited;
    record->length = length;
}

/* Delete what is to be deleted of a line. False if nothing is left of it. */
static bool edit(struct source *s, struct record *record)
{
    switch (record->kind) {
    case RECORD_LINE:
        edit_said(s, record);
        return true;
    case RECORD_KEY:
        return edit_key(s, record);
    case RECORD_TORN:
        return false;
    case RECORD_NOTE: /* "# pressed" has keys in it */
        edit_told(s);
        return false;
    default:
        edit_heading(s, record);
        return true;
    }
}

/* Reading */

static void tell_progress(struct source *s)
{
    progress_tell(&s->progress, 0, 0, s->path, s->file.done, s->file.size);
}

/* Back to the first line. Returns 0; or a code, with why[]. */
static int begin_again(struct source *s)
{
    s->number = 0;
    return s->code = pairs_rewind(&s->pairs, &s->file, s->why);
}

/* The next line as it is in the file. */
static int read_line(struct source *s, struct record *out)
{
    int got = s->file.lpp2 != NULL
                  ? pairs_next(&s->pairs, &s->file, out, &s->code, s->why)
                  : record_next(&s->file, out, &s->code, s->why);

    s->number++;
    if (s->file.number % LOOK_EVERY == 0)
        tell_progress(s);
    if (got == 1 && out->kind == RECORD_KEY && out->length >= SOURCE_KEY_LINE_MAX - 64)
        out->kind = RECORD_TORN;
    return got;
}

/* The next line that is left. */
static int read_edited(struct source *s, struct record *out)
{
    int got;

    do {
        got = read_line(s, out);
        if (got == 1 && out->kind == RECORD_TORN && s->torn++ == 0)
            s->first_torn = s->file.number;
    } while (got == 1 && s->deletion.count > 0 && !edit(s, out));
    return got;
}

int source_next(struct source *source, struct record *out)
{
    struct source *s = source;
    int got = 1;

    if (s->deletion.count == 0)
        return read_edited(s, out);
    if (!s->has_waiting) {
        got = read_edited(s, &s->waiting);
        s->has_waiting = got == 1;
    }
    if (got >= 0 && take_mark(s, s->has_waiting ? &s->waiting : NULL, out))
        return 1;
    if (got == 1)
        *out = s->waiting;
    s->has_waiting = false;
    return got;
}

size_t source_next_keys(struct source *source, const char **bytes)
{
    size_t length =
        source->deletion.count == 0 ? record_next_keys(&source->file, bytes) : 0;

    if (length > 0)
        tell_progress(source);
    return length;
}

/* The first look: what there is, and where the phrases are. */
static int look_at(struct source *s)
{
    struct source_survey *survey = &s->survey;
    struct record record;
    int got;

    while ((got = read_line(s, &record)) == 1) {
        if (record.kind == RECORD_KEY) {
            if (survey->keys++ == 0)
                survey->first = record.key.posted;
            survey->pane[record_pane(&record.key)] = true;
        }
        if (record.kind == RECORD_LINE) {
            survey->lines++;
            survey->pane[record.pane] = true;
        }
        if (s->deletion.count > 0 &&
            deletion_find(&s->deletion, s->number, &s->file.reader, &record) < 0)
            goto no_memory;
    }
    if (got < 0)
        return s->code;
    if (deletion_settle(&s->deletion) < 0)
        goto no_memory;
    return begin_again(s);
no_memory:
    snprintf(s->why, sizeof(s->why), "there is no memory for all that is deleted");
    return s->code = EX_OSERR;
}

void source_init(struct source *source)
{
    *source = (struct source){.file.fd = -1};
    for (size_t i = 0; i < DELETION_VOICES; i++)
        source->marks[i].next = MARK;
    deletion_init(&source->deletion);
}

int source_delete(struct source *source, const char *phrase)
{
    return deletion_add(&source->deletion, phrase);
}

int source_open(struct source *source, const char *path)
{
    struct source *s = source;

    s->path = path;
    s->code = record_open(&s->file, path, s->why);
    if (s->code != 0)
        return s->code;
    if (s->file.reader.form == RECORD_UNKNOWN) {
        snprintf(s->why, sizeof(s->why), "%s: name a key log or a transcript",
            s->file.size == 0 ? "it is empty" : "it is no record of a conversation");
        return s->code = EX_DATAERR;
    }
    if (s->file.lpp2 != NULL)
        s->code = pairs_find(&s->file, s->why);
    if (s->code != 0)
        return s->code;
    progress_begin(&s->progress, isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO));
    if (s->deletion.count > 0)
        s->edited = malloc(EDITED_SIZE);
    if (s->deletion.count > 0 && s->edited == NULL) {
        snprintf(s->why, sizeof(s->why), "there is no memory for it");
        return s->code = EX_OSERR;
    }
    return s->deletion.count > 0 ? look_at(s) : 0;
}

int source_look(struct source *source)
{
    return source->deletion.count > 0 ? 0 : look_at(source);
}

void source_close(struct source *source)
{
    progress_clear(&source->progress);
    record_close(&source->file);
    deletion_free(&source->deletion);
    free(source->edited);
    source->edited = NULL;
}
