/*
 * log_note.h - the notes of a key log, lines "# NAME VALUE": the fields of its heading,
 * and the notes among its records. Pure.
 *
 * Source: lp-transcript(5), The key log.
 */
#ifndef LOG_NOTE_H
#define LOG_NOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum log_note_kind {
    /* Fields of the heading, in the order of their lines. */
    LOG_NOTE_SESSION,
    LOG_NOTE_ROLE,
    LOG_NOTE_BOOK,
    LOG_NOTE_STATION,
    LOG_NOTE_ADDRESS,
    LOG_NOTE_BEGAN,
    LOG_NOTE_PANE,
    LOG_NOTE_DRAW,
    LOG_NOTE_ABANDONS,
    LOG_NOTE_CONTINUES,
    LOG_NOTE_FIELDS, /* number of fields of the heading */

    /* Notes among the records. */
    LOG_NOTE_CLOCK = LOG_NOTE_FIELDS,
    LOG_NOTE_NONCE,
    LOG_NOTE_PRESSED,
    LOG_NOTE_PAUSED,
    LOG_NOTE_RESUMED,
    LOG_NOTE_ISOLATED,
    LOG_NOTE_UNKNOWN, /* no name of this list */
};

/* One note; the value points into the line that was read. */
struct log_note {
    enum log_note_kind kind;
    bool has_value;    /* a blank follows the name */
    const char *value; /* text after that blank; empty without it */
    size_t length;     /* bytes of the value */
};

/* Return the name of a kind other than LOG_NOTE_UNKNOWN, such as "session". */
const char *log_note_name(enum log_note_kind kind);

/* Read a line, length bytes without its '\n'. A line that is not "# NAME" or "# NAME
 * VALUE" with a name of the list gives LOG_NOTE_UNKNOWN. */
struct log_note log_note_read(const char *line, size_t length);

/* Copy the value with a NUL to to[] of size bytes. Returns false, the copy truncated,
 * if there is no room for all of it. */
bool log_note_copy(const struct log_note *note, char *to, size_t size);

/* The judge's clock in a LOG_NOTE_CLOCK. */
enum log_clock_phase { LOG_CLOCK_TALK, LOG_CLOCK_REVIEW, LOG_CLOCK_THANKS };

struct log_clock {
    enum log_clock_phase phase;
    bool limited;     /* false: the phase has no time limit; left is 0 */
    uint64_t left_ms; /* milliseconds left of the phase */
};

/*
 * Read the value of a clock note: "MS", "review MS" or "thanks"; "-" in place of MS for
 * no time limit.
 * Returns 0; or -1 with errno EINVAL, *clock unchanged.
 */
int log_clock_read(const char *value, size_t length, struct log_clock *clock);

#endif
