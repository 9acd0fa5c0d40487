/*
 * source.h - a record as it may be published: read from its file, with the phrases
 * that are not for everybody deleted on the way.
 * The pairs of an LPP v2 come one after the other, as pairs.h has them.
 */
#ifndef SOURCE_H
#define SOURCE_H

#include "deletion.h"
#include "pairs.h"
#include "progress.h"
#include "record_file.h"

enum { SOURCE_KEY_LINE_MAX = 512 };

/* What a first look at all of a record has found. */
struct source_survey {
    uint64_t keys, lines; /* keystrokes, and lines that were said */
    bool pane[PANES];     /* somebody has typed there, or said a line */
    uint64_t first;       /* when, as written, the first key was posted; 0: no key */
};

/* DELETION_MARK as keys of one voice, one after the other. */
struct source_mark {
    char line[SOURCE_KEY_LINE_MAX]; /* the record in whose place it comes */
    struct record record;           /* read from it */
    uint64_t posted, released;      /* of its last key */
    size_t next;                    /* of its keys; all of them: there is no mark */
};

struct source {
    const char *path;
    struct record_file file;
    uint64_t number;    /* of the line that was read last, in the order of reading */
    struct pairs pairs; /* of an LPP v2 */
    struct source_survey survey;
    struct deletion deletion;
    struct source_mark marks[DELETION_VOICES];
    struct record waiting; /* that comes after marks */
    bool has_waiting;
    char line[SOURCE_KEY_LINE_MAX]; /* of the mark's key that was handed out last */
    char *edited;                   /* a line with marks in it */
    uint64_t torn, first_torn;      /* lines that are no whole records; the first */
    int code;                       /* after a failure: of <sysexits.h>, */
    char why[RECORD_WHY_SIZE];      /* and in words */
    struct progress progress;       /* on a terminal, if what is read goes elsewhere */
};

/* Make *source empty, for source_delete() and source_open(). */
void source_init(struct source *source);

/* A phrase is to be deleted. Returns 0 or -1, as deletion_add(). */
int source_delete(struct source *source, const char *phrase);

/*
 * Open a record. If phrases are to be deleted all of the file is read once before.
 * Returns 0 or a code of <sysexits.h>, with why[]. source_close() in either case.
 */
int source_open(struct source *source, const char *path);
void source_close(struct source *source);

/* survey is wanted: before the first line is asked for, read all of the file, unless it
 * was read for phrases. Returns as source_open(). */
int source_look(struct source *source);

/*
 * The next line, good until the next call. A keystroke that lacks its newline comes as
 * RECORD_TORN. Returns 1, 0 at the end, or -1 with code and why[].
 */
int source_next(struct source *source, struct record *out);

/*
 * In place of source_next(), where keystrokes are to stand as they are: those that come
 * next, all at once, as record_next_keys(). Returns their bytes; 0 where the next line
 * is to be read, and always where phrases are deleted.
 */
size_t source_next_keys(struct source *source, const char **bytes);

#endif
