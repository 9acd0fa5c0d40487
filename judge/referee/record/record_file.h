/*
 * record_file.h - read a record of a conversation from a file, line by line.
 *
 * Memory: one block, whatever the size of the file. Only regular text files are read,
 * so reading always ends and never blocks.
 */
#ifndef RECORD_FILE_H
#define RECORD_FILE_H

#include "judge/referee/record/record.h"

enum {
    RECORD_BLOCK = 128 * 1024,
    RECORD_WHY_SIZE = 160,
};

struct record_file {
    struct record_reader reader;
    uint64_t number; /* number of the last line, from 1 */
    uint64_t size;   /* bytes to read: the size of the file at record_open() */
    uint64_t done;   /* bytes read so far */
    int fd;
    char *block;
    size_t at, end;            /* unread bytes of the block */
    bool sorted;               /* record_sort() was called on an LPP v2 */
    size_t pair;               /* sorted: index of the present pair */
    bool has_heading;          /* sorted: the heading of the present pair was read */
    int code;                  /* of <sysexits.h>, after a failure */
    char why[RECORD_WHY_SIZE]; /* the failure and its remedy, without the file's name */
};

/* Note a failure in code and why[]. Returns code. */
int record_refuse(struct record_file *file, int code, const char *why);

/*
 * Open a file and determine its form, reader.form: RECORD_UNKNOWN for an empty file, or
 * one with too little of its heading.
 * Returns 0; or a code of <sysexits.h>, with why[]: EX_NOINPUT, EX_NOPERM, EX_IOERR,
 * EX_DATAERR (not a regular file, or not text), EX_OSERR. Nothing is then to be closed.
 */
int record_open(struct record_file *file, const char *path);
void record_close(struct record_file *file);

/*
 * Read the next line into *out, which is valid until the next call.
 * Returns 1; 0 at the end; or -1 with code and why[], for a line longer than
 * RECORD_LINE_MAX (EX_DATAERR) or a failing disk (EX_IOERR).
 */
int record_next(struct record_file *file, struct record *out);

/*
 * Read the next line without interpreting it: *line, *length bytes without the '\n',
 * valid until the next call. *whole is false for a last line without its '\n'.
 * Returns as record_next().
 */
int record_next_line(
    struct record_file *file, const char **line, size_t *length, bool *whole);

/*
 * Before the first record_next(): read an LPP v2, in which the messages of several
 * pairs are mixed, pair by pair. record_next() then gives a RECORD_ROUND for each pair,
 * followed by its messages; lines that are not messages come with the first pair. No
 * effect on other forms.
 * Returns 0; or a code of <sysexits.h> with why[], EX_DATAERR also for a file without a
 * message or with too many pairs.
 */
int record_sort(struct record_file *file);

/* Start again with the first line, up to the size at record_open(). Returns 0; or -1
 * with errno as of lseek(). */
int record_rewind(struct record_file *file);

#endif
