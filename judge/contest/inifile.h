/*
 * inifile.h - contest files and slips: INI files, read with inih.
 */
#ifndef INIFILE_H
#define INIFILE_H

#include <stddef.h>

#include "judge/contest/inirow.h"

enum {
    INIFILE_MOST = 1 << 20, /* bytes in a file */
    INIFILE_LINE_MOST = 197 /* bytes in a line without its end: inih's limit */
};

/*
 * Read an INI text: "[section]", "name = value", comments that begin with ; or #, in
 * UTF-8 without control characters. Returns 0; or -1 with *error, the first mistake: a
 * row that the reader refuses, any other line, a line that is too long.
 */
int inifile_parse(const char *text, size_t length, const struct inirow_reader *reader,
    void *to, struct inirow_error *error);

/*
 * Read a file. Returns 0; or a code of <sysexits.h> with *error: EX_NOINPUT if there is
 * no such file, or it is not a regular file (a pipe is not waited for), EX_NOPERM,
 * EX_IOERR, EX_OSERR, or EX_DATAERR for a mistake as above, or a file over
 * INIFILE_MOST.
 */
int inifile_read(const char *file, const struct inirow_reader *reader, void *to,
    struct inirow_error *error);

/* Return the error as one line, after the line's number if there is one: error->why,
 * which is changed. */
const char *inifile_why(struct inirow_error *error);

#endif
