/*
 * Any bytes as a record: told, read line by line, looked through for phrases, and put
 * on a tape, which can be played to its end and back. What is edited comes in order.
 */
#include <string.h>

#include "deletion.h"
#include "fuzz.h"
#include "tape.h"

/* Whether what a record points to lies in its line. */
static void check_record(const struct record *record)
{
    const char *end = record->text + record->length;

    if (record->kind == RECORD_KEY)
        check(record->key.who > record->text &&
              record->key.who + record->key.who_length < end);
    if (record->kind == RECORD_LINE)
        check(record->line.text > record->text &&
              record->line.text + record->line.length <= end);
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

    deletion_init(&d);
    check(deletion_add(&d, "an") == 0 && deletion_add(&d, "a e") == 0);
    tape_init(&tape);
    record_init(&reader, record_sniff(at, size));
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((newline != NULL ? newline : end) - at);
        struct record record;

        record_read(&reader, at, length, newline != NULL, &record);
        check_record(&record);
        check(deletion_find(&d, ++number, &reader, &record) == 0);
        check(tape_add(&tape, &reader, &record) == 0);
        at += length + 1;
    }
    check_edits(&d, number);
    check_tape(&tape);
    deletion_free(&d);
    tape_free(&tape);
    return 0;
}
