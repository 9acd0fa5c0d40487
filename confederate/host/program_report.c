#include "confederate/host/program_report.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    SECOND_MS = 1000,
    AGAIN_MS = 20,   /* pause after a read that has filled the buffer */
    LAST_READS = 64, /* reads that empty a full pipe */
};

void program_report_init(struct program_report *r)
{
    r->status = (struct program_status){0};
    r->file[0] = '\0';
    r->due = 0;
    errlog_init(&r->errlog, &r->status);
}

void program_report_begin(struct program_report *r, struct recorder *recorder)
{
    char path[PATH_MAX];

    recorder_beside(recorder, "ERR", path, sizeof(path));
    snprintf(r->file, sizeof(r->file), "%s", strrchr(path, '/') + 1);
    errlog_close(&r->errlog);
    errlog_open(&r->errlog, path);
}

void program_report_close(struct program_report *r)
{
    errlog_close(&r->errlog);
}

/* A program that writes without end is read for a part of the time only. */
void program_report_read(struct program_report *r, struct child *child, int64_t tick)
{
    char bytes[16 * 1024];
    ssize_t got;

    if (tick < r->due)
        return;
    got = child_read_errors(child, bytes, sizeof(bytes));
    if (got > 0)
        errlog_feed(&r->errlog, bytes, (size_t)got);
    if (got == (ssize_t)sizeof(bytes))
        r->due = tick + AGAIN_MS;
}

void program_report_drain(struct program_report *r, struct child *child)
{
    for (int i = 0; i < LAST_READS && child->err >= 0; i++)
        program_report_read(r, child, r->due);
}

void program_report_trouble(struct program_report *r, struct console *c,
    struct moment now, const char *format, ...)
{
    char text[CONSOLE_TEXT_SIZE];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    console_trouble(c, "%s", text);
    errlog_note(&r->errlog, now.wall, text);
}

static void write_restarts(unsigned count, char text[static 64])
{
    if (count == 1)
        snprintf(text, 64, ", restarted once");
    else if (count == 2)
        snprintf(text, 64, ", restarted twice");
    else if (count > 2)
        snprintf(text, 64, ", restarted %u times", count);
}

void program_report_show(
    struct program_report *r, const struct program_state *s, int64_t tick)
{
    char silent[64] = "", restarts[64] = "";

    if (s->silent_since > 0)
        snprintf(silent, sizeof(silent), ", idle for %d s",
            (int)((tick - s->silent_since) / SECOND_MS));
    write_restarts(s->restarts, restarts);
    snprintf(r->status.state, sizeof(r->status.state), "%s%s%s%s", s->word, silent,
        restarts, s->isolated ? ", isolated" : "");
    r->status.news[0] = '\0';
    if (s->running)
        snprintf(r->status.news, sizeof(r->status.news), "The program runs%s%s",
            restarts, s->isolated ? ", isolated: it has no network" : "");
}

int64_t program_report_due(const struct program_state *s, int64_t tick)
{
    if (s->silent_since == 0)
        return INT64_MAX;
    return tick + SECOND_MS - (tick - s->silent_since) % SECOND_MS;
}
