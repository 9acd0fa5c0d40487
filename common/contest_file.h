/*
 * contest_file.h - contest files (contest.h), read with inih.
 */
#ifndef CONTEST_FILE_H
#define CONTEST_FILE_H

#include "contest.h"

/*
 * Read a contest file, which is one that contest_settle() has called good. Returns 0;
 * or a code of <sysexits.h> with *error, as inifile_read(). inifile_why() has the
 * words.
 */
int contest_file_read(const char *file, struct contest *c, struct inirow_error *error);

/* The same of a text; returns 0, or -1 with *error. */
int contest_file_parse(
    const char *text, size_t length, struct contest *c, struct inirow_error *error);

#endif
