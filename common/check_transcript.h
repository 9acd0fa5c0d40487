/*
 * check_transcript.h - what breaks the rules in a transcript: LP-nn.TXT, and its
 * relatives of 1995 to 2004. Pure.
 *
 * Source: rules/1996.txt, Data file format.
 */
#ifndef CHECK_TRANSCRIPT_H
#define CHECK_TRANSCRIPT_H

#include <stdbool.h>

#include "check.h"

enum { CHECK_SOURCE_SIZE = 64 };

struct check_transcript {
    struct check *check;
    uint64_t line;  /* the last that was read */
    uint64_t lines; /* of them, that were said */

    int year;        /* of "Start at", 0: not met yet */
    int began;       /* second of the day of that, then of the last line */
    int judge;       /* who sits there, or -1 until somebody has said so or typed */
    bool blanks;     /* the changes of judges have blanks around their names */
    bool changes;    /* there was one */
    bool bare;       /* the second line has no brackets: nor has the third then */
    int notice_year; /* in the first line; 0: there is none */
    char source[CHECK_SOURCE_SIZE]; /* of who is not the judge; empty: not met yet */
};

/* Begin with a file; what *t points to must outlive it. */
void check_transcript_init(struct check_transcript *t, struct check *check);

/* Read lines, each with its '\n', in one piece or in many. */
void check_transcript_lines(
    struct check_transcript *t, const char *bytes, size_t length);

/* The file is at its end; torn says whether bytes without a '\n' are left there. */
void check_transcript_end(struct check_transcript *t, bool torn);

#endif
