/*
 * flags.h - FLAGS.CSV: what a referee has marked in a conversation, a row a flag,
 * appended and never rewritten.
 *
 * Columns: flagged (local time of the referee's machine), where (the file or station, and
 * which conversation of a file that has several), session (empty where it is not known),
 * moment (local time of the last key that was on the screen), note. RFC 4180, lines ended
 * by '\n'.
 */
#ifndef FLAGS_H
#define FLAGS_H

#include <stdint.h>

#define FLAGS_NAME "FLAGS.CSV"

/*
 * Append a flag to a file, with one write, and bring it to the medium; moments are
 * milliseconds since 1970, moment 0 if nothing was on the screen. A new file begins
 * with the names of the columns. Returns 0; or -1 with errno: EINVAL, EISDIR, ELOOP and
 * ENXIO for what is no regular file.
 */
int flags_append(const char *file, uint64_t now, const char *where, const char *session,
    uint64_t moment, const char *note);

#endif
