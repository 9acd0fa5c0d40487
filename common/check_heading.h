/*
 * check_heading.h - the lines of a key log of ours that are no records: its heading,
 * and the notes among the records. A part of check_keylog.h. Pure.
 *
 * Source: lp-transcript(5), The key log.
 */
#ifndef CHECK_HEADING_H
#define CHECK_HEADING_H

#include "check_keylog.h"

/* Each is given the line that *k is at, without its end; what is wrong with it is told,
 * and what it says kept in *k. */

/* The second line, which names the transcript. */
void check_heading_title(struct check_keylog *k, const char *line, size_t length);

/* A line behind it, up to "# continues". */
void check_heading_line(struct check_keylog *k, const char *line, size_t length);

/* A line behind that one which is no record. */
void check_keylog_note(struct check_keylog *k, const char *line, size_t length);

/* The heading is over: what is missing in it is told. */
void check_heading_end(struct check_keylog *k);

/* Whether its last line has been met. */
bool check_heading_is_whole(const struct check_keylog *k);

#endif
