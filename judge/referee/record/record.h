/*
 * record.h - read the record of a conversation line by line, in any form that a contest
 * has used: key logs of this suite and of 2007, 2009, 2012 and 2013, transcripts since
 * 1995, and the rounds of LPP v2 of 2017 and 2018. Pure; record_file.h reads files.
 *
 * Memory is bounded whatever the size of the record.
 *
 * Source: FORMATS, 1 to 8 and 11, from the rule books and logs of those contests;
 * rules/1996.txt, Data file format; rules/2009.txt, 2.
 */
#ifndef RECORD_H
#define RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/conversation/rulebook.h"
#include "common/record/keylog.h"
#include "common/record/transcript.h"

enum {
    RECORD_LINE_MAX = 64 * 1024, /* bytes of a line */
    RECORD_NAME_MAX = 63,        /* bytes of a name in a heading */
    RECORD_HEADING_LINES = 200,  /* lines before the first record */
    RECORD_TELLING_LINES = 4,    /* non-empty lines that determine the form */
};

enum record_form {
    RECORD_UNKNOWN,    /* not a record, or too short to tell */
    RECORD_OURS,       /* LP-nn.KEY */
    RECORD_2007,       /* six fields, CR for Return */
    RECORD_2009,       /* six fields, headings that begin with stars */
    RECORD_2012,       /* five fields; 2013 too */
    RECORD_TRANSCRIPT, /* LP-nn.TXT and its relatives */
    RECORD_LPP2,       /* Round<n> of 2017 and 2018 */
};

/* The kind of a line. */
enum record_kind {
    RECORD_KEY,   /* a keystroke: key */
    RECORD_LINE,  /* a line of the conversation: line */
    RECORD_JUDGE, /* a change of judges in a transcript: line.judge */
    RECORD_ROUND, /* the start of a round; the reader's round describes it */
    RECORD_NOTE,  /* a line of a key log of this suite that begins with "# " */
    RECORD_END,   /* the last line of a key log of this suite */
    RECORD_TEXT,  /* any other line: headings */
    RECORD_TORN,  /* a broken keystroke or message, or one without its newline */
};

enum record_seat { SEAT_UNKNOWN, SEAT_HUMAN, SEAT_PROGRAM };

enum record_pane { PANE_LEFT, PANE_RIGHT, PANES };

/* The present round, from headings; texts are empty where unknown. */
struct record_round {
    unsigned count; /* rounds begun so far, this one included */
    char number[8]; /* as written in the record */
    char program[RECORD_NAME_MAX + 1];
    char human[RECORD_NAME_MAX + 1];
    int judge; /* or KEYLOG_NO_JUDGE */
    enum record_seat seat[PANES];
    char judge_name[RECORD_NAME_MAX + 1];  /* LPP v2: name of the judge */
    char name[PANES][RECORD_NAME_MAX + 1]; /* LPP v2: names of the partners */
};

/* The state of reading one record; only record.c writes it. */
struct record_reader {
    enum record_form form;
    struct record_round round;
    char session[33];       /* field of a key log of this suite, as the next four */
    char book[16];          /* name of the rule book, or empty */
    char role[16];          /* judge, confederate or entry */
    char station[32];       /* label of the station */
    char draw[65];          /* commitment to the draw of sides */
    bool has_public_domain; /* a heading puts the record in the public domain */
    struct lpp2 *lpp2;      /* LPP v2: the pairs so far; else NULL */
};

/* One line. */
struct record {
    enum record_kind kind;
    const char *text; /* the line as written, a '\r' included; LPP v2: the content */
    size_t length;    /* bytes without the '\n' */
    bool whole;       /* the line had its '\n' */
    struct keylog_record key;
    struct transcript_line line;

    /* LPP v2 only. */
    enum record_pane pane; /* partner of the judge; always left in a transcript */
    size_t pair;           /* index of the pair of a judge and two partners */
    size_t talk;           /* number of the conversation, from 0 */
    const char *who;       /* name of the sender; NULL in other forms */
    bool has_secret;       /* the message has a "secret" */
    const char *why;       /* the fault of a RECORD_TORN; NULL in other forms */
};

/*
 * Determine the form of a record by its first bytes: complete lines up to the first
 * record. RECORD_UNKNOWN if they are too few, or not a record.
 */
enum record_form record_sniff(const char *bytes, size_t length);

/*
 * Whether more bytes may turn a RECORD_UNKNOWN of record_sniff() into a form. False
 * after RECORD_TELLING_LINES non-empty lines, or a byte that no record has. The first
 * line is the organisers' notice and may be any text; the third line determines the
 * form, or the fourth with the extra line of rights of 2004.
 */
bool record_may_begin(const char *bytes, size_t length);

/* Whether a line looks like a message of LPP v2: a JSON object with at least two names
 * of a message's members. */
bool record_is_message(const char *line, size_t length);

/* Prepare *reader for the first line of a record of a form. Returns 0; or -1 with errno
 * ENOMEM. Release it with record_free(). */
int record_init(struct record_reader *reader, enum record_form form);

/* Prepare *reader for the first line of the same record again. The pairs of an LPP v2
 * are kept. */
void record_restart(struct record_reader *reader);

void record_free(struct record_reader *reader);

/*
 * Read the next line, length bytes without its '\n'; whole: it had a '\n'. Sets *out,
 * whose pointers point into the line or into *reader and are valid until the next call,
 * and updates *reader. Any line can be read.
 * A message of an LPP v2 is a RECORD_LINE with the time TRANSCRIPT_NO_TIME; its text is
 * UTF-8 without NULs and may contain ends of lines. The reader's round is then that of
 * its pair.
 */
void record_read(struct record_reader *reader, const char *line, size_t length,
    bool whole, struct record *out);

/* Return the number of pairs of an LPP v2 so far; 0 for other forms. */
size_t record_pairs(const struct record_reader *reader);

/* Whether messages of an LPP v2 were dropped: they had too many pairs. */
bool record_lost_pairs(const struct record_reader *reader);

/* Make a heading for a pair of an LPP v2, which the file lacks: *out is a RECORD_ROUND,
 * and the reader's round that of the pair. */
void record_begin_pair(struct record_reader *reader, size_t pair, struct record *out);

/* Types the keys of a line that has no key times. */
struct record_typist {
    const char *at, *end;
    size_t column;
    bool is_done;
};

/* Start with a RECORD_LINE. */
struct record_typist record_typist(const struct transcript_line *line);

/*
 * Set *code to the next key: a Return at the end of each line, of the message, and
 * after PROMPT_LINE_MAX characters; a blank for a Tab; '?' for any other character that
 * is not displayable. Returns false after the last key.
 */
bool record_type(struct record_typist *typist, uint32_t *code);

/* Return the pane of a keystroke: right if the record has it, else left. */
enum record_pane record_pane(const struct keylog_record *key);

/* Return the name of the key in a RECORD_KEY as written, which may be a blank, and its
 * length in bytes. */
const char *record_key_name(const struct record *record, size_t *length);

/* Return "left" or "right". */
const char *record_pane_name(enum record_pane pane);

/*
 * Return the rule book for showing a record: its own if it names one. Other records get
 * a book without a name and with free conversation, of ASCII for keys and of Unicode
 * for lines.
 */
const struct rulebook *record_book(const struct record_reader *reader);

/* Convert milliseconds to the historic form: 11 digits of seconds and 7 of
 * microseconds. A time in that form is returned unchanged. Source: FORMATS, 8. */
uint64_t record_historic_time(uint64_t time);

enum { RECORD_ROUND_US = 2000000 };

/* The places of keys, which never step back. Zero it to start. */
struct record_clock {
    bool begun;      /* it has a key */
    uint64_t place;  /* of the last key: microseconds after the first key */
    uint64_t latest; /* time of the last key that did not step back */
};

/* Set the clock to the next key, by its time as written; the first key of a round is at
 * most RECORD_ROUND_US behind the key before. */
void record_clock_set(struct record_clock *clock, uint64_t time, bool new_round);

/* Day of a transcript's lines, whose times are seconds of a day. All zero: 1970-01-01.
 */
struct record_day {
    uint64_t midnight; /* milliseconds since the Unix epoch */
    int second;        /* of the last line */
};

/* The time of the next line, milliseconds since the Unix epoch: on the next day, where
 * its second is more than half a day before the last line's. */
uint64_t record_day_time(struct record_day *day, int second);

/* Whether records of a form consist of keystrokes. */
bool record_has_keys(enum record_form form);

#endif
