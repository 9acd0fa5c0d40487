#include "feed.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "feed_file.h"
#include "feed_station.h"

static void local_time(uint64_t ms, struct tm *tm)
{
    time_t seconds = (time_t)(ms / 1000);

    localtime_r(&seconds, tm);
}

/* A line with a NUL behind it, for the pattern. */
static bool matches(const struct feed *s, const char *line, size_t length)
{
    char text[TRANSCRIPT_OUT_SIZE];

    memcpy(text, line, length);
    text[length] = '\0';
    return regexec(s->bell, text, 0, NULL, 0) == 0;
}

void feed_say(struct feed *s, const char *line, size_t length)
{
    bool rings = s->bell != NULL && length > 0 && matches(s, line, length - 1);

    s->rang = s->rang || rings;
    s->news.line(s->news.to, s, line, length, rings);
}

/* "JUDGE00[" without the number, where nobody has said it. Returns the line's bytes. */
static size_t drop_number(char *line, size_t length)
{
    enum { WORD = sizeof("JUDGE") - 1, DIGITS = 2 };

    memmove(line + WORD, line + WORD + DIGITS, length - WORD - DIGITS);
    return length - DIGITS;
}

/* What the keys have made, as lines of a transcript. */
static void take_event(void *to, const struct event *event, uint64_t ms)
{
    struct feed *s = to;
    char out[TRANSCRIPT_OUT_SIZE];
    struct tm when;
    size_t length, at = 0;

    if ((s->lpp2 != NULL || s->reader.form == RECORD_TRANSCRIPT) && !s->is_station)
        return; /* its lines have been said as they stand */
    local_time(ms, &when);
    length = transcript_feed(&s->lines, event, &when, out);
    if (length > 0 && event->side == SIDE_JUDGE && !s->scene.seated)
        length = drop_number(out, length);
    while (at < length) {
        const char *newline = memchr(out + at, '\n', length - at);
        size_t size = (size_t)(newline + 1 - (out + at));
        feed_say(s, out + at, size);
        at += size;
    }
}

void feed_note(struct feed *s, const char *why)
{
    if (strcmp(s->note, why) == 0)
        return;
    snprintf(s->note, sizeof(s->note), "%s", why);
    s->note_is_new = s->unread = true;
}

int feed_begin(struct feed *s, const struct rulebook *book)
{
    struct scene_news news = {.tell = take_event, .to = s};

    s->last[SIDE_JUDGE] = s->last[SIDE_OTHER] = 0;
    s->ended = false;
    if (scene_begin(&s->scene, book, &news) < 0) {
        feed_note(s, "out of memory: watch fewer");
        return -1;
    }
    transcript_init(&s->lines, s->scene.book);
    return 0;
}

void feed_key(struct feed *s, uint64_t ms, uint32_t code, enum side side)
{
    if (!s->scene.begun)
        return;
    if (scene_add(&s->scene, ms, code, side) < 0)
        feed_note(s, "out of memory: watch fewer");
    s->unread = true;
}

struct feed *feed_make(
    const char *name, const regex_t *bell, const struct feed_news *news)
{
    struct feed *s = calloc(1, sizeof(*s));

    if (s == NULL)
        return NULL;
    snprintf(s->name, sizeof(s->name), "%s", name);
    s->fd = -1;
    s->bell = bell;
    s->news = *news;
    s->unread = true;
    return s;
}

void feed_close(struct feed *s)
{
    if (s->fd >= 0)
        close(s->fd);
    if (s->link != NULL)
        link_close(s->link);
    free(s->link);
    free(s->places);
    free(s->lpp2);
    scene_free(&s->scene);
    free(s);
}

struct pollfd feed_fd(const struct feed *s)
{
    struct pollfd fd = {.fd = -1};

    if (s->is_station && s->link->fd >= 0)
        fd = (struct pollfd){.fd = s->link->fd, .events = link_events(s->link)};
    return fd;
}

void feed_step(struct feed *s, short revents, int64_t tick)
{
    if (s->is_station)
        feed_station_step(s, revents, tick);
    else
        feed_file_step(s, tick);
}

int64_t feed_due(const struct feed *s)
{
    return s->is_station ? feed_station_due(s) : INT64_MAX;
}
