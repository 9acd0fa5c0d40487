/*
 * stage_script.h - the text of a play: lines, words, and values of $NAME.
 */
#ifndef STAGE_SCRIPT_H
#define STAGE_SCRIPT_H

#include "tests/stage/stage_text.h"

/* The variables set by a play; all zero is empty. */
struct names {
    struct {
        char *name, *value;
    } * entry;
    size_t count;
};

void names_set(struct names *names, const char *name, const char *value);
void names_free(struct names *names);

/* A command: its words, and the lines of the block below it. */
struct line {
    struct text *word; /* word[0] is the verb */
    size_t count;
    struct rows block; /* unfinished if its last line began with '\' */
    size_t number;     /* of the line that the words were on */
};

/* A play's text and how far it has been read. */
struct script {
    struct text source;
    size_t at;
    size_t number; /* of the line that was read last */
};

/*
 * Read the next command, with every $NAME replaced, to *line (whatever it held is
 * freed). Returns 1; 0 at the end; -1 if it cannot be read, saying why to *why:
 * line->number then still tells where.
 */
int script_next(struct script *script, const struct names *names, struct line *line,
    struct text *why);

/* The i-th word as a string. */
const char *line_word(const struct line *line, size_t i);

void line_free(struct line *line);

#endif
