/*
 * opening_line.h - the first line of a station, in the books that have one. Pure.
 *
 * The console types it key by key, once in each conversation. After a crash it types
 * the rest.
 *
 * Source: rules/2004.txt, 3.
 */
#ifndef OPENING_LINE_H
#define OPENING_LINE_H

#include "common/conversation/conversation.h"

/* Characters of the name in the line, at most. */
enum { OPENING_LINE_NAME_MAX = 100 };

/* Whether a name is valid: 1 to OPENING_LINE_NAME_MAX characters of printable ASCII,
 * not only blanks. */
bool opening_line_has_name(const char *name);

/*
 * Write the part of the line that this end, a station, has not typed yet to text[],
 * without a Return or a NUL. name is valid by opening_line_has_name().
 * Returns the number of characters; 0 if the book has no opening line, or this end has
 * ended a line or begun another one.
 */
size_t opening_line_rest(
    const struct conversation *c, const char *name, char text[static PROMPT_LINE_MAX]);

#endif
