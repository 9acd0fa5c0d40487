/*
 * pair.h - LP-nn.TXT and LP-nn.KEY as two files: their number, their names, and their
 * headings.
 *
 * Source: rules/1996.txt, Data file format, b.
 */
#ifndef PAIR_H
#define PAIR_H

#include <limits.h>

#include "transcript.h"

enum {
    PAIR_NUMBERS = 100,
    PAIR_NAME_SIZE = 64,
    PAIR_ABOUT_SIZE = 640,
};

enum { PAIR_KEYS, PAIR_LINES, PAIR_FILES };

/* Where records go, and how they are named. */
struct recorder_place {
    const char *directory;
    const char *prefix; /* LP makes LP-01.TXT, LP95 the historic LP95-01.TXT */
};

/* Whole lines, each with its '\n'. */
struct pair_heading {
    char title[TRANSCRIPT_HEADER_SIZE];  /* of the transcript */
    char notice[TRANSCRIPT_HEADER_SIZE]; /* the key log's first line */
    char about[PAIR_ABOUT_SIZE];         /* its '#' lines but the last */
};

struct pair {
    int fd[PAIR_FILES];
    char path[PATH_MAX]; /* of the transcript */
};

/* The name of a number's file: 0 to 99, and TXT, KEY or ERR. */
void pair_name(char name[static PAIR_NAME_SIZE], const char *prefix, int number,
    const char *ending);

/*
 * See whether records can be made there, and leave nothing behind.
 * Returns 0; or -1 with errno: ENOENT, ENOTDIR, EACCES, EROFS, ..., or EEXIST if all
 * hundred names are taken.
 */
int pair_check(const struct recorder_place *place);

/*
 * Make both files under the first free number from 01 to 99 and then 00, never
 * through a link, with their headings, the key log locked. continues is the name of the
 * key log that this one begins with, or "-".
 * Returns 0; or -1 with errno as above, nothing left behind.
 */
int pair_create(struct pair *p, const struct recorder_place *place,
    const struct pair_heading *heading, const char *continues);

/* Close both, and remove them, with a neighbour (ERR) that is empty. */
void pair_discard(const struct pair *p);
void pair_close(const struct pair *p);

/* Both to the medium; returns 0, or the errno of the first that failed. */
int pair_sync(const struct pair *p);

/* The path of the transcript (TXT) or of what lies beside it (KEY, ERR). */
void pair_beside(const struct pair *p, const char *ending, char *path, size_t size);

#endif
