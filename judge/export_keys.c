/*
 * The key logs of 2007, 2009 and 2012, from those of other years and from our own.
 * FORMATS, 5 to 8.
 */
#include <stdio.h>
#include <string.h>

#include "export.h"

enum { NUMBER_SIZE = 16 };

static const char notice_public[] = "These transcripts are in the public domain";

int export_keys_begin(struct export *e)
{
    e->judge = KEYLOG_NO_JUDGE;
    return 0;
}

/* What the record's own headings say of whose it is and what may be done with it. */
static void put_notice(struct export *e, const char *end)
{
    const struct record_reader *reader = &e->source->file.reader;

    outlet_text(e->outlet, e->heading[0] != '\0' ? e->heading : "Key log");
    outlet_text(e->outlet, end);
    if (reader->has_public_domain) {
        outlet_text(e->outlet, notice_public);
        outlet_text(e->outlet, end);
    }
}

static const char *program_of(const struct export *e)
{
    const struct record_reader *reader = &e->source->file.reader;

    if (reader->round.program[0] != '\0')
        return reader->round.program;
    return reader->form == RECORD_OURS && strcmp(reader->role, "entry") == 0 ? "program"
                                                                             : "";
}

static const char *seat_name(
    enum record_seat seat, const char *human, const char *program, const char *unknown)
{
    switch (seat) {
    case SEAT_HUMAN:
        return human;
    case SEAT_PROGRAM:
        return program;
    default:
        return unknown;
    }
}

/* The seats of a round: our own logs of one pane tell by their role. */
static void seats_of(const struct export *e, enum record_seat seat[static PANES])
{
    const struct record_reader *reader = &e->source->file.reader;

    memcpy(seat, reader->round.seat, sizeof(reader->round.seat));
    if (reader->form != RECORD_OURS)
        return;
    if (strcmp(reader->role, "entry") == 0)
        seat[PANE_LEFT] = SEAT_PROGRAM;
    if (strcmp(reader->role, "confederate") == 0)
        seat[PANE_LEFT] = SEAT_HUMAN;
}

static unsigned judge_of(const struct record *record)
{
    return record->key.judge == KEYLOG_NO_JUDGE ? 0 : (unsigned)record->key.judge;
}

/* Whether a heading is due: at the first record, and where a round has begun. Another
 * judge of ours is another round there: whoever plays these logs looks for the sides
 * above a judge's first record. FORMATS, 5. */
static bool is_due(const struct export *e, const struct record *record)
{
    const struct record_reader *reader = &e->source->file.reader;

    return !e->begun || e->round != reader->round.count ||
           (reader->form == RECORD_OURS && record->key.judge != e->judge);
}

static void mark_begun(struct export *e, const struct record *record)
{
    e->begun = true;
    e->headings++;
    e->judge = record->key.judge;
    e->round = e->source->file.reader.round.count;
    e->has_pane[PANE_LEFT] = e->has_pane[PANE_RIGHT] = false;
}

/* The round's number; where the record has none, that of its heading. */
static void number_of(const struct export *e, char number[static NUMBER_SIZE])
{
    const char *own = e->source->file.reader.round.number;

    if (own[0] != '\0')
        snprintf(number, NUMBER_SIZE, "%s", own);
    else
        snprintf(number, NUMBER_SIZE, "%u", e->headings);
}

/* A time in the historic form. Counters, which are no moments, would be others there:
 * they stay as they are. */
static uint64_t time_of(uint64_t time)
{
    uint64_t historic = record_historic_time(time);

    return historic < KEY_TIME_HISTORIC ? time : historic;
}

/* J3 and a time in the historic form: how each record begins. */
static char *put_posted(char *to, const struct keylog_record *key)
{
    *to++ = 'J';
    if (key->judge != KEYLOG_NO_JUDGE)
        to = key_put_number(to, (uint64_t)key->judge, 1);
    *to++ = ' ';
    to = key_put_number(to, time_of(key->posted), KEY_TIME_DIGITS);
    *to++ = ' ';
    return to;
}

/* left or right, and a blank. */
static char *put_pane(char *to, const struct keylog_record *key)
{
    return key_put_text(to, record_pane(key) == PANE_RIGHT ? "right " : "left ");
}

/* Of six fields all but the key's name. */
static char *put_six(char *to, const struct keylog_record *key)
{
    to = put_posted(to, key);
    to = key_put_number(to, time_of(key->released), KEY_TIME_DIGITS);
    to = key_put_text(to, key->side == SIDE_JUDGE ? " local " : " remote ");
    return put_pane(to, key);
}

/* The key's name; one that nobody knows is left as it was. */
static char *put_name(char *to, const struct record *record)
{
    const struct keylog_record *key = &record->key;
    char name[KEY_NAME_SIZE];
    size_t length = 0;
    const char *raw;

    if (key->code != KEYLOG_NO_CODE)
        length = key_spell(key->code, name);
    if (length > 0)
        return key_put(to, name, length);
    raw = key->who + key->who_length + strlen(key->pane) + 2;
    length = record->length - (size_t)(raw - record->text);
    while (length > 0 && (raw[length - 1] == '\r' || raw[length - 1] == ' '))
        length--;
    return key_put(to, raw, length);
}

/* A whole record has been put. */
static int end_record(struct export *e, char *to)
{
    outlet_filled(e->outlet, to);
    e->count++;
    return 0;
}

static void put_2007_heading(struct export *e, const struct record *record)
{
    enum record_seat seat[PANES];
    char number[NUMBER_SIZE];
    bool first = !e->begun;

    seats_of(e, seat);
    mark_begun(e, record);
    if (first) {
        put_notice(e, "\n");
        outlet_print(e->outlet, "Transcripts of program %s\n", program_of(e));
    }
    number_of(e, number);
    outlet_print(e->outlet, "starting round %s left= %s right = %s\n", number,
        seat_name(seat[PANE_LEFT], "Human", "Program", "Unknown"),
        seat_name(seat[PANE_RIGHT], "Human", "Program", "Unknown"));
}

int export_2007_put(struct export *e, const struct record *record)
{
    char *to;

    if (!export_wants(e, record))
        return 0;
    if (is_due(e, record))
        put_2007_heading(e, record);
    to = put_six(outlet_room(e->outlet, EXPORT_KEY_ROOM), &record->key);
    to = record->key.code == K_RETURN ? key_put_text(to, "CR") : put_name(to, record);
    *to++ = '\n';
    return end_record(e, to);
}

static void put_2009_heading(struct export *e, const struct record *record)
{
    const struct record_round *round = &e->source->file.reader.round;
    const char *program = program_of(e)[0] != '\0' ? program_of(e) : "Program";
    enum record_seat seat[PANES];
    char number[NUMBER_SIZE];

    seats_of(e, seat);
    if (!e->begun)
        put_notice(e, "\n");
    mark_begun(e, record);
    number_of(e, number);
    outlet_print(e->outlet,
        "*Starting round %s program %s human %s judge J%u left is %s right is %s\n",
        number, program, round->human[0] != '\0' ? round->human : "H", judge_of(record),
        seat_name(seat[PANE_LEFT], "Human", program, "Unknown"),
        seat_name(seat[PANE_RIGHT], "Human", program, "Unknown"));
}

/* A pane's first key in a round begins its subround. */
static void put_subround(struct export *e, const struct record *record)
{
    const struct record_round *round = &e->source->file.reader.round;
    const char *program = program_of(e)[0] != '\0' ? program_of(e) : "Program";
    enum record_pane pane = record_pane(&record->key);
    enum record_seat seat[PANES];

    if (e->has_pane[pane])
        return;
    e->has_pane[pane] = true;
    seats_of(e, seat);
    outlet_print(e->outlet,
        "**Starting subround %d program %s human %s judge J%u other is %s\n",
        pane == PANE_LEFT ? 1 : 2, program,
        round->human[0] != '\0' ? round->human : "H", judge_of(record),
        seat_name(seat[pane], "Human", program, "Unknown"));
}

int export_2009_put(struct export *e, const struct record *record)
{
    char *to;

    if (!export_wants(e, record))
        return 0;
    if (is_due(e, record))
        put_2009_heading(e, record);
    put_subround(e, record);
    to = put_six(outlet_room(e->outlet, EXPORT_KEY_ROOM), &record->key);
    to = put_name(to, record);
    *to++ = '\n';
    return end_record(e, to);
}

static void put_2012_heading(struct export *e, const struct record *record)
{
    enum record_seat seat[PANES];
    bool first = !e->begun;

    seats_of(e, seat);
    mark_begun(e, record);
    if (first)
        put_notice(e, "\r\n");
    outlet_text(e->outlet, "Transcripts of judge ");
    if (record->key.judge != KEYLOG_NO_JUDGE)
        outlet_print(e->outlet, "%d", record->key.judge);
    outlet_print(e->outlet, " program %s round %s\r\nLeft =%s \r\n", program_of(e),
        e->source->file.reader.round.number,
        seat_name(seat[PANE_LEFT], "human", "program", ""));
}

/* Our keys may be posted in one millisecond, several of them; where there is no other
 * time they follow each other by microseconds: no time is to be there twice. FORMATS,
 * 8. */
static uint64_t next_time(struct export *e, uint64_t posted)
{
    uint64_t time = time_of(posted);

    if (e->source->file.reader.form == RECORD_OURS && time <= e->posted &&
        e->posted < time + 1000)
        time = e->posted + 1;
    return e->posted = time;
}

/* One time, and whose program it is in place of local and remote. */
int export_2012_put(struct export *e, const struct record *record)
{
    const char *program = program_of(e);
    struct keylog_record key = record->key;
    char *to;

    if (!export_wants(e, record))
        return 0;
    if (is_due(e, record))
        put_2012_heading(e, record);
    key.posted = next_time(e, key.posted);
    to = put_posted(outlet_room(e->outlet, EXPORT_KEY_ROOM), &key);
    if (record->key.side == SIDE_JUDGE)
        to = key_put_text(to, "judge");
    else
        to = key_put_text(to, program[0] != '\0' ? program : "other");
    *to++ = ' ';
    to = put_name(put_pane(to, &record->key), record);
    return end_record(e, key_put_text(to, "\r\n"));
}
