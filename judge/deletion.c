#include "deletion.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "utf8.h"

enum {
    HELD_MAX = 64 * 1024, /* characters of a voice that are looked back at */
    HELD_LINES = 4096,    /* and of its lines that have ended */
};

/* A character that stands on the screen, and what made it. */
struct held {
    uint32_t code; /* folded; a blank for an end of line */
    bool is_return;
    bool is_refused;           /* it does not stand there, but was pressed there */
    struct deletion_edit edit; /* takes it away; posted and released are its own */
};

/* What was erased, and by what: two records. */
struct erased {
    uint64_t line; /* of the voice, counted from 0 */
    struct deletion_edit edit[2];
};

/* Characters of a voice, from one to before another. */
struct span {
    size_t from, to;
};

/* What one side has said in one pane, as far back as a phrase can reach. */
struct deletion_voice {
    struct held *held;
    size_t count, capacity;
    struct erased *erased;
    size_t erased_count, erased_capacity;
    uint64_t line;      /* that is being written */
    uint64_t shown;     /* one more than the last line that has shown a phrase */
    size_t done;        /* characters that need no more edits */
    struct span *spans; /* phrases that stand there now, by their ends */
    size_t span_count, span_capacity;
};

/* One more element of an array. Returns 0, or -1 with errno ENOMEM. */
static int reserve(void **array, size_t count, size_t *capacity, size_t size)
{
    size_t larger = *capacity == 0 ? 256 : 2 * *capacity;
    void *moved;

    if (count < *capacity)
        return 0;
    moved = realloc(*array, larger * size);
    if (moved == NULL)
        return -1;
    *array = moved;
    *capacity = larger;
    return 0;
}

static int add_edit(struct deletion *d, const struct deletion_edit *edit)
{
    void *edits = d->edits;

    if (reserve(&edits, d->edit_count, &d->edit_capacity, sizeof(*edit)) < 0)
        return -1;
    d->edits = edits;
    d->edits[d->edit_count++] = *edit;
    return 0;
}

size_t deletion_voice_of(enum record_pane pane, enum side side)
{
    return 2 * (size_t)pane + (size_t)side;
}

void deletion_init(struct deletion *d)
{
    *d = (struct deletion){0};
}

void deletion_free(struct deletion *d)
{
    for (size_t i = 0; d->voices != NULL && i < DELETION_VOICES; i++) {
        free(d->voices[i].held);
        free(d->voices[i].erased);
        free(d->voices[i].spans);
    }
    free(d->voices);
    free(d->edits);
    *d = (struct deletion){0};
}

/* The first time */

/* The characters held before at; without those that were refused, to see what was
 * shown, or with them, to see what was typed. */
static size_t before(const struct deletion_voice *v, size_t at, bool typed)
{
    while (!typed && at > 0 && v->held[at - 1].is_refused)
        at--;
    return at;
}

/*
 * Where a phrase begins that ends with the last character held; count if it does not.
 * A blank of the phrase is all the blanks that stand there.
 */
static size_t find_last(
    const struct deletion_voice *v, const struct phrase *p, bool typed)
{
    size_t at = v->count, next;

    for (size_t left = p->length; left > 0; left--) {
        next = before(v, at, typed);
        if (next == 0 || v->held[next - 1].code != p->text[left - 1])
            return v->count;
        at = next - 1;
        if (p->text[left - 1] == ' ')
            while ((next = before(v, at, typed)) > 0 && v->held[next - 1].code == ' ')
                at = next - 1;
    }
    return at;
}

/* The last character of those from one on to the end of its line, or of a span. */
static const struct held *last_of_line(
    const struct deletion_voice *v, size_t from, size_t to)
{
    size_t at = from;

    while (at + 1 < to && !v->held[at + 1].is_return)
        at++;
    return &v->held[at];
}

/* Take characters of a voice away, but for those of which that was said before. A mark
 * is typed before its line ends. */
static int cut_span(struct deletion *d, struct deletion_voice *v, struct span span)
{
    bool put = span.from > v->done || v->done == 0;

    for (size_t i = span.from > v->done ? span.from : v->done; i < span.to; i++) {
        struct deletion_edit edit = v->held[i].edit;

        if (v->held[i].is_return)
            continue;
        edit.put = put;
        if (put) {
            const struct held *last = last_of_line(v, i, span.to);
            edit.posted = last->edit.posted;
            edit.released = last->edit.released;
        }
        put = false;
        if (add_edit(d, &edit) < 0)
            return -1;
    }
    return 0;
}

/* The phrases that stand there are final. One may lie in another, or over its end, or
 * have nothing but refused keys before it: those are taken away as one. */
static int cut_spans(struct deletion *d, struct deletion_voice *v)
{
    size_t left = v->span_count;
    struct span span;

    if (left == 0)
        return 0;
    span = v->spans[--left];
    for (; left > 0; left--) {
        const struct span *last = &v->spans[left - 1];

        if (last->to < before(v, span.from, false)) {
            if (cut_span(d, v, span) < 0)
                return -1;
            span = *last;
        } else if (last->from < span.from)
            span.from = last->from;
    }
    if (cut_span(d, v, span) < 0)
        return -1;
    v->done = v->spans[v->span_count - 1].to;
    v->span_count = 0;
    return 0;
}

static int cut_erased(struct deletion *d, const struct erased *erased)
{
    return add_edit(d, &erased->edit[0]) < 0 || add_edit(d, &erased->edit[1]) < 0 ? -1
                                                                                  : 0;
}

/* The first line of a voice that reaches from a character held to the present. */
static uint64_t line_of(const struct deletion_voice *v, size_t at)
{
    uint64_t line = v->line;

    for (; at < v->count; at++)
        line -= v->held[at].is_return ? 1 : 0;
    return line;
}

/* A phrase stands there, from a character held to the last: what was erased on its
 * lines goes. */
static int show_phrase(struct deletion *d, struct deletion_voice *v, size_t from)
{
    uint64_t first = line_of(v, from);
    void *spans = v->spans;
    size_t kept = 0;

    if (reserve(&spans, v->span_count, &v->span_capacity, sizeof(v->spans[0])) < 0)
        return -1;
    v->spans = spans;
    v->spans[v->span_count++] = (struct span){from, v->count};
    for (size_t i = 0; i < v->erased_count; i++)
        if (v->erased[i].line < first)
            v->erased[kept++] = v->erased[i];
        else if (cut_erased(d, &v->erased[i]) < 0)
            return -1;
    v->erased_count = kept;
    v->shown = v->line + 1;
    return 0;
}

/* What lies too far back is let go; a phrase there is final. */
static int forget(struct deletion *d, struct deletion_voice *v, size_t keep)
{
    size_t gone = v->count - keep;

    if (cut_spans(d, v) < 0)
        return -1;
    memmove(v->held, v->held + gone, keep * sizeof(v->held[0]));
    v->count = keep;
    v->done = v->done > gone ? v->done - gone : 0;
    if (v->erased_count > keep) {
        memmove(
            v->erased, v->erased + v->erased_count - keep, keep * sizeof(v->erased[0]));
        v->erased_count = keep;
    }
    return 0;
}

static int hold(
    struct deletion *d, struct deletion_voice *v, const struct held *character)
{
    void *held = v->held;

    if (v->count == HELD_MAX && forget(d, v, HELD_MAX / 2) < 0)
        return -1;
    if (reserve(&held, v->count, &v->capacity, sizeof(v->held[0])) < 0)
        return -1;
    v->held = held;
    v->held[v->count++] = *character;
    if (character->is_return)
        return 0;
    for (size_t i = 0; i < d->count; i++) {
        size_t from = v->count;

        if (!character->is_refused)
            from = find_last(v, &d->phrases[i], false);
        if (from == v->count)
            from = find_last(v, &d->phrases[i], true);
        if (from < v->count && show_phrase(d, v, from) < 0)
            return -1;
    }
    return 0;
}

static int end_line(
    struct deletion *d, struct deletion_voice *v, const struct deletion_edit *edit)
{
    if (cut_spans(d, v) < 0)
        return -1;
    if (v->count > HELD_LINES && forget(d, v, HELD_LINES / 2) < 0)
        return -1;
    if (hold(d, v, &(struct held){' ', .is_return = true, .edit = *edit}) < 0)
        return -1;
    v->line++;
    return 0;
}

static int erase_last(
    struct deletion *d, struct deletion_voice *v, const struct deletion_edit *edit)
{
    struct erased erased = {v->line, {*edit, *edit}};
    void *array = v->erased;

    v->count--;
    if (v->done > v->count)
        v->done = v->count;
    erased.edit[0] = v->held[v->count].edit;
    while (v->span_count > 0 && v->spans[v->span_count - 1].to > v->count)
        v->span_count--;
    if (v->shown > v->line)
        return cut_erased(d, &erased);
    if (reserve(&array, v->erased_count, &v->erased_capacity, sizeof(erased)) < 0)
        return -1;
    v->erased = array;
    v->erased[v->erased_count++] = erased;
    return 0;
}

/* A BackSpace takes the last character away, if there is one on this line, and what was
 * refused behind it. One that was refused too takes away what was refused before it: so
 * it would read without the screen. */
static int erase(struct deletion *d, struct deletion_voice *v, bool is_refused,
    const struct deletion_edit *edit)
{
    bool is_done = false;

    while (!is_done && v->count > 0 && !v->held[v->count - 1].is_return) {
        bool stands = !v->held[v->count - 1].is_refused;

        if (is_refused && stands)
            return 0;
        if (erase_last(d, v, edit) < 0)
            return -1;
        is_done = is_refused || stands;
    }
    return 0;
}

/* Whether the screen did not take a key, under the record's book. That a line has no
 * more room holds for our own programs. */
static bool is_refused(struct deletion *d, const struct record_reader *reader,
    const struct keylog_record *key)
{
    struct key pressed = {key->posted, key->code, key->side};
    struct event events[PROMPT_EVENTS_MAX];

    for (int i = 0; i < PANES && !d->begun; i++) {
        prompt_init(&d->prompts[i], record_book(reader));
        /* In a record whoever has begun has begun. */
        d->prompts[i].begun = !d->prompts[i].turns;
    }
    d->begun = true;
    return prompt_feed(&d->prompts[record_pane(key)], &pressed, events) > 0 &&
           events[0].kind == EV_REFUSED &&
           (events[0].why != REFUSED_FULL || reader->form == RECORD_OURS);
}

static int find_key(struct deletion *d, uint64_t number,
    const struct record_reader *reader, const struct record *record)
{
    const struct keylog_record *key = &record->key;
    struct deletion_voice *v =
        &d->voices[deletion_voice_of(record_pane(key), key->side)];
    struct held held = {.code = phrase_fold(key->code),
        .edit = {.number = number, .posted = key->posted, .released = key->released}};

    if (key->code == K_ESCAPE || key->code == KEYLOG_NO_CODE)
        return 0;
    held.is_refused = is_refused(d, reader, key);
    if (key->code == K_BACKSPACE)
        return erase(d, v, held.is_refused, &held.edit);
    if (key->code == K_RETURN && !held.is_refused)
        return end_line(d, v, &held.edit);
    return hold(d, v, &held);
}

/* The characters of a line, each with where its bytes are. */
static int find_said(struct deletion *d, uint64_t number, const struct record *record)
{
    const struct transcript_line *line = &record->line;
    struct deletion_voice *v = &d->voices[deletion_voice_of(record->pane, line->side)];
    struct deletion_edit edit = {.number = number};
    struct utf8 utf8 = {0};
    uint32_t codes[2];

    for (uint32_t i = 0; i < line->length; i++) {
        int count = utf8_decode(&utf8, (unsigned char)line->text[i], codes);

        edit.size = i + 1 - edit.offset;
        for (int c = 0; c < count; c++) {
            if (hold(d, v, &(struct held){phrase_fold(codes[c]), .edit = edit}) < 0)
                return -1;
            edit.offset = i + 1;
            edit.size = 0;
        }
    }
    return end_line(d, v, &edit);
}

int deletion_find(struct deletion *d, uint64_t number,
    const struct record_reader *reader, const struct record *record)
{
    if (d->voices == NULL)
        d->voices = calloc(DELETION_VOICES, sizeof(d->voices[0]));
    if (d->voices == NULL)
        return -1;
    if (record->kind == RECORD_ROUND)
        d->begun = false;
    if (record->kind == RECORD_KEY)
        return find_key(d, number, reader, record);
    return record->kind == RECORD_LINE ? find_said(d, number, record) : 0;
}

static int compare(const void *one, const void *two)
{
    const struct deletion_edit *a = one, *b = two;

    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    return (int)b->put - (int)a->put;
}

/* One BackSpace may have taken several keys away. */
static void drop_twins(struct deletion *d)
{
    size_t kept = 0;

    for (size_t i = 0; i < d->edit_count; i++)
        if (i == 0 || compare(&d->edits[i], &d->edits[kept - 1]) != 0)
            d->edits[kept++] = d->edits[i];
    d->edit_count = kept;
}

int deletion_settle(struct deletion *d)
{
    for (size_t i = 0; d->voices != NULL && i < DELETION_VOICES; i++)
        if (cut_spans(d, &d->voices[i]) < 0)
            return -1;
    if (d->edit_count > 0)
        qsort(d->edits, d->edit_count, sizeof(d->edits[0]), compare);
    drop_twins(d);
    return 0;
}

/* The second time */

const struct deletion_edit *deletion_edit_of(struct deletion *d, uint64_t number)
{
    while (d->next < d->edit_count && d->edits[d->next].number < number)
        d->next++;
    if (d->next == d->edit_count || d->edits[d->next].number != number)
        return NULL;
    return &d->edits[d->next++];
}
