/*
 * check_transcript.h - find the faults of a transcript: LP-nn.TXT, its relatives of
 * 1995 to 2004, and the rounds that LPP v2 saved in 2017 and 2018. Pure.
 *
 * No rule book covers LPP v2. A line that is not a complete message is a fault, and so
 * is a "secret": a program registers with it, so published files must leave it empty.
 *
 * Sources: rules/1996.txt, Data file format; referee(1), Rounds of 2017 and 2018.
 */
#ifndef CHECK_TRANSCRIPT_H
#define CHECK_TRANSCRIPT_H

#include <stdbool.h>

#include "judge/referee/check/check.h"
#include "judge/referee/record/record.h"

enum { CHECK_SOURCE_SIZE = 64 };

struct check_transcript {
    const struct check *check;
    uint64_t line;  /* number of the last line */
    uint64_t lines; /* number of lines with a source */

    int year;        /* year of "Start at"; 0: not read yet */
    int began;       /* second of the day of the previous line */
    int judge;       /* current judge; -1: not known yet */
    bool blanks;     /* changes of judges have blanks around the name */
    bool changes;    /* a change of judges was read */
    bool bare;       /* the second line has no brackets */
    int notice_year; /* year in the first line; 0: none */
    char
        source[CHECK_SOURCE_SIZE]; /* source of the hidden side; empty: not known yet */
};

/* Start with a file; *check must outlive *t. */
void check_transcript_init(struct check_transcript *t, const struct check *check);

/* Check the next line, length bytes without its '\n'. */
void check_transcript_line(struct check_transcript *t, const char *line, size_t length);

/* End of the file; torn: bytes without a '\n' follow the last line. */
void check_transcript_end(struct check_transcript *t, bool torn);

/* A round of LPP v2. */
struct check_messages {
    const struct check *check;
    struct record_reader reader;
    uint64_t line;     /* number of the last line */
    uint64_t messages; /* number of complete messages */
};

/* Start with a file; *check must outlive *m. Returns 0; or -1 with errno ENOMEM, and
 * check_messages_end() is then not needed. */
int check_messages_init(struct check_messages *m, const struct check *check);

/* Check the next line, length bytes without its '\n'. */
void check_messages_line(struct check_messages *m, const char *line, size_t length);

/* End of the file, as check_transcript_end(); frees the memory. */
void check_messages_end(struct check_messages *m, bool torn);

#endif
