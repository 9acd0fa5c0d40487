/*
 * slip_file.h - slips (slip.h), read with inih.
 */
#ifndef SLIP_FILE_H
#define SLIP_FILE_H

#include "slip.h"

/*
 * Read a slip, which is one that slip_settle() has called good. Returns 0;
 * or a code of <sysexits.h> with *error, as inifile_read(). inifile_why() has the
 * words.
 */
int slip_file_read(const char *file, struct slip *s, struct inirow_error *error);

/* The same of a text; returns 0, or -1 with *error. */
int slip_file_parse(
    const char *text, size_t length, struct slip *s, struct inirow_error *error);

#endif
