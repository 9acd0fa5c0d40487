#include "confederate/child/errlog.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { NOTE_MAX = 256 }; /* bytes of a note's line */

static void show_problem(struct errlog *e, const char *problem)
{
    char text[PROGRAM_STATUS_TEXT_SIZE];
    int length = snprintf(text, sizeof(text), "(the .ERR file: %s)", problem);

    program_status_add(e->status, text, (size_t)length);
}

/* Empty the paper. A program that has printed a newline overwrites with '\r'
 * (teletype.h), and standard error always does. */
static void clear_paper(struct errlog *e)
{
    teletype_feed(&e->paper, '\n');
    teletype_remove(&e->paper, 0, e->paper.length);
    teletype_part(&e->paper);
}

static void show_line(struct errlog *e)
{
    char line[PROGRAM_STATUS_TEXT_SIZE];
    size_t length = 0;

    while (length < sizeof(line) && length < e->paper.length &&
           e->paper.text[length] != '\n') {
        line[length] = (char)e->paper.text[length]; /* the paper is ASCII */
        length++;
    }
    program_status_add(e->status, line, length);
}

void errlog_init(struct errlog *e, struct program_status *status)
{
    memset(e, 0, sizeof(*e)); /* a compound literal would be too large for the stack */
    e->fd = -1;
    e->status = status;
    clear_paper(e);
}

void errlog_open(struct errlog *e, const char *path)
{
    struct stat st;

    e->mid_line = false;
    e->fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0644);
    if (e->fd < 0 || fstat(e->fd, &st) < 0)
        show_problem(e, strerror(errno));
    else
        e->room = ERRLOG_MAX - st.st_size;
}

void errlog_close(struct errlog *e)
{
    teletype_settle(&e->paper);
    if (e->paper.length > 0)
        show_line(e);
    clear_paper(e);
    if (e->fd >= 0)
        close(e->fd);
    e->fd = -1;
}

static void close_file(struct errlog *e, const char *reason)
{
    show_problem(e, reason);
    close(e->fd);
    e->fd = -1;
}

static void write_bytes(struct errlog *e, const char *bytes, size_t count)
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
        close_file(e, written < 0 ? strerror(errno) : "disk full");
        return;
    }
    e->room -= written;
    if (last && write(e->fd, full, sizeof(full) - 1) >= 0)
        close_file(e, "a megabyte is full, the rest is left out");
}

void errlog_feed(struct errlog *e, const char *bytes, size_t count)
{
    write_bytes(e, bytes, count);
    if (count > 0)
        e->mid_line = bytes[count - 1] != '\n';
    for (size_t i = 0; i < count; i++) {
        teletype_feed(&e->paper, (unsigned char)bytes[i]);
        if (bytes[i] == '\n' || e->paper.full) {
            show_line(e);
            clear_paper(e);
        }
    }
}

void errlog_note(struct errlog *e, uint64_t now_ms, const char *text)
{
    time_t seconds = (time_t)(now_ms / 1000);
    struct tm when = {0};
    char line[NOTE_MAX];
    int length;

    localtime_r(&seconds, &when);
    length = snprintf(line, sizeof(line), "%sentry[%02d:%02d:%02d]: %s\n",
        e->mid_line ? "\n" : "", when.tm_hour, when.tm_min, when.tm_sec, text);
    if (length > 0 && (size_t)length < sizeof(line))
        write_bytes(e, line, (size_t)length);
}
