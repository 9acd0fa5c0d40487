#include "judge/referee/check/check_keylog.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/record/log_note.h"

#define TIMES "2009, 2"
#define NAMES "2009, Appendix"
#define FORM "lp-transcript(5)"
#define CHANGES "1996, 1a"
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

void check_keylog_init(struct check_keylog *k, const struct check *check)
{
    *k = (struct check_keylog){
        .check = check, .field = -1, .log.judge = KEYLOG_NO_JUDGE};
}

/* The heading of a log of this suite. Each function below keeps a field's value and
 * returns whether it is valid. */

static bool is_hexadecimal(const struct log_note *note, size_t digits)
{
    for (size_t i = 0; i < note->length; i++)
        if (memchr("0123456789abcdef", note->value[i], 16) == NULL)
            return false;
    return note->length == digits;
}

static bool keep_session(struct check_keylog *k, const struct log_note *note)
{
    return log_note_copy(note, k->log.session, sizeof(k->log.session)) &&
           is_hexadecimal(note, WIRE_SESSION_SIZE);
}

static bool keep_role(struct check_keylog *k, const struct log_note *note)
{
    log_note_copy(note, k->role, sizeof(k->role));
    k->log.own = strcmp(k->role, "judge") == 0 ? SIDE_JUDGE : SIDE_OTHER;
    return k->log.own == SIDE_JUDGE || strcmp(k->role, "confederate") == 0 ||
           strcmp(k->role, "entry") == 0;
}

static bool keep_book(struct check_keylog *k, const struct log_note *note)
{
    char name[WIRE_BOOK_MAX + 1];

    k->log.book = log_note_copy(note, name, sizeof(name)) ? rulebook_find(name) : NULL;
    return k->log.book != NULL;
}

static bool keep_station(struct check_keylog *k, const struct log_note *note)
{
    return log_note_copy(note, k->log.station, sizeof(k->log.station)) &&
           wire_is_label(k->log.station);
}

/* HOST:PORT, or lpp:DIRECTORY. */
static bool keep_address(struct check_keylog *k, const struct log_note *note)
{
    (void)k;
    return memchr(note->value, ':', note->length) != NULL;
}

static bool keep_began(struct check_keylog *k, const struct log_note *note)
{
    return note->length == KEY_TIME_DIGITS &&
           key_time(note->value, note->length, &k->log.began) == 0;
}

static bool keep_pane(struct check_keylog *k, const struct log_note *note)
{
    return log_note_copy(note, k->log.pane, sizeof(k->log.pane)) &&
           (strcmp(k->log.pane, "left") == 0 || strcmp(k->log.pane, "right") == 0);
}

static bool keep_draw(struct check_keylog *k, const struct log_note *note)
{
    return log_note_copy(note, k->log.draw, sizeof(k->log.draw)) &&
           is_hexadecimal(note, CHECK_DRAW_SIZE);
}

static bool keep_abandons(struct check_keylog *k, const struct log_note *note)
{
    (void)k;
    return is_hexadecimal(note, WIRE_SESSION_SIZE);
}

static bool keep_continues(struct check_keylog *k, const struct log_note *note)
{
    (void)k;
    if (check_begins(note->value, note->length, "-"))
        return note->length == 1;
    return note->length > 4 && check_begins(note->value + note->length - 4, 4, ".KEY");
}

static const struct {
    bool needed;
    bool (*keep)(struct check_keylog *k, const struct log_note *note);
    const char *wanted;
} fields[LOG_NOTE_FIELDS] = {
    [LOG_NOTE_SESSION] = {true, keep_session, "32 digits and letters from a to f"},
    [LOG_NOTE_ROLE] = {true, keep_role, "judge, confederate or entry"},
    [LOG_NOTE_BOOK] = {true, keep_book, "the name of a rule book"},
    [LOG_NOTE_STATION] = {true, keep_station, "a station's label"},
    [LOG_NOTE_ADDRESS] = {true, keep_address, "HOST:PORT"},
    [LOG_NOTE_BEGAN] = {false, keep_began, "18 digits"}, /* absent in the first logs */
    [LOG_NOTE_PANE] = {false, keep_pane, "left or right"},
    [LOG_NOTE_DRAW] = {false, keep_draw, "64 digits and letters from a to f"},
    [LOG_NOTE_ABANDONS] = {false, keep_abandons, "32 digits and letters from a to f"},
    [LOG_NOTE_CONTINUES] = {true, keep_continues, "the name of a key log, or -"},
};

/* Report the required fields between two fields of the heading. */
static void check_missing(const struct check_keylog *k, int after, int before)
{
    for (int i = after + 1; i < before; i++)
        if (fields[i].needed)
            check_fault(k->check, k->line, FORM, "the line '# %s ...' is missing",
                log_note_name((enum log_note_kind)i));
}

/* The last field of the heading was read. */
static bool has_heading(const struct check_keylog *k)
{
    return k->field == LOG_NOTE_FIELDS - 1;
}

static void check_heading_end(const struct check_keylog *k)
{
    check_missing(k, k->field, LOG_NOTE_FIELDS);
}

static void refuse_line(
    const struct check_keylog *k, const char *line, size_t length, const char *of)
{
    char quoted[CHECK_TEXT_SIZE / 2];

    check_quote(line, length, quoted);
    check_fault(k->check, k->line, FORM, "'%s' is not a line of %s", quoted, of);
}

static void check_heading(struct check_keylog *k, const char *line, size_t length)
{
    struct log_note note = log_note_read(line, length);
    int field = (int)note.kind;
    const char *name;

    if (field >= LOG_NOTE_FIELDS) {
        refuse_line(k, line, length, "a heading");
        return;
    }
    name = log_note_name(note.kind);
    if (field <= k->field)
        check_fault(
            k->check, k->line, FORM, "'# %s ...' is repeated or too late", name);
    check_missing(k, k->field, field);
    k->field = field > k->field ? field : k->field;
    if (!fields[field].keep(k, &note))
        check_fault(k->check, k->line, FORM, "'# %s ...' must be followed by %s", name,
            fields[field].wanted);
}

static void check_title(struct check_keylog *k, const char *line, size_t length)
{
    size_t skip = sizeof("Keystrokes of ") - 1;

    check_copy(k->title, sizeof(k->title), line + skip, length - skip);
    if (length < skip + 5 || !check_begins(line + length - 4, 4, ".TXT"))
        check_fault(k->check, k->line, FORM,
            "the second line must name a transcript: NAME.TXT");
}

/* Notes among the records */

static bool is_time(const char *text, size_t length)
{
    uint64_t time;

    return length == KEY_TIME_DIGITS && key_time(text, length, &time) == 0;
}

/* TIME KEY */
static bool is_pressed(const struct log_note *note)
{
    const char *name = note->value + KEY_TIME_DIGITS + 1;
    uint32_t code;

    return note->length > KEY_TIME_DIGITS + 1 &&
           is_time(note->value, KEY_TIME_DIGITS) && name[-1] == ' ' &&
           key_code(name, note->length - KEY_TIME_DIGITS - 1, &code) == 0;
}

static bool is_note(struct check_keylog *k, const struct log_note *note)
{
    struct log_clock clock;

    switch (note->kind) {
    case LOG_NOTE_PRESSED:
        return is_pressed(note);
    case LOG_NOTE_CLOCK:
        return log_clock_read(note->value, note->length, &clock) == 0;
    case LOG_NOTE_NONCE:
        return is_hexadecimal(note, CHECK_NONCE_SIZE - 1) &&
               log_note_copy(note, k->log.nonce, sizeof(k->log.nonce));
    case LOG_NOTE_PAUSED:
    case LOG_NOTE_RESUMED:
    case LOG_NOTE_ISOLATED:
        return !note->has_value || is_time(note->value, note->length);
    default:
        return false;
    }
}

static void check_note(struct check_keylog *k, const char *line, size_t length)
{
    struct log_note note = log_note_read(line, length);

    if (!is_note(k, &note))
        refuse_line(k, line, length, "a key log");
}

/* Records */

/* In books with judge_lines, a judge announces a new number by a line that two Returns
 * end. */
static void check_judge(struct check_keylog *k, const struct keylog_record *r)
{
    bool first = k->log.records == 0;
    bool announced = k->log.book != NULL && k->log.book->judge_lines;
    bool changed = k->log.judge != KEYLOG_NO_JUDGE && r->judge != k->log.judge;

    if (r->judge == KEYLOG_NO_JUDGE)
        check_fault(k->check, k->line, TIMES, "no number of a judge after the J");
    else if (first && announced && r->judge != 0)
        check_fault(k->check, k->line, CHANGES,
            "judge %d before a judge was announced: the number must be 0", r->judge);
    else if (changed && k->form != CHECK_FORM_OURS)
        check_fault(k->check, k->line, TIMES,
            "judge %d became judge %d without a heading", k->log.judge, r->judge);
    else if (changed && !first && !announced)
        check_fault(k->check, k->line, FORM,
            "judge %d became judge %d: a log has one judge", k->log.judge, r->judge);
    else if (changed && !first && k->returns < 2)
        check_fault(k->check, k->line, CHANGES, "judge %d became judge %d without @@nn",
            k->log.judge, r->judge);
    k->log.judge = r->judge;
    if (r->side == SIDE_OTHER)
        k->returns = 0;
    else if (r->code == K_RETURN)
        k->returns++;
    else if (r->code != ' ' && r->code != K_TAB && r->code != K_BACKSPACE &&
             r->code != K_ESCAPE)
        k->returns = 0;
}

/* This end's own keys are released when they are posted; or 1 ms after the latest key
 * seen, if the clock is behind that. */
static void check_times(struct check_keylog *k, const struct keylog_record *r)
{
    uint64_t *last = k->last;
    uint64_t seen = last[0] > last[1] ? last[0] : last[1];
    uint64_t before = k->form == CHECK_FORM_OURS ? last[r->side] : seen;

    if (r->released <= before)
        check_fault(k->check, k->line, TIMES, "the time %s: times must increase",
            r->released == before ? "equals that of the record before"
                                  : "is earlier than that of the record before");
    else if (k->form == CHECK_FORM_OURS && r->side == k->log.own &&
             r->released > r->posted && r->released != seen + 1)
        check_fault(k->check, k->line, FORM,
            "released %" PRIu64 " ms after it was posted", r->released - r->posted);
    if (r->released > last[r->side])
        last[r->side] = r->released;
}

/* A record of this suite has one spelling only. */
static void check_spelling(struct check_keylog *k, const struct keylog_record *r,
    const char *line, size_t length)
{
    if (!keylog_is_written(r, line, length))
        check_fault(k->check, k->line, FORM,
            "not written as consoles write: JN, two times of 18 digits, local or "
            "remote, left or right, key");
    else if (r->released >= KEY_TIME_HISTORIC || r->posted >= KEY_TIME_HISTORIC)
        check_fault(k->check, k->line, TIMES, "a time is not in milliseconds");
}

/* 11 digits of seconds and 7 of microseconds, zero filled: digits 1 and 12 are zeros
 * until the year 2286. */
static bool is_historic(uint64_t time)
{
    return time < KEY_TIME_HISTORIC ||
           (time <= KEY_TIME_MAX / 10 && time / 1000000 % 10 == 0);
}

static bool is_named(const struct keylog_record *r, const char *name)
{
    return r->who_length == strlen(name) && memcmp(r->who, name, r->who_length) == 0;
}

/* Whether the name of a 2012 or 2013 record is one that its heading allows. */
static bool is_known(const struct check_keylog *k, const struct keylog_record *r)
{
    return k->program[0] == '\0' || is_named(r, "judge") || is_named(r, "human") ||
           is_named(r, k->program);
}

/* All records of a file have the same number of fields, five or six, and every time has
 * 18 digits. */
static void check_fields(struct check_keylog *k, const struct keylog_record *r,
    const char *line, size_t length)
{
    const char *time = memchr(line, ' ', length);
    bool local = is_named(r, "local"), remote = is_named(r, "remote");
    ptrdiff_t times = r->who - (time + 1);
    enum check_form form = r->has_released ? CHECK_FORM_TWO_TIMES : CHECK_FORM_ONE_TIME;

    if (k->form == CHECK_FORM_UNKNOWN)
        k->form = form;
    if (form != k->form)
        check_fault(k->check, k->line, TIMES,
            r->has_released ? "six fields; the records before have five"
                            : "five fields; the records before have six");
    else if (r->has_released != (local || remote))
        check_fault(k->check, k->line, TIMES,
            r->has_released ? "six fields, but neither local nor remote"
                            : "five fields, but local or remote, which need six");
    else if (times % (KEY_TIME_DIGITS + 1) != 0)
        check_fault(k->check, k->line, TIMES, "a time does not have 18 digits");
    else if (form == CHECK_FORM_ONE_TIME && !is_known(k, r))
        check_fault(k->check, k->line, TIMES,
            "neither judge, human nor the program of the heading, %.100s", k->program);
    else if (!is_historic(r->released) || !is_historic(r->posted))
        check_fault(k->check, k->line, TIMES, "a time is not in this century");
}

static void check_record(struct check_keylog *k, const struct keylog_record *r,
    const char *line, size_t length)
{
    if (!k->body && k->form == CHECK_FORM_OURS)
        check_heading_end(k);
    if (!k->round && k->form != CHECK_FORM_OURS && !k->sides)
        check_fault(k->check, k->line, TIMES,
            "no line before the records names left and right");
    k->body = k->round = true;
    if (k->form == CHECK_FORM_OURS)
        check_spelling(k, r, line, length);
    else
        check_fields(k, r, line, length);
    if (strcmp(r->pane, "left") != 0 && strcmp(r->pane, "right") != 0)
        check_fault(k->check, k->line, TIMES, "the pane is neither left nor right");
    else if (k->log.pane[0] != '\0' && strcmp(r->pane, k->log.pane) != 0)
        check_fault(
            k->check, k->line, FORM, "not the pane of the heading: %s", k->log.pane);
    if (r->code == KEYLOG_NO_CODE)
        check_fault(k->check, k->line, NAMES, "unknown name of a key");
    else if (k->form != CHECK_FORM_OURS &&
             r->who[r->who_length + strlen(r->pane) + 2] == ' ')
        check_fault(
            k->check, k->line, NAMES, "a blank in place of the name of the key, space");
    check_judge(k, r);
    check_times(k, r);
    k->log.records++;
}

/* Copy the word after a name, as in "... judge J2 program a-b ...", truncated to fit.
 * to[] is unchanged without the name, and empty if another name follows it. */
static void copy_word(const char *heading, const char *name, char *to, size_t size)
{
    const char *at = strstr(heading, name);

    if (at == NULL)
        return;
    at += strlen(name);
    check_copy(to, size, at, strcspn(at, " "));
    if (strcmp(to, "program") == 0 || strcmp(to, "round") == 0)
        to[0] = '\0';
}

static int number_of(const char *word)
{
    char *end;
    long number = strtol(word + (word[0] == 'J'), &end, 10);

    return end == word || *end != '\0' || number < 0 || number > 9999 ? KEYLOG_NO_JUDGE
                                                                      : (int)number;
}

/* The heading of a round may name the judge; else the first record does. */
static void begin_round(struct check_keylog *k, const char *heading)
{
    char judge[CHECK_NAME_SIZE] = "";

    copy_word(heading, "judge ", judge, sizeof(judge));
    k->log.judge = number_of(judge);
    copy_word(heading, "program ", k->program, sizeof(k->program));
}

/* Headings and rounds of earlier contests, identified by their first words. The first
 * line of a file may be any text. */
static void check_historic(struct check_keylog *k, const char *line, size_t length)
{
    static const struct {
        const char *words;
        bool names; /* names the judge and the program */
        bool round; /* begins a round, in which the sides may change */
    } headings[] = {{"Transcripts of ", true, false},
        {"These transcripts ", false, false}, {"starting round ", true, true},
        {"*Starting round ", true, true}, {"**Starting subround ", false, false},
        {"Left", false, false}};
    char shown[CHECK_TEXT_SIZE / 2];
    size_t i = 0;

    while (i < COUNT(headings) && !check_begins(line, length, headings[i].words))
        i++;
    if (i < COUNT(headings) && headings[i].round)
        k->sides = k->round = false;
    check_quote(line, length, shown);
    if (strstr(shown, "left=") != NULL || strstr(shown, "left =") != NULL ||
        strstr(shown, "left is ") != NULL || check_begins(line, length, "Left=") ||
        check_begins(line, length, "Left ="))
        k->sides = true;
    if (k->line == 1 && length > 0)
        return;
    if (i < COUNT(headings) && headings[i].names)
        begin_round(k, shown);
    if (i == COUNT(headings) && shown[0] != '\0')
        check_fault(
            k->check, k->line, TIMES, "'%s' is neither a record nor a heading", shown);
}

static void check_ours(
    struct check_keylog *k, enum keylog_kind kind, const char *line, size_t length)
{
    if (k->log.ended)
        check_fault(k->check, k->line, FORM, "a line after '" KEYLOG_END_LINE "'");
    if (kind == KEYLOG_END) {
        if (!k->body)
            check_heading_end(k);
        k->log.ended = k->body = true;
    } else if (kind == KEYLOG_TEXT) {
        refuse_line(k, line, length, "a key log");
    } else if (has_heading(k))
        check_note(k, line, length);
    else
        check_heading(k, line, length);
}

static bool is_printable(const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (line[i] < ' ' || line[i] > '~')
            return false;
    return true;
}

void check_keylog_line(struct check_keylog *k, const char *line, size_t length)
{
    struct keylog_record record;
    enum keylog_kind kind;

    k->line++;
    if (k->form != CHECK_FORM_OURS && length > 0 && line[length - 1] == '\r')
        length--;
    if (!is_printable(line, length))
        check_fault(k->check, k->line, FORM, "a character that is not printable ASCII");
    if (k->line == 1)
        check_copy(k->log.notice, sizeof(k->log.notice), line, length);
    if (k->line == 2 && check_begins(line, length, "Keystrokes of ")) {
        k->form = CHECK_FORM_OURS;
        check_title(k, line, length);
    } else if (keylog_read(line, length, &kind, &record) < 0)
        check_fault(k->check, k->line, TIMES, "a truncated or broken record");
    else if (kind == KEYLOG_KEY) {
        if (k->log.ended)
            check_fault(
                k->check, k->line, FORM, "a record after '" KEYLOG_END_LINE "'");
        check_record(k, &record, line, length);
    } else if (k->form == CHECK_FORM_OURS)
        check_ours(k, kind, line, length);
    else
        check_historic(k, line, length);
}

void check_keylog_end(struct check_keylog *k, bool torn)
{
    if (torn)
        check_fault(k->check, k->line + 1, FORM,
            "the last line is incomplete: it has no newline");
    if (k->form == CHECK_FORM_OURS && !k->body)
        check_heading_end(k);
    else if (k->form != CHECK_FORM_OURS && k->log.records == 0)
        check_fault(k->check, 0, TIMES, "no record of a keystroke");
}
