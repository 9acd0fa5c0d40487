/*
 * deletion.h - phrases that are not to be published: where in a record they were said.
 *
 * A record is fed twice. The first time deletion finds every phrase as it stood on
 * somebody's screen at any moment, typed straight or with corrections in between, over
 * the end of a line or not, and notes which records made it; the second time those
 * records are asked for, in order. Letters of ASCII match in either case, and a blank
 * any blanks and ends of lines. What stands on a screen is what the record's book lets
 * stand there: a letter that it refuses parts no phrase, and goes with the one that it
 * is in. A phrase of which letters were refused is one too: a log has its keys. Pure.
 *
 * Of a line that has shown a phrase nothing that was erased is left either, nor who
 * erased it: what is published is the line as it was finished, and in the phrase's
 * place DELETION_MARK, its keys evenly spread over the time that the phrase took.
 *
 * Source: rules/2003.txt, 17.
 */
#ifndef DELETION_H
#define DELETION_H

#include "phrase.h"
#include "record.h"

#define DELETION_MARK "[phrase deleted]"

/* In place of a name in which a phrase is: one word, as records want it, and a part of
 * the mark, which no phrase is in. */
#define DELETION_NAME "deleted"

enum {
    DELETION_PHRASES = 64,
    DELETION_VOICES = 4, /* two panes, two sides */
};

/* What becomes of a key, or of a character of a transcript's line. */
struct deletion_edit {
    uint64_t number; /* of the line in the file, from 1 */
    uint32_t offset; /* bytes from the beginning of a transcript's text; a key's is 0 */
    uint32_t size;   /* bytes there */
    bool put;        /* DELETION_MARK comes in its place; else nothing */
    uint64_t posted, released; /* a key that is put: when the phrase's last was */
};

struct deletion_voice;

struct deletion {
    struct phrase phrases[DELETION_PHRASES];
    size_t count;
    struct deletion_voice *voices;
    struct prompt prompts[PANES]; /* of the round that goes on, */
    bool begun;                   /* if any has begun */
    struct deletion_edit *edits;
    size_t edit_count, edit_capacity, next;
};

/* The voice of a key, 0 to DELETION_VOICES - 1. */
size_t deletion_voice_of(enum record_pane pane, enum side side);

/* Make *d ready for phrases. Give it back with deletion_free(). */
void deletion_init(struct deletion *d);
void deletion_free(struct deletion *d);

/*
 * Add a phrase. Returns 0; or -1 with errno EINVAL for one of nothing but blanks, E2BIG
 * for one that is too long, or one too many, and EEXIST for one that DELETION_MARK
 * itself has, *d unchanged.
 */
int deletion_add(struct deletion *d, const char *phrase);

/* The first time: note what is in line number of the file, which reader has just read.
 * Returns 0, or -1 with errno ENOMEM. */
int deletion_find(struct deletion *d, uint64_t number,
    const struct record_reader *reader, const struct record *record);

/* The first time is over: the edits are complete, and in order. */
int deletion_settle(struct deletion *d);

/* The second time: the next edit of line number, or NULL if it has no more. Lines are
 * asked for in order. */
const struct deletion_edit *deletion_edit_of(struct deletion *d, uint64_t number);

/* Whether a phrase is in a text, length bytes. */
bool deletion_has(const struct deletion *d, const char *text, size_t length);

/*
 * Copy a heading, length bytes, to out[], which has room for room bytes, with
 * DELETION_MARK in place of the phrases in it. Returns the bytes written; what has no
 * room is left out.
 */
size_t deletion_copy(
    const struct deletion *d, const char *text, size_t length, char *out, size_t room);

#endif
