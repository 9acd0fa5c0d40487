/*
 * saved_log.h - read a key log back, to resume an interrupted conversation: its heading
 * and every keystroke up to the last complete record.
 *
 * A record counts only with its newline. Reading stops at the first record that is
 * broken, or not later than the previous record of its side: data after such a record
 * may be the remains of a power cut. Pure.
 */
#ifndef SAVED_LOG_H
#define SAVED_LOG_H

#include <stdbool.h>
#include <stddef.h>

#include "common/conversation/key.h"
#include "common/conversation/wire.h"

enum {
    SAVED_LOG_WORD_MAX = 15,
    SAVED_LOG_ADDRESS_MAX = 271,
    SAVED_LOG_DRAW_MAX = 64,
    SAVED_LOG_CLOCK_MAX = 47
};

/* One record. */
struct saved_log_key {
    uint64_t posted; /* by the log's clock, milliseconds */
    struct key key;
};

/* Texts are empty where the log does not have the line. */
struct saved_log {
    char session[WIRE_SESSION_SIZE + 1]; /* empty: not a log of this suite */
    char role[SAVED_LOG_WORD_MAX + 1];   /* judge, confederate or entry */
    char book[SAVED_LOG_WORD_MAX + 1];
    char station[WIRE_LABEL_MAX + 1];        /* label of the station */
    char address[SAVED_LOG_ADDRESS_MAX + 1]; /* HOST:PORT */
    uint64_t began;                          /* milliseconds; 0: not in the log */
    char abandons[WIRE_SESSION_SIZE + 1];
    char pane[SAVED_LOG_WORD_MAX + 1];   /* left or right, for a pair of terminals */
    char draw[SAVED_LOG_DRAW_MAX + 1];   /* commitment to the draw of sides */
    char nonce[WIRE_SESSION_SIZE + 1];   /* nonce of that commitment */
    char clock[SAVED_LOG_CLOCK_MAX + 1]; /* last clock note: "clock VALUE" */
    bool ended;                          /* the log has its last line */
    unsigned judge; /* judge at the first key; 0 if no judge was named */
    struct saved_log_key *keys;
    size_t count, capacity; /* keys read; keys that fit */
};

/*
 * Read only the heading, from the first bytes of a key log or from all of them; an
 * incomplete last line is ignored. *log needs no saved_log_free().
 */
void saved_log_read_heading(struct saved_log *log, const char *bytes, size_t length);

/*
 * Read a whole key log.
 * Returns 0; or -1 with errno ENOMEM. Call saved_log_free() in either case.
 */
int saved_log_read(struct saved_log *log, const char *bytes, size_t length);
void saved_log_free(struct saved_log *log);

/* Whether a key log, of which these are some last bytes, has its last line, "# end". */
bool saved_log_has_end(const char *bytes, size_t length);

#endif
