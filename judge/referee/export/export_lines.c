/*
 * The lines of a conversation: as plain text, and as the transcript of the 1996 rules.
 */
#include <stdio.h>
#include <string.h>

#include "common/text/glyph.h"
#include "common/text/utf8.h"
#include "judge/referee/export/export.h"
#include "judge/referee/record/record_player.h"

/* The state of both forms. */
struct lines {
    struct record_player player;
    uint64_t posted; /* the time of the last key, as written */
    struct transcript transcript;
};

static const struct rulebook *book_of(const struct export_run *e)
{
    return record_book(&e->source->file.reader);
}

/* A time as written in the record, as local time. */
static struct tm local_time(uint64_t time)
{
    time_t seconds = (time_t)(key_time_ms(time) / 1000);
    struct tm when;

    if (localtime_r(&seconds, &when) == NULL)
        when = (struct tm){.tm_mday = 1, .tm_year = 70};
    return when;
}

static void play_key(
    struct export_run *e, const struct record *record, record_player_listener *listener)
{
    struct lines *lines = e->state;
    struct key key = {record->key.released, record->key.code, record->key.side};

    lines->posted = record->key.posted;
    record_player_feed(&lines->player, record_pane(&record->key), &key, listener, e);
}

/* Text */

/* Write "[14:12:32] left judge: "; pane is NULL in a record of one pane. */
static void put_speaker(int second, const char *pane, enum side side)
{
    char clock[EXPORT_CLOCK_SIZE] = "--:--:--";

    if (second != TRANSCRIPT_NO_TIME)
        export_clock((unsigned)second, clock);
    printf("[%s] %s%s%s: ", clock, pane != NULL ? pane : "", pane != NULL ? " " : "",
        side_name(side));
}

static void put_line(const struct export_run *e, int second, enum record_pane pane,
    enum side side, const uint32_t *codes, size_t length)
{
    const bool *panes = e->source->has_pane;
    char text[PROMPT_LINE_MAX * UTF8_MAX];

    if (prompt_is_blank(codes, length))
        return;
    put_speaker(second,
        panes[PANE_LEFT] && panes[PANE_RIGHT] ? record_pane_name(pane) : NULL, side);
    fwrite(text, 1, utf8_encode_all(codes, length, text), stdout);
    putchar('\n');
}

static void put_text_event(void *to, enum record_pane pane, const struct event *event)
{
    const struct export_run *e = to;
    const struct lines *lines = e->state;
    struct tm when;

    if (event->kind == EV_JUDGE)
        printf("-- judge %02u --\n", event->judge);
    if (event->kind != EV_LINE)
        return;
    when = local_time(lines->posted);
    put_line(e, when.tm_hour * 3600 + when.tm_min * 60 + when.tm_sec, pane, event->side,
        event->text, event->length);
}

/* Write the unfinished lines of a round. */
static int end_text(struct export_run *e)
{
    struct lines *lines = e->state;

    if (e->count == 0)
        return 0;
    record_player_end(&lines->player, put_text_event, e);
    record_player_round(&lines->player);
    return 0;
}

/* Write bytes as a terminal may show them, '?' for the rest, and a line end. */
static void put_shown(const char *bytes, size_t length)
{
    struct utf8 utf8 = {0};
    char out[UTF8_MAX];
    uint32_t codes[2];

    for (size_t i = 0; i < length; i++) {
        int count = utf8_decode(&utf8, (unsigned char)bytes[i], codes);

        for (int c = 0; c < count; c++)
            fwrite(out, 1, utf8_encode(glyph_is_shown(codes[c]) ? codes[c] : '?', out),
                stdout);
    }
    printf(utf8.missing > 0 ? "?\n" : "\n");
}

static void put_heading(const struct record *record)
{
    size_t length = record->length;

    while (length > 0 &&
           (record->text[length - 1] == '\r' || record->text[length - 1] == ' '))
        length--;
    put_shown(record->text, length);
}

/* Write a message of an LPP v2. Each of its lines names the speaker, so that a message
 * cannot forge another's line. */
static void put_message(const struct export_run *e, const struct record *record)
{
    struct record_typist typist = record_typist(&record->line);
    uint32_t text[PROMPT_LINE_MAX], code;
    size_t length = 0;

    while (record_type(&typist, &code))
        if (code != K_RETURN)
            text[length++] = code;
        else {
            put_line(
                e, record->line.second, record->pane, record->line.side, text, length);
            length = 0;
        }
}

static int put_text(struct export_run *e, const struct record *record)
{
    struct lines *lines = e->state;

    if (record->kind == RECORD_ROUND)
        end_text(e);
    if (record->kind == RECORD_ROUND || record->kind == RECORD_TEXT)
        put_heading(record);
    if (record->kind == RECORD_JUDGE)
        printf("-- judge %02u --\n", record->line.judge);
    if (!export_is_said(record))
        return 0;
    if (e->count == 1)
        record_player_start(&lines->player, book_of(e));
    if (record->kind == RECORD_KEY)
        play_key(e, record, put_text_event);
    else if (record->who != NULL)
        put_message(e, record);
    else {
        put_speaker(record->line.second, NULL, record->line.side);
        put_shown(record->line.text, record->line.length);
    }
    return 0;
}

/* Transcript */

/* A key log knows the time of the first key, not of the start. */
static void put_transcript_heading(const struct export_run *e)
{
    const struct record_reader *reader = &e->source->file.reader;
    const char *notice = reader->has_public_domain || e->heading[0] == '\0'
                             ? "This transcript is in the public domain"
                             : e->heading;
    struct tm when = local_time(e->source->first);
    char out[TRANSCRIPT_HEADER_SIZE];

    fwrite(out, 1,
        transcript_header(notice,
            reader->form == RECORD_OURS ? reader->station : reader->round.program, "",
            &when, out),
        stdout);
}

static void put_transcript_event(
    void *to, enum record_pane pane, const struct event *event)
{
    struct export_run *e = to;
    struct lines *lines = e->state;
    char out[TRANSCRIPT_OUT_SIZE];
    struct tm when;

    (void)pane;
    if (event->kind == EV_ECHO || event->kind == EV_ERASE)
        return;
    when = local_time(lines->posted);
    fwrite(out, 1, transcript_feed(&lines->transcript, event, &when, out), stdout);
}

static void begin_transcript(struct export_run *e)
{
    struct lines *lines = e->state;

    put_transcript_heading(e);
    record_player_start(&lines->player, book_of(e));
    transcript_init(&lines->transcript, book_of(e));
}

/* Write the unfinished lines of a round. */
static int end_transcript(struct export_run *e)
{
    struct lines *lines = e->state;
    char out[TRANSCRIPT_OUT_SIZE];

    if (e->count == 0)
        return 0;
    record_player_end(&lines->player, put_transcript_event, e);
    fwrite(out, 1, transcript_end(&lines->transcript, out), stdout);
    record_player_round(&lines->player);
    return 0;
}

/* Under a book without @@nn lines, the numbers in the record make the JUDGEnn lines. */
static void seat_judge(struct export_run *e, int judge)
{
    struct lines *lines = e->state;
    int number = judge == KEYLOG_NO_JUDGE ? 0 : judge % PROMPT_JUDGES;

    if (judge == KEYLOG_NO_JUDGE && !book_of(e)->judge_lines)
        e->remark = "the log has no judge's number: the transcript says JUDGE00; csv, "
                    "jsonl and 2012 leave it blank";
    record_player_seat(&lines->player, number, put_transcript_event, e);
}

static int put_transcript(struct export_run *e, const struct record *record)
{
    struct lines *lines = e->state;

    if (record->kind == RECORD_ROUND)
        return end_transcript(e);
    if (record->kind != RECORD_KEY)
        return 0;
    if (e->count == 1)
        begin_transcript(e);
    lines->posted = record->key.posted;
    seat_judge(e, record->key.judge);
    play_key(e, record, put_transcript_event);
    return 0;
}

const struct export_form export_text = {
    .name = "text",
    .about = "the lines of the conversation, to read",
    .needs_survey = true,
    .state_size = sizeof(struct lines),
    .put = put_text,
    .end = end_text,
};

const struct export_form export_transcript = {
    .name = "transcript",
    .about = "LP-nn.TXT, as the 1996 rules have it",
    .same = RECORD_TRANSCRIPT,
    .needs_keys = true,
    .needs_survey = true,
    .state_size = sizeof(struct lines),
    .put = put_transcript,
    .end = end_transcript,
};
