#include "record.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "glyph.h"
#include "utf8.h"

/* Words in a heading */

struct words {
    const char *at;
    const char *end;
};

static void skip_blanks(struct words *w)
{
    while (w->at < w->end && (*w->at == ' ' || *w->at == '\t' || *w->at == '\r'))
        w->at++;
}

/* Take a text that is next, after blanks, whatever the case of its letters. */
static bool take(struct words *w, const char *text)
{
    size_t length = strlen(text);

    skip_blanks(w);
    if ((size_t)(w->end - w->at) < length || strncasecmp(w->at, text, length) != 0)
        return false;
    w->at += length;
    return true;
}

/* Take the next word; 0 bytes if there is none. '=' parts words. */
static size_t take_word(struct words *w, const char **word)
{
    skip_blanks(w);
    *word = w->at;
    while (w->at < w->end && *w->at != ' ' && *w->at != '=' && *w->at != '\r')
        w->at++;
    return (size_t)(w->at - *word);
}

static void keep(char *to, size_t size, const char *from, size_t length)
{
    if (length >= size)
        length = size - 1;
    memcpy(to, from, length);
    to[length] = '\0';
}

static void take_name(struct words *w, char *to, size_t size)
{
    const char *word;
    size_t length = take_word(w, &word);

    keep(to, size, word, length);
}

/* A word that is one of the names that stand after these, and no value: a blank number
 * leaves "round " and "judge " with nothing behind. */
static bool is_next(const struct words *w, const char *name)
{
    struct words after = *w;

    return take(&after, name);
}

/* J2, 2, or nothing. */
static int take_judge(struct words *w)
{
    const char *word;
    size_t length;
    int judge = 0;

    length = take_word(w, &word);
    if (length > 0 && word[0] == 'J') {
        word++;
        length--;
    }
    if (length == 0 || length > 4)
        return KEYLOG_NO_JUDGE;
    for (size_t i = 0; i < length; i++) {
        if (!isdigit((unsigned char)word[i]))
            return KEYLOG_NO_JUDGE;
        judge = judge * 10 + word[i] - '0';
    }
    return judge;
}

/* Human, or Program, or a program's name. */
static enum record_seat take_seat(struct words *w)
{
    const char *word;
    size_t length = take_word(w, &word);

    if (length == 0)
        return SEAT_UNKNOWN;
    return length == 5 && strncasecmp(word, "human", 5) == 0 ? SEAT_HUMAN
                                                             : SEAT_PROGRAM;
}

/* Two sit there, and one of them is a human. */
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
    if (!take(&w, "starting round"))
        return false;
    round->count++;
    round->judge = KEYLOG_NO_JUDGE;
    take_name(&w, round->number, sizeof(round->number));
    set_left(round, take(&w, "left") && take(&w, "=") ? take_seat(&w) : SEAT_UNKNOWN);
    return true;
}

/* "*Starting round 1 program P3 human H2 judge J2 left is P3 right is Human"; 6. */
static bool read_2009_round(struct record_round *round, struct words w)
{
    if (!take(&w, "*Starting round"))
        return false;
    round->count++;
    round->judge = KEYLOG_NO_JUDGE;
    round->human[0] = '\0';
    take_name(&w, round->number, sizeof(round->number));
    if (take(&w, "program"))
        take_name(&w, round->program, sizeof(round->program));
    if (take(&w, "human"))
        take_name(&w, round->human, sizeof(round->human));
    if (take(&w, "judge"))
        round->judge = take_judge(&w);
    set_left(round, take(&w, "left is") ? take_seat(&w) : SEAT_UNKNOWN);
    return true;
}

/* "Transcripts of program P3" of 2007; and of 2012, where both numbers may be blank,
 * "Transcripts of judge 2 program b-wilcox-angela round 1". */
static bool read_transcripts_of(struct record_round *round, struct words w)
{
    if (!take(&w, "Transcripts of"))
        return false;
    if (take(&w, "judge"))
        round->judge = is_next(&w, "program") ? KEYLOG_NO_JUDGE : take_judge(&w);
    if (take(&w, "program"))
        take_name(&w, round->program, sizeof(round->program));
    if (take(&w, "round"))
        take_name(&w, round->number, sizeof(round->number));
    return true;
}

/* "Left =program ", "Left=human "; FORMATS, 7. */
static bool read_2012_left(struct record_round *round, struct words w)
{
    if (!take(&w, "Left") || !take(&w, "="))
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
        take(&w, "These transcripts are in the public"))
        reader->has_public_domain = true;
    return RECORD_TEXT;
}

/* "# name value", of which the values here matter. */
static void read_note(struct record_reader *reader, const char *line, size_t length)
{
    const struct {
        const char *name;
        char *value;
        size_t size;
    } notes[] = {
        {"# session ", reader->session, sizeof(reader->session)},
        {"# role ", reader->role, sizeof(reader->role)},
        {"# book ", reader->book, sizeof(reader->book)},
        {"# station ", reader->station, sizeof(reader->station)},
        {"# draw ", reader->draw, sizeof(reader->draw)},
    };

    for (size_t i = 0; i < sizeof(notes) / sizeof(notes[0]); i++) {
        size_t name = strlen(notes[i].name);

        if (length > name && memcmp(line, notes[i].name, name) == 0)
            keep(notes[i].value, notes[i].size, line + name, length - name);
    }
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
    out->pane = PANE_LEFT;
    out->who = NULL;
    if (length > 0 && line[length - 1] == '\r')
        length--;
    if (transcript_read(line, length, &out->line) < 0)
        return read_heading(reader, line, length);
    return out->line.kind == TRANSCRIPT_JUDGE ? RECORD_JUDGE : RECORD_LINE;
}

void record_init(struct record_reader *reader, enum record_form form)
{
    *reader = (struct record_reader){.form = form, .round.judge = KEYLOG_NO_JUDGE};
}

void record_read(struct record_reader *reader, const char *line, size_t length,
    bool whole, struct record *out)
{
    out->text = line;
    out->length = length;
    out->whole = whole;
    out->kind = (reader->form == RECORD_TRANSCRIPT ? read_said : read_logged)(
        reader, line, length, out);
    if (out->kind == RECORD_KEY && !whole)
        out->kind = RECORD_TORN;
}

/* Forms */

/* What a line of a heading says of the form. */
static enum record_form form_of_heading(const char *line, size_t length)
{
    struct words w = {line, line + length};

    if (take(&w, "# session "))
        return RECORD_OURS;
    if (take(&w, "starting round") || take(&w, "Transcripts of program"))
        return RECORD_2007;
    if (take(&w, "*Starting round") || take(&w, "**Starting subround"))
        return RECORD_2009;
    if (take(&w, "Transcripts of judge") || (take(&w, "Left") && take(&w, "=")))
        return RECORD_2012;
    if (take(&w, "Start at:"))
        return RECORD_TRANSCRIPT;
    return RECORD_UNKNOWN;
}

bool record_is_message(const char *line, size_t length)
{
    static const char *const names[] = {
        "\"id\"", "\"secret\"", "\"content\"", "\"to\""};
    struct words w = {line, line + length};
    int found = 0;

    if (!take(&w, "{"))
        return false;
    /* Inside of a text the quotes would have backslashes. */
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        found += memmem(line, length, names[i], strlen(names[i])) != NULL ? 1 : 0;
    return found >= 2;
}

/* What a first record says: the number of its fields tells the earlier logs, where no
 * heading has. False for a line that is no record. */
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
        enum record_form told;

        newline = memchr(bytes, '\n', (size_t)(end - bytes));
        if (newline != NULL && form == RECORD_UNKNOWN &&
            record_is_message(bytes, (size_t)(newline - bytes)))
            return RECORD_LPP2;
        if (newline == NULL || is_first(bytes, (size_t)(newline - bytes), &form))
            break;
        /* The program's name stands in the logs of 2009 too. */
        told = form_of_heading(bytes, (size_t)(newline - bytes));
        if (told != RECORD_UNKNOWN && (form == RECORD_UNKNOWN || form == RECORD_2007))
            form = told;
    }
    return form;
}

/* Controls are in no heading, but for the blanks and ends of lines among them. */
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

const char *record_pane_name(enum record_pane pane)
{
    return pane == PANE_RIGHT ? "right" : "left";
}

const struct rulebook *record_book(const struct record_reader *reader)
{
    static const struct rulebook lines = {.name = "",
        .manner = MANNER_FREE,
        .alphabet = ALPHABET_UNICODE,
        .terminals = 2};
    static const struct rulebook keys = {
        .name = "", .manner = MANNER_FREE, .alphabet = ALPHABET_ASCII, .terminals = 2};
    const struct rulebook *book = rulebook_find(reader->book);

    if (book != NULL)
        return book;
    return record_has_keys(reader->form) ? &keys : &lines;
}

bool record_breaks(
    const struct rulebook *book, const struct prompt *prompt, const struct key *key)
{
    const struct prompt_line *line = &prompt->line[key->side];

    return book->name[0] == '\0' && line->length == PROMPT_LINE_MAX &&
           (key->code == K_TAB ||
               prompt_allows(prompt->alphabet, line->text, line->length, key->code));
}

uint64_t record_historic_time(uint64_t time)
{
    if (time >= KEY_TIME_HISTORIC)
        return time;
    return time / 1000 * 10000000 + time % 1000 * 1000;
}
