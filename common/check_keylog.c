#include "check_keylog.h"

#include <endian.h>
#include <inttypes.h>
#include <string.h>

#include "check_heading.h"
#include "keylog.h"

#define TIMES "2009, 2"
#define NAMES "2009, Appendix"
#define FORM "lp-transcript(5)"
#define CHANGES "1996, 1a"

void check_keylog_init(struct check_keylog *k, struct check *check)
{
    *k = (struct check_keylog){.check = check, .note = -1, .judge = KEYLOG_NO_JUDGE};
}

static bool begins(const char *line, size_t length, const char *with)
{
    size_t size = strlen(with);

    return length >= size && memcmp(line, with, size) == 0;
}

static void keep(char *to, size_t size, const char *from, size_t length)
{
    length = length < size ? length : size - 1;
    memcpy(to, from, length);
    to[length] = '\0';
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

/* The sixth field is there or not in all records of a file, and every time has 18
 * digits. */
static void check_fields(struct check_keylog *k, const struct keylog_record *r,
    const char *line, size_t length)
{
    const char *time = memchr(line, ' ', length);
    bool local = r->who_length == 5 && memcmp(r->who, "local", 5) == 0;
    bool remote = r->who_length == 6 && memcmp(r->who, "remote", 6) == 0;
    ptrdiff_t times = r->who - (time + 1);
    enum check_form form =
        times > KEY_TIME_DIGITS + 1 ? CHECK_FORM_TWO_TIMES : CHECK_FORM_ONE_TIME;

    if (k->form == CHECK_FORM_UNKNOWN)
        k->form = form;
    if (form != k->form || (form == CHECK_FORM_TWO_TIMES) != (local || remote))
        check_tell(k->check, k->line, TIMES,
            "%s fields, and the records before have %s, or local and remote do not "
            "belong here",
            form == CHECK_FORM_TWO_TIMES ? "six" : "five",
            k->form == CHECK_FORM_TWO_TIMES ? "six" : "five");
    else if (times % (KEY_TIME_DIGITS + 1) != 0)
        check_tell(k->check, k->line, TIMES, "a time has not 18 digits");
    else if (!is_historic(r->released) || !is_historic(r->posted))
        check_tell(k->check, k->line, TIMES, "a time is none of this century");
}

static void check_record(struct check_keylog *k, const struct keylog_record *r,
    const char *line, size_t length)
{
    if (!k->body && k->form == CHECK_FORM_OURS)
        check_heading_end(k);
    if (!k->body && k->form != CHECK_FORM_OURS && !k->sides)
        check_tell(k->check, k->line, TIMES,
            "no line before the records says who is left and who is right");
    k->body = true;
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
    else if (k->form != CHECK_FORM_OURS && line[length - 1] == ' ' && r->code == ' ')
        check_tell(
            k->check, k->line, NAMES, "a blank in place of the key's name, space");
    check_judge(k, r);
    check_times(k, r);
    k->records++;
}

/* Headings and rounds of earlier contests. Each of them has words that it is known by;
 * the contest's own line, the first, has any. */
static void check_historic(struct check_keylog *k, const char *line, size_t length)
{
    static const char *const words[] = {"Transcripts of ", "These transcripts ",
        "starting round ", "*Starting round ", "**Starting subround ", "Left"};
    char shown[CHECK_TEXT_SIZE / 2];

    check_show(line, length, shown);
    if (strstr(shown, "left=") != NULL || strstr(shown, "left =") != NULL ||
        strstr(shown, "left is ") != NULL || begins(line, length, "Left=") ||
        begins(line, length, "Left ="))
        k->sides = true;
    if (k->line == 1 && length > 0)
        return;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        if (begins(line, length, words[i]))
            return;
    if (shown[0] != '\0')
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
    if (check_printable(line, length) < length)
        check_tell(k->check, k->line, FORM, "a character that is not printable ASCII");
    if (k->line == 1)
        keep(k->notice, sizeof(k->notice), line, length);
    if (k->line == 2 && begins(line, length, "Keystrokes of ")) {
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

/* The way of nearly all records of ours: exactly as they are written, and nothing
 * wrong. Whatever else there is goes the long way, where it is also told. */

static bool is_eight_digits(uint64_t bytes)
{
    return (((bytes + UINT64_C(0x4646464646464646)) |
                (bytes - UINT64_C(0x3030303030303030))) &
               UINT64_C(0x8080808080808080)) == 0;
}

/* Eight digits as a number, the pairs, then the fours, then all of them at once. */
static uint64_t eight_digits(uint64_t bytes)
{
    bytes = (bytes & UINT64_C(0x0f0f0f0f0f0f0f0f)) * 2561 >> 8;
    bytes = (bytes & UINT64_C(0x00ff00ff00ff00ff)) * 6553601 >> 16;
    return (bytes & UINT64_C(0x0000ffff0000ffff)) * UINT64_C(42949672960001) >> 32;
}

static uint64_t load(const char *from)
{
    uint64_t bytes;

    memcpy(&bytes, from, sizeof(bytes));
    return le64toh(bytes);
}

/* 00, sixteen digits and a blank; false for any other. */
static bool quick_time(const char *at, uint64_t *time)
{
    uint64_t high = load(at + 2), low = load(at + 10);

    *time = eight_digits(high) * 100000000 + eight_digits(low);
    return at[0] == '0' && at[1] == '0' && is_eight_digits(high) &&
           is_eight_digits(low) && at[18] == ' ';
}

/* The key that is named up to the newline; returns the name's length, 0 for what is to
 * go the long way. */
static size_t quick_key(const char *at, size_t room, uint32_t *code)
{
    const char *newline;
    char name[KEY_NAME_SIZE];

    if (at[1] == '\n' &&
        ((at[0] >= 'a' && at[0] <= 'z') || (at[0] >= 'A' && at[0] <= 'Z') ||
            (at[0] >= '0' && at[0] <= '9'))) {
        *code = (unsigned char)at[0];
        return 1;
    }
    if (memcmp(at, "space\n", 6) == 0) {
        *code = ' ';
        return 5;
    }
    newline = memchr(at, '\n', room < KEY_NAME_SIZE ? room : KEY_NAME_SIZE);
    if (newline == NULL || key_code(at, (size_t)(newline - at), code) < 0 ||
        key_spell(*code, name) != (size_t)(newline - at) ||
        memcmp(name, at, (size_t)(newline - at)) != 0)
        return 0;
    return (size_t)(newline - at);
}

/* Read one record; returns its bytes, or 0 for what is to go the long way. */
static size_t quick_record(struct check_keylog *k, const char *line, size_t room)
{
    enum { LEAST = 96 }; /* the longest record is shorter */
    bool local, left;
    uint64_t posted, released;
    uint32_t code = 0;
    const char *at = line + 1;
    size_t length;
    enum side side;

    if (room < LEAST || line[0] != 'J')
        return 0;
    if (k->judge >= 10 && *at++ != '0' + k->judge / 10)
        return 0;
    if (*at != '0' + k->judge % 10 || at[1] != ' ')
        return 0;
    at += 2;
    if (!quick_time(at, &posted) || !quick_time(at + 19, &released))
        return 0;
    at += 38;
    local = memcmp(at, "local ", 6) == 0;
    if (!local && memcmp(at, "remote ", 7) != 0)
        return 0;
    at += local ? 6 : 7;
    left = memcmp(at, "left ", 5) == 0;
    if (!left && memcmp(at, "right ", 6) != 0)
        return 0;
    at += left ? 5 : 6;
    if (k->pane[0] != '\0' && left != (k->pane[0] == 'l'))
        return 0;
    side = local ? SIDE_JUDGE : SIDE_OTHER;
    if (released <= k->last[side] || (side == k->own && released > posted))
        return 0;
    length = quick_key(at, room - (size_t)(at - line), &code);
    if (length == 0)
        return 0;
    k->last[side] = released;
    if (code == K_RETURN && local)
        k->returns++;
    else if (!local ||
             (code != ' ' && code != K_TAB && code != K_BACKSPACE && code != K_ESCAPE))
        k->returns = 0;
    k->records++;
    k->line++;
    return (size_t)(at - line) + length + 1;
}

void check_keylog_lines(struct check_keylog *k, const char *bytes, size_t length)
{
    const char *at = bytes, *end = bytes + length;

    while (at < end) {
        bool quick = k->form == CHECK_FORM_OURS && k->body && !k->ended &&
                     k->judge >= 0 && k->judge < 100;
        size_t taken = quick ? quick_record(k, at, (size_t)(end - at)) : 0;
        if (taken == 0) {
            const char *newline = memchr(at, '\n', (size_t)(end - at));
            taken = (size_t)(newline - at);
            check_line(k, at, taken);
            taken++;
        }
        at += taken;
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
