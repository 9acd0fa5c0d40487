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

/* A key of a mark, in the form of the record in whose place it comes: the times of one
 * are spread evenly up to when the phrase was complete. */
static void write_key(struct source *s, const struct source_mark *m, struct record *out)
{
    static const char mark[] = DELETION_MARK;
    const struct keylog_record *key = &m->record.key;
    const char *posted = (const char *)memchr(m->line, ' ', m->length) + 1;
    const char *name = key->who + key->who_length + 1 + strlen(key->pane) + 1;
    size_t digits = strcspn(posted, " ");
    size_t size = *name == ' ' ? 1 : strcspn(name, " \r");
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
    to = key_put(to, name + size, m->length - (size_t)(name - m->line) - size);
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
    m->length = record->length;
    m->record = *record;
    keylog_read(m->line, m->length, &kind, &m->record.key);
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

/* A transcript's line with its phrases deleted. */
static void edit_said(struct source *s, struct record *record)
{
    const struct deletion_edit *edit = deletion_edit_of(&s->deletion, s->file.number);
    const struct transcript_line *said = &record->line;
    size_t head = (size_t)(said->text - record->text), at = 0;
    char *to = s->edited;

    if (edit == NULL)
        return;
    to = key_put(to, record->text, head);
    for (; edit != NULL; edit = deletion_edit_of(&s->deletion, s->file.number)) {
        if (edit->offset > at)
            to = key_put(to, said->text + at, edit->offset - at);
        if (edit->put)
            to = key_put(to, DELETION_MARK, MARK);
        at = edit->offset + edit->size;
    }
    to = key_put(to, said->text + at, record->length - head - at);
    record->line.text = s->edited + head;
    record->line.length += (size_t)(to - s->edited) - record->length;
    record->text = s->edited;
    record->length = (size_t)(to - s->edited);
}

/* Delete what is to be deleted of a line. False if nothing is left of it. */
static bool edit(struct source *s, struct record *record)
{
    const struct deletion_edit *edit;

    switch (record->kind) {
    case RECORD_LINE:
        edit_said(s, record);
        return true;
    case RECORD_KEY:
        edit = deletion_edit_of(&s->deletion, s->file.number);
        if (edit != NULL && edit->put)
            begin_mark(&s->marks[deletion_voice_of(
                           record_pane(&record->key), record->key.side)],
                record, edit);
        return edit == NULL;
    case RECORD_TORN:
    case RECORD_NOTE: /* "# pressed" has keys in it */
        return false;
    default:
        record->length = deletion_copy(
            &s->deletion, record->text, record->length, s->edited, EDITED_SIZE);
        record->text = s->edited;
        return true;
    }
}

/* Reading */

static void tell_progress(struct source *s)
{
    progress_tell(&s->progress, 0, 0, s->path, s->file.done, s->file.size);
}

/* The next line as it is in the file. */
static int read_line(struct source *s, struct record *out)
{
    int got = record_next(&s->file, out, &s->code, s->why);

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
        survey->lines += record.kind == RECORD_LINE ? 1 : 0;
        if (s->deletion.count > 0 &&
            deletion_find(&s->deletion, s->file.number, &record) < 0)
            goto no_memory;
    }
    if (got < 0)
        return s->code;
    if (deletion_settle(&s->deletion) < 0)
        goto no_memory;
    if (record_rewind(&s->file) == 0)
        return 0;
    snprintf(s->why, sizeof(s->why), "%s", strerror(errno));
    return s->code = EX_IOERR;
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

int source_open(struct source *source, const char *path, bool look)
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
    progress_begin(&s->progress, isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO));
    if (s->deletion.count > 0)
        s->edited = malloc(EDITED_SIZE);
    if (s->deletion.count > 0 && s->edited == NULL) {
        snprintf(s->why, sizeof(s->why), "there is no memory for it");
        return s->code = EX_OSERR;
    }
    return look || s->deletion.count > 0 ? look_at(s) : 0;
}

void source_close(struct source *source)
{
    progress_clear(&source->progress);
    record_close(&source->file);
    deletion_free(&source->deletion);
    free(source->edited);
    source->edited = NULL;
}
