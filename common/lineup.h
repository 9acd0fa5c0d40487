/*
 * lineup.h - whether so many judges, entries and confederates take part in a contest as
 * its book wants. Pure.
 */
#ifndef LINEUP_H
#define LINEUP_H

#include "contest.h"

/* Takes one thing that is wrong: the clause that says so, as "2003, 40", and what it
 * is.
 */
typedef void lineup_say(void *context, const char *clause, const char *text);

/*
 * Look at the numbers of a contest that is settled. More than a book has had are good:
 * any number can be held. say() is called for each thing that is wrong. Source:
 * rules/1996.txt, 14; 2003.txt, 40 and 42; wager.txt, I and II, which alone says how
 * many there are exactly. 2004 and 2009 have no least number for a contest.
 */
void lineup_check(const struct contest *c, lineup_say *say, void *context);

#endif
