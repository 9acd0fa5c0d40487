/*
 * What was said, line by line: as plain text, and as the transcript of the 1996 rules.
 */
#include <string.h>

#include "export.h"
#include "glyph.h"
#include "printable.h"

static void begin_prompts(struct export *e)
{
    const struct rulebook *book = record_book(&e->source->file.reader);

    for (int i = 0; i < PANES; i++) {
        prompt_init(&e->prompt[i], book);
        /* In a record whoever has begun has begun. */
        e->prompt[i].begun = !e->prompt[i].turns;
    }
}

int export_lines_begin(struct export *e)
{
    e->judge = KEYLOG_NO_JUDGE;
    return 0;
}

/* The headings are read by the first record: the book is known. */
static void begin(struct export *e)
{
    begin_prompts(e);
    transcript_init(&e->transcript, record_book(&e->source->file.reader));
    e->round = e->source->file.reader.round.count;
    e->begun = true;
}

/* As text */

static bool has_both(const struct export *e)
{
    const struct source_survey *survey = &e->source->survey;

    return survey->pane[PANE_LEFT] && survey->pane[PANE_RIGHT];
}

/* "[14:12:32] left judge: "; pane is NULL where there is one pane only. */
static char *put_speaker(char *to, int second, const char *pane, enum side side)
{
    *to++ = '[';
    to = second == TRANSCRIPT_NO_TIME ? key_put_text(to, "--:--:--")
                                      : export_put_clock(to, (unsigned)second);
    to = key_put_text(to, "] ");
    if (pane != NULL) {
        to = key_put_text(to, pane);
        *to++ = ' ';
    }
    return key_put_text(to, side == SIDE_JUDGE ? "judge: " : "other: ");
}

static void put_line(struct export *e, int second, enum record_pane pane,
    enum side side, const uint32_t *codes, size_t length)
{
    char text[PROMPT_LINE_MAX * UTF8_MAX], *to;

    if (prompt_is_blank(codes, length))
        return;
    to = put_speaker(outlet_room(e->outlet, EXPORT_LINE_ROOM), second,
        has_both(e) ? record_pane_name(pane) : NULL, side);
    outlet_filled(e->outlet, to);
    outlet_put(e->outlet, text, utf8_encode_all(codes, length, text));
    outlet_put(e->outlet, "\n", 1);
    e->count++;
}

static void put_text_line(
    struct export *e, enum record_pane pane, const struct event *event)
{
    struct tm when;

    export_local(e->time, &when);
    put_line(e, when.tm_hour * 3600 + when.tm_min * 60 + when.tm_sec, pane, event->side,
        event->text, event->length);
}

/* Whatever has not been finished stands as it is. */
static void end_text_round(struct export *e)
{
    struct event events[PROMPT_ENDS_MAX];

    for (int pane = 0; e->begun && pane < PANES; pane++) {
        int count = prompt_end(&e->prompt[pane], events);

        for (int i = 0; i < count; i++)
            put_text_line(e, (enum record_pane)pane, &events[i]);
    }
}

static void put_made(struct export *e, enum record_pane pane, const struct key *key)
{
    struct event events[PROMPT_EVENTS_MAX];
    int count = prompt_feed(&e->prompt[pane], key, events);

    for (int i = 0; i < count; i++)
        if (events[i].kind == EV_LINE)
            put_text_line(e, pane, &events[i]);
        else if (events[i].kind == EV_JUDGE)
            outlet_print(e->outlet, "-- judge %02u --\n", events[i].judge);
}

/* A line as a terminal may show it: what is not to be shown is a '?'. */
static void put_shown(struct export *e, const char *text, size_t length)
{
    size_t plain = printable_length(text, length);
    struct utf8 utf8 = {0};
    char bytes[UTF8_MAX];
    uint32_t codes[2];

    outlet_put(e->outlet, text, plain);
    for (size_t i = plain; i < length; i++) {
        int count = utf8_decode(&utf8, (unsigned char)text[i], codes);

        for (int c = 0; c < count; c++)
            outlet_put(e->outlet, bytes,
                utf8_encode(glyph_is_shown(codes[c]) ? codes[c] : '?', bytes));
    }
    outlet_put(e->outlet, utf8.missing > 0 ? "?\n" : "\n", utf8.missing > 0 ? 2 : 1);
}

static void put_text_key(struct export *e, const struct record *record)
{
    struct key key = {record->key.released, record->key.code, record->key.side};
    enum record_pane pane = record_pane(&record->key);

    e->time = record->key.posted;
    if (key.code == KEYLOG_NO_CODE)
        return;
    if (record_breaks(record_book(&e->source->file.reader), &e->prompt[pane], &key))
        put_made(e, pane, &(struct key){key.time, K_RETURN, key.side});
    put_made(e, pane, &key);
}

static void put_said(struct export *e, const struct transcript_line *line)
{
    char *to = outlet_room(e->outlet, EXPORT_LINE_ROOM);

    outlet_filled(e->outlet, put_speaker(to, line->second, NULL, line->side));
    put_shown(e, line->text, line->length);
    e->count++;
}

/* A message of an LPP v2 may have several lines: each has its speaker, so that none can
 * be forged. */
static void put_message(struct export *e, const struct record *record)
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

static void put_heading(struct export *e, const struct record *record)
{
    size_t length = record->length;

    while (length > 0 &&
           (record->text[length - 1] == '\r' || record->text[length - 1] == ' '))
        length--;
    put_shown(e, record->text, length);
}

int export_text_put(struct export *e, const struct record *record)
{
    switch (record->kind) {
    case RECORD_ROUND:
        end_text_round(e);
        e->begun = false;
        put_heading(e, record);
        return 0;
    case RECORD_TEXT:
        put_heading(e, record);
        return 0;
    case RECORD_JUDGE:
        outlet_print(e->outlet, "-- judge %02u --\n", record->line.judge);
        return 0;
    default:
        break;
    }
    if (!export_wants(e, record))
        return 0;
    if (!e->begun)
        begin(e);
    if (record->kind == RECORD_KEY)
        put_text_key(e, record);
    else if (record->who != NULL)
        put_message(e, record);
    else
        put_said(e, &record->line);
    return 0;
}

int export_text_end(struct export *e)
{
    end_text_round(e);
    return 0;
}

/* As a transcript */

static void feed(struct export *e, const struct event *event)
{
    char out[TRANSCRIPT_OUT_SIZE];
    struct tm when;

    if (event->kind == EV_ECHO || event->kind == EV_ERASE)
        return;
    export_local(e->time, &when);
    outlet_put(e->outlet, out, transcript_feed(&e->transcript, event, &when, out));
    e->count += event->kind == EV_LINE ? 1 : 0;
}

/* A key log does not say when its conversation began, but when its first key came. */
static void put_transcript_heading(struct export *e)
{
    const struct record_reader *reader = &e->source->file.reader;
    const char *notice = reader->has_public_domain || e->heading[0] == '\0'
                             ? "This transcript is in the public domain"
                             : e->heading;
    char out[TRANSCRIPT_HEADER_SIZE];
    struct tm when;

    export_local(e->source->survey.first, &when);
    outlet_put(e->outlet, out,
        transcript_header(notice,
            reader->form == RECORD_OURS ? reader->station : reader->round.program, "",
            &when, out));
}

static void end_round(struct export *e)
{
    char out[TRANSCRIPT_OUT_SIZE];
    struct event events[PROMPT_ENDS_MAX];

    for (int pane = 0; e->begun && pane < PANES; pane++) {
        int count = prompt_end(&e->prompt[pane], events);

        for (int i = 0; i < count; i++)
            feed(e, &events[i]);
    }
    if (e->begun)
        outlet_put(e->outlet, out, transcript_end(&e->transcript, out));
}

/* Where no line of a judge's says who sits there, the record does. */
static void seat_judge(struct export *e, const struct record *record)
{
    int judge = record->key.judge == KEYLOG_NO_JUDGE ? 0 : record->key.judge;
    struct event event = {
        EV_JUDGE, .side = SIDE_JUDGE, .judge = (unsigned)judge % PROMPT_JUDGES};

    if (record_book(&e->source->file.reader)->judge_lines || judge == e->judge)
        return;
    e->judge = judge;
    feed(e, &event);
}

static void feed_made(struct export *e, enum record_pane pane, const struct key *key)
{
    struct event events[PROMPT_EVENTS_MAX];
    int count = prompt_feed(&e->prompt[pane], key, events);

    for (int i = 0; i < count; i++)
        feed(e, &events[i]);
}

int export_transcript_put(struct export *e, const struct record *record)
{
    struct key key = {record->key.released, record->key.code, record->key.side};
    enum record_pane pane = record_pane(&record->key);

    if (!export_wants(e, record) || record->kind != RECORD_KEY)
        return 0;
    if (!e->begun) {
        put_transcript_heading(e);
        begin(e);
    }
    if (e->round != e->source->file.reader.round.count) {
        end_round(e);
        begin_prompts(e);
        e->round = e->source->file.reader.round.count;
    }
    e->time = record->key.posted;
    seat_judge(e, record);
    if (key.code == KEYLOG_NO_CODE)
        return 0;
    if (record_breaks(record_book(&e->source->file.reader), &e->prompt[pane], &key))
        feed_made(e, pane, &(struct key){key.time, K_RETURN, key.side});
    feed_made(e, pane, &key);
    return 0;
}

int export_transcript_end(struct export *e)
{
    end_round(e);
    return 0;
}
