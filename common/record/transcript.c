#include "common/record/transcript.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

void transcript_init(struct transcript *t, const struct rulebook *book)
{
    *t = (struct transcript){.judge_lines = book->judge_lines};
}

/* Copy the printable ASCII of a text, without a NUL. Returns the bytes written. */
static size_t copy_printable(char *to, const char *from)
{
    size_t length = 0;

    for (; *from != '\0' && length < TRANSCRIPT_NAME_MAX; from++)
        if (*from >= ' ' && *from <= '~')
            to[length++] = *from;
    return length;
}

size_t transcript_notice(
    const char *notice, int year, char out[static TRANSCRIPT_HEADER_SIZE])
{
    const char *mark = strstr(notice, "%d");
    char text[TRANSCRIPT_NAME_MAX * 2];
    size_t length;

    if (mark != NULL)
        snprintf(text, sizeof(text), "%.*s%d%s", (int)(mark - notice), notice, year,
            mark + 2);
    length = copy_printable(out, mark != NULL ? text : notice);
    out[length++] = '\n';
    return length;
}

size_t transcript_header(const char *notice, const char *program,
    const char *contestant, const struct tm *when,
    char out[static TRANSCRIPT_HEADER_SIZE])
{
    size_t length = transcript_notice(notice, when->tm_year + 1900, out);

    out[length++] = '[';
    length += copy_printable(out + length, program);
    out[length++] = ']';
    out[length++] = ' ';
    out[length++] = '[';
    length += copy_printable(out + length, contestant);
    out[length++] = ']';
    out[length++] = '\n';
    return length + strftime(out + length, TRANSCRIPT_HEADER_SIZE - length,
                        "Start at: [%Y/%m/%d %H:%M:%S]\n", when);
}

static size_t write_source(
    char *out, enum side side, unsigned judge, const struct tm *when)
{
    char source[16] = "PROGRAM";

    if (side == SIDE_JUDGE)
        snprintf(source, sizeof(source), "JUDGE%02u", judge % PROMPT_JUDGES);
    return (size_t)snprintf(out, 32, "%s[%02d:%02d:%02d]", source, when->tm_hour,
        when->tm_min, when->tm_sec);
}

/* The first blank of a judge's line belongs to the prompt. */
static size_t write_line(char *out, enum side side, unsigned judge,
    const struct tm *when, const uint32_t *text, size_t length)
{
    size_t bytes = write_source(out, side, judge, when);
    size_t skip = side == SIDE_JUDGE && length > 0 && text[0] == ' ' ? 1 : 0;

    bytes += utf8_encode_all(text + skip, length - skip, out + bytes);
    out[bytes++] = '\n';
    return bytes;
}

size_t transcript_end(struct transcript *t, char out[static TRANSCRIPT_OUT_SIZE])
{
    if (!t->holding)
        return 0;
    t->holding = false;
    return write_line(out, SIDE_JUDGE, t->judge, &t->held_at, t->held, t->held_length);
}

/* A judge's line @@nn is held: it is a spoken line if the turn continues, and a change
 * of judges if the turn ends. */
static size_t feed_line(
    struct transcript *t, const struct event *event, const struct tm *when, char *out)
{
    size_t bytes;

    if (prompt_is_blank(event->text, event->length))
        return 0;
    bytes = transcript_end(t, out);
    if (t->judge_lines && event->side == SIDE_JUDGE &&
        prompt_names_judge(event->text, event->length) >= 0) {
        t->holding = true;
        t->held_at = *when;
        t->held_length = event->length;
        memcpy(t->held, event->text, event->length * sizeof(event->text[0]));
        return bytes;
    }
    return bytes + write_line(out + bytes, event->side, t->judge, when, event->text,
                       event->length);
}

size_t transcript_feed(struct transcript *t, const struct event *event,
    const struct tm *when, char out[static TRANSCRIPT_OUT_SIZE])
{
    switch (event->kind) {
    case EV_LINE:
        return feed_line(t, event, when, out);
    case EV_JUDGE:
        t->judge = event->judge;
        t->holding = false;
        return (size_t)snprintf(
            out, 32, "*** JUDGE%02u ***\n", t->judge % PROMPT_JUDGES);
    case EV_TURN:
        return transcript_end(t, out);
    default:
        return 0;
    }
}

/* Reading */

/* Return the number of two digits; -1 if they are not digits. */
static int two_digits(const char *text)
{
    unsigned tens = (unsigned char)text[0] - '0', ones = (unsigned char)text[1] - '0';

    return tens > 9 || ones > 9 ? -1 : (int)(tens * 10 + ones);
}

/* Return the number of JUDGEnn, or -1. */
static int read_judge(const char *text, size_t length)
{
    if (length != 7 || memcmp(text, "JUDGE", 5) != 0)
        return -1;
    return two_digits(text + 5);
}

static int read_change(const char *line, size_t length, struct transcript_line *out)
{
    const char *name = line + 3;
    size_t blanks;
    int judge;

    if (length < 6 || memcmp(line + length - 3, "***", 3) != 0)
        return -1;
    length -= 6;
    blanks = length == 9 && name[0] == ' ' && name[8] == ' ' ? 1 : 0;
    judge = read_judge(name + blanks, length - 2 * blanks);
    if (judge < 0)
        return -1;
    *out = (struct transcript_line){
        TRANSCRIPT_JUDGE, .side = SIDE_JUDGE, .judge = (unsigned)judge};
    return 0;
}

/* Return the second of the day of [HH:MM:SS], leap second included; -1 if invalid. */
static int read_stamp(const char *text)
{
    int hour = two_digits(text + 1);
    int minute = two_digits(text + 4);
    int second = two_digits(text + 7);

    if (text[3] != ':' || text[6] != ':' || text[9] != ']' || hour < 0 || hour > 23 ||
        minute < 0 || minute > 59 || second < 0 || second > 60)
        return -1;
    return hour * 3600 + minute * 60 + second;
}

static int read_text(const char *line, size_t length, struct transcript_line *out)
{
    enum { STAMP = sizeof("[HH:MM:SS]") - 1 };
    const char *stamp = memchr(line, '[', length);
    size_t source = stamp != NULL ? (size_t)(stamp - line) : 0;
    int judge, second;

    if (source == 0 || length - source < STAMP)
        return -1;
    second = read_stamp(stamp);
    if (second < 0)
        return -1;
    judge = read_judge(line, source);
    *out = (struct transcript_line){TRANSCRIPT_LINE,
        .side = judge >= 0 ? SIDE_JUDGE : SIDE_OTHER,
        .judge = judge >= 0 ? (unsigned)judge : 0, .second = second,
        .text = stamp + STAMP, .length = length - source - STAMP};
    return 0;
}

int transcript_read(const char *line, size_t length, struct transcript_line *out)
{
    bool change = length > 3 && memcmp(line, "***", 3) == 0;

    if ((change ? read_change : read_text)(line, length, out) == 0)
        return 0;
    errno = EINVAL;
    return -1;
}
