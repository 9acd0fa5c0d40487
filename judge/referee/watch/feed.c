#include "judge/referee/watch/feed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct feed *feed_open(const struct feed_operations *operations, void *source,
    const char *name, const regex_t *bell, const struct feed_listener *listener)
{
    struct feed *f = calloc(1, sizeof(*f));

    if (f == NULL) {
        operations->close(source);
        return NULL;
    }
    f->operations = operations;
    f->source = source;
    snprintf(f->name, sizeof(f->name), "%s", name);
    f->bell = bell;
    f->listener = *listener;
    f->unread = f->says_lines = true;
    return f;
}

void feed_close(struct feed *f)
{
    f->operations->close(f->source);
    timeline_free(&f->timeline);
    free(f);
}

struct pollfd feed_fd(const struct feed *f)
{
    return f->operations->fd(f->source);
}

void feed_step(struct feed *f, short revents, int64_t tick)
{
    f->operations->step(f, revents, tick);
}

int64_t feed_due(const struct feed *f)
{
    return f->operations->due != NULL ? f->operations->due(f->source) : INT64_MAX;
}

int feed_judge(const struct feed *f)
{
    const struct timeline_key *key = timeline_key_shown(&f->timeline);

    return f->timeline.live || key == NULL ? f->player.judge : key->judge;
}

void feed_time(uint64_t ms, const char *format, char text[static FEED_TIME_SIZE])
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm local;

    text[0] = '\0';
    if (ms > 0 && localtime_r(&seconds, &local) != NULL)
        strftime(text, FEED_TIME_SIZE, format, &local);
}

void feed_note(struct feed *f, const char *why)
{
    if (strcmp(f->note, why) == 0)
        return;
    snprintf(f->note, sizeof(f->note), "%s", why);
    f->note_is_new = f->unread = true;
}

/* Lines */

/* regexec() wants a NUL behind the line. */
static bool matches_bell(const struct feed *f, const char *line, size_t length)
{
    char text[TRANSCRIPT_OUT_SIZE];

    memcpy(text, line, length);
    text[length] = '\0';
    return regexec(f->bell, text, 0, NULL, 0) == 0;
}

void feed_say(struct feed *f, const char *line, size_t length)
{
    bool rings = f->bell != NULL && length > 0 && matches_bell(f, line, length - 1);

    f->rang = f->rang || rings;
    f->listener.line(f->listener.to, f, line, length, rings);
}

/* Remove the number from "JUDGE00[". Returns the line's new length. */
static size_t drop_number(char *line, size_t length)
{
    enum { WORD = sizeof("JUDGE") - 1, DIGITS = 2 };

    memmove(line + WORD, line + WORD + DIGITS, length - WORD - DIGITS);
    return length - DIGITS;
}

/* Report an event as lines of a transcript. */
static void say_event(void *to, enum record_pane pane, const struct event *event)
{
    struct feed *f = to;
    char out[TRANSCRIPT_OUT_SIZE];
    time_t seconds = (time_t)(f->ms / 1000);
    struct tm when;
    size_t length, at = 0;

    (void)pane;
    if (!f->says_lines ||
        (event->kind != EV_LINE && event->kind != EV_JUDGE && event->kind != EV_TURN))
        return;
    localtime_r(&seconds, &when);
    length = transcript_feed(&f->lines, event, &when, out);
    if (length > 0 && event->side == SIDE_JUDGE && f->player.judge == KEYLOG_NO_JUDGE)
        length = drop_number(out, length);
    if (f->is_timeless && event->kind != EV_LINE)
        return;
    if (f->is_timeless && length > 0)
        memcpy(strchr(out, '[') + 1, "--:--:--", 8);
    while (at < length) {
        const char *newline = memchr(out + at, '\n', length - at);
        size_t size = (size_t)(newline + 1 - (out + at));

        feed_say(f, out + at, size);
        at += size;
    }
}

/* The conversation */

void feed_reset(struct feed *f)
{
    timeline_free(&f->timeline);
    f->session[0] = f->where[0] = '\0';
    f->ended = false;
}

int feed_begin(
    struct feed *f, const struct rulebook *book, const struct record_round *round)
{
    f->ended = false;
    if (timeline_begin(&f->timeline, book, round) < 0) {
        feed_note(f, "out of memory: watch fewer conversations");
        return -1;
    }
    record_player_start(&f->player, book);
    transcript_init(&f->lines, book);
    return 0;
}

void feed_key(struct feed *f, const struct key *key)
{
    if (!f->timeline.begun)
        return;
    f->ms = key->time;
    record_player_feed(&f->player, PANE_LEFT, key, say_event, f);
    if (timeline_add(&f->timeline, PANE_LEFT, key, f->player.judge) < 0)
        feed_note(f, "out of memory: watch fewer conversations");
    f->unread = true;
}

void feed_seat(struct feed *f, int judge, uint64_t ms)
{
    if (!f->timeline.begun)
        return;
    f->ms = ms;
    record_player_seat(&f->player, judge, say_event, f);
}

void feed_end(struct feed *f)
{
    struct event turn = {EV_TURN, .side = f->player.prompt[PANE_LEFT].turn};

    if (!f->timeline.begun)
        return;
    record_player_end(&f->player, say_event, f);
    say_event(f, PANE_LEFT, &turn);
}

void feed_round(struct feed *f, const struct record_round *round)
{
    feed_end(f);
    record_player_round(&f->player);
    if (timeline_round(&f->timeline, round) < 0)
        feed_note(f, "out of memory: watch fewer conversations");
}
