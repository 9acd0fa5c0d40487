/*
 * inifile.h - INI files, read with inih: contest files and slips.
 */
#ifndef INIFILE_H
#define INIFILE_H

#include <stddef.h>

#include "inirow.h"

enum {
    INIFILE_MOST = 1 << 20, /* bytes in a file */
    INIFILE_LINE_MOST = 197 /* bytes in a line, its end not counted: inih's limit */
};

/* Takes one row; returns false, and writes the line and why to *error, if it is not as
 * it should be. */
typedef bool inifile_take(
    void *context, const struct inirow *row, struct inirow_error *error);

/*
 * Read an INI text: "[section]", "name = value", comments that begin with ; or #. Rows
 * are given to take() until it refuses one. Returns 0; or -1 with *error, the first
 * line that is wrong: refused, neither of the above, too long, or no UTF-8 text.
 */
int inifile_parse(const char *text, size_t length, inifile_take *take, void *context,
    struct inirow_error *error);

/*
 * Read a file. Returns 0; or a code of <sysexits.h> with *error: EX_NOINPUT if there is
 * no such file, or it is no file but a directory or a pipe (nothing is waited for),
 * EX_NOPERM, EX_IOERR, EX_OSERR, or EX_DATAERR if it is too large or what is in it is
 * wrong.
 */
int inifile_read(
    const char *file, inifile_take *take, void *context, struct inirow_error *error);

/* Write one line to why[]: the line's number, if there is one, and what is wrong. */
void inifile_why(const struct inirow_error *error, char *why, size_t size);

#endif
