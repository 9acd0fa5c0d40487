/*
 * Any bytes as a record: told, read line by line, looked through for phrases, and put
 * on a tape, which can be played to its end and back. What is edited comes in order.
 */
#include <stdlib.h>
#include <string.h>

#include "deletion.h"
#include "fuzz.h"
#include "lpp2.h"
#include "tape.h"

/* Whether what a record points to lies in its line. */
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

/* A line of an LPP v2: a message of one of its pairs, or a fault in words. */
static void read_message(struct lpp2 *lpp2, struct record_reader *reader,
    const char *line, size_t length, bool whole, struct record *out)
{
    lpp2->why[0] = '\0';
    lpp2_read(lpp2, reader, line, length, whole, out);
    check((out->kind == RECORD_LINE) == (lpp2->why[0] == '\0'));
    if (out->kind != RECORD_LINE)
        return;
    check(lpp2->pair < lpp2->count && lpp2->talk < lpp2->talks);
    check(reader->round.count == lpp2->pair + 1);
    check(memchr(out->text, '\0', out->length) == NULL);
}

static void check_pairs(struct lpp2 *lpp2, struct record_reader *reader)
{
    struct record head;

    for (size_t i = 0; i < lpp2->count; i++) {
        lpp2_head(lpp2, reader, i, &head);
        check(head.kind == RECORD_ROUND && head.length == strlen(head.text));
        check(reader->round.name[PANE_LEFT][0] != '\0');
    }
}

static void check_edits(struct deletion *d, uint64_t lines)
{
    check(deletion_settle(d) == 0);
    for (size_t i = 1; i < d->edit_count; i++)
        check(d->edits[i - 1].number <= d->edits[i].number);
    for (size_t i = 0; i < d->edit_count; i++)
        check(d->edits[i].number >= 1 && d->edits[i].number <= lines);
}

static void check_tape(struct tape *tape)
{
    if (tape->count == 0)
        return;
    check(tape_wind(tape, rulebook_find("2009")) == 0);
    for (size_t i = 1; i < tape->count; i++)
        check(tape->keys[i - 1].at <= tape->keys[i].at);
    check(tape_step(tape, (int)tape->count, 0) == 0);
    check(tape_seek(tape, tape_length(tape) / 2, 0) == 0);
    check(tape_step(tape, -(int)tape->next, 0) == 0 && tape->next == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *at = (const char *)data, *end = at + size;
    struct record_reader reader;
    struct deletion d;
    struct tape tape;
    uint64_t number = 0;
    struct lpp2 *lpp2 = lpp2_new();

    check(lpp2 != NULL);
    deletion_init(&d);
    check(deletion_add(&d, "an") == 0 && deletion_add(&d, "a e") == 0);
    tape_init(&tape);
    record_init(&reader, record_sniff(at, size));
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((newline != NULL ? newline : end) - at);
        struct record record;

        if (reader.form == RECORD_LPP2)
            read_message(lpp2, &reader, at, length, newline != NULL, &record);
        else
            record_read(&reader, at, length, newline != NULL, &record);
        check_record(&record);
        check(deletion_find(&d, ++number, &reader, &record) == 0);
        check(tape_add(&tape, &reader, &record) == 0);
        at += length + 1;
    }
    check_edits(&d, number);
    check_tape(&tape);
    check_pairs(lpp2, &reader);
    free(lpp2);
    deletion_free(&d);
    tape_free(&tape);
    return 0;
}
