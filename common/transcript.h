/*
 * transcript.h - the lines of LP-nn.TXT, written and read.
 *
 * Pure: the writer is fed the prompt's events and the moment by the wall clock, and
 * gives back the bytes to append.
 *
 * Source: rules/1996.txt, Data file format.
 */
#ifndef TRANSCRIPT_H
#define TRANSCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "prompt.h"
#include "utf8.h"

enum {
    /* "JUDGE04[14:12:32]", a line and its end, twice */
    TRANSCRIPT_OUT_SIZE = 2 * (32 + PROMPT_LINE_MAX * UTF8_MAX),
    TRANSCRIPT_HEADER_SIZE = 1024,
    TRANSCRIPT_NAME_MAX = 200, /* bytes of a title's name, and of a notice */
};

/* A transcript being written. */
struct transcript {
    bool judge_lines; /* the book in force has @@nn */
    unsigned judge;
    bool holding; /* a judge's line that may turn out to be @@nn waits here */
    struct tm held_at;
    size_t held_length;
    uint32_t held[PROMPT_LINE_MAX];
};

/* Make *t a new transcript under a book: judge 00 sits there. */
void transcript_init(struct transcript *t, const struct rulebook *book);

/*
 * Write the three header lines to out[] and return their length in bytes. notice may
 * have one %d for the year. What is not printable ASCII, and names past
 * TRANSCRIPT_NAME_MAX, are left out.
 * Source: rules/1996.txt, Data file format, d.
 */
size_t transcript_header(const char *notice, const char *program,
    const char *contestant, const struct tm *when,
    char out[static TRANSCRIPT_HEADER_SIZE]);

/*
 * Write the transcript's first line alone, as transcript_header() does.
 */
size_t transcript_notice(
    const char *notice, int year, char out[static TRANSCRIPT_HEADER_SIZE]);

/*
 * Feed one event of the prompt, which happened when; write the lines to append to
 * out[] and return their length in bytes, 0 if there is nothing to record yet.
 * Source: rules/1996.txt, Data file format, e.
 */
size_t transcript_feed(struct transcript *t, const struct event *event,
    const struct tm *when, char out[static TRANSCRIPT_OUT_SIZE]);

/* The conversation is over: as transcript_feed(), for a line that still waits. */
size_t transcript_end(struct transcript *t, char out[static TRANSCRIPT_OUT_SIZE]);

enum { TRANSCRIPT_NO_TIME = -1 };

/* What a line of a transcript's body is. */
enum transcript_kind { TRANSCRIPT_JUDGE, TRANSCRIPT_LINE };

struct transcript_line {
    enum transcript_kind kind;
    enum side side;
    unsigned judge;   /* of a TRANSCRIPT_JUDGE, or a judge's line */
    int second;       /* of the day, of a TRANSCRIPT_LINE; TRANSCRIPT_NO_TIME for lines
                       * of other records, which have none */
    const char *text; /* in the line that was read */
    size_t length;    /* bytes */
};

/*
 * Read one line of the body, length bytes without its end, into *out: the 1996 form
 * and its relatives ("***JUDGE04***" of 2002, other names for PROGRAM).
 * Returns 0; or -1 with errno EINVAL, *out unchanged, for anything else.
 */
int transcript_read(const char *line, size_t length, struct transcript_line *out);

#endif
