/*
 * feed_file.h - a feed from a file: a transcript or a key log of any form, which may
 * grow.
 *
 * A file may have several conversations: the two panes of a judge's pair (2007 to
 * 2013), or those of a round of 2017. They are numbered from 0 as they begin in the
 * file; a feed follows one of them.
 */
#ifndef FEED_FILE_H
#define FEED_FILE_H

#include <sys/stat.h>

#include "judge/referee/watch/feed.h"

enum {
    FEED_FILE_LINE_SIZE = 8192, /* bytes of a line; longer ones are cut */
    FEED_FILE_HEAD_SIZE = 4096, /* bytes that may tell the file's form */
    FEED_FILE_STILL_MS = 3000,  /* a heading that is incomplete for so long is noted */
};

/*
 * Follow the first conversation in a file by its name. If the name gets another file,
 * the conversation is forgotten, and that file followed from its beginning. Returns the
 * feed; or NULL with errno: EISDIR, EINVAL (not a regular file, or not text), ENOMEM,
 * or that of open(2).
 */
struct feed *feed_file_open(
    const char *path, const regex_t *bell, const struct feed_listener *listener);

/* Whether the file has a conversation after f's that has no feed yet. */
bool feed_file_has_next(const struct feed *f);

/* Follow the conversation after f's. *before: its pane is to the left of f's. Returns
 * as feed_file_open(). */
struct feed *feed_file_open_next(struct feed *f, bool *before);

/* Whether f reads the file that stat(2) describes. */
bool feed_file_is(const struct feed *f, const struct stat *about);

#endif
