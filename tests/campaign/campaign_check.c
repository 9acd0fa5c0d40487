#include "tests/campaign/campaign_check.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "common/record/transcript.h"
#include "tests/support/helper.h"

/* ---- key logs ---- */

/* A judge's Escape only marks: its place among the other side's keys is not the same at
 * both ends, all else is. */
static bool is_of_judge(const struct log_record *record)
{
    return record->side == SIDE_JUDGE;
}

static bool is_of_station(const struct log_record *record)
{
    return record->side == SIDE_OTHER;
}

static bool is_no_escape(const struct log_record *record)
{
    return record->code != K_ESCAPE;
}

/* The next record from *at on that is one of these; NULL at the end. */
static const struct log_record *next_of(
    const struct log *log, size_t *at, bool (*is_one)(const struct log_record *))
{
    while (*at < log->count) {
        const struct log_record *record = &log->records[(*at)++];

        if (is_one(record))
            return record;
    }
    return NULL;
}

static bool same_key(const struct log_record *a, const struct log_record *b)
{
    return a->released == b->released && a->code == b->code && a->side == b->side &&
           a->judge == b->judge;
}

static bool compare_keys(const struct log *a, const struct log *b,
    bool (*is_one)(const struct log_record *), char why[static LOG_WHY_SIZE])
{
    size_t i = 0, j = 0;
    const struct log_record *one, *two;

    do {
        one = next_of(a, &i, is_one);
        two = next_of(b, &j, is_one);
    } while (one != NULL && two != NULL && same_key(one, two));
    if (one == NULL && two == NULL)
        return true;
    snprintf(why, LOG_WHY_SIZE,
        "%s/LP-%02d.KEY and %s/LP-%02d.KEY differ in records %zu and %zu", a->directory,
        a->number, b->directory, b->number, i, j);
    return false;
}

/* ---- transcripts ---- */

static void feed(struct transcript *t, const struct event *event, struct bytes *text)
{
    static char lines[TRANSCRIPT_OUT_SIZE];
    struct tm when = day_time(0, 0, 0);

    bytes_add(text, lines, transcript_feed(t, event, &when, lines));
}

/* The body that the prompt and the transcript make of the keys, with one time in all of
 * its lines. */
static void make_body(const struct log *log, struct bytes *text)
{
    static char lines[TRANSCRIPT_OUT_SIZE];
    struct event events[PROMPT_EVENTS_MAX];
    struct transcript transcript;
    struct prompt prompt;

    prompt_init(&prompt, rulebook_find("1996"));
    transcript_init(&transcript, rulebook_find("1996"));
    for (size_t i = 0; i < log->count; i++) {
        const struct log_record *record = &log->records[i];
        struct key key = {record->released, record->code, record->side};
        int count = prompt_feed(&prompt, &key, events);

        for (int n = 0; n < count; n++)
            feed(&transcript, &events[n], text);
    }
    if (prompt_end(&prompt, events) > 0)
        feed(&transcript, events, text);
    bytes_add(text, lines, transcript_end(&transcript, lines));
}

/* The next line of a text, without its newline; false at the end. */
static bool next_line(
    const struct bytes *text, size_t *at, const char **line, size_t *length)
{
    const char *end;

    if (*at >= text->length)
        return false;
    *line = text->at + *at;
    end = memchr(*line, '\n', text->length - *at);
    *length = end != NULL ? (size_t)(end - *line) : text->length - *at;
    *at += *length + (end != NULL);
    return true;
}

static bool same_line(const struct transcript_line *a, const struct transcript_line *b)
{
    return a->kind == b->kind && a->judge == b->judge &&
           (a->kind == TRANSCRIPT_JUDGE ||
               (a->side == b->side && a->length == b->length &&
                   memcmp(a->text, b->text, a->length) == 0));
}

/* Compare line by line: source and text, but not the times. */
static bool compare_lines(
    const struct bytes *made, const struct bytes *read, int *number)
{
    size_t at[2] = {0, 0}, length[2];
    const char *line[2];
    struct transcript_line one = {0}, two = {0};

    for (int header = 0; header < 3; header++)
        if (!next_line(read, &at[1], &line[1], &length[1]))
            return false;
    for (*number = 4;; ++*number) {
        bool more = next_line(made, &at[0], &line[0], &length[0]);

        if (more != next_line(read, &at[1], &line[1], &length[1]))
            return false;
        if (!more)
            return true;
        if (transcript_read(line[0], length[0], &one) < 0 ||
            transcript_read(line[1], length[1], &two) < 0 || !same_line(&one, &two))
            return false;
    }
}

static bool check_transcript(const struct log *log, char why[static LOG_WHY_SIZE])
{
    struct bytes made = {0}, read = {0};
    char path[PATH_MAX];
    int number = 1;
    bool good;

    log_path(log, "TXT", path);
    make_body(log, &made);
    good = bytes_read(&read, path) == 0 && compare_lines(&made, &read, &number);
    if (!good)
        snprintf(why, LOG_WHY_SIZE, "%.200s, line %d: the key log makes another of it",
            path, number);
    bytes_free(&made);
    bytes_free(&read);
    return good;
}

static bool check_end(const struct log *log, char why[static LOG_WHY_SIZE])
{
    if (log->ended && log_is_whole(log) && log->tail_length == 0)
        return true;
    snprintf(why, LOG_WHY_SIZE, "%.200s/LP-%02d.KEY has no end", log->directory,
        log->number);
    return false;
}

bool check_records(
    const struct log *judge, const struct log *station, char why[static LOG_WHY_SIZE])
{
    return check_end(judge, why) && check_end(station, why) &&
           compare_keys(judge, station, is_of_judge, why) &&
           compare_keys(judge, station, is_of_station, why) &&
           compare_keys(judge, station, is_no_escape, why) &&
           check_transcript(judge, why) && check_transcript(station, why);
}
