/*
 * ask_name.h - the name that a station is to say, asked for at its terminal where -n
 * has not given it: before the round, for no judge is to wait for it. Unlike the rest
 * of common/ this prints.
 *
 * Source: rules/2004.txt, 3.
 */
#ifndef ASK_NAME_H
#define ASK_NAME_H

#include "common/console/settings.h"

/*
 * See that a station whose book has it say its name has one: ask for it, line by line,
 * until it can be said. What s->name then points to is static.
 * Returns whether there is one, or none is wanted; false where -n gave one that cannot
 * be said, where there is no terminal, and where the person has closed it (^D).
 */
bool ask_name(struct settings *s);

#endif
