/*
 * recorder.h - the two files of a conversation, LP-nn.TXT and LP-nn.KEY, and the
 * thread that brings them to the medium.
 *
 * While all is well recorder_flush() writes what was recorded, and the thread syncs: at
 * the end of each turn, and within a second of any key. When a write fails, or the disk
 * has been slow, the thread writes too and nobody waits for it: the record is then in
 * danger. All of it is in memory, so what a full disk did not take is written when
 * there is room; and after a sync that failed, or where the files can be written no
 * more, the whole record goes to a fresh pair under the next number, which says what it
 * continues.
 *
 * Sources: rules/1996.txt, Data file format; rules/2009.txt, 2.
 */
#ifndef RECORDER_H
#define RECORDER_H

#include <stdbool.h>
#include <time.h>

#include "pair.h"
#include "prompt.h"

struct recorder;

/* What the headers say. Text outside printable ASCII is left out. */
struct recorder_heading {
    const char *notice; /* the first line; %d is the year */
    const char *program;
    const char *contestant;
    const char *role; /* judge, confederate or entry */
    const char *book;
    const char *station; /* its label */
    const char *address; /* the judge: whom it called; a station: where it listens */
    const char *session;
    const char *pane;      /* left or right, constant; NULL: left, there is but one */
    const char *draw;      /* what commits to the draw of sides, or NULL */
    const char *abandons;  /* the session that was not gone on with, or NULL */
    const char *continues; /* the key log that this one begins with, or NULL */
};

/*
 * Make both files under the first free number from 01 to 99 and then 00, never
 * through a link, with their headings. began_ms is when the conversation began, by the
 * wall clock. What is recorded then is held back until recorder_begin(), which must
 * follow.
 * Returns the recorder; or NULL with errno as above, or ENOMEM, nothing left behind.
 */
struct recorder *recorder_open(const struct recorder_place *place,
    const struct recorder_heading *heading, const struct rulebook *book,
    uint64_t began_ms);

/*
 * Bring what there is to the medium, and from now on whatever is recorded.
 * Returns 0; or -1 with errno, and then it is as after recorder_abandon().
 */
int recorder_begin(struct recorder *r);

/* Instead of recorder_begin(): remove the files and give back the recorder. */
void recorder_abandon(struct recorder *r);

/* After recorder_begin(), and where nothing was recorded: the same. A neighbour (ERR)
 * is removed if it is empty. */
void recorder_discard(struct recorder *r);

/*
 * Make room in memory for a keystroke and all that it means, or for the end; without
 * it none may be recorded. Returns 0; or -1 with errno ENOMEM, nothing changed.
 */
int recorder_reserve(struct recorder *r);

/* Record a keystroke posted at now_ms while this judge sat there: recorder_flush()
 * writes it. */
void recorder_key(
    struct recorder *r, unsigned judge, const struct key *key, uint64_t now_ms);

/* Note that a key was pressed at now_ms that is released later, or never. It needs the
 * same room. */
void recorder_pressed(struct recorder *r, uint32_t code, uint64_t now_ms);

/* Record what it meant. */
void recorder_event(struct recorder *r, const struct event *event, uint64_t now_ms);

/*
 * Record a note in the key log, a line of its own that begins with "# " and that those
 * who read records pass over: word, and where time is not 0 the time, 18 digits.
 * Returns 0; or -1 with errno ENOMEM, nothing recorded.
 */
int recorder_note(struct recorder *r, const char *word, uint64_t time);

/* Write what was recorded, with one write to each file; to be called before a key goes
 * over the wire or is drawn. Where there is danger the thread does it, and nobody
 * waits. */
void recorder_flush(struct recorder *r);

/* Tell the thread what there is to write or to sync since the last call; to be called
 * when no key waits, for to wake it takes as long as to send one. */
void recorder_call(struct recorder *r);

/* What is wrong with a record. */
struct recorder_danger {
    int error; /* errno of the last attempt to write or sync; 0: the disk is slow */
    time_t since;
};

/* Whether the record is in danger: *danger then says why. */
bool recorder_danger(struct recorder *r, struct recorder_danger *danger);

/* The path of the transcript (TXT) or of what lies beside it (KEY, ERR). It changes
 * when the record goes on in a fresh pair. */
void recorder_beside(struct recorder *r, const char *ending, char *path, size_t size);

/* The conversation is over: record the line that still waits and the log's last,
 * once. Nothing is to be recorded after it. */
void recorder_end(struct recorder *r);

/* Whether all that was recorded has reached the medium. */
bool recorder_is_safe(struct recorder *r);

/*
 * Bring all of it to the medium, within some ten seconds, and close the files. path[],
 * of PATH_MAX bytes, becomes the transcript's.
 * Returns 0; or -1 with errno if something could not be written or synced, ETIMEDOUT
 * for a disk that does not answer.
 */
int recorder_close(struct recorder *r, char *path);

#endif
