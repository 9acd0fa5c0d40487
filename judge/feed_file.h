/*
 * feed_file.h - a feed that is a file: a transcript or a key log of any form, which
 * may grow. A part of feed.h.
 */
#ifndef FEED_FILE_H
#define FEED_FILE_H

#include "feed.h"

/* Read what has been added, as far as there is any. What is no record is noted as soon
 * as that is certain, and what does not grow to be one after FEED_STILL_MS; whatever
 * becomes one later is followed. */
void feed_file_step(struct feed *s, int64_t tick);

/* For the parts of a feed: a new one; why nothing comes, to be told once; a
 * conversation begins; a key of it; a line. */
struct feed *feed_make(
    const char *name, const regex_t *bell, const struct feed_news *news);
void feed_note(struct feed *s, const char *why);
int feed_begin(struct feed *s, const struct rulebook *book);
void feed_key(struct feed *s, uint64_t ms, uint32_t code, enum side side);
void feed_say(struct feed *s, const char *line, size_t length);

#endif
