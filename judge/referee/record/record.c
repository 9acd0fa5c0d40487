#include "judge/referee/record/record.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/record/log_note.h"
#include "common/text/glyph.h"
#include "common/text/utf8.h"
#include "judge/referee/record/lpp2.h"

/* Words of a heading */

struct words {
    const char *at;
    const char *end;
};

static void skip_blanks(struct words *w)
{
    while (w->at < w->end && (*w->at == ' ' || *w->at == '\t' || *w->at == '\r'))
        w->at++;
}

/* Skip blanks and take a text; case is ignored. */
static bool take_text(struct words *w, const char *text)
{
    size_t length = strlen(text);

    skip_blanks(w);
    if ((size_t)(w->end - w->at) < length || strncasecmp(w->at, text, length) != 0)
        return false;
    w->at += length;
    return true;
}

/* Skip blanks and take a word, which a blank or '=' ends. Returns its length, 0 at the
 * end. */
static size_t next_word(struct words *w, const char **word)
{
    skip_blanks(w);
    *word = w->at;
    while (w->at < w->end && *w->at != ' ' && *w->at != '=' && *w->at != '\r')
        w->at++;
    return (size_t)(w->at - *word);
}

static void take_name(struct words *w, char *to, size_t size)
{
    const char *word;
    size_t length = next_word(w, &word);

    snprintf(to, size, "%.*s", (int)length, word);
}

/* Whether the next word is another name of the heading, not a value: the value after
 * "round " or "judge " may be blank. */
static bool is_next(const struct words *w, const char *name)
{
    struct words after = *w;

    return take_text(&after, name);
}

/* Take J2, 2, or a blank number. */
static int take_judge(struct words *w)
{
    const char *word;
    size_t length = next_word(w, &word);
    uint64_t number;

    if (length > 0 && word[0] == 'J') {
        word++;
        length--;
    }
    return length <= 4 && key_time(word, length, &number) == 0 ? (int)number
                                                               : KEYLOG_NO_JUDGE;
}

/* Take Human, Program, or the name of a program. */
static enum record_seat take_seat(struct words *w)
{
    const char *word;
    size_t length = next_word(w, &word);

    if (length == 0)
        return SEAT_UNKNOWN;
    return length == 5 && strncasecmp(word, "human", 5) == 0 ? SEAT_HUMAN
                                                             : SEAT_PROGRAM;
}

/* Set both seats by the left one: exactly one of the two is a human. */
static void set_left(struct record_round *round, enum record_seat left)
{
    static const enum record_seat other[] = {
        [SEAT_UNKNOWN] = SEAT_UNKNOWN,
        [SEAT_HUMAN] = SEAT_PROGRAM,
        [SEAT_PROGRAM] = SEAT_HUMAN,
    };

    round->seat[PANE_LEFT] = left;
    round->seat[PANE_RIGHT] = other[left];
}

/* Headings */

/* "starting round 1 left= Human right = Program 3"; FORMATS, 5. */
static bool read_2007_round(struct record_round *round, struct words w)
{
    if (!take_text(&w, "starting round"))
        return false;
    round->count++;
    round->judge = KEYLOG_NO_JUDGE;
    round->number[0] = '\0';
    if (!is_next(&w, "left"))
        take_name(&w, round->number, sizeof(round->number));
    set_left(round,
        take_text(&w, "left") && take_text(&w, "=") ? take_seat(&w) : SEAT_UNKNOWN);
    return true;
}

/* "*Starting round 1 program P3 human H2 judge J2 left is P3 right is Human"; 6. */
static bool read_2009_round(struct record_round *round, struct words w)
{
    if (!take_text(&w, "*Starting round"))
        return false;
    round->count++;
    round->judge = KEYLOG_NO_JUDGE;
    round->human[0] = round->number[0] = '\0';
    if (!is_next(&w, "program"))
        take_name(&w, round->number, sizeof(round->number));
    if (take_text(&w, "program"))
        take_name(&w, round->program, sizeof(round->program));
    if (take_text(&w, "human"))
        take_name(&w, round->human, sizeof(round->human));
    if (take_text(&w, "judge"))
        round->judge = take_judge(&w);
    set_left(round, take_text(&w, "left is") ? take_seat(&w) : SEAT_UNKNOWN);
    return true;
}

/* "Transcripts of program P3" of 2007; and of 2012, where both numbers may be blank,
 * "Transcripts of judge 2 program b-wilcox-angela round 1". */
static bool read_transcripts_of(struct record_round *round, struct words w)
{
    if (!take_text(&w, "Transcripts of"))
        return false;
    if (take_text(&w, "judge"))
        round->judge = is_next(&w, "program") ? KEYLOG_NO_JUDGE : take_judge(&w);
    if (take_text(&w, "program"))
        take_name(&w, round->program, sizeof(round->program));
    if (take_text(&w, "round"))
        take_name(&w, round->number, sizeof(round->number));
    return true;
}

/* "Left =program ", "Left=human "; FORMATS, 7. */
static bool read_2012_left(struct record_round *round, struct words w)
{
    if (!take_text(&w, "Left") || !take_text(&w, "="))
        return false;
    round->count++;
    set_left(round, take_seat(&w));
    return true;
}

static enum record_kind read_heading(
    struct record_reader *reader, const char *line, size_t length)
{
    struct words w = {line, line + length};
    struct record_round *round = &reader->round;

    if (read_2007_round(round, w) || read_2009_round(round, w) ||
        read_2012_left(round, w))
        return RECORD_ROUND;
    if (!read_transcripts_of(round, w) &&
        take_text(&w, "These transcripts are in the public"))
        reader->has_public_domain = true;
    return RECORD_TEXT;
}

/* The seat of the one pane in a log of this suite. */
static enum record_seat seat_of_role(const char *role)
{
    if (strcmp(role, "entry") == 0)
        return SEAT_PROGRAM;
    return strcmp(role, "confederate") == 0 ? SEAT_HUMAN : SEAT_UNKNOWN;
}

/* Keep the fields that views of a record show; a long value is truncated. */
static void read_note(struct record_reader *reader, const char *line, size_t length)
{
    struct log_note note = log_note_read(line, length);
    const struct {
        char *value;
        size_t size;
    } fields[LOG_NOTE_FIELDS] = {
        [LOG_NOTE_SESSION] = {reader->session, sizeof(reader->session)},
        [LOG_NOTE_ROLE] = {reader->role, sizeof(reader->role)},
        [LOG_NOTE_BOOK] = {reader->book, sizeof(reader->book)},
        [LOG_NOTE_STATION] = {reader->station, sizeof(reader->station)},
        [LOG_NOTE_DRAW] = {reader->draw, sizeof(reader->draw)},
    };

    if (note.kind < LOG_NOTE_FIELDS && fields[note.kind].value != NULL &&
        note.length > 0)
        log_note_copy(&note, fields[note.kind].value, fields[note.kind].size);
    if (note.kind == LOG_NOTE_ROLE)
        reader->round.seat[PANE_LEFT] = seat_of_role(reader->role);
}

/* Lines */

static enum record_kind read_logged(
    struct record_reader *reader, const char *line, size_t length, struct record *out)
{
    enum keylog_kind kind;

    if (keylog_read(line, length, &kind, &out->key) < 0)
        return RECORD_TORN;
    switch (kind) {
    case KEYLOG_KEY:
        return RECORD_KEY;
    case KEYLOG_END:
        return RECORD_END;
    case KEYLOG_NOTE:
        read_note(reader, line, length);
        return RECORD_NOTE;
    default:
        return read_heading(reader, line, length);
    }
}

static enum record_kind read_said(
    struct record_reader *reader, const char *line, size_t length, struct record *out)
{
    if (length > 0 && line[length - 1] == '\r')
        length--;
    if (transcript_read(line, length, &out->line) < 0)
        return read_heading(reader, line, length);
    return out->line.kind == TRANSCRIPT_JUDGE ? RECORD_JUDGE : RECORD_LINE;
}

/* LPP v2 */

/* No rules for names are known. */
static enum record_seat seat_of(const char *partner)
{
    if (strncasecmp(partner, "human", 5) == 0 || strncasecmp(partner, "conf", 4) == 0)
        return SEAT_HUMAN;
    return strncasecmp(partner, "ai", 2) == 0 ? SEAT_PROGRAM : SEAT_UNKNOWN;
}

static void set_round(struct record_reader *reader, size_t index)
{
    const struct lpp2_pair *pair = &reader->lpp2->pairs[index];
    struct record_round *round = &reader->round;

    *round = (struct record_round){
        .count = (unsigned)index + 1, .judge = lpp2_judge_number(pair->judge)};
    snprintf(round->number, sizeof(round->number), "%u", round->count);
    strcpy(round->judge_name, pair->judge);
    for (int i = 0; i < PANES; i++) {
        round->seat[i] = seat_of(pair->partner[i]);
        strcpy(round->name[i], pair->partner[i]);
        if (round->seat[i] == SEAT_HUMAN)
            strcpy(round->human, pair->partner[i]);
        else if (round->seat[i] == SEAT_PROGRAM)
            strcpy(round->program, pair->partner[i]);
    }
}

static enum record_kind read_message(struct record_reader *reader, const char *line,
    size_t length, bool whole, struct record *out)
{
    struct lpp2 *l = reader->lpp2;

    if (!lpp2_read(l, line, length, whole)) {
        out->why = l->why;
        return RECORD_TORN;
    }
    set_round(reader, l->pair);
    out->pane = (enum record_pane)l->partner;
    out->pair = l->pair;
    out->talk = l->talk;
    out->who = l->who;
    out->has_secret = l->has_secret;
    out->text = l->text;
    out->length = l->length;
    out->line = (struct transcript_line){TRANSCRIPT_LINE,
        .side = l->from_judge ? SIDE_JUDGE : SIDE_OTHER,
        .judge = (unsigned)reader->round.judge, .second = TRANSCRIPT_NO_TIME,
        .text = l->text, .length = l->length};
    return RECORD_LINE;
}

size_t record_pairs(const struct record_reader *reader)
{
    return reader->lpp2 != NULL ? reader->lpp2->count : 0;
}

bool record_lost_pairs(const struct record_reader *reader)
{
    return reader->lpp2 != NULL && reader->lpp2->full;
}

void record_begin_pair(struct record_reader *reader, size_t pair, struct record *out)
{
    struct lpp2 *l = reader->lpp2;
    const struct lpp2_pair *p = &l->pairs[pair];
    const char *right = p->partner[PANE_RIGHT];

    set_round(reader, pair);
    *out = (struct record){
        .kind = RECORD_ROUND, .text = l->text, .whole = true, .pair = pair};
    out->length = (size_t)snprintf(l->text, sizeof(l->text), "-- %s: left %s%s%s --",
        p->judge, p->partner[PANE_LEFT], right[0] != '\0' ? " right " : "", right);
}

/* Readers */

int record_init(struct record_reader *reader, enum record_form form)
{
    reader->form = form;
    reader->lpp2 = form == RECORD_LPP2 ? calloc(1, sizeof(*reader->lpp2)) : NULL;
    record_restart(reader);
    return form == RECORD_LPP2 && reader->lpp2 == NULL ? -1 : 0;
}

void record_restart(struct record_reader *reader)
{
    *reader = (struct record_reader){
        .form = reader->form, .round.judge = KEYLOG_NO_JUDGE, .lpp2 = reader->lpp2};
}

void record_free(struct record_reader *reader)
{
    free(reader->lpp2);
    reader->lpp2 = NULL;
}

void record_read(struct record_reader *reader, const char *line, size_t length,
    bool whole, struct record *out)
{
    *out = (struct record){.text = line, .length = length, .whole = whole};
    switch (reader->form) {
    case RECORD_LPP2:
        out->kind = read_message(reader, line, length, whole, out);
        break;
    case RECORD_TRANSCRIPT:
        out->kind = read_said(reader, line, length, out);
        break;
    default:
        out->kind = read_logged(reader, line, length, out);
        break;
    }
    if (out->kind == RECORD_KEY && !whole)
        out->kind = RECORD_TORN;
}

/* Forms */

/* Determine the form by a line of a heading. */
static enum record_form form_of_heading(const char *line, size_t length)
{
    struct words w = {line, line + length};

    if (take_text(&w, "# session "))
        return RECORD_OURS;
    if (take_text(&w, "starting round") || take_text(&w, "Transcripts of program"))
        return RECORD_2007;
    if (take_text(&w, "*Starting round") || take_text(&w, "**Starting subround"))
        return RECORD_2009;
    if (take_text(&w, "Transcripts of judge") ||
        (take_text(&w, "Left") && take_text(&w, "=")))
        return RECORD_2012;
    if (take_text(&w, "Start at:"))
        return RECORD_TRANSCRIPT;
    return RECORD_UNKNOWN;
}

bool record_is_message(const char *line, size_t length)
{
    static const char *const names[] = {
        "\"id\"", "\"secret\"", "\"content\"", "\"to\""};
    struct words w = {line, line + length};
    int found = 0;

    if (!take_text(&w, "{"))
        return false;
    /* Inside a JSON string the quotes have backslashes. */
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        found += memmem(line, length, names[i], strlen(names[i])) != NULL ? 1 : 0;
    return found >= 2;
}

/* Whether a line is a record; sets the form by the number of fields if no heading has
 * set it. */
static bool is_first(const char *line, size_t length, enum record_form *form)
{
    struct keylog_record key;
    struct transcript_line said;
    enum keylog_kind kind;

    if (keylog_read(line, length, &kind, &key) == 0 && kind == KEYLOG_KEY) {
        if (*form == RECORD_UNKNOWN)
            *form = key.has_released ? RECORD_2009 : RECORD_2012;
        return true;
    }
    if (length > 0 && line[length - 1] == '\r')
        length--;
    if (transcript_read(line, length, &said) < 0)
        return false;
    *form = RECORD_TRANSCRIPT;
    return true;
}

enum record_form record_sniff(const char *bytes, size_t length)
{
    const char *end = bytes + length, *newline;
    enum record_form form = RECORD_UNKNOWN;

    for (int i = 0; i < RECORD_HEADING_LINES; i++, bytes = newline + 1) {
        enum record_form learned;

        newline = memchr(bytes, '\n', (size_t)(end - bytes));
        if (newline != NULL && form == RECORD_UNKNOWN &&
            record_is_message(bytes, (size_t)(newline - bytes)))
            return RECORD_LPP2;
        if (newline == NULL || is_first(bytes, (size_t)(newline - bytes), &form))
            break;
        /* The logs of 2009 have the heading with the program's name too. */
        learned = form_of_heading(bytes, (size_t)(newline - bytes));
        if (learned != RECORD_UNKNOWN &&
            (form == RECORD_UNKNOWN || form == RECORD_2007))
            form = learned;
    }
    return form;
}

/* Headings have no controls but tabs and ends of lines. */
static bool has_control(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (iscntrl((unsigned char)bytes[i]) && memchr("\t\r\n", bytes[i], 3) == NULL)
            return true;
    return false;
}

bool record_may_begin(const char *bytes, size_t length)
{
    const char *end = bytes + length, *newline;
    int lines = 0;

    if (has_control(bytes, length))
        return false;
    for (; (newline = memchr(bytes, '\n', (size_t)(end - bytes))) != NULL;
         bytes = newline + 1) {
        struct words w = {bytes, newline};

        skip_blanks(&w);
        lines += w.at < w.end;
    }
    return lines < RECORD_TELLING_LINES;
}

bool record_has_keys(enum record_form form)
{
    return form != RECORD_UNKNOWN && form != RECORD_TRANSCRIPT && form != RECORD_LPP2;
}

struct record_typist record_typist(const struct transcript_line *line)
{
    return (struct record_typist){.at = line->text, .end = line->text + line->length};
}

bool record_type(struct record_typist *typist, uint32_t *code)
{
    struct record_typist *t = typist;
    bool is_end = t->at == t->end, ends = is_end || *t->at == '\n';
    struct utf8 utf8 = {0};
    uint32_t codes[2] = {'?'};

    if (t->is_done)
        return false;
    if (ends || t->column == PROMPT_LINE_MAX) {
        *code = K_RETURN;
        t->at += ends && !is_end ? 1 : 0;
        t->is_done = is_end;
        t->column = 0;
        return true;
    }
    while (t->at < t->end && utf8_decode(&utf8, (unsigned char)*t->at++, codes) == 0)
        continue;
    *code = codes[0] == K_TAB ? ' ' : glyph_is_shown(codes[0]) ? codes[0] : '?';
    t->column++;
    return true;
}

enum record_pane record_pane(const struct keylog_record *key)
{
    return key->pane[0] == 'r' || key->pane[0] == 'R' ? PANE_RIGHT : PANE_LEFT;
}

const char *record_key_name(const struct record *record, size_t *length)
{
    const struct keylog_record *key = &record->key;
    const char *name = key->who + key->who_length + 1 + strlen(key->pane) + 1;
    size_t most = record->length - (size_t)(name - record->text);

    *length = 1;
    while (
        *name != ' ' && *length < most && name[*length] != ' ' && name[*length] != '\r')
        ++*length;
    return name;
}

const char *record_pane_name(enum record_pane pane)
{
    return pane == PANE_RIGHT ? "right" : "left";
}

const struct rulebook *record_book(const struct record_reader *reader)
{
    static const struct rulebook lines = {
        .name = "", .alphabet = ALPHABET_UNICODE, .terminals = 2};
    static const struct rulebook keys = {
        .name = "", .alphabet = ALPHABET_ASCII, .terminals = 2};
    const struct rulebook *book = rulebook_find(reader->book);

    if (book != NULL)
        return book;
    return record_has_keys(reader->form) ? &keys : &lines;
}

uint64_t record_historic_time(uint64_t time)
{
    if (time >= KEY_TIME_HISTORIC)
        return time;
    return time / 1000 * 10000000 + time % 1000 * 1000;
}

/* A time as written as microseconds. */
static uint64_t microseconds(uint64_t time)
{
    uint64_t historic = record_historic_time(time);

    return historic / 10000000 * 1000000 + historic % 10000000;
}

void record_clock_set(struct record_clock *clock, uint64_t time, bool new_round)
{
    uint64_t from = microseconds(clock->latest), to = microseconds(time);
    uint64_t gap = clock->begun && to > from ? to - from : 0;

    clock->place += new_round && gap > RECORD_ROUND_US ? RECORD_ROUND_US : gap;
    if (!clock->begun || new_round || time > clock->latest)
        clock->latest = time;
    clock->begun = true;
}

uint64_t record_day_time(struct record_day *day, int second)
{
    enum { DAY_S = 24 * 60 * 60 };

    if (second < day->second - DAY_S / 2)
        day->midnight += DAY_S * UINT64_C(1000);
    day->second = second;
    return day->midnight + (uint64_t)second * 1000;
}
