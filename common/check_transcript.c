#include "check_transcript.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "glyph.h"
#include "printable.h"
#include "prompt.h"
#include "transcript.h"
#include "utf8.h"

#define ASCII "1996, 2c"
#define HEADER "1996, 2d"
#define LINES "1996, 2e"

enum { DAY = 24 * 60 * 60, HEADER_LINES = 3 };

void check_transcript_init(struct check_transcript *t, struct check *check)
{
    *t = (struct check_transcript){.check = check, .judge = -1};
}

/* The header */

/* "(c)1996 ...": the year, or 0. */
static int notice_year(const char *line, size_t length)
{
    if (length < 7 || memcmp(line, "(c)", 3) != 0 || strspn(line + 3, "0123456789") < 4)
        return 0;
    return atoi(line + 3);
}

static void check_notice(struct check_transcript *t, const char *line, size_t length)
{
    t->notice_year = notice_year(line, length);
    if (length == 0)
        check_tell(t->check, t->line, HEADER, "the first line is empty");
}

static void tell_names(struct check_transcript *t, uint64_t line)
{
    check_tell(t->check, line, HEADER,
        "the second line is to be [Program Name] [Contestant Name]");
}

static bool has(const char *line, size_t length, const char *what)
{
    return memmem(line, length, what, strlen(what)) != NULL;
}

/* [Program Name] [Contestant Name], with or without the blank between them; or without
 * brackets: the rules do not say whether they are meant. */
static void check_names(struct check_transcript *t, const char *line, size_t length)
{
    bool middle = has(line, length, "][") || has(line, length, "] [");

    t->bare = length > 0 && !has(line, length, "[") && !has(line, length, "]");
    if (!t->bare && (!middle || line[0] != '[' || line[length - 1] != ']'))
        tell_names(t, t->line);
}

static int days_of_month(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

    return days[month - 1] + (month == 2 && leap ? 1 : 0);
}

/* Whether text[] has a digit wherever form has a 0, and else what form has. */
static bool has_form(const char *text, size_t length, const char *form)
{
    if (length != strlen(form))
        return false;
    for (size_t i = 0; i < length; i++)
        if (form[i] == '0' ? !isdigit((unsigned char)text[i]) : text[i] != form[i])
            return false;
    return true;
}

static bool read_start(struct check_transcript *t, const char *line, size_t length)
{
    static const char bracketed[] = "Start at: [0000/00/00 00:00:00]";
    static const char bare[] = "Start at: 0000/00/00 00:00:00";
    int year, month, day, hour, minute, second;
    char text[64];

    if (t->bare && has_form(line, length, bracketed)) {
        tell_names(t, t->line - 1);
        t->bare = false;
    }
    if (!has_form(line, length, t->bare ? bare : bracketed))
        return false;
    snprintf(text, sizeof(text), "%.*s", (int)length, line);
    if (sscanf(text + strcspn(text, "0123456789"), "%d/%d/%d %d:%d:%d", &year, &month,
            &day, &hour, &minute, &second) != 6 ||
        month < 1 || month > 12 || day < 1 || day > days_of_month(year, month) ||
        hour > 23 || minute > 59 || second > 60)
        return false;
    t->year = year;
    t->began = (hour * 60 + minute) * 60 + second;
    return true;
}

static void check_start(struct check_transcript *t, const char *line, size_t length)
{
    if (!read_start(t, line, length))
        check_tell(t->check, t->line, HEADER,
            "the third line is to be Start at: [YYYY/MM/DD HH:MM:SS]");
    else if (t->notice_year != 0 && t->notice_year != t->year)
        check_tell(t->check, t->line, HEADER,
            "the conversation began in %d, and the first line says %d", t->year,
            t->notice_year);
}

/* The body */

static void check_change(
    struct check_transcript *t, const struct transcript_line *said, const char *line)
{
    bool blanks = line[3] == ' ';

    if (t->changes && blanks != t->blanks)
        check_tell(
            t->check, t->line, LINES, "the changes of judges are written in two ways");
    t->blanks = blanks;
    t->changes = true;
    t->judge = (int)said->judge;
}

/* Whether a source is the one of the lines before. */
static bool is_known(const struct check_transcript *t, const char *line, size_t length)
{
    return length > 0 && strlen(t->source) == length &&
           memcmp(t->source, line, length) == 0;
}

/* All lines that are no judge's have one source: "PROGRAM", or a name. */
static void check_source(struct check_transcript *t, const char *line)
{
    size_t length = strcspn(line, "[");
    char source[CHECK_SOURCE_SIZE];

    if (is_known(t, line, length))
        return;
    snprintf(source, sizeof(source), "%.*s", (int)length, line);
    if (strncmp(source, "JUDGE", 5) == 0 || strncmp(source, "***", 3) == 0)
        check_tell(t->check, t->line, LINES, "%s is no judge: JUDGE and two digits are",
            source);
    else if (t->source[0] == '\0')
        memcpy(t->source, source, sizeof(source));
    else if (strcmp(t->source, source) != 0)
        check_tell(t->check, t->line, LINES, "said by %s, and the lines before by %s",
            source, t->source);
}

/* Times of day: midnight is a step back of more than half a day. */
static void check_time(struct check_transcript *t, int second)
{
    int step = second - t->began;

    if (step < 0 && step > -DAY / 2)
        check_tell(t->check, t->line, LINES, "%d s earlier than %s", -step,
            t->lines == 0 ? "the beginning" : "the line before");
    else if (step > DAY / 2)
        check_tell(t->check, t->line, LINES,
            "earlier than %s, or more than half a day later",
            t->lines == 0 ? "the beginning" : "the line before");
    t->began = second;
}

/* Of bytes of UTF-8, those that begin a character. */
static size_t count_characters(const char *text, size_t length)
{
    size_t count = 0;

    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)text[i] & 0xc0) != 0x80;
    return count;
}

static bool is_blank(const char *text, size_t length)
{
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\r'))
        length--;
    return length == 0;
}

static void check_said(
    struct check_transcript *t, const struct transcript_line *said, const char *line)
{
    if (said->side == SIDE_OTHER)
        check_source(t, line);
    else if (t->judge >= 0 && (int)said->judge != t->judge)
        check_tell(t->check, t->line, LINES,
            "said by judge %02u, and judge %02d sits there", said->judge, t->judge);
    else
        t->judge = (int)said->judge;
    if (is_blank(said->text, said->length))
        check_tell(t->check, t->line, LINES, "a blank line is not recorded");
    if (said->length > PROMPT_LINE_MAX &&
        count_characters(said->text, said->length) > PROMPT_LINE_MAX)
        check_tell(
            t->check, t->line, LINES, "more than %d characters", (int)PROMPT_LINE_MAX);
    check_time(t, said->second);
    t->lines++;
}

/* Beyond ASCII there is the text of the wager's book: characters, whole and visible. */
static bool is_text(const char *line, size_t length)
{
    struct utf8 utf8 = {0};
    uint32_t codes[2];
    size_t plain = printable_length(line, length);

    for (size_t i = plain; i < length; i++) {
        int count = utf8_decode(&utf8, (unsigned char)line[i], codes);
        for (int j = 0; j < count; j++)
            if (codes[j] == UTF8_BROKEN || !glyph_is_shown(codes[j]))
                return false;
    }
    return utf8.missing == 0;
}

static void check_line(struct check_transcript *t, const char *line, size_t length)
{
    struct transcript_line said;
    char shown[CHECK_TEXT_SIZE / 2];

    t->line++;
    if (length > 0 && line[length - 1] == '\r')
        length--;
    if (!is_text(line, length))
        check_tell(t->check, t->line, ASCII, "a character that cannot be printed");
    if (t->line == 1)
        check_notice(t, line, length);
    else if (t->line == 2)
        check_names(t, line, length);
    else if (t->line == HEADER_LINES)
        check_start(t, line, length);
    else if (transcript_read(line, length, &said) < 0) {
        check_show(line, length, shown);
        check_tell(t->check, t->line, LINES, "'%s' has no source and time", shown);
    } else if (said.kind == TRANSCRIPT_JUDGE)
        check_change(t, &said, line);
    else
        check_said(t, &said, line);
}

void check_transcript_lines(
    struct check_transcript *t, const char *bytes, size_t length)
{
    const char *at = bytes, *end = bytes + length;

    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        check_line(t, at, (size_t)(newline - at));
        at = newline + 1;
    }
}

void check_transcript_end(struct check_transcript *t, bool torn)
{
    if (torn)
        check_tell(t->check, t->line + 1, LINES,
            "the last line is cut short: it has no newline");
    else if (t->line < HEADER_LINES)
        check_tell(t->check, t->line, HEADER, "the header has three lines");
}
