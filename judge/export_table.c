/*
 * Keys, or a transcript's lines, as JSON Lines and as CSV: one a line.
 */
#include <string.h>

#include "export.h"
#include "utf8.h"

/* A time as ISO 8601, in UTC, as fine as it is: milliseconds, or microseconds in the
 * historic form. Of a second that has been written before the words are still there. */
static void put_time(struct export *e, uint64_t time)
{
    time_t seconds = (time_t)(key_time_ms(time) / 1000);
    struct tm when;

    if (seconds != e->second || e->clock[0] == '\0') {
        if (gmtime_r(&seconds, &when) == NULL)
            return;
        e->second = seconds;
        strftime(e->clock, sizeof(e->clock), "%Y-%m-%dT%H:%M:%S.", &when);
    }
    outlet_text(e->outlet, e->clock);
    if (time >= KEY_TIME_HISTORIC)
        outlet_number(e->outlet, time % 10000000 % 1000000, 6);
    else
        outlet_number(e->outlet, time % 1000, 3);
    outlet_put(e->outlet, "Z", 1);
}

/* The key's name as the suite has it; as it was where nobody knows it. */
static size_t name_of(
    const struct record *record, const char **name, char spelled[static KEY_NAME_SIZE])
{
    const struct keylog_record *key = &record->key;
    size_t length;

    *name = spelled;
    if (key->code != KEYLOG_NO_CODE && (length = key_spell(key->code, spelled)) > 0)
        return length;
    *name = key->who + key->who_length + strlen(key->pane) + 2;
    length = record->length - (size_t)(*name - record->text);
    while (length > 0 && ((*name)[length - 1] == '\r' || (*name)[length - 1] == ' '))
        length--;
    return length;
}

/* The character that a key stands for; 0 bytes for one that has none. */
static size_t text_of(uint32_t code, char text[static UTF8_MAX])
{
    if (code < ' ' || code == 0x7f)
        return 0;
    return utf8_encode(code, text);
}

static void json_field(
    struct export *e, const char *name, const char *text, size_t length)
{
    outlet_text(e->outlet, name);
    outlet_json(e->outlet, text, length);
}

static void put_json_key(struct export *e, const struct record *record)
{
    const struct keylog_record *key = &record->key;
    char spelled[KEY_NAME_SIZE], text[UTF8_MAX];
    const char *name;
    size_t length = name_of(record, &name, spelled);

    outlet_text(e->outlet, "{\"kind\":\"key\",\"judge\":");
    if (key->judge == KEYLOG_NO_JUDGE)
        outlet_text(e->outlet, "null");
    else
        outlet_number(e->outlet, (uint64_t)key->judge, 1);
    outlet_text(e->outlet, ",\"posted\":\"");
    put_time(e, key->posted);
    outlet_text(e->outlet, "\",\"released\":\"");
    put_time(e, key->released);
    outlet_text(e->outlet,
        key->side == SIDE_JUDGE ? "\",\"side\":\"judge\"" : "\",\"side\":\"other\"");
    json_field(e, ",\"who\":", key->who, key->who_length);
    json_field(e, ",\"pane\":", key->pane, strlen(key->pane));
    json_field(e, ",\"key\":", name, length);
    json_field(e, ",\"text\":", text, text_of(key->code, text));
    outlet_text(e->outlet, "}\n");
}

/* A judge's own line says who judges, where none above it has. */
static void hear_judge(struct export *e, const struct transcript_line *line)
{
    if (line->side == SIDE_JUDGE)
        e->judge = (int)line->judge;
}

static void put_json_line(struct export *e, const struct record *record)
{
    const struct transcript_line *line = &record->line;

    hear_judge(e, line);
    outlet_text(e->outlet, "{\"kind\":\"line\",\"judge\":");
    outlet_number(e->outlet, (uint64_t)e->judge, 1);
    outlet_text(e->outlet, ",\"time\":\"");
    export_clock(e, line->second);
    outlet_text(e->outlet,
        line->side == SIDE_JUDGE ? "\",\"side\":\"judge\"" : "\",\"side\":\"other\"");
    json_field(e, ",\"text\":", line->text, line->length);
    outlet_text(e->outlet, "}\n");
}

static void put_json_round(struct export *e)
{
    static const char *const seats[] = {
        [SEAT_UNKNOWN] = "unknown", [SEAT_HUMAN] = "human", [SEAT_PROGRAM] = "program"};
    const struct record_round *round = &e->source->file.reader.round;

    outlet_text(e->outlet, "{\"kind\":\"round\"");
    json_field(e, ",\"round\":", round->number, strlen(round->number));
    json_field(e, ",\"program\":", round->program, strlen(round->program));
    json_field(e, ",\"human\":", round->human, strlen(round->human));
    outlet_print(e->outlet, ",\"left\":\"%s\",\"right\":\"%s\"}\n",
        seats[round->seat[PANE_LEFT]], seats[round->seat[PANE_RIGHT]]);
}

static void put_json_heading(struct export *e, const struct record *record)
{
    size_t length = record->length;

    if (length > 0 && record->text[length - 1] == '\r')
        length--;
    json_field(e, "{\"kind\":\"heading\",\"text\":", record->text, length);
    outlet_text(e->outlet, "}\n");
}

int export_jsonl_put(struct export *e, const struct record *record)
{
    switch (record->kind) {
    case RECORD_TEXT:
    case RECORD_NOTE:
        put_json_heading(e, record);
        return 0;
    case RECORD_ROUND:
        put_json_round(e);
        return 0;
    case RECORD_JUDGE:
        e->judge = (int)record->line.judge;
        return 0;
    default:
        break;
    }
    if (!export_wants(e, record))
        return 0;
    e->count++;
    if (record->kind == RECORD_KEY)
        put_json_key(e, record);
    else
        put_json_line(e, record);
    return 0;
}

int export_csv_begin(struct export *e)
{
    outlet_text(e->outlet, "round,judge,posted,released,side,who,pane,key,text\n");
    return 0;
}

static void put_csv_key(struct export *e, const struct record *record)
{
    const struct keylog_record *key = &record->key;
    char spelled[KEY_NAME_SIZE], text[UTF8_MAX];
    const char *name;
    size_t length = name_of(record, &name, spelled);

    if (key->judge != KEYLOG_NO_JUDGE)
        outlet_number(e->outlet, (uint64_t)key->judge, 1);
    outlet_put(e->outlet, ",", 1);
    put_time(e, key->posted);
    outlet_put(e->outlet, ",", 1);
    put_time(e, key->released);
    outlet_text(e->outlet, key->side == SIDE_JUDGE ? ",judge," : ",other,");
    outlet_csv(e->outlet, key->who, key->who_length);
    outlet_put(e->outlet, ",", 1);
    outlet_csv(e->outlet, key->pane, strlen(key->pane));
    outlet_put(e->outlet, ",", 1);
    outlet_csv(e->outlet, name, length);
    outlet_put(e->outlet, ",", 1);
    outlet_csv(e->outlet, text, text_of(key->code, text));
    outlet_put(e->outlet, "\n", 1);
}

static void put_csv_line(struct export *e, const struct record *record)
{
    const struct transcript_line *line = &record->line;

    hear_judge(e, line);
    outlet_number(e->outlet, (uint64_t)e->judge, 1);
    outlet_put(e->outlet, ",", 1);
    export_clock(e, line->second);
    outlet_text(e->outlet, line->side == SIDE_JUDGE ? ",,judge,,,," : ",,other,,,,");
    outlet_csv(e->outlet, line->text, line->length);
    outlet_put(e->outlet, "\n", 1);
}

int export_csv_put(struct export *e, const struct record *record)
{
    const char *round = e->source->file.reader.round.number;

    if (record->kind == RECORD_JUDGE)
        e->judge = (int)record->line.judge;
    if (!export_wants(e, record))
        return 0;
    e->count++;
    outlet_csv(e->outlet, round, strlen(round));
    outlet_put(e->outlet, ",", 1);
    if (record->kind == RECORD_KEY)
        put_csv_key(e, record);
    else
        put_csv_line(e, record);
    return 0;
}
