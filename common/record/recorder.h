/*
 * recorder.h - append a conversation to its two files, LP-nn.TXT and LP-nn.KEY; a
 * thread syncs them.
 *
 * Normally recorder_flush() writes, and the thread syncs at the end of each turn and
 * within a second of any key. After a failed write, or while the disk is slow, the
 * record is in danger: the thread then writes as well, and keys never wait for the
 * disk. Memory holds the whole record, so bytes that a full disk refused are written
 * later, when the disk has space. After a failed sync, or when the files cannot be
 * written any more, the whole record is written to a new pair with the next number; its
 * heading names the log that it continues.
 *
 * Sources: rules/1996.txt, Data file format; rules/2009.txt, 2.
 */
#ifndef RECORDER_H
#define RECORDER_H

#include <stdbool.h>
#include <time.h>

#include "common/conversation/prompt.h"
#include "common/record/record_files.h"

struct recorder;

/* The fields of the headings. Bytes that are not printable ASCII are dropped. */
struct recorder_heading {
    const char *notice; /* the first line; %d is the year */
    const char *program;
    const char *contestant;
    const char *role; /* judge, confederate or entry */
    const char *book;
    const char *station; /* label of the station */
    const char *address; /* judge: address called; station: address listened on */
    const char *session;
    const char *pane;      /* left or right, a constant; NULL: one terminal */
    const char *draw;      /* commitment to the draw of sides, or NULL */
    const char *abandons;  /* interrupted session that is not resumed, or NULL */
    const char *continues; /* key log that this one continues, or NULL */
};

/*
 * Create both files with their headings, as record_files_create(). began_ms is the
 * start of the conversation by the wall clock, in milliseconds. Records stay in memory
 * until recorder_begin(), which must follow.
 * Returns the recorder; or NULL with errno as of record_files_create(), or ENOMEM; no
 * file is then left.
 */
struct recorder *recorder_open(const struct recorder_place *place,
    const struct recorder_heading *heading, const struct rulebook *book,
    uint64_t began_ms);

/*
 * Write and sync the records so far, and start the thread.
 * Returns 0; or -1 with errno after recorder_abandon(), *r being freed.
 */
int recorder_begin(struct recorder *r);

/* In place of recorder_begin(): remove the files and free the recorder. */
void recorder_abandon(struct recorder *r);

/* After recorder_begin(), if nothing was recorded: remove the files, and an empty
 * LP-nn.ERR, and free the recorder. */
void recorder_discard(struct recorder *r);

/*
 * Reserve memory for one keystroke with its events, or for the end; required before
 * each of them. Returns 0; or -1 with errno ENOMEM, nothing changed.
 */
int recorder_reserve(struct recorder *r);

/* Record a keystroke with the number of the judge, posted at now_ms (milliseconds, wall
 * clock). recorder_flush() writes it. */
void recorder_key(
    struct recorder *r, unsigned judge, const struct key *key, uint64_t now_ms);

/* Record the note that a key was pressed at now_ms and is released later or never.
 * Needs the same reservation. */
void recorder_pressed(struct recorder *r, uint32_t code, uint64_t now_ms);

/* Record an event of a keystroke, at now_ms. */
void recorder_event(struct recorder *r, const struct event *event, uint64_t now_ms);

/*
 * Record a note in the key log: "# WORD", or "# WORD TIME" with 18 digits if time is
 * not 0.
 * Returns 0; or -1 with errno ENOMEM, nothing recorded.
 */
int recorder_note(struct recorder *r, const char *word, uint64_t time);

/* Write the records in memory, with one write to each file; call it before a key is
 * sent or drawn. In danger this is left to the thread. */
void recorder_flush(struct recorder *r);

/* Wake the thread if it has something to write or sync. Call it when no key
 * waits: waking takes as long as sending a key. */
void recorder_call(struct recorder *r);

/* The state of a record in danger. */
struct recorder_danger {
    int error;    /* errno of the last write or sync; 0: the disk is slow */
    time_t since; /* start of the danger */
};

/* Whether the record is in danger; *danger is then set. */
bool recorder_danger(struct recorder *r, struct recorder_danger *danger);

/* Write the path of the file with an ending: TXT, KEY or ERR. It changes when the
 * record moves to a new pair. */
void recorder_beside(struct recorder *r, const char *ending, char *path, size_t size);

/* The conversation has ended: record a held line of the transcript and the last line of
 * the log. Further calls have no effect; nothing may be recorded afterwards. */
void recorder_end(struct recorder *r);

/* Whether all records are written and synced. */
bool recorder_is_safe(struct recorder *r);

/*
 * Write and sync all records, within ten seconds, close the files and free the
 * recorder. path[], PATH_MAX bytes, receives the path of the transcript.
 * Returns 0; or -1 with errno of the failed write or sync, ETIMEDOUT for a disk that
 * does not answer.
 */
int recorder_close(struct recorder *r, char *path);

#endif
