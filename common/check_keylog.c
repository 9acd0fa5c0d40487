#include "check_keylog.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check_heading.h"
#include "check_quick.h"
#include "keylog.h"
#include "printable.h"

#define TIMES "2009, 2"
#define NAMES "2009, Appendix"
#define FORM "lp-transcript(5)"
#define CHANGES "1996, 1a"
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

void check_keylog_init(struct check_keylog *k, struct check *check)
{
    *k = (struct check_keylog){.check = check, .note = -1, .judge = KEYLOG_NO_JUDGE};
}

/* Records */

/* A judge sits down with a line that two Returns have ended, and under 1996 only. */
static void check_judge(struct check_keylog *k, const struct keylog_record *r)
{
    bool first = k->records == 0;

    if (r->judge == KEYLOG_NO_JUDGE)
        check_tell(k->check, k->line, TIMES, "no judge's number behind the J");
    else if (first && k->book != NULL && k->book->judge_lines && r->judge != 0)
        check_tell(k->check, k->line, CHANGES,
            "judge %d, before anybody has said so: it is 0 until then", r->judge);
    else if (!first && k->judge != KEYLOG_NO_JUDGE && r->judge != k->judge &&
             k->form == CHECK_FORM_OURS &&
             !(k->book != NULL && k->book->judge_lines && k->returns >= 2))
        check_tell(k->check, k->line, CHANGES,
            "judge %d became judge %d, and nobody has said so", k->judge, r->judge);
    else if (k->form != CHECK_FORM_OURS && k->judge != KEYLOG_NO_JUDGE &&
             r->judge != k->judge)
        check_tell(k->check, k->line, TIMES,
            "judge %d became judge %d without a heading", k->judge, r->judge);
    k->judge = r->judge;
    if (r->side == SIDE_OTHER)
        k->returns = 0;
    else if (r->code == K_RETURN)
        k->returns++;
    else if (r->code != ' ' && r->code != K_TAB && r->code != K_BACKSPACE &&
             r->code != K_ESCAPE)
        k->returns = 0;
}

/* A key of one's own is released when it is posted; or, where the clock is not past
 * what was seen of the conversation, one later than that. */
static void check_times(struct check_keylog *k, const struct keylog_record *r)
{
    uint64_t *last = k->last;
    uint64_t seen = last[0] > last[1] ? last[0] : last[1];
    uint64_t before = k->form == CHECK_FORM_OURS ? last[r->side] : seen;

    if (r->released <= before)
        check_tell(k->check, k->line, TIMES, "the time %s: times are to increase",
            r->released == before ? "is that of the record before"
                                  : "steps back behind the record before");
    else if (k->form == CHECK_FORM_OURS && r->side == k->own &&
             r->released > r->posted && r->released != seen + 1)
        check_tell(k->check, k->line, FORM,
            "released %" PRIu64 " ms after it was posted", r->released - r->posted);
    if (r->released > last[r->side])
        last[r->side] = r->released;
}

/* Ours is written in one way only. */
static void check_spelling(struct check_keylog *k, const struct keylog_record *r,
    const char *line, size_t length)
{
    struct key key = {r->released, r->code, r->side};
    char again[KEYLOG_LINE_SIZE];
    size_t size = 0;

    if (r->released <= KEY_TIME_MAX && r->posted <= KEY_TIME_MAX)
        size = keylog_write(
            r->judge < 0 ? 0 : (unsigned)r->judge, r->posted, &key, r->pane, again);
    if (size != length + 1 || memcmp(again, line, length) != 0)
        check_tell(k->check, k->line, FORM,
            "not written as consoles write: JN, two times of 18 digits, local or "
            "remote, left or right, key");
    else if (r->released >= KEY_TIME_HISTORIC || r->posted >= KEY_TIME_HISTORIC)
        check_tell(k->check, k->line, TIMES, "a time is not in milliseconds");
}

/* 11 digits of seconds and 7 of microseconds, zero filled: digit 1 and digit 12 are
 * noughts for as long as anybody lives who was there. */
static bool is_historic(uint64_t time)
{
    return time < KEY_TIME_HISTORIC ||
           (time <= KEY_TIME_MAX / 10 && time / 1000000 % 10 == 0);
}

static bool is_named(const struct keylog_record *r, const char *name)
{
    return r->who_length == strlen(name) && memcmp(r->who, name, r->who_length) == 0;
}

/* Of those who stand in a record of 2012 and 2013. */
static bool is_known(const struct check_keylog *k, const struct keylog_record *r)
{
    return k->program[0] == '\0' || is_named(r, "judge") || is_named(r, "human") ||
           is_named(r, k->program);
}

/* The sixth field is there or not in all records of a file, and every time has 18
 * digits. */
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
        check_tell(k->check, k->line, TIMES,
            r->has_released ? "six fields, and the records before have five"
                            : "five fields, and the records before have six");
    else if (r->has_released != (local || remote))
        check_tell(k->check, k->line, TIMES,
            r->has_released ? "neither local nor remote, and six fields"
                            : "local or remote, which six fields have, and these are "
                              "five");
    else if (times % (KEY_TIME_DIGITS + 1) != 0)
        check_tell(k->check, k->line, TIMES, "a time has not 18 digits");
    else if (form == CHECK_FORM_ONE_TIME && !is_known(k, r))
        check_tell(k->check, k->line, TIMES,
            "neither judge nor human, nor the heading's program, %.100s", k->program);
    else if (!is_historic(r->released) || !is_historic(r->posted))
        check_tell(k->check, k->line, TIMES, "a time is none of this century");
}

static void check_record(struct check_keylog *k, const struct keylog_record *r,
    const char *line, size_t length)
{
    if (!k->body && k->form == CHECK_FORM_OURS)
        check_heading_end(k);
    if (!k->round && k->form != CHECK_FORM_OURS && !k->sides)
        check_tell(k->check, k->line, TIMES,
            "no line before the records says who is left and who is right");
    k->body = k->round = true;
    if (k->form == CHECK_FORM_OURS)
        check_spelling(k, r, line, length);
    else
        check_fields(k, r, line, length);
    if (strcmp(r->pane, "left") != 0 && strcmp(r->pane, "right") != 0)
        check_tell(k->check, k->line, TIMES, "the pane is neither left nor right");
    else if (k->pane[0] != '\0' && strcmp(r->pane, k->pane) != 0)
        check_tell(k->check, k->line, FORM, "not the pane of the heading, %s", k->pane);
    if (r->code == KEYLOG_NO_CODE)
        check_tell(k->check, k->line, NAMES, "the key has no name that anybody knows");
    else if (k->form != CHECK_FORM_OURS &&
             r->who[r->who_length + strlen(r->pane) + 2] == ' ')
        check_tell(
            k->check, k->line, NAMES, "a blank in place of the key's name, space");
    check_judge(k, r);
    check_times(k, r);
    k->records++;
}

/* "... judge J2 program a-nobody ...": the word behind a name, cut to fit; nothing for
 * a heading that does not have it, or another of these names in its place. */
static void take_word(const char *heading, const char *name, char *to, size_t size)
{
    const char *at = strstr(heading, name);

    if (at == NULL)
        return;
    at += strlen(name);
    check_keep(to, size, at, strcspn(at, " "));
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

/* A round's heading says who judges, or leaves that to the first record. */
static void begin_round(struct check_keylog *k, const char *heading)
{
    char judge[CHECK_NAME_SIZE] = "";

    take_word(heading, "judge ", judge, sizeof(judge));
    k->judge = number_of(judge);
    take_word(heading, "program ", k->program, sizeof(k->program));
}

/* Headings and rounds of earlier contests. Each of them has words that it is known by;
 * the contest's own line, the first, has any. */
static void check_historic(struct check_keylog *k, const char *line, size_t length)
{
    static const struct {
        const char *words;
        bool names; /* who judges, and whose program it is */
        bool round; /* one begins: sides may have changed */
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
    check_show(line, length, shown);
    if (strstr(shown, "left=") != NULL || strstr(shown, "left =") != NULL ||
        strstr(shown, "left is ") != NULL || check_begins(line, length, "Left=") ||
        check_begins(line, length, "Left ="))
        k->sides = true;
    if (k->line == 1 && length > 0)
        return;
    if (i < COUNT(headings) && headings[i].names)
        begin_round(k, shown);
    if (i == COUNT(headings) && shown[0] != '\0')
        check_tell(k->check, k->line, TIMES,
            "'%s' is neither a record nor a heading of a contest", shown);
}

static void check_ours(
    struct check_keylog *k, enum keylog_kind kind, const char *line, size_t length)
{
    if (k->ended)
        check_tell(k->check, k->line, FORM, "a line behind '" KEYLOG_END_LINE "'");
    if (kind == KEYLOG_END) {
        if (!k->body)
            check_heading_end(k);
        k->ended = k->body = true;
    } else if (kind == KEYLOG_TEXT) {
        char shown[CHECK_TEXT_SIZE / 2];
        check_show(line, length, shown);
        check_tell(k->check, k->line, FORM, "'%s' is no line of a key log", shown);
    } else if (check_heading_is_whole(k))
        check_keylog_note(k, line, length);
    else
        check_heading_line(k, line, length);
}

static void check_line(struct check_keylog *k, const char *line, size_t length)
{
    struct keylog_record record;
    enum keylog_kind kind;

    k->line++;
    if (k->form != CHECK_FORM_OURS && length > 0 && line[length - 1] == '\r')
        length--;
    if (printable_length(line, length) < length)
        check_tell(k->check, k->line, FORM, "a character that is not printable ASCII");
    if (k->line == 1)
        check_keep(k->notice, sizeof(k->notice), line, length);
    if (k->line == 2 && check_begins(line, length, "Keystrokes of ")) {
        k->form = CHECK_FORM_OURS;
        check_heading_title(k, line, length);
    } else if (keylog_read(line, length, &kind, &record) < 0)
        check_tell(k->check, k->line, TIMES, "a record cut short or broken");
    else if (kind == KEYLOG_KEY) {
        if (k->ended)
            check_tell(
                k->check, k->line, FORM, "a record behind '" KEYLOG_END_LINE "'");
        check_record(k, &record, line, length);
    } else if (k->form == CHECK_FORM_OURS)
        check_ours(k, kind, line, length);
    else
        check_historic(k, line, length);
}

void check_keylog_lines(struct check_keylog *k, const char *bytes, size_t length)
{
    const char *at = bytes, *end = bytes + length;

    while (at < end) {
        const char *newline;

        at += check_quick_records(k, at, (size_t)(end - at));
        newline = memchr(at, '\n', (size_t)(end - at));
        if (newline == NULL)
            break;
        check_line(k, at, (size_t)(newline - at));
        at = newline + 1;
    }
}

void check_keylog_end(struct check_keylog *k, bool torn)
{
    if (torn)
        check_tell(k->check, k->line + 1, FORM,
            "the last line is cut short: it has no newline");
    if (k->form == CHECK_FORM_OURS && !k->body)
        check_heading_end(k);
    else if (k->form != CHECK_FORM_OURS && k->records == 0)
        check_tell(k->check, 0, TIMES, "no record of a key");
}
