/*
 * source_file.h - a source that is a file: a transcript or a key log of any form, which
 * may grow. A part of source.h.
 */
#ifndef SOURCE_FILE_H
#define SOURCE_FILE_H

#include "source.h"

/* Read what has been added, as far as there is any. */
void source_file_step(struct source *s);

/* For the parts of a source: a new one; a conversation begins; a key of it; a line. */
struct source *source_make(
    const char *name, const regex_t *bell, const struct source_news *news);
int source_begin(struct source *s, const struct rulebook *book);
void source_key(struct source *s, uint64_t ms, uint32_t code, enum side side);
void source_say(struct source *s, const char *line, size_t length);

#endif
