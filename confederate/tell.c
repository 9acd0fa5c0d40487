#include "tell.h"

#include <stdarg.h>
#include <stdio.h>

enum {
    SECOND_MS = 1000,
    AGAIN_MS = 20,   /* between looks at a standard error that overflows */
    LAST_LOOKS = 64, /* at what is left in it: a pipe holds no more */
};

/* A program that complains without end is heard for a part of the time only. */
void tell_errors(struct host *h, int64_t tick)
{
    char bytes[16 * 1024];
    ssize_t got;

    if (tick < h->errors_due)
        return;
    got = child_read_errors(&h->child, bytes, sizeof(bytes));
    if (got > 0)
        errlog_feed(&h->errlog, bytes, (size_t)got);
    if (got == (ssize_t)sizeof(bytes))
        h->errors_due = tick + AGAIN_MS;
}

void tell_last_errors(struct host *h)
{
    for (int i = 0; i < LAST_LOOKS && h->child.err >= 0; i++)
        tell_errors(h, h->errors_due);
}

void tell_trouble(
    struct host *h, struct console *c, struct moment now, const char *format, ...)
{
    char what[CONSOLE_TEXT_SIZE];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(what, sizeof(what), format, arguments);
    va_end(arguments);
    console_trouble(c, "%s", what);
    errlog_note(&h->errlog, now.wall, what);
}

/* Since when the program has been silent: its last output, or the question. */
static int64_t silent_since(const struct host *h)
{
    return h->reply.heard > h->reply.asked ? h->reply.heard : h->reply.asked;
}

static bool is_counting(const struct host *h)
{
    return h->child.alive && !h->child.ending && silent_since(h) > 0 &&
           (h->state == HOST_WAITING || h->state == HOST_LISTENING);
}

static const char *word_of(const struct host *h, int64_t tick)
{
    if (!h->child.alive)
        return h->present ? "not running" : "none before a judge comes";
    if (h->child.ending)
        return "is being ended";
    if (h->child.length > 0)
        return "reading";
    if (!h->used && !reply_is_ready(&h->reply, tick))
        return "starting";
    switch (h->state) {
    case HOST_ASKED:
        return "busy, the judge waits";
    case HOST_WAITING:
        return h->reply.answered ? "replying" : "thinking";
    case HOST_TYPING:
        return "its reply is typed";
    case HOST_LISTENING:
        break;
    }
    return h->used ? "waiting" : "ready";
}

static const char *times(unsigned count, char text[static 32])
{
    if (count == 1)
        return "once";
    if (count == 2)
        return "twice";
    snprintf(text, 32, "%u times", count);
    return text;
}

void tell_state(const struct host *h, int64_t tick, struct aside *aside)
{
    char idle[64] = "", restarted[64] = "", number[32];
    const char *isolated = h->settings->isolated ? ", isolated" : "";

    if (is_counting(h))
        snprintf(idle, sizeof(idle), ", idle for %d s",
            (int)((tick - silent_since(h)) / SECOND_MS));
    if (h->restarts > 0)
        snprintf(
            restarted, sizeof(restarted), ", restarted %s", times(h->restarts, number));
    snprintf(aside->state, sizeof(aside->state), "%s%s%s%s", word_of(h, tick), idle,
        restarted, isolated);
    aside->news[0] = '\0';
    if (h->child.alive && !h->child.ending)
        snprintf(aside->news, sizeof(aside->news), "The program runs%s%s", restarted,
            h->settings->isolated ? ", isolated: there is no network for it" : "");
}

int64_t tell_due(const struct host *h, int64_t tick)
{
    int64_t gone = tick - silent_since(h);

    return is_counting(h) ? tick + SECOND_MS - gone % SECOND_MS : INT64_MAX;
}
