/*
 * opening_line.h - the words with which a book has each station begin. Pure.
 *
 * They are typed like any other line, once for each judge: nobody hands them over, and
 * after a crash they are gone on with where they broke off.
 *
 * Source: rules/2004.txt, 3.
 */
#ifndef OPENING_LINE_H
#define OPENING_LINE_H

#include "common/conversation/conversation.h"

/* The longest name of who sits at a station: the words have room for it. */
enum { OPENING_LINE_NAME_MAX = 100 };

/* Whether a name can be said: 1 to OPENING_LINE_NAME_MAX characters of printable ASCII,
 * not only blanks. */
bool opening_line_has_name(const char *name);

/*
 * What this end, a station's, has still to say of it, to text[], without the Return
 * and without a NUL. name is one that opening_line_has_name().
 * Returns how many characters; 0 if the book has no such words, or this end has already
 * ended a line or has begun another one.
 */
size_t opening_line_rest(
    const struct conversation *c, const char *name, char text[static PROMPT_LINE_MAX]);

#endif
