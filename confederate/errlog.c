#include "errlog.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void tell(struct errlog *e, const char *what)
{
    char text[ASIDE_TEXT_SIZE];
    int length = snprintf(text, sizeof(text), "(the .ERR file: %s)", what);

    aside_add(e->aside, text, (size_t)length);
}

void errlog_open(struct errlog *e, const char *path, struct aside *aside)
{
    struct stat st;

    *e = (struct errlog){.aside = aside};
    e->fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0644);
    if (e->fd < 0 || fstat(e->fd, &st) < 0)
        tell(e, strerror(errno));
    else
        e->room = ERRLOG_MAX - st.st_size;
}

void errlog_close(struct errlog *e)
{
    if (e->length > 0)
        aside_add(e->aside, e->line, e->length);
    e->length = 0;
    if (e->fd >= 0)
        close(e->fd);
    e->fd = -1;
}

/* It takes no more. */
static void give_up(struct errlog *e, const char *why)
{
    tell(e, why);
    close(e->fd);
    e->fd = -1;
}

static void write_down(struct errlog *e, const char *bytes, size_t count)
{
    static const char full[] = "\nentry: more than a megabyte: the rest is left out\n";
    bool last = (int64_t)count > e->room;
    ssize_t written;

    if (e->fd < 0)
        return;
    if (last)
        count = e->room > 0 ? (size_t)e->room : 0;
    written = write(e->fd, bytes, count);
    if (written < 0 || (size_t)written < count) {
        give_up(e, written < 0 ? strerror(errno) : "disk full");
        return;
    }
    e->room -= written;
    if (last && write(e->fd, full, sizeof(full) - 1) >= 0)
        give_up(e, "a megabyte is enough");
}

void errlog_feed(struct errlog *e, const char *bytes, size_t count)
{
    write_down(e, bytes, count);
    for (size_t i = 0; i < count; i++)
        if (bytes[i] == '\n') {
            aside_add(e->aside, e->line, e->length);
            e->length = 0;
        } else if (e->length < ERRLOG_LINE_MAX)
            e->line[e->length++] = bytes[i];
}

void errlog_note(struct errlog *e, uint64_t now_ms, const char *text)
{
    time_t seconds = (time_t)(now_ms / 1000);
    struct tm when = {0};
    char line[ERRLOG_LINE_MAX];
    int length;

    localtime_r(&seconds, &when);
    length = snprintf(line, sizeof(line), "%sentry[%02d:%02d:%02d]: %s\n",
        e->length > 0 ? "\n" : "", when.tm_hour, when.tm_min, when.tm_sec, text);
    if (length > 0 && (size_t)length < sizeof(line))
        write_down(e, line, (size_t)length);
}
