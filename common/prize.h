/*
 * prize.h - who gets the prize if a publicly available open source program wins that
 * those who hold the contest have entered themselves. Pure.
 */
#ifndef PRIZE_H
#define PRIZE_H

#include "score.h"

enum prize_to {
    PRIZE_NOBODY,     /* nothing is won */
    PRIZE_WINNER,     /* whoever has sent the entry in */
    PRIZE_NEXT_YEAR,  /* no medal is awarded, the money is added to the next prize */
    PRIZE_DEVELOPERS, /* whoever has developed it, if it can be told who that is */
    PRIZE_DESERVING,  /* the same, and if it cannot the next prize */
};

struct prize {
    enum prize_to to;
    const char *clause; /* that says so; NULL where it is the winner's, or nobody's */
};

/* Of the medal in a score, if this entry is the winner, or will be. Source:
 * rules/2003.txt, 60 and 61; 2004.txt, 2. The other books have no such rule. */
struct prize prize_of(const struct sheet *sheet, const struct score *score, int entry);

/* The medal that is awarded to the winner: the score's, unless it goes to nobody. */
enum score_medal prize_medal(const struct sheet *sheet, const struct score *score);

/* The words for it: "nobody", "winner", "next year", "developers", "deserving". */
const char *prize_name(enum prize_to to);

#endif
