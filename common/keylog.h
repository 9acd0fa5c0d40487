/*
 * keylog.h - the lines of LP-nn.KEY, written and read in all their forms.
 *
 *   J4 000001763648340123 000001763648340121 local left H
 *
 * is judge, time posted, time released, local (the judge) or remote (the other
 * side), pane, key: the form of the 2007 and 2009 contests. Those of 2012 and 2013
 * had one time, and a name in place of local and remote. Pure.
 */
#ifndef KEYLOG_H
#define KEYLOG_H

#include <stdbool.h>

#include "key.h"

enum { KEYLOG_LINE_SIZE = 128, KEYLOG_PANE_MAX = 8 };

/* The last line of a log whose conversation ended in order. */
#define KEYLOG_END_LINE "# end"

enum keylog_kind {
    KEYLOG_KEY,  /* a record */
    KEYLOG_NOTE, /* a line of ours that begins with "# " */
    KEYLOG_END,  /* KEYLOG_END_LINE */
    KEYLOG_TEXT, /* anything else: headers, and rounds of earlier contests */
};

enum { KEYLOG_NO_JUDGE = -1, KEYLOG_NO_CODE = 0 };

struct keylog_record {
    int judge;         /* or KEYLOG_NO_JUDGE where the log left it blank */
    uint64_t posted;   /* by the writer's clock; as written (key_time_ms()) */
    uint64_t released; /* by its maker's clock; posted again where there is none */
    bool has_released; /* there is one: logs of 2012 and 2013 have none */
    enum side side;
    const char *who; /* "local", "remote", "judge", "human", a program's name */
    size_t who_length;
    char pane[KEYLOG_PANE_MAX + 1]; /* "left" or "right" */
    uint32_t code;                  /* or KEYLOG_NO_CODE for a key that nobody knows */
};

/*
 * Write one record, '\n' included, to line[] and return its length in bytes.
 * Returns 0 for a key that has no name.
 */
size_t keylog_write(unsigned judge, uint64_t posted, const struct key *key,
    const char *pane, char line[static KEYLOG_LINE_SIZE]);

/*
 * Write a note to line[] that a key was pressed at some time, and not released then:
 * "# pressed TIME KEY" and '\n'. Returns its length in bytes; 0 for a key that has no
 * name.
 */
size_t keylog_write_pressed(
    uint64_t pressed, uint32_t code, char line[static KEYLOG_LINE_SIZE]);

/*
 * Read one line, length bytes without its '\n' (a '\r' before it is let go), as
 * *kind, and a KEYLOG_KEY into *record, whose pointers lie in the line.
 * Returns 0; or -1 with errno EINVAL, *kind and *record unchanged, for a line that
 * begins as a record and is none: cut short, or broken.
 * The caller sees to it that the line had its '\n': a record counts only with it.
 */
int keylog_read(const char *line, size_t length, enum keylog_kind *kind,
    struct keylog_record *record);

/*
 * Skip records without reading them: as many bytes from the start as are whole lines
 * that keylog_read() reads as KEYLOG_KEY. *records is how many. What is rarely written
 * ends it too, and so do the last KEYLOG_SKIM_LEAST bytes: the next line is then to be
 * read by keylog_read().
 */
enum { KEYLOG_SKIM_LEAST = 160 };
size_t keylog_skim(const char *bytes, size_t length, uint64_t *records);

#endif
