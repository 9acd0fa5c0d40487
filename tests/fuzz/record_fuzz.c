/*
 * Any bytes as a record: its form, its lines, its redaction, and a timeline that
 * is shown to its end and back. Edits come in order.
 */
#include <stdlib.h>
#include <string.h>

#include "judge/referee/record/redaction.h"
#include "judge/referee/record/timeline.h"
#include "tests/fuzz/fuzz.h"

/* The pointers of a record point into its line. */
static void check_record(const struct record *record)
{
    const char *end = record->text + record->length;

    if (record->kind == RECORD_KEY)
        check(record->key.who > record->text &&
              record->key.who + record->key.who_length < end);
    if (record->kind == RECORD_LINE)
        check((record->who != NULL ? record->line.text == record->text
                                   : record->line.text > record->text) &&
              record->line.text + record->line.length <= end);
}

/* A line of an LPP v2 is a message of one of its pairs, or has a fault. */
static void check_message(struct record_reader *reader, const struct record *record)
{
    check((record->kind == RECORD_LINE) == (record->why == NULL));
    if (record->kind != RECORD_LINE)
        return;
    check(record->pair < record_pairs(reader));
    check(reader->round.count == record->pair + 1);
    check(memchr(record->text, '\0', record->length) == NULL);
}

static void check_pairs(struct record_reader *reader)
{
    struct record head;

    for (size_t i = 0; i < record_pairs(reader); i++) {
        record_begin_pair(reader, i, &head);
        check(head.kind == RECORD_ROUND && head.length == strlen(head.text));
        check(reader->round.name[PANE_LEFT][0] != '\0');
    }
}

/* Lines of a voice end in order. */
static void check_lines(struct redaction *d, uint64_t records)
{
    redaction_end(d);
    for (size_t i = 0; i < REDACTION_VOICES; i++) {
        const struct redaction_voice *v = &d->voices[i];

        for (size_t k = 0; k < v->line_count; k++)
            check(v->lines[k].mark <= records &&
                  (k + 1 == v->line_count || v->lines[k].end <= records) &&
                  (k == 0 || v->lines[k - 1].end < v->lines[k].end));
    }
}

static void check_timeline(struct timeline *t)
{
    if (t->count == 0)
        return;
    for (size_t i = 1; i < t->count; i++)
        check(t->keys[i - 1].place <= t->keys[i].place);
    timeline_show(t, t->count);
    check(!t->failed && t->shown == t->count);
    timeline_show(t, timeline_count_at(t, timeline_last_key(t)->place / 2));
    timeline_show(t, 0);
    check(!t->failed && t->shown == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *at = (const char *)data, *end = at + size;
    struct record_reader reader;
    struct redaction d = {0};
    struct timeline timeline = {0};
    uint64_t number = 0;

    check(redaction_add(&d, "an") == 0 && redaction_add(&d, "a e") == 0);
    check(record_init(&reader, record_sniff(at, size)) == 0);
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((newline != NULL ? newline : end) - at);
        struct record record;

        record_read(&reader, at, length, newline != NULL, &record);
        if (reader.form == RECORD_LPP2)
            check_message(&reader, &record);
        check_record(&record);
        check(redaction_feed(&d, ++number, &reader, &record) == 0);
        check(timeline_add_record(&timeline, &reader, &record) == 0);
        at += length + 1;
    }
    check_lines(&d, number);
    check_timeline(&timeline);
    check_pairs(&reader);
    record_free(&reader);
    redaction_free(&d);
    timeline_free(&timeline);
    return 0;
}
