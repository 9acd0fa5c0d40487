/*
 * Keys, or a transcript's lines, as JSON Lines and as CSV: one a line.
 */
#include <string.h>

#include "export.h"
#include "glyph.h"
#include "utf8.h"

enum { DAY = 24 * 60 * 60 };

/* The words for a day, which are looked up when another one has begun. Returns false
 * for a day that has no year. */
static bool find_day(struct export_day *last, uint64_t day)
{
    time_t second = (time_t)(day * DAY);
    struct tm when;

    if (day == last->day && last->length > 0)
        return true;
    if (gmtime_r(&second, &when) == NULL)
        return false;
    last->day = day;
    last->length = strftime(last->words, sizeof(last->words), "%Y-%m-%dT", &when);
    return true;
}

/* A time as ISO 8601, in UTC, as fine as it is: milliseconds, or microseconds in the
 * historic form. Nothing for one that has no year. */
static char *put_time(char *to, struct export_day *day, uint64_t time)
{
    uint64_t second = key_time_ms(time) / 1000;

    if (!find_day(day, second / DAY))
        return to;
    to = key_put(to, day->words, day->length);
    to = export_put_clock(to, (unsigned)(second % DAY));
    *to++ = '.';
    to = time >= KEY_TIME_HISTORIC ? key_put_number(to, time % 1000000, 6)
                                   : key_put_number(to, time % 1000, 3);
    *to++ = 'Z';
    return to;
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

/* The character that a key stands for; 0 bytes for one that has none, or that would do
 * something to a terminal. */
static size_t text_of(uint32_t code, char text[static UTF8_MAX])
{
    if (!glyph_is_shown(code))
        return 0;
    return utf8_encode(code, text);
}

static void json_field(
    struct export *e, const char *name, const char *text, size_t length)
{
    outlet_text(e->outlet, name);
    outlet_json(e->outlet, text, length);
}

/* A field whose name, and what stands before it, is in name. */
static char *put_field(char *to, const char *name, const char *text, size_t length)
{
    return outlet_put_json(key_put_text(to, name), text, length);
}

static void put_json_key(struct export *e, const struct record *record)
{
    const struct keylog_record *key = &record->key;
    char spelled[KEY_NAME_SIZE], text[UTF8_MAX];
    char *to = outlet_room(e->outlet, EXPORT_KEY_ROOM);
    const char *name;
    size_t length = name_of(record, &name, spelled);

    to = key_put_text(to, "{\"kind\":\"key\",\"judge\":");
    to = key->judge == KEYLOG_NO_JUDGE ? key_put_text(to, "null")
                                       : key_put_number(to, (uint64_t)key->judge, 1);
    to = key_put_text(to, ",\"posted\":\"");
    to = put_time(to, &e->day, key->posted);
    to = key_put_text(to, "\",\"released\":\"");
    to = put_time(to, &e->day, key->released);
    to = key_put_text(to, "\",\"side\":\"");
    to = key_put_text(to, key->side == SIDE_JUDGE ? "judge\"" : "other\"");
    to = put_field(to, ",\"who\":", key->who, key->who_length);
    to = put_field(to, ",\"pane\":", key->pane, strlen(key->pane));
    to = put_field(to, ",\"key\":", name, length);
    to = put_field(to, ",\"text\":", text, text_of(key->code, text));
    to = key_put_text(to, "}\n");
    outlet_filled(e->outlet, to);
}

/* A judge's own line says who judges, where none above it has; a message always
 * does. */
static void hear_judge(struct export *e, const struct record *record)
{
    if (record->line.side == SIDE_JUDGE || record->who != NULL)
        e->judge = (int)record->line.judge;
}

static void put_json_line(struct export *e, const struct record *record)
{
    const struct transcript_line *line = &record->line;
    char *to = outlet_room(e->outlet, EXPORT_LINE_ROOM);

    hear_judge(e, record);
    to = key_put_text(to, "{\"kind\":\"line\",\"judge\":");
    to = e->judge == KEYLOG_NO_JUDGE ? key_put_text(to, "null")
                                     : key_put_number(to, (uint64_t)e->judge, 1);
    if (line->second != TRANSCRIPT_NO_TIME) {
        to = key_put_text(to, ",\"time\":\"");
        to = export_put_clock(to, (unsigned)line->second);
        *to++ = '"';
    }
    to = key_put_text(to, ",\"side\":");
    to = key_put_text(to, line->side == SIDE_JUDGE ? "\"judge\"" : "\"other\"");
    outlet_filled(e->outlet, to);
    if (record->who != NULL) {
        json_field(e, ",\"who\":", record->who, strlen(record->who));
        outlet_print(e->outlet, ",\"pane\":\"%s\"", record_pane_name(record->pane));
    }
    outlet_text(e->outlet, ",\"text\":");
    outlet_json(e->outlet, line->text, line->length);
    outlet_put(e->outlet, "}\n", 2);
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

static char *put_csv_key(struct export *e, const struct record *record, char *to)
{
    const struct keylog_record *key = &record->key;
    char spelled[KEY_NAME_SIZE], text[UTF8_MAX];
    const char *name;
    size_t length = name_of(record, &name, spelled);

    if (key->judge != KEYLOG_NO_JUDGE)
        to = key_put_number(to, (uint64_t)key->judge, 1);
    *to++ = ',';
    to = put_time(to, &e->day, key->posted);
    *to++ = ',';
    to = put_time(to, &e->day, key->released);
    to = key_put_text(to, key->side == SIDE_JUDGE ? ",judge," : ",other,");
    to = outlet_put_csv(to, key->who, key->who_length);
    *to++ = ',';
    to = outlet_put_csv(to, key->pane, strlen(key->pane));
    *to++ = ',';
    to = outlet_put_csv(to, name, length);
    *to++ = ',';
    to = outlet_put_csv(to, text, text_of(key->code, text));
    *to++ = '\n';
    return to;
}

static void put_csv_line(struct export *e, const struct record *record)
{
    const struct transcript_line *line = &record->line;
    char *to = outlet_room(e->outlet, EXPORT_LINE_ROOM);

    hear_judge(e, record);
    if (e->judge != KEYLOG_NO_JUDGE)
        to = key_put_number(to, (uint64_t)e->judge, 1);
    *to++ = ',';
    if (line->second != TRANSCRIPT_NO_TIME)
        to = export_put_clock(to, (unsigned)line->second);
    to = key_put_text(to, line->side == SIDE_JUDGE ? ",,judge," : ",,other,");
    outlet_filled(e->outlet, to);
    if (record->who != NULL) {
        outlet_csv(e->outlet, record->who, strlen(record->who));
        outlet_print(e->outlet, ",%s,,", record_pane_name(record->pane));
    } else
        outlet_text(e->outlet, ",,,");
    outlet_csv(e->outlet, line->text, line->length);
    outlet_put(e->outlet, "\n", 1);
}

int export_csv_put(struct export *e, const struct record *record)
{
    const char *round = e->source->file.reader.round.number;
    char *to;

    if (record->kind == RECORD_JUDGE)
        e->judge = (int)record->line.judge;
    if (!export_wants(e, record))
        return 0;
    e->count++;
    to = outlet_put_csv(outlet_room(e->outlet, EXPORT_KEY_ROOM), round, strlen(round));
    *to++ = ',';
    if (record->kind == RECORD_KEY) {
        outlet_filled(e->outlet, put_csv_key(e, record, to));
        return 0;
    }
    outlet_filled(e->outlet, to);
    put_csv_line(e, record);
    return 0;
}
