/*
 * record_files.h - create LP-nn.TXT and LP-nn.KEY: their number, names and headings.
 *
 * Source: rules/1996.txt, Data file format, b.
 */
#ifndef RECORD_FILES_H
#define RECORD_FILES_H

#include <limits.h>

#include "common/record/transcript.h"

enum {
    RECORD_FILES_NUMBERS = 100,
    RECORD_FILES_NAME_SIZE = 64,
    RECORD_FILES_ABOUT_SIZE = 640,
};

enum { RECORD_FILES_KEYS, RECORD_FILES_LINES, RECORD_FILES_FILES };

/* Directory and names of records. */
struct recorder_place {
    const char *directory;
    const char *prefix; /* LP for LP-01.TXT, LP95 for the historic LP95-01.TXT */
};

/* Complete lines, each with its '\n'. */
struct record_files_heading {
    char title[TRANSCRIPT_HEADER_SIZE];  /* header of the transcript */
    char notice[TRANSCRIPT_HEADER_SIZE]; /* first line of the key log */
    char about[RECORD_FILES_ABOUT_SIZE]; /* fields of the key log, except "# continues"
                                          */
};

struct record_files {
    int fd[RECORD_FILES_FILES];
    char path[PATH_MAX]; /* path of the transcript */
};

/* Write the name of a file: number 0 to 99; ending TXT, KEY or ERR. */
void record_files_name(char name[static RECORD_FILES_NAME_SIZE], const char *prefix,
    int number, const char *ending);

/*
 * Test whether files can be created in a place; no file is left.
 * Returns 0; or -1 with errno: ENOENT, ENOTDIR, EACCES, EROFS, ..., or EEXIST if all
 * 100 numbers are in use.
 */
int record_files_check(const struct recorder_place *place);

/*
 * Create both files with the first free number from 01 to 99, then 00, never through a
 * link; write their headings and lock the key log. continues is the name of the key log
 * that this one continues, or "-".
 * Returns 0; or -1 with errno as above, and no file is left.
 * Source: rules/1996.txt, Data file format, b.
 */
int record_files_create(struct record_files *p, const struct recorder_place *place,
    const struct record_files_heading *heading, const char *continues);

/* Close and remove both files, and an empty ERR file beside them. */
void record_files_discard(const struct record_files *p);

/* Close both files. */
void record_files_close(const struct record_files *p);

/* Sync both files. Returns 0; or the errno of the first failure. */
int record_files_sync(const struct record_files *p);

/* Write the path of the file with an ending: TXT, KEY or ERR. */
void record_files_beside(
    const struct record_files *p, const char *ending, char *path, size_t size);

#endif
