/*
 * statistics.h - exact intervals and tests for a share, and the agreement of
 * judges. Pure.
 *
 * No normal approximation: a contest has few judges. Time grows with the number of
 * judgements, memory does not.
 */
#ifndef STATISTICS_H
#define STATISTICS_H

struct statistics_interval {
    double low, high;
};

/*
 * The probability that an event whose chance is `chance` (0 to 1) happens `least` times
 * or more in `of` independent trials (0 or more).
 */
double statistics_at_least(int least, int of, double chance);

/*
 * The exact two-sided binomial test: the probability, where the chance is `chance` (0
 * to 1), of all outcomes that are no more likely than `taken` of `of`. 1 for no trials.
 * Probabilities that differ by less than one part in ten million are equal: the
 * difference is rounding.
 */
double statistics_test(int taken, int of, double chance);

/*
 * The exact interval of Clopper and Pearson for a chance, from `taken` of `of`: all
 * chances that neither one-sided test refutes at (1 - confidence) / 2. 0 to 1 for no
 * trials.
 */
struct statistics_interval statistics_interval(int taken, int of, double confidence);

/* Sums of the judges' values for one unit; zero before the first. */
struct statistics_unit {
    int count;
    double sum, squares;
};

void statistics_add(struct statistics_unit *unit, double said);

/* Sums over all units; zero before the first. */
struct statistics_agreement {
    struct statistics_unit all;
    double within;
};

void statistics_agree(
    struct statistics_agreement *agreement, const struct statistics_unit *unit);

/*
 * Krippendorff's alpha over all units, with squared differences; for values 0 and 1 the
 * same as nominal. 1: full agreement; 0: agreement by chance; below 0: systematic
 * disagreement. Values may be missing; a unit with one value does not count. NaN
 * without differences, or without a unit of two values.
 */
double statistics_alpha(const struct statistics_agreement *agreement);

#endif
