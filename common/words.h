/*
 * words.h - what so many judgements can bear, in words. Pure.
 */
#ifndef WORDS_H
#define WORDS_H

#include <stddef.h>

enum { WORDS_SIZE = 160 };

/* What is held against an entry: chance, and Turing's share of interrogators who make
 * no right identification after five minutes (rules/2009.txt, the heading). */
#define WORDS_CHANCE 0.5
#define WORDS_TURING 0.3

/* What is less likely than that is not put down to the other side's chance. */
#define WORDS_LIMIT 0.05

/* Fewer judgements than these cannot be told from chance, whatever they are: all the
 * same, they have a two-sided probability of 2 / 2^5. */
enum { WORDS_FEWEST = 6 };

/*
 * Write one line without a full stop on somebody who was taken for human `taken` times
 * of `of`, by so many judges: "four judges cannot tell this from chance, nor from
 * Turing's 30 %". Judges who have judged more than once make judgements.
 */
void words_of_share(int taken, int of, int judges, char line[static WORDS_SIZE]);

/* Words for Krippendorff's alpha, by his own limits: below 0.667 nothing is to be built
 * on it. NaN is a number too. */
const char *words_of_agreement(double alpha);

#endif
