/*
 * verdict.h - the statistics of a few judgements in words. Pure.
 */
#ifndef VERDICT_H
#define VERDICT_H

#include <stddef.h>

enum { VERDICT_SIZE = 160 };

/* Reference shares: chance, and Turing's share of interrogators without a right
 * identification after five minutes (rules/2009.txt, the heading). */
#define VERDICT_CHANCE 0.5
#define VERDICT_TURING 0.3

/* Level of significance. */
#define VERDICT_LIMIT 0.05

/* Fewer judgements never differ from chance: five equal ones have a two-sided
 * probability of 2 / 2^5. */
enum { VERDICT_FEWEST = 6 };

/*
 * Write one line without a full stop about `taken` judgements as human of `of`: "four
 * judges cannot tell this from chance, nor from Turing's 30 %". With more judgements
 * than judges, the line counts judgements.
 */
void verdict_of_share(int taken, int of, int judges, char line[static VERDICT_SIZE]);

/* Words for Krippendorff's alpha, by his limits: 0.8, and 0.667 for tentative
 * conclusions. NaN: undefined. */
const char *verdict_of_agreement(double alpha);

#endif
