/*
 * record.h - the record of a conversation in any form that a contest has had, read line
 * by line: key logs of our own and of 2007, 2009, 2012 and 2013, transcripts of 1995
 * and since, and the rounds of 2017 and 2018, whose lines only lpp2.h can read.
 *
 * Memory is bounded whatever the record's size: what a line says is in the line, and
 * what the headings have said so far is in the reader. Pure; record_file.h opens a file
 * and hands its lines over.
 *
 * Source: FORMATS, 1 to 8 and 11, read off the rule books and logs of those contests;
 * rules/1996.txt, Data file format; rules/2009.txt, 2.
 */
#ifndef RECORD_H
#define RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "keylog.h"
#include "rulebook.h"
#include "transcript.h"

enum {
    RECORD_LINE_MAX = 64 * 1024, /* bytes; a line that is longer is none */
    RECORD_NAME_MAX = 63,        /* bytes of a program's name, in a heading */
    RECORD_HEADING_LINES = 200,  /* before a first record: more is no record */
    RECORD_TELLING_LINES = 4,    /* one of the first says which form it is */
};

enum record_form {
    RECORD_UNKNOWN,    /* no record, or none that has begun */
    RECORD_OURS,       /* LP-nn.KEY */
    RECORD_2007,       /* six fields, CR for Return */
    RECORD_2009,       /* six fields, lines that begin with stars */
    RECORD_2012,       /* five fields; 2013 too */
    RECORD_TRANSCRIPT, /* LP-nn.TXT and its relatives */
    RECORD_LPP2,       /* Round<n> of 2017 and 2018 */
};

/* What a line is. */
enum record_kind {
    RECORD_KEY,   /* a keystroke: key */
    RECORD_LINE,  /* a line that somebody said: line */
    RECORD_JUDGE, /* a transcript's change of judges: line.judge */
    RECORD_ROUND, /* a round begins, and the reader's round says which */
    RECORD_NOTE,  /* a line of our logs that begins with "# " */
    RECORD_END,   /* our logs' last line */
    RECORD_TEXT,  /* any other line: headings */
    RECORD_TORN,  /* it begins as a keystroke and is none, or lacks its newline */
};

enum record_seat { SEAT_UNKNOWN, SEAT_HUMAN, SEAT_PROGRAM };

enum record_pane { PANE_LEFT, PANE_RIGHT, PANES };

/* What the headings say of the round that goes on; empty where they do not. */
struct record_round {
    unsigned count; /* rounds begun so far, this one included */
    char number[8]; /* as the log has it */
    char program[RECORD_NAME_MAX + 1];
    char human[RECORD_NAME_MAX + 1];
    int judge; /* or KEYLOG_NO_JUDGE */
    enum record_seat seat[PANES];
    char name[PANES][RECORD_NAME_MAX + 1]; /* who sits there, of an LPP v2 */
};

struct record_reader {
    enum record_form form;
    struct record_round round;
    char session[33];       /* of our logs, as the notes below */
    char book[16];          /* its name in the rule books' table, or empty */
    char role[16];          /* judge, confederate or entry */
    char station[32];       /* its label */
    char draw[65];          /* what was committed to about the sides */
    bool has_public_domain; /* a heading puts the record there */
};

struct record {
    enum record_kind kind;
    const char *text; /* the line as it is, a '\r' included */
    size_t length;    /* bytes, without the '\n' */
    bool whole;       /* the line had its '\n' */
    struct keylog_record key;
    struct transcript_line line;
    enum record_pane pane; /* of a RECORD_LINE: left, but in an LPP v2's */
    const char *who;       /* there who has said it, and else NULL */
};

/*
 * What form a record has, told by its first bytes: as many whole lines as there are,
 * up to the first record. RECORD_UNKNOWN if they say nothing yet, or are no record.
 */
enum record_form record_sniff(const char *bytes, size_t length);

/*
 * Whether what record_sniff() cannot tell may be the beginning of a record, and more of
 * it may tell. Any text may come first, as the notice is the organisers' own; a heading
 * of 2004 that has its rights in a line more says in the fourth which form it is, and
 * all others do in the third. So it is certain after RECORD_TELLING_LINES lines that
 * are not empty, and sooner where there is a byte that no record has.
 */
bool record_may_begin(const char *bytes, size_t length);

/* Whether a line looks like a message of an LPP v2: an object that begins with it has
 * at least two of the names that a message has. */
bool record_is_message(const char *line, size_t length);

/* Make *reader ready for the first line of a record of that form. */
void record_init(struct record_reader *reader, enum record_form form);

/*
 * Read the next line, length bytes without its '\n'; whole says that it had one. Fills
 * in *out, whose pointers lie in the line, and brings reader up to date with it.
 * Any line at all can be read: *out says what it is. A reader of RECORD_LPP2 is for
 * lpp2_read() alone.
 */
void record_read(struct record_reader *reader, const char *line, size_t length,
    bool whole, struct record *out);

/* The keys that a message of an LPP v2 would take, one after the other. */
struct record_typist {
    const char *at, *end;
    size_t column;
    bool is_done;
};

/* Begin with a RECORD_LINE. */
struct record_typist record_typist(const struct transcript_line *line);

/*
 * The next key, in *code: a Return at the end of each line, of the message and of what
 * a line can hold; a blank for a Tab, '?' for any other character that may not be
 * shown. False if there is none left.
 */
bool record_type(struct record_typist *typist, uint32_t *code);

/* The pane of a keystroke: right if it says so, left else. */
enum record_pane record_pane(const struct keylog_record *key);

/* "left" or "right". */
const char *record_pane_name(enum record_pane pane);

/*
 * The rule book under which a record's keys mean something on a screen: its own where
 * it names one. The others, which have no name here, are free conversation: of ASCII
 * where there are keys, and of whatever stands there where there are lines.
 */
const struct rulebook *record_book(const struct record_reader *reader);

/* Whether a key of a record, which a prompt is to be fed under that book, wants a line
 * more: one without a name knew no longest line, and a prompt has one. A Return of the
 * same side is then to be fed first. */
bool record_breaks(
    const struct rulebook *book, const struct prompt *prompt, const struct key *key);

/* A milliseconds' time in the form of the historic logs: 11 digits of seconds and 7 of
 * microseconds. One that is in that form already stays as it is. FORMATS, 8. */
uint64_t record_historic_time(uint64_t time);

/* Whether a record of that form has keystrokes. */
bool record_has_keys(enum record_form form);

#endif
