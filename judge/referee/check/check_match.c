#include "judge/referee/check/check_match.h"

#include <string.h>

#define LINES "1996, 2e"
#define HEADER "1996, 2d"

enum { HEADER_LINES = 3, SOURCE_MAX = 7, STAMP = sizeof("[HH:MM:SS]") - 1 };

static bool next_line(struct check_match *m, const char **line, size_t *length)
{
    if (!m->next(m->from, line, length))
        return false;
    m->line++;
    return true;
}

static void check_start(
    struct check_match *m, const char *line, size_t length, uint64_t began)
{
    char due[64];
    struct tm when = {0};
    size_t size;

    m->local(began, &when);
    size = strftime(due, sizeof(due), "Start at: [%Y/%m/%d %H:%M:%S]", &when);
    if (length != size || memcmp(line, due, size) != 0)
        check_fault(m->check, m->line, HEADER,
            "the key log began at another time: '%s' (set TZ to its time zone)", due);
}

void check_match_begin(struct check_match *m, const struct rulebook *book,
    const char *notice, uint64_t began)
{
    const char *line;
    size_t length;

    prompt_init(&m->prompt, book);
    transcript_init(&m->lines, book);
    for (int i = 0; i < HEADER_LINES && !m->lost; i++) {
        m->lost = !next_line(m, &line, &length);
        if (i == 0 && !m->lost &&
            (length != strlen(notice) || memcmp(line, notice, length) != 0))
            check_fault(m->check, m->line, HEADER,
                "differs from the first line of the key log: '%.100s'", notice);
        if (i == HEADER_LINES - 1 && !m->lost && began > 0)
            check_start(m, line, length, began);
    }
}

/* Compare two lines: 0 if equal, 1 if only their times differ, else 2. */
static int compare_lines(
    const char *line, size_t length, const char *due, size_t due_length)
{
    const char *stamp = memchr(due, '[', due_length);
    size_t at = stamp != NULL ? (size_t)(stamp - due) : due_length;

    if (length != due_length)
        return 2;
    if (memcmp(line, due, length) == 0)
        return 0;
    if (due[0] == '*' || at > SOURCE_MAX || length < at + STAMP ||
        memcmp(line, due, at) != 0)
        return 2;
    return memcmp(line + at + STAMP, due + at + STAMP, length - at - STAMP) == 0 ? 1
                                                                                 : 2;
}

/* Without @@nn the greeting announces the judge, again after each interruption. The
 * first key of the log has the judge's number. */
static bool is_greeting(const struct check_match *m, const char *line, size_t length)
{
    struct transcript_line said;

    return !m->prompt.judge_lines && transcript_read(line, length, &said) == 0 &&
           said.kind == TRANSCRIPT_JUDGE && (!m->begun || said.judge == m->lines.judge);
}

static bool next_said(struct check_match *m, const char **line, size_t *length)
{
    bool there = next_line(m, line, length);

    while (there && is_greeting(m, *line, *length))
        there = next_line(m, line, length);
    return there;
}

/* Compare a line of the keys with the transcript's next. Lines that the end of the
 * conversation made are not timed: the log does not have their time. */
static void match_line(
    struct check_match *m, const char *due, size_t due_length, bool timed)
{
    char quoted[CHECK_TEXT_SIZE / 2];
    const char *line;
    size_t length;
    int differ;

    check_quote(due, due_length, quoted);
    if (m->missing > 0 || !next_said(m, &line, &length)) {
        if (m->missing++ == 0)
            memcpy(m->first_missing, quoted, sizeof(quoted));
        return;
    }
    differ = compare_lines(line, length, due, due_length);
    if (differ == 1 && timed)
        check_fault(m->check, m->line, LINES,
            "another time than in the key log: '%s' (set TZ to its time zone)", quoted);
    if (differ == 2) {
        check_fault(m->check, m->line, LINES, "differs from the line of the keys: '%s'",
            quoted);
        m->lost = true;
    }
}

static void match_lines(
    struct check_match *m, const char *out, size_t length, bool timed)
{
    const char *end = out + length;

    while (out < end && !m->lost) {
        const char *newline = memchr(out, '\n', (size_t)(end - out));
        match_line(m, out, (size_t)(newline - out), timed);
        out = newline + 1;
    }
}

static void check_sitting(struct check_match *m, const struct keylog_record *r)
{
    if (!m->begun && !m->prompt.judge_lines && r->judge >= 0)
        m->prompt.judge = m->lines.judge = (unsigned)r->judge;
    m->begun = true;
    if (r->judge < 0 || (unsigned)r->judge == m->prompt.judge)
        return;
    check_fault(m->check, m->line, "1996, 1a",
        "after this line the key log has judge %d, but the judge is %u", r->judge,
        m->prompt.judge);
    m->lost = true;
}

void check_match_key(struct check_match *m, const struct keylog_record *record)
{
    struct key key = {record->released, record->code, record->side};
    struct event events[PROMPT_EVENTS_MAX];
    char out[TRANSCRIPT_OUT_SIZE];
    struct tm when = {0};
    int count;

    if (m->lost)
        return;
    check_sitting(m, record);
    count = prompt_feed(&m->prompt, &key, events);
    if (count > 0 && events[0].kind == EV_LINE)
        m->local(record->posted, &when);
    for (int i = 0; i < count; i++)
        match_lines(m, out, transcript_feed(&m->lines, &events[i], &when, out), true);
}

void check_match_end(struct check_match *m, bool ended)
{
    struct event events[PROMPT_ENDS_MAX];
    char out[TRANSCRIPT_OUT_SIZE];
    const char *line;
    size_t length;
    struct tm when = {0};
    int count = prompt_end(&m->prompt, events);
    int missing = m->missing; /* without unfinished lines */

    for (int i = 0; i < count; i++)
        match_lines(m, out, transcript_feed(&m->lines, &events[i], &when, out), false);
    match_lines(m, out, transcript_end(&m->lines, out), false);
    if (ended ? m->missing > 0 : missing > PROMPT_EVENTS_MAX)
        check_fault(m->check, m->line, LINES,
            "ends here, but the keys make %d lines more: '%s'", m->missing,
            m->first_missing);
    else if (!m->lost && m->missing == 0 && next_said(m, &line, &length))
        check_fault(
            m->check, m->line, LINES, "the keys of the key log do not make this line");
}
