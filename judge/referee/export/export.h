/*
 * export.h - a record of a conversation written in another form, to standard output.
 *
 * Each form is a row of operations and has its own state. A record that is in the form
 * already is copied byte for byte; another goes through the operations line by line.
 */
#ifndef EXPORT_H
#define EXPORT_H

#include "judge/referee/record/published_record.h"

enum { EXPORT_CLOCK_SIZE = 9 };

struct export_run {
    struct published_record *source;
    int pane;       /* the only pane to export, or -1 for both */
    uint64_t count; /* keys and lines handed to the form so far, with the present one */
    char heading[TRANSCRIPT_NAME_MAX + 1]; /* the record's first line */
    const char *remark; /* reported on standard error at the end, or NULL */
    void *state;        /* of the form */
};

struct export_form {
    const char *name;
    const char *about;     /* for --help */
    enum record_form same; /* records of this form are copied */
    bool needs_keys;       /* cannot be made of a transcript */
    bool needs_survey;     /* reads the survey of the source */
    size_t state_size;     /* bytes */

    /*
     * begin: before the first line, with zeroed state, or NULL. put: each line but the
     * keys and lines of the unwanted pane. end: after the last line, or NULL. Each
     * returns 0, or -1 with errno ENOMEM; write errors stay in the stream.
     */
    int (*begin)(struct export_run *e);
    int (*put)(struct export_run *e, const struct record *record);
    int (*end)(struct export_run *e);
};

/* One for each form. */
extern const struct export_form export_cast, export_jsonl, export_csv, export_text,
    export_transcript, export_2007, export_2009, export_2012;

/* Whether a record is a key or a line. */
bool export_is_said(const struct record *record);

/* Write HH:MM:SS for a second of the day. */
void export_clock(unsigned second, char text[static EXPORT_CLOCK_SIZE]);

/*
 * The name of a key, from spelled[] or, if the suite does not know the key, from the
 * record. Returns its length in bytes.
 */
size_t export_key_name(
    const struct record *record, char spelled[static KEY_NAME_SIZE], const char **name);

#endif
