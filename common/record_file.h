/*
 * record_file.h - a record of a conversation on disk, read a line at a time.
 *
 * Whatever the file's size, it takes one block of memory. Only regular files are read:
 * one that never ends, or blocks, is refused, and so is one that is no text.
 */
#ifndef RECORD_FILE_H
#define RECORD_FILE_H

#include "lpp2.h"

enum {
    RECORD_BLOCK = 128 * 1024,
    RECORD_WHY_SIZE = 160,
};

struct record_file {
    struct record_reader reader;
    struct lpp2 *lpp2; /* of that form, what it has said so far; else NULL */
    uint64_t number;   /* of the line that was read last, from 1 */
    uint64_t size;     /* bytes, when it was opened: no more of it is read */
    uint64_t done;     /* bytes that have been read from it */
    int fd;
    char *block;
    size_t at, end; /* what of the block is still to be handed out */
};

/*
 * Open a file and tell its form, which is in reader.form. One that is empty, or has no
 * more than headings yet, is opened; its form is then RECORD_UNKNOWN if that is all
 * that can be said.
 * Returns 0; or a code of <sysexits.h>, with what is wrong and what to do about it in
 * why[], one line without the file's name, and nothing to close: EX_NOINPUT,
 * EX_NOPERM, EX_IOERR, EX_DATAERR (no regular file, or no text) or EX_OSERR.
 */
int record_open(
    struct record_file *file, const char *path, char why[static RECORD_WHY_SIZE]);
void record_close(struct record_file *file);

/*
 * Read the next line into *out, which is good until the next call.
 * Returns 1; 0 at the end; or -1 with why[] as above, for a line longer than
 * RECORD_LINE_MAX (EX_DATAERR) and a disk that fails (EX_IOERR): the code is in *code.
 */
int record_next(struct record_file *file, struct record *out, int *code,
    char why[static RECORD_WHY_SIZE]);

/*
 * In place of record_next(): read all whole lines that the block has room for, from
 * *bytes on, *length bytes, good until the next call. They are not counted.
 * Returns 1; 0 at the end, *bytes then being what is left there without a newline; or
 * -1 as record_next().
 */
int record_next_block(struct record_file *file, const char **bytes, size_t *length,
    int *code, char why[static RECORD_WHY_SIZE]);

/*
 * In place of record_next(): take the keystrokes that come next in the block and can be
 * seen to be whole without being read. *bytes is their first; good until the next call.
 * They are counted in number. Returns their bytes, or 0: record_next() has the next
 * line then, of whatever kind it is.
 */
size_t record_next_keys(struct record_file *file, const char **bytes);

/* Begin again with the first line, as far as the file reached when it was opened; of
 * an LPP v2 the pairs that were found stay. Returns 0 or -1 with errno as lseek() sets
 * it. */
int record_rewind(struct record_file *file);

#endif
