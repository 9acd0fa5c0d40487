/*
 * Keys or lines as JSON Lines and as CSV: one in each line.
 */
#include <stdio.h>
#include <string.h>

#include "common/text/glyph.h"
#include "common/text/utf8.h"
#include "judge/ballot/csv.h"
#include "judge/referee/export/export.h"
#include "judge/referee/output/json_value.h"

enum { STAMP_SIZE = 64 };

enum { ROUND, JUDGE, POSTED, RELEASED, SIDE, WHO, PANE, KEY, TEXT, COLUMNS };

static const char *const columns[COLUMNS] = {
    "round", "judge", "posted", "released", "side", "who", "pane", "key", "text"};

struct field {
    const char *text; /* NULL: the record has none */
    size_t length;    /* bytes */
};

struct table {
    int judge;                 /* of the key or line, or KEYLOG_NO_JUDGE */
    struct field row[COLUMNS]; /* of the last key or line */
    char number[16], posted[STAMP_SIZE], released[STAMP_SIZE]; /* texts of fields */
    char spelled[KEY_NAME_SIZE], shown[UTF8_MAX];
    char csv[CSV_SIZE(RECORD_LINE_MAX)];
};

static int begin_table(struct export_run *e)
{
    struct table *t = e->state;

    t->judge = KEYLOG_NO_JUDGE;
    return 0;
}

/* Write a time as ISO 8601 in UTC, with milliseconds, or with microseconds if it is in
 * the historic form. Writes an empty text for a time that has no year. */
static void stamp(uint64_t time, char text[static STAMP_SIZE])
{
    bool historic = time >= KEY_TIME_HISTORIC;
    time_t seconds = (time_t)(key_time_ms(time) / 1000);
    struct tm when;
    size_t length;

    text[0] = '\0';
    if (gmtime_r(&seconds, &when) == NULL)
        return;
    length = strftime(text, STAMP_SIZE, "%Y-%m-%dT%H:%M:%S", &when);
    snprintf(text + length, STAMP_SIZE - length, ".%0*uZ", historic ? 6 : 3,
        (unsigned)(time % (historic ? 1000000 : 1000)));
}

static struct field field_of(const char *text)
{
    return (struct field){text, text != NULL ? strlen(text) : 0};
}

static void fill_key(struct table *t, const struct record *record)
{
    const struct keylog_record *key = &record->key;
    struct field *row = t->row;

    t->judge = key->judge;
    stamp(key->posted, t->posted);
    stamp(key->released, t->released);
    row[POSTED] = field_of(t->posted);
    row[RELEASED] = field_of(t->released);
    row[SIDE] = field_of(side_name(key->side));
    row[WHO] = (struct field){key->who, key->who_length};
    row[PANE] = field_of(key->pane);
    row[KEY].length = export_key_name(record, t->spelled, &row[KEY].text);
    /* The text is empty for a character that a terminal would obey. */
    row[TEXT] = (struct field){
        t->shown, glyph_is_shown(key->code) ? utf8_encode(key->code, t->shown) : 0};
}

/* The judge of a line is that of the last change of judges, of the last judge's line,
 * or, in an LPP v2, of the message itself. */
static void fill_line(struct table *t, const struct record *record)
{
    const struct transcript_line *line = &record->line;
    struct field *row = t->row;

    if (line->side == SIDE_JUDGE || record->who != NULL)
        t->judge = (int)line->judge;
    if (line->second != TRANSCRIPT_NO_TIME) {
        export_clock((unsigned)line->second, t->posted);
        row[POSTED] = field_of(t->posted);
    }
    row[SIDE] = field_of(side_name(line->side));
    row[WHO] = field_of(record->who);
    row[PANE] = field_of(record->who != NULL ? record_pane_name(record->pane) : NULL);
    row[TEXT] = (struct field){line->text, line->length};
}

static void fill_row(struct export_run *e, const struct record *record)
{
    struct table *t = e->state;

    memset(t->row, 0, sizeof(t->row));
    (record->kind == RECORD_KEY ? fill_key : fill_line)(t, record);
    t->row[ROUND] = field_of(e->source->file.reader.round.number);
    snprintf(t->number, sizeof(t->number), "%d", t->judge);
    if (t->judge != KEYLOG_NO_JUDGE)
        t->row[JUDGE] = field_of(t->number);
}

/* JSON Lines */

/* Write a name, with the comma before it, and a string. Returns 0, or -1 with errno. */
static int put_member(const char *name, struct field field)
{
    printf(",\"%s\":", name);
    return json_value_print(json_value_text(field.text, field.length), 0);
}

static int put_json_row(const struct table *t, bool is_key)
{
    const struct field *row = t->row;
    int failed = 0;

    printf("{\"kind\":\"%s\",\"judge\":%s", is_key ? "key" : "line",
        row[JUDGE].text != NULL ? t->number : "null");
    for (int i = POSTED; i < COLUMNS; i++) {
        const char *name = i == POSTED && !is_key ? "time" : columns[i];

        if (row[i].text != NULL && i <= SIDE) /* needs no escapes */
            printf(",\"%s\":\"%s\"", name, row[i].text);
        else if (row[i].text != NULL)
            failed |= put_member(name, row[i]);
    }
    printf("}\n");
    return failed;
}

static int put_json_round(const struct record_round *round)
{
    static const char *const seats[] = {
        [SEAT_UNKNOWN] = "unknown", [SEAT_HUMAN] = "human", [SEAT_PROGRAM] = "program"};
    int failed;

    printf("{\"kind\":\"round\"");
    failed = put_member("round", field_of(round->number)) |
             put_member("program", field_of(round->program)) |
             put_member("human", field_of(round->human));
    printf(",\"left\":\"%s\",\"right\":\"%s\"}\n", seats[round->seat[PANE_LEFT]],
        seats[round->seat[PANE_RIGHT]]);
    return failed;
}

static int put_json_heading(const struct record *record)
{
    size_t length = record->length;
    int failed;

    if (length > 0 && record->text[length - 1] == '\r')
        length--;
    printf("{\"kind\":\"heading\"");
    failed = put_member("text", (struct field){record->text, length});
    printf("}\n");
    return failed;
}

static int put_jsonl(struct export_run *e, const struct record *record)
{
    struct table *t = e->state;

    switch (record->kind) {
    case RECORD_TEXT:
    case RECORD_NOTE:
        return put_json_heading(record);
    case RECORD_ROUND:
        return put_json_round(&e->source->file.reader.round);
    case RECORD_JUDGE:
        t->judge = (int)record->line.judge;
        return 0;
    case RECORD_KEY:
    case RECORD_LINE:
        fill_row(e, record);
        return put_json_row(t, record->kind == RECORD_KEY);
    default:
        return 0;
    }
}

/* CSV */

static void put_csv_row(struct table *t)
{
    for (int i = 0; i < COLUMNS; i++) {
        fwrite(t->csv, 1,
            csv_write(t->row[i].text, t->row[i].length, t->csv, sizeof(t->csv)),
            stdout);
        putchar(i + 1 < COLUMNS ? ',' : '\n');
    }
}

static int begin_csv(struct export_run *e)
{
    struct table *t = e->state;

    for (int i = 0; i < COLUMNS; i++)
        t->row[i] = field_of(columns[i]);
    put_csv_row(t);
    return begin_table(e);
}

static int put_csv(struct export_run *e, const struct record *record)
{
    struct table *t = e->state;

    if (record->kind == RECORD_JUDGE)
        t->judge = (int)record->line.judge;
    if (!export_is_said(record))
        return 0;
    fill_row(e, record);
    put_csv_row(t);
    return 0;
}

const struct export_form export_jsonl = {
    .name = "jsonl",
    .about = "JSON Lines, one object for each key or line",
    .state_size = sizeof(struct table),
    .begin = begin_table,
    .put = put_jsonl,
};

const struct export_form export_csv = {
    .name = "csv",
    .about = "a table, one row for each key or line",
    .state_size = sizeof(struct table),
    .begin = begin_csv,
    .put = put_csv,
};
