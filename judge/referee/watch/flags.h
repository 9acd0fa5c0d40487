/*
 * flags.h - FLAGS.CSV: moments that a referee has flagged. A row a flag, appended and
 * never rewritten.
 *
 * Columns: flagged (local time of the flag), where (file or station, and the
 * conversation in a file of several), session (empty if unknown), moment (local time of
 * the last key on the screen), note. RFC 4180, but lines end with '\n'.
 */
#ifndef FLAGS_H
#define FLAGS_H

#include <stdint.h>

#define FLAGS_NAME "FLAGS.CSV"

/*
 * Append a flag to a file with one write, and sync it. now and moment are milliseconds
 * since 1970; moment is 0 if the screen was empty. A new file starts with the names of
 * the columns. Returns 0; or -1 with errno: EINVAL, EISDIR, ELOOP or ENXIO (not a
 * regular file), or that of the call that failed.
 */
int flags_append(const char *file, uint64_t now, const char *where, const char *session,
    uint64_t moment, const char *note);

#endif
