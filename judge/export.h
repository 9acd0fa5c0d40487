/*
 * export.h - a record written in another form: a table of forms, each of three calls.
 *
 * What is in the form already stands as it is, byte for byte; everything else goes
 * through the calls, line by line, in memory that does not grow.
 */
#ifndef EXPORT_H
#define EXPORT_H

#include "outlet.h"
#include "panes.h"
#include "source.h"

/* A day as words, which all its times begin with. */
struct export_day {
    uint64_t day;  /* since the Unix epoch, in UTC */
    size_t length; /* 0: there are none yet */
    char words[64];
};

/* Room in an outlet for all that any form makes of a keystroke, and of what stands
 * beside the text of a line that was said. */
enum {
    EXPORT_KEY_ROOM = 2 * OUTLET_WIDEST * SOURCE_KEY_LINE_MAX,
    EXPORT_LINE_ROOM = 128,
};

struct export
{
    struct source *source;
    struct outlet *outlet;
    int pane;                              /* only this one is wanted; or -1 */
    uint64_t count;                        /* records written */
    unsigned round;                        /* that its last heading was for */
    int judge;                             /* whom the last line was under */
    unsigned headings;                     /* of rounds, written so far */
    bool begun;                            /* the form's own headings are written */
    bool has_pane[PANES];                  /* named in a heading of this round */
    char heading[TRANSCRIPT_NAME_MAX + 1]; /* the record's first line */
    struct prompt prompt[PANES];           /* for forms of lines */
    uint64_t time;                         /* of the last key, milliseconds */
    struct export_day day;                 /* of the last key's times */
    uint64_t posted;                       /* of the last key, as it was written */
    struct transcript transcript;
    struct panes panes; /* for casts */
    struct grid drawn, grid;
    uint64_t elapsed; /* microseconds since a cast began */
};

struct form {
    const char *name, *about;
    enum record_form itself;        /* records of this form stand as they are */
    bool needs_keys;                /* a transcript has none */
    bool looks;                     /* it wants the survey */
    int (*begin)(struct export *e); /* the first of all; 0, or -1 with errno */
    int (*put)(struct export *e, const struct record *record); /* as begin */
    int (*end)(struct export *e);
};

/* The form of that name, or NULL. */
const struct form *export_form(const char *name);

/* All of them, and how many. */
extern const struct form export_forms[];
extern const size_t export_form_count;

/* A time as written, as local time; the milliseconds that are left over. */
unsigned export_local(uint64_t time, struct tm *when);

/* Whether a record is a key or line of the panes that are wanted. */
bool export_wants(const struct export *e, const struct record *record);

/* Write HH:MM:SS of a second of the day, 8 bytes and no NUL; returns what is behind. */
char *export_put_clock(char *to, unsigned second);

/* The historic forms: export_keys.c. */
int export_keys_begin(struct export *e);
int export_2007_put(struct export *e, const struct record *record);
int export_2009_put(struct export *e, const struct record *record);
int export_2012_put(struct export *e, const struct record *record);

/* Tables: export_table.c. */
int export_jsonl_put(struct export *e, const struct record *record);
int export_csv_begin(struct export *e);
int export_csv_put(struct export *e, const struct record *record);

/* Lines: export_lines.c. */
int export_lines_begin(struct export *e);
int export_text_put(struct export *e, const struct record *record);
int export_text_end(struct export *e);
int export_transcript_put(struct export *e, const struct record *record);
int export_transcript_end(struct export *e);

/* A screen: export_cast.c. */
int export_cast_begin(struct export *e);
int export_cast_put(struct export *e, const struct record *record);
int export_cast_end(struct export *e);

#endif
