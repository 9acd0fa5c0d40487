/*
 * recorder.h - the two files of a conversation, LP-nn.TXT and LP-nn.KEY, and the
 * thread that brings them to the medium.
 *
 * Each record and each line is one write, before recorder_key() or recorder_event()
 * returns. What a full disk did not take is kept in memory and written when there is
 * room, so that the files stay whole and in order. fdatasync() runs on a thread of
 * its own: at the end of each turn, and within a second of any key.
 *
 * Sources: rules/1996.txt, Data file format; rules/2009.txt, 2.
 */
#ifndef RECORDER_H
#define RECORDER_H

#include <stdbool.h>

#include "prompt.h"

struct recorder;

/* Where records go, and how they are named. */
struct recorder_place {
    const char *directory;
    const char *prefix; /* LP makes LP-01.TXT, LP95 the historic LP95-01.TXT */
};

/* What the headers say. Text outside printable ASCII is left out. */
struct recorder_heading {
    const char *notice; /* the first line; %d is the year */
    const char *program;
    const char *contestant;
    const char *role; /* judge, confederate or entry */
    const char *book;
    const char *station; /* its label */
    const char *session;
};

/*
 * See whether records can be made there, and leave nothing behind.
 * Returns 0; or -1 with errno: ENOENT, ENOTDIR, EACCES, EROFS, ..., or EEXIST if all
 * hundred names are taken.
 * Source: rules/1996.txt, Data file format, b.
 */
int recorder_check(const struct recorder_place *place);

/*
 * Make both files under the first free number from 01 to 99 and then 00, never
 * through a link, and bring their headers to the medium. now_ms is the wall clock.
 * Returns the recorder, to be closed with recorder_close(); or NULL with errno as
 * above, nothing left behind.
 */
struct recorder *recorder_open(const struct recorder_place *place,
    const struct recorder_heading *heading, const struct rulebook *book,
    uint64_t now_ms);

/* Record a keystroke posted at now_ms while this judge sat there. */
void recorder_key(
    struct recorder *r, unsigned judge, const struct key *key, uint64_t now_ms);

/* Record what it meant. */
void recorder_event(struct recorder *r, const struct event *event, uint64_t now_ms);

/* Try again to write what could not be written. Call it about once a second. */
void recorder_retry(struct recorder *r);

/*
 * 0 while all is well; else the errno of what went wrong: a write that has not yet
 * succeeded, or a sync that failed at any time.
 */
int recorder_error(struct recorder *r);

/* The transcript's path, and that of a file beside it with another ending (ERR). */
const char *recorder_path(const struct recorder *r);
void recorder_beside(
    const struct recorder *r, const char *ending, char *path, size_t size);

/* The conversation is over: record the line that still waits and the log's last. */
void recorder_end(struct recorder *r);

/* Whether there is something that could not be written yet. */
bool recorder_is_waiting(const struct recorder *r);

/*
 * Bring all of it to the medium, as far as it goes, and close the files. NULL is
 * allowed.
 * Returns 0; or -1 with errno if something could not be written.
 */
int recorder_close(struct recorder *r);

#endif
