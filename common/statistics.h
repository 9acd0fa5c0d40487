/*
 * statistics.h - what so few judgements can bear: exact intervals and tests for a
 * share, and how far judges agree. Pure.
 *
 * Nothing here is approximated by a normal curve: a contest has four judges, not four
 * thousand. Work and time grow with the number of judgements, memory does not.
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
 * to 1), of an outcome that is no more likely than this one, `taken` of `of`. 1 for no
 * trials. An outcome that differs from this one's probability by less than one part in
 * ten million counts as equally likely, since it is so but for rounding.
 */
double statistics_test(int taken, int of, double chance);

/*
 * The exact interval of Clopper and Pearson for a chance, from `taken` of `of`: all
 * chances that neither one-sided test refutes at (1 - confidence) / 2. Nothing to 1 for
 * no trials.
 */
struct statistics_interval statistics_interval(int taken, int of, double confidence);

/* What some judges have said of one thing; all zero is nothing. */
struct statistics_unit {
    int count;
    double sum, squares;
};

void statistics_add(struct statistics_unit *unit, double said);

/* What they have said of many things; all zero is nothing. */
struct statistics_agreement {
    struct statistics_unit all;
    double within;
};

void statistics_agree(
    struct statistics_agreement *agreement, const struct statistics_unit *unit);

/*
 * Krippendorff's alpha over all of that, differences counted by their square, which for
 * 0 and 1 is the same as nominal: 1 for judges who say the same of each thing, 0 for
 * what chance gives, less where they contradict each other. Judges may be missing; what
 * one judge alone has said of a thing does not count. NaN where nothing can be said:
 * all have said the same of everything, or no thing was judged twice.
 */
double statistics_alpha(const struct statistics_agreement *agreement);

#endif
