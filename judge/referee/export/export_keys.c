/*
 * The key logs of 2007, 2009 and 2012.
 *
 * Source: FORMATS, 5 to 8.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "judge/referee/export/export.h"

struct key_log {
    unsigned round;       /* the round of the last heading */
    int judge;            /* the judge of the last heading */
    bool has_pane[PANES]; /* 2009: the pane's subround has its heading */
    uint64_t posted;      /* 2012: the time of the last key, as it is written */
};

static const struct record_reader *reader_of(const struct export_run *e)
{
    return &e->source->file.reader;
}

/* Write the record's first line, and whether it is in the public domain. */
static void put_notice(const struct export_run *e, const char *line_end)
{
    printf("%s%s", e->heading[0] != '\0' ? e->heading : "Key log", line_end);
    if (reader_of(e)->has_public_domain)
        printf("These transcripts are in the public domain%s", line_end);
}

/* The program's name; "" if the record has none. */
static const char *program_of(const struct export_run *e)
{
    const struct record_round *round = &reader_of(e)->round;

    return reader_of(e)->form == RECORD_OURS && round->seat[PANE_LEFT] == SEAT_PROGRAM
               ? "program"
               : round->program;
}

static const char *seat_name(
    enum record_seat seat, const char *human, const char *program, const char *unknown)
{
    const char *const names[] = {
        [SEAT_UNKNOWN] = unknown, [SEAT_HUMAN] = human, [SEAT_PROGRAM] = program};

    return names[seat];
}

/* Write the record's first line above the first key. Returns whether a key needs a
 * heading above it: at the start of a round, and, in a log of ours, at a change of
 * judges. LoebnerPlayer looks for the sides above a judge's first record. FORMATS, 5.
 */
static bool start_round(
    struct export_run *e, const struct record *record, const char *line_end)
{
    const struct record_reader *reader = reader_of(e);
    struct key_log *log = e->state;

    if (e->count == 1)
        put_notice(e, line_end);
    else if (log->round == reader->round.count &&
             (reader->form != RECORD_OURS || log->judge == record->key.judge))
        return false;
    *log = (struct key_log){.round = reader->round.count,
        .judge = record->key.judge,
        .posted = log->posted};
    return true;
}

/* Write a judge's number; nothing for KEYLOG_NO_JUDGE. */
static void put_judge(int judge)
{
    if (judge != KEYLOG_NO_JUDGE)
        printf("%d", judge);
}

/* A time in the historic form. Counters, as some programs wrote them, stay as they are.
 */
static uint64_t historic_time(uint64_t time)
{
    uint64_t historic = record_historic_time(time);

    return historic < KEY_TIME_HISTORIC ? time : historic;
}

/* Write "J3 " and a time. */
static void put_posted(int judge, uint64_t time)
{
    putchar('J');
    put_judge(judge);
    printf(" %0*" PRIu64 " ", KEY_TIME_DIGITS, time);
}

static const char *pane_name(const struct record *record)
{
    return record_pane_name(record_pane(&record->key));
}

static void put_key_name(const struct record *record)
{
    char spelled[KEY_NAME_SIZE];
    const char *name;
    size_t length = export_key_name(record, spelled, &name);

    fwrite(name, 1, length, stdout);
}

/* Write the six fields of 2007 and 2009, all but the name of the key. */
static void put_six_fields(const struct record *record)
{
    const struct keylog_record *key = &record->key;

    put_posted(key->judge, historic_time(key->posted));
    printf("%0*" PRIu64 " %s %s ", KEY_TIME_DIGITS, historic_time(key->released),
        key->side == SIDE_JUDGE ? "local" : "remote", pane_name(record));
}

/* 2007 */

/* A record without a round's number leaves the number blank. */
static void put_2007_heading(const struct export_run *e)
{
    const char *number = reader_of(e)->round.number;

    printf("starting round %s left= %s right = %s\n", number,
        seat_name(reader_of(e)->round.seat[PANE_LEFT], "Human", "Program", "Unknown"),
        seat_name(reader_of(e)->round.seat[PANE_RIGHT], "Human", "Program", "Unknown"));
}

static int put_2007(struct export_run *e, const struct record *record)
{
    if (record->kind != RECORD_KEY)
        return 0;
    if (start_round(e, record, "\n")) {
        if (e->count == 1)
            printf("Transcripts of program %s\n", program_of(e));
        put_2007_heading(e);
    }
    put_six_fields(record);
    if (record->key.code == K_RETURN)
        printf("CR");
    else
        put_key_name(record);
    putchar('\n');
    return 0;
}

/* 2009 */

static const char *program_label(const struct export_run *e)
{
    return program_of(e)[0] != '\0' ? program_of(e) : "Program";
}

/* Write the words that rounds and subrounds share; "human H" and "judge J" are a human
 * and a judge without a number. */
static void put_people(const struct export_run *e, int judge)
{
    const char *human = reader_of(e)->round.human;

    printf(" program %s human %s judge J", program_label(e),
        human[0] != '\0' ? human : "H");
    put_judge(judge);
}

static const char *seat_label(const struct export_run *e, enum record_pane pane)
{
    return seat_name(
        reader_of(e)->round.seat[pane], "Human", program_label(e), "Unknown");
}

static void put_2009_heading(const struct export_run *e, int judge)
{
    printf("*Starting round %s", reader_of(e)->round.number);
    put_people(e, judge);
    printf(" left is %s right is %s\n", seat_label(e, PANE_LEFT),
        seat_label(e, PANE_RIGHT));
}

/* The first key in a pane starts its subround. */
static void put_subround(const struct export_run *e, int judge, enum record_pane pane)
{
    printf("**Starting subround %d", pane == PANE_LEFT ? 1 : 2);
    put_people(e, judge);
    printf(" other is %s\n", seat_label(e, pane));
}

static int put_2009(struct export_run *e, const struct record *record)
{
    struct key_log *log = e->state;
    int judge = record->key.judge;
    enum record_pane pane = record_pane(&record->key);

    if (record->kind != RECORD_KEY)
        return 0;
    if (start_round(e, record, "\n"))
        put_2009_heading(e, judge);
    if (!log->has_pane[pane])
        put_subround(e, judge, pane);
    log->has_pane[pane] = true;
    put_six_fields(record);
    put_key_name(record);
    putchar('\n');
    return 0;
}

/* 2012 */

static void put_2012_heading(const struct export_run *e, int judge)
{
    printf("Transcripts of judge ");
    put_judge(judge);
    printf(" program %s round %s\r\nLeft =%s \r\n", program_of(e),
        reader_of(e)->round.number,
        seat_name(reader_of(e)->round.seat[PANE_LEFT], "human", "program", ""));
}

/* This form has one time only, and no two keys of a log may share it. Keys of ours that
 * were posted in one millisecond are a microsecond apart. FORMATS, 8. */
static uint64_t next_time(const struct export_run *e, uint64_t last, uint64_t posted)
{
    uint64_t time = historic_time(posted);

    if (reader_of(e)->form == RECORD_OURS && time <= last && last < time + 1000)
        time = last + 1;
    return time;
}

/* The third field is "judge", or the program's name for both others. */
static int put_2012(struct export_run *e, const struct record *record)
{
    struct key_log *log = e->state;
    const char *other = program_of(e)[0] != '\0' ? program_of(e) : "other";

    if (record->kind != RECORD_KEY)
        return 0;
    if (start_round(e, record, "\r\n"))
        put_2012_heading(e, record->key.judge);
    log->posted = next_time(e, log->posted, record->key.posted);
    put_posted(record->key.judge, log->posted);
    printf(
        "%s %s ", record->key.side == SIDE_JUDGE ? "judge" : other, pane_name(record));
    put_key_name(record);
    printf("\r\n");
    return 0;
}

const struct export_form export_2007 = {
    .name = "2007",
    .about = "the key log of the 2007 contest",
    .same = RECORD_2007,
    .needs_keys = true,
    .state_size = sizeof(struct key_log),
    .put = put_2007,
};

const struct export_form export_2009 = {
    .name = "2009",
    .about = "the key log of the 2009 contest",
    .same = RECORD_2009,
    .needs_keys = true,
    .state_size = sizeof(struct key_log),
    .put = put_2009,
};

const struct export_form export_2012 = {
    .name = "2012",
    .about = "the key log of the 2012 and 2013 contests",
    .same = RECORD_2012,
    .needs_keys = true,
    .state_size = sizeof(struct key_log),
    .put = put_2012,
};
