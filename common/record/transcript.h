/*
 * transcript.h - write and read the lines of a transcript (LP-nn.TXT).
 *
 * Pure: the writer takes the events of the prompt and the local time, and returns the
 * bytes to append.
 *
 * Source: rules/1996.txt, Data file format.
 */
#ifndef TRANSCRIPT_H
#define TRANSCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "common/conversation/prompt.h"
#include "common/text/utf8.h"

enum {
    /* "JUDGE04[14:12:32]", the longest line and its end, twice */
    TRANSCRIPT_OUT_SIZE = 2 * (32 + PROMPT_LINE_MAX * UTF8_MAX),
    TRANSCRIPT_HEADER_SIZE = 1024,
    TRANSCRIPT_NAME_MAX = 200, /* bytes of a name in the header, and of the notice */
};

/* A transcript being written. */
struct transcript {
    bool judge_lines; /* the rule book has @@nn */
    unsigned judge;
    bool holding;       /* a judge's line is held: it may become a change of judges */
    struct tm held_at;  /* time of that line */
    size_t held_length; /* characters of that line */
    uint32_t held[PROMPT_LINE_MAX];
};

/* Start a transcript under a rule book, with judge 00. */
void transcript_init(struct transcript *t, const struct rulebook *book);

/*
 * Write the three lines of the header to out[] and return their length in bytes. notice
 * may contain one %d for the year. Bytes that are not printable ASCII, and those after
 * TRANSCRIPT_NAME_MAX bytes of a name, are dropped.
 * Source: rules/1996.txt, Data file format, d.
 */
size_t transcript_header(const char *notice, const char *program,
    const char *contestant, const struct tm *when,
    char out[static TRANSCRIPT_HEADER_SIZE]);

/* Write the first line of the header only, as transcript_header(). */
size_t transcript_notice(
    const char *notice, int year, char out[static TRANSCRIPT_HEADER_SIZE]);

/*
 * Take one event of the prompt with its local time; write the lines to append to out[]
 * and return their length in bytes, which may be 0.
 * Source: rules/1996.txt, Data file format, e.
 */
size_t transcript_feed(struct transcript *t, const struct event *event,
    const struct tm *when, char out[static TRANSCRIPT_OUT_SIZE]);

/* The conversation has ended: write the held line, as transcript_feed(). */
size_t transcript_end(struct transcript *t, char out[static TRANSCRIPT_OUT_SIZE]);

enum { TRANSCRIPT_NO_TIME = -1 };

/* The kind of a line of the body: a change of judges, or a spoken line. */
enum transcript_kind { TRANSCRIPT_JUDGE, TRANSCRIPT_LINE };

struct transcript_line {
    enum transcript_kind kind;
    enum side side;
    unsigned judge;   /* number of the judge, of a change or a judge's line */
    int second;       /* second of the day, or TRANSCRIPT_NO_TIME (LPP v2) */
    const char *text; /* points into the line */
    size_t length;    /* bytes */
};

/*
 * Read one line of the body, length bytes without its end, into *out: the form of 1996
 * and its variants ("***JUDGE04***" of 2002, other names for PROGRAM).
 * Returns 0; or -1 with errno EINVAL, *out unchanged, for any other line.
 */
int transcript_read(const char *line, size_t length, struct transcript_line *out);

#endif
