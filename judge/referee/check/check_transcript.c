#include "judge/referee/check/check_transcript.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/conversation/prompt.h"
#include "common/record/transcript.h"
#include "common/text/glyph.h"
#include "common/text/utf8.h"
#include "judge/ballot/ballot.h"

#define ASCII "1996, 2c"
#define HEADER "1996, 2d"
#define LINES "1996, 2e"
#define MESSAGES "referee(1)"

enum { DAY = 24 * 60 * 60, HEADER_LINES = 3 };

void check_transcript_init(struct check_transcript *t, const struct check *check)
{
    *t = (struct check_transcript){.check = check, .judge = -1};
}

/* The header */

/* Return the year of "(c)1996 ..."; 0 without one. */
static int notice_year(const char *line, size_t length)
{
    char digits[5];

    if (length < 7 || memcmp(line, "(c)", 3) != 0)
        return 0;
    check_copy(digits, sizeof(digits), line + 3, 4);
    return strspn(digits, "0123456789") == 4 ? atoi(digits) : 0;
}

static void check_notice(struct check_transcript *t, const char *line, size_t length)
{
    t->notice_year = notice_year(line, length);
    if (length == 0)
        check_fault(t->check, t->line, HEADER, "the first line is empty");
}

static void refuse_names(struct check_transcript *t, uint64_t line)
{
    check_fault(t->check, line, HEADER,
        "the second line must be [Program Name] [Contestant Name]");
}

static bool has_text(const char *line, size_t length, const char *text)
{
    return memmem(line, length, text, strlen(text)) != NULL;
}

/* [Program Name] [Contestant Name], with or without the blank between them. Brackets
 * are optional: the rules leave open whether they belong to the line. */
static void check_names(struct check_transcript *t, const char *line, size_t length)
{
    bool middle = has_text(line, length, "][") || has_text(line, length, "] [");

    t->bare =
        length > 0 && !has_text(line, length, "[") && !has_text(line, length, "]");
    if (!t->bare && (!middle || line[0] != '[' || line[length - 1] != ']'))
        refuse_names(t, t->line);
}

static bool read_start(struct check_transcript *t, const char *line, size_t length)
{
    static const char words[] = "Start at: ";
    const char *at = line + sizeof(words) - 1;
    char moment[BALLOT_CONFIRMED_SIZE];
    bool bracketed;

    if (!check_begins(line, length, words))
        return false;
    length -= sizeof(words) - 1;
    bracketed =
        length == BALLOT_CONFIRMED_SIZE + 1 && at[0] == '[' && at[length - 1] == ']';
    if (t->bare && bracketed) {
        refuse_names(t, t->line - 1);
        t->bare = false;
    }
    if (t->bare == bracketed ||
        !ballot_is_moment(at + bracketed, length - 2 * (size_t)bracketed))
        return false;
    check_copy(moment, sizeof(moment), at + bracketed, sizeof(moment) - 1);
    t->year = atoi(moment);
    t->began = (atoi(moment + 11) * 60 + atoi(moment + 14)) * 60 + atoi(moment + 17);
    return true;
}

static void check_start(struct check_transcript *t, const char *line, size_t length)
{
    if (!read_start(t, line, length))
        check_fault(t->check, t->line, HEADER,
            "the third line must be Start at: [YYYY/MM/DD HH:MM:SS]");
    else if (t->notice_year != 0 && t->notice_year != t->year)
        check_fault(t->check, t->line, HEADER,
            "the conversation began in %d, but the first line has the year %d", t->year,
            t->notice_year);
}

/* The body */

static void check_change(
    struct check_transcript *t, const struct transcript_line *said, const char *line)
{
    bool blanks = line[3] == ' ';

    if (t->changes && blanks != t->blanks)
        check_fault(t->check, t->line, LINES,
            "changes of judges have two spellings in this file");
    t->blanks = blanks;
    t->changes = true;
    t->judge = (int)said->judge;
}

/* Whether a source is that of the lines before. */
static bool is_known(const struct check_transcript *t, const char *line, size_t length)
{
    return length > 0 && strlen(t->source) == length &&
           memcmp(t->source, line, length) == 0;
}

/* All lines of the hidden side have one source: "PROGRAM", or a name. */
static void check_source(struct check_transcript *t, const char *line)
{
    size_t length = strcspn(line, "[");
    char source[CHECK_SOURCE_SIZE];

    if (is_known(t, line, length))
        return;
    snprintf(source, sizeof(source), "%.*s", (int)length, line);
    if (strncmp(source, "JUDGE", 5) == 0 || strncmp(source, "***", 3) == 0)
        check_fault(t->check, t->line, LINES,
            "%s is not a judge: write JUDGE and two digits", source);
    else if (t->source[0] == '\0')
        memcpy(t->source, source, sizeof(source));
    else if (strcmp(t->source, source) != 0)
        check_fault(t->check, t->line, LINES,
            "spoken by %s, but the lines before by %s", source, t->source);
}

/* A step back of more than half a day is midnight. */
static void check_time(struct check_transcript *t, int second)
{
    int step = second - t->began;

    if (step < 0 && step > -DAY / 2)
        check_fault(t->check, t->line, LINES, "%d s earlier than %s", -step,
            t->lines == 0 ? "the beginning" : "the line before");
    else if (step > DAY / 2)
        check_fault(t->check, t->line, LINES,
            "earlier than %s, or more than half a day later",
            t->lines == 0 ? "the beginning" : "the line before");
    t->began = second;
}

/* Count the characters of UTF-8: bytes that begin one. */
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
        check_fault(t->check, t->line, LINES,
            "spoken by judge %02u, but the judge is %02d", said->judge, t->judge);
    else
        t->judge = (int)said->judge;
    if (is_blank(said->text, said->length))
        check_fault(t->check, t->line, LINES, "a blank line, which is not recorded");
    if (said->length > PROMPT_LINE_MAX &&
        count_characters(said->text, said->length) > PROMPT_LINE_MAX)
        check_fault(
            t->check, t->line, LINES, "more than %d characters", (int)PROMPT_LINE_MAX);
    check_time(t, said->second);
    t->lines++;
}

/* Complete, visible characters of UTF-8; the wager's book allows more than ASCII. */
static bool is_text(const char *line, size_t length)
{
    struct utf8 utf8 = {0};
    uint32_t codes[2];

    for (size_t i = 0; i < length; i++) {
        int count = utf8_decode(&utf8, (unsigned char)line[i], codes);
        for (int j = 0; j < count; j++)
            if (codes[j] == UTF8_BROKEN || !glyph_is_shown(codes[j]))
                return false;
    }
    return utf8.missing == 0;
}

void check_transcript_line(struct check_transcript *t, const char *line, size_t length)
{
    struct transcript_line said;
    char shown[CHECK_TEXT_SIZE / 2];

    t->line++;
    if (length > 0 && line[length - 1] == '\r')
        length--;
    if (!is_text(line, length))
        check_fault(t->check, t->line, ASCII, "a character that is not printable");
    if (t->line == 1)
        check_notice(t, line, length);
    else if (t->line == 2)
        check_names(t, line, length);
    else if (t->line == HEADER_LINES)
        check_start(t, line, length);
    else if (transcript_read(line, length, &said) < 0) {
        check_quote(line, length, shown);
        check_fault(t->check, t->line, LINES, "'%s' has no source and time", shown);
    } else if (said.kind == TRANSCRIPT_JUDGE)
        check_change(t, &said, line);
    else
        check_said(t, &said, line);
}

void check_transcript_end(struct check_transcript *t, bool torn)
{
    if (torn)
        check_fault(t->check, t->line + 1, LINES,
            "the last line is incomplete: it has no newline");
    else if (t->line < HEADER_LINES)
        check_fault(t->check, t->line, HEADER, "the header must have three lines");
}

/* Rounds of LPP v2 */

int check_messages_init(struct check_messages *m, const struct check *check)
{
    *m = (struct check_messages){.check = check};
    return record_init(&m->reader, RECORD_LPP2);
}

void check_messages_line(struct check_messages *m, const char *line, size_t length)
{
    struct record record;

    m->line++;
    record_read(&m->reader, line, length, true, &record);
    if (record.kind != RECORD_LINE) {
        check_fault(m->check, m->line, MESSAGES, "%s", record.why);
        return;
    }
    m->messages++;
    if (record.has_secret)
        check_fault(m->check, m->line, MESSAGES,
            "\"secret\" is not empty: a reader could register with it");
}

void check_messages_end(struct check_messages *m, bool torn)
{
    if (torn)
        check_fault(m->check, m->line + 1, MESSAGES,
            "the last line is incomplete: it has no newline");
    record_free(&m->reader);
}
