/*
 * keylog.h - write and read the lines of a key log (LP-nn.KEY). Pure.
 *
 *   J4 000001763648340123 000001763648340121 local left H
 *
 * The fields are: judge, time posted, time released, side (local: the judge; remote:
 * the other side), pane, key. This is the form of the 2007 and 2009 contests. The logs
 * of 2012 and 2013 have one time, and a name in place of local and remote.
 */
#ifndef KEYLOG_H
#define KEYLOG_H

#include <stdbool.h>

#include "common/conversation/key.h"

enum { KEYLOG_LINE_SIZE = 128, KEYLOG_PANE_MAX = 8 };

/* The last line of a log of a completed conversation. */
#define KEYLOG_END_LINE "# end"

enum keylog_kind {
    KEYLOG_KEY,  /* a record of a keystroke */
    KEYLOG_NOTE, /* a line that begins with "# " */
    KEYLOG_END,  /* KEYLOG_END_LINE */
    KEYLOG_TEXT, /* any other line: titles, and headings of earlier contests */
};

enum { KEYLOG_NO_JUDGE = -1, KEYLOG_NO_CODE = 0 };

struct keylog_record {
    int judge;         /* KEYLOG_NO_JUDGE if blank */
    uint64_t posted;   /* by the writer's clock, as written (see key_time_ms()) */
    uint64_t released; /* by the typing side's clock; equal to posted if absent */
    bool has_released; /* false in logs of 2012 and 2013 */
    enum side side;
    const char *who; /* third field: "local", "remote", "judge", "human", a program */
    size_t who_length;
    char pane[KEYLOG_PANE_MAX + 1]; /* "left" or "right" */
    uint32_t code;                  /* KEYLOG_NO_CODE for an unknown key */
};

/*
 * Write one record with its '\n' to line[] and return its length in bytes.
 * Returns 0 for a key without a name.
 */
size_t keylog_write(unsigned judge, uint64_t posted, const struct key *key,
    const char *pane, char line[static KEYLOG_LINE_SIZE]);

/*
 * Write the note "# pressed TIME KEY" with its '\n' to line[]: a key was pressed, and
 * its release follows later or never. Returns its length in bytes; 0 for a key without
 * a name.
 */
size_t keylog_write_pressed(
    uint64_t pressed, uint32_t code, char line[static KEYLOG_LINE_SIZE]);

/*
 * Read one line, length bytes without its '\n'; a trailing '\r' is ignored. Sets *kind,
 * and *record for a KEYLOG_KEY; the record's pointers point into the line.
 * Returns 0; or -1 with errno EINVAL, *kind and *record unchanged, for a truncated or
 * broken record.
 * The caller checks that the line had its '\n': a record without it does not count.
 */
int keylog_read(const char *line, size_t length, enum keylog_kind *kind,
    struct keylog_record *record);

/*
 * Whether a line, length bytes without its '\n', is the record exactly as
 * keylog_write() writes it. Two torn records may join into one that still reads ("lo"
 * and "cal" with a gap between them read as a name).
 */
bool keylog_is_written(
    const struct keylog_record *record, const char *line, size_t length);

#endif
