/*
 * redaction.h - phrases that are not to be published, and the lines of a record that
 * have them. Pure.
 *
 * A record is read twice. The first time each of its lines goes through
 * redaction_feed(), the second time redaction_next() decides on each. Two texts of
 * each voice are compared: the screen's, and that of all keys, with those that the
 * prompt refused. A line is redacted as a whole, with all keys of it, if a phrase was
 * in one of the texts at any moment while it was typed, or if a phrase runs over its
 * end. Letters of ASCII match in either case; a blank matches any number of blanks,
 * Tabs and line ends.
 *
 * Memory grows by one struct redaction_line for each line of a voice, and by two struct
 * redaction_character for each character.
 *
 * Source: rules/2003.txt, 17.
 */
#ifndef REDACTION_H
#define REDACTION_H

#include "judge/referee/record/record_player.h"

/* Published in place of a line. */
#define REDACTION_MARK "[phrase deleted]"

/* Published in place of a word in a heading: one word, and a part of the mark. */
#define REDACTION_NAME "deleted"

enum {
    REDACTION_PHRASES = 64,     /* at most */
    REDACTION_PHRASE_MAX = 200, /* characters */
    REDACTION_VOICES = 4,       /* two panes, two sides */
};

struct redaction_phrase {
    size_t length;
    uint32_t text[REDACTION_PHRASE_MAX]; /* in small letters, single blanks */
};

/* A line of one voice: from behind the end of the line before. */
struct redaction_line {
    uint64_t mark; /* number of the record in whose place the mark comes; 0: none */
    uint64_t end;  /* number of the record that ends the line */
    bool is_redacted;
    bool is_blank; /* when it ends: no mark, since an empty line ends a turn */
};

/* A character that was typed and not erased. */
struct redaction_character {
    uint32_t code; /* in small letters; a blank for a line end */
    uint32_t line; /* index of its line */
};

struct redaction_text {
    struct redaction_character *characters; /* oldest first */
    size_t count, capacity;
};

/* One side in one pane. */
struct redaction_voice {
    struct redaction_text shown;  /* on the screen */
    struct redaction_text typed;  /* with the keys that the prompt refused */
    struct redaction_line *lines; /* the last one is unfinished */
    size_t line_count, line_capacity;
    size_t next; /* index of the line that redaction_next() is in */
};

/* Zero it to start. */
struct redaction {
    struct redaction_phrase phrases[REDACTION_PHRASES];
    size_t count; /* phrases */
    struct redaction_voice voices[REDACTION_VOICES];
    struct record_player player; /* its book is NULL before the first key of a round */
};

enum redaction_fate {
    REDACTION_KEEP,
    REDACTION_REMOVE,
    REDACTION_REPLACE, /* by REDACTION_MARK */
};

void redaction_free(struct redaction *d);

/*
 * Add a phrase, in UTF-8. Returns 0; or -1 with errno, *d being unchanged: EINVAL for a
 * blank phrase, E2BIG for one of more than REDACTION_PHRASE_MAX characters or one more
 * than REDACTION_PHRASES, EEXIST for a part of REDACTION_MARK.
 */
int redaction_add(struct redaction *d, const char *phrase);

/*
 * First reading: feed line `number` of the record, which `reader` has just read.
 * Numbers start at 1 and grow. Returns 0, or -1 with errno ENOMEM.
 */
int redaction_feed(struct redaction *d, uint64_t number,
    const struct record_reader *reader, const struct record *record);

/* End the first reading: close the unfinished lines. */
void redaction_end(struct redaction *d);

/* Second reading: the fate of a RECORD_KEY or RECORD_LINE. Numbers are those of the
 * first reading. */
enum redaction_fate redaction_next(
    struct redaction *d, uint64_t number, const struct record *record);

/* Whether length bytes of UTF-8 have a phrase; true for want of memory too. */
bool redaction_has(const struct redaction *d, const char *text, size_t length);

#endif
