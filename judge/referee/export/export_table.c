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

struct table {
    int judge; /* of the lines, or KEYLOG_NO_JUDGE */
    char field[CSV_SIZE(RECORD_LINE_MAX)];
};

static int begin_table(struct export_run *e)
{
    struct table *table = e->state;

    table->judge = KEYLOG_NO_JUDGE;
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

/* The character of a key; empty for a key without one, and for a character that a
 * terminal would obey. Returns its bytes. */
static size_t text_of(uint32_t code, char text[static UTF8_MAX])
{
    return glyph_is_shown(code) ? utf8_encode(code, text) : 0;
}

/* The judge of a line: of the last change of judges, of the last judge's line, or, in
 * an LPP v2, of the message itself. */
static void follow_judge(struct table *table, const struct record *record)
{
    if (record->kind == RECORD_JUDGE || record->line.side == SIDE_JUDGE ||
        record->who != NULL)
        table->judge = (int)record->line.judge;
}

/* JSON Lines */

/* Write a name, with the comma before it, and a string. Returns 0, or -1 with errno. */
static int put_member(const char *name, const char *text, size_t length)
{
    printf(",\"%s\":", name);
    return json_value_print(json_value_text(text, length), 0);
}

static void put_json_judge(const char *kind, int judge)
{
    printf("{\"kind\":\"%s\",\"judge\":", kind);
    if (judge == KEYLOG_NO_JUDGE)
        printf("null");
    else
        printf("%d", judge);
}

static int put_json_key(const struct record *record)
{
    const struct keylog_record *key = &record->key;
    char spelled[KEY_NAME_SIZE], text[UTF8_MAX], posted[STAMP_SIZE],
        released[STAMP_SIZE];
    const char *name;
    size_t length = export_key_name(record, spelled, &name);
    int failed;

    stamp(key->posted, posted);
    stamp(key->released, released);
    put_json_judge("key", key->judge);
    printf(",\"posted\":\"%s\",\"released\":\"%s\",\"side\":\"%s\"", posted, released,
        side_name(key->side));
    failed = put_member("who", key->who, key->who_length) < 0 ||
             put_member("pane", key->pane, strlen(key->pane)) < 0 ||
             put_member("key", name, length) < 0 ||
             put_member("text", text, text_of(key->code, text)) < 0;
    printf("}\n");
    return failed ? -1 : 0;
}

static int put_json_line(int judge, const struct record *record)
{
    const struct transcript_line *line = &record->line;
    char clock[EXPORT_CLOCK_SIZE];
    int failed = 0;

    put_json_judge("line", judge);
    if (line->second != TRANSCRIPT_NO_TIME) {
        export_clock((unsigned)line->second, clock);
        printf(",\"time\":\"%s\"", clock);
    }
    printf(",\"side\":\"%s\"", side_name(line->side));
    if (record->who != NULL) {
        failed = put_member("who", record->who, strlen(record->who));
        printf(",\"pane\":\"%s\"", record_pane_name(record->pane));
    }
    failed |= put_member("text", line->text, line->length);
    printf("}\n");
    return failed;
}

static int put_json_round(const struct record_round *round)
{
    static const char *const seats[] = {
        [SEAT_UNKNOWN] = "unknown", [SEAT_HUMAN] = "human", [SEAT_PROGRAM] = "program"};
    int failed;

    printf("{\"kind\":\"round\"");
    failed = put_member("round", round->number, strlen(round->number)) < 0 ||
             put_member("program", round->program, strlen(round->program)) < 0 ||
             put_member("human", round->human, strlen(round->human)) < 0;
    printf(",\"left\":\"%s\",\"right\":\"%s\"}\n", seats[round->seat[PANE_LEFT]],
        seats[round->seat[PANE_RIGHT]]);
    return failed ? -1 : 0;
}

static int put_json_heading(const struct record *record)
{
    size_t length = record->length;
    int failed;

    if (length > 0 && record->text[length - 1] == '\r')
        length--;
    printf("{\"kind\":\"heading\"");
    failed = put_member("text", record->text, length);
    printf("}\n");
    return failed;
}

static int put_jsonl(struct export_run *e, const struct record *record)
{
    struct table *table = e->state;

    switch (record->kind) {
    case RECORD_TEXT:
    case RECORD_NOTE:
        return put_json_heading(record);
    case RECORD_ROUND:
        return put_json_round(&e->source->file.reader.round);
    case RECORD_JUDGE:
        follow_judge(table, record);
        return 0;
    case RECORD_KEY:
        return export_wants(e, record) ? put_json_key(record) : 0;
    case RECORD_LINE:
        if (!export_wants(e, record))
            return 0;
        follow_judge(table, record);
        return put_json_line(table->judge, record);
    default:
        return 0;
    }
}

/* CSV */

static int begin_csv(struct export_run *e)
{
    printf("round,judge,posted,released,side,who,pane,key,text\n");
    return begin_table(e);
}

/* Write a field with this byte after it. */
static void put_field(struct table *table, const char *text, size_t length, char after)
{
    fwrite(table->field, 1, csv_write(text, length, table->field, sizeof(table->field)),
        stdout);
    putchar(after);
}

static void put_csv_start(struct export_run *e, int judge)
{
    const char *round = e->source->file.reader.round.number;

    put_field(e->state, round, strlen(round), ',');
    if (judge != KEYLOG_NO_JUDGE)
        printf("%d", judge);
}

static void put_csv_key(struct export_run *e, const struct record *record)
{
    const struct keylog_record *key = &record->key;
    char spelled[KEY_NAME_SIZE], text[UTF8_MAX], posted[STAMP_SIZE],
        released[STAMP_SIZE];
    const char *name;
    size_t length = export_key_name(record, spelled, &name);

    stamp(key->posted, posted);
    stamp(key->released, released);
    put_csv_start(e, key->judge);
    printf(",%s,%s,%s,", posted, released, side_name(key->side));
    put_field(e->state, key->who, key->who_length, ',');
    put_field(e->state, key->pane, strlen(key->pane), ',');
    put_field(e->state, name, length, ',');
    put_field(e->state, text, text_of(key->code, text), '\n');
}

static void put_csv_line(struct export_run *e, const struct record *record)
{
    const struct transcript_line *line = &record->line;
    struct table *table = e->state;
    const char *who = record->who != NULL ? record->who : "";
    char clock[EXPORT_CLOCK_SIZE] = "";

    if (line->second != TRANSCRIPT_NO_TIME)
        export_clock((unsigned)line->second, clock);
    put_csv_start(e, table->judge);
    printf(",%s,,%s,", clock, side_name(line->side));
    put_field(table, who, strlen(who), ',');
    printf("%s,,", record->who != NULL ? record_pane_name(record->pane) : "");
    put_field(table, line->text, line->length, '\n');
}

static int put_csv(struct export_run *e, const struct record *record)
{
    if (record->kind == RECORD_JUDGE)
        follow_judge(e->state, record);
    if (!export_wants(e, record))
        return 0;
    if (record->kind == RECORD_KEY) {
        put_csv_key(e, record);
        return 0;
    }
    follow_judge(e->state, record);
    put_csv_line(e, record);
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
