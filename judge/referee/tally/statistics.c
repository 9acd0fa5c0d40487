#include "judge/referee/tally/statistics.h"

#include <math.h>
#include <stdbool.h>

/* Halvings of an interval of length 1, to the precision of a double. */
enum { HALVINGS = 64 };

/* Factor for equal likelihoods with different rounding. */
static const double rounding = 1 + 1e-7;

/* A set of outcomes: from least to most, each of this likelihood or less. */
struct event {
    int least, most;
    double likelihood; /* relative to the likeliest outcome */
};

/* Relative likelihoods: no factorial, no overflow. */
struct sums {
    double part, whole; /* of the event, of all outcomes */
};

static void sum_outcome(
    struct sums *sums, const struct event *event, int outcome, double likelihood)
{
    sums->whole += likelihood;
    if (outcome >= event->least && outcome <= event->most &&
        likelihood <= event->likelihood)
        sums->part += likelihood;
}

static int likeliest(int of, double chance)
{
    int mode = (int)((of + 1) * chance);

    return mode > of ? of : mode;
}

/* The probability of an event, summed from the likeliest outcome to both ends. */
static double probability_of(const struct event *event, int of, double chance)
{
    struct sums sums = {0};
    int mode = likeliest(of, chance);
    double odds = chance / (1 - chance);
    double likelihood = 1;

    for (int i = mode; i <= of; i++) {
        sum_outcome(&sums, event, i, likelihood);
        likelihood *= odds * (of - i) / (i + 1);
    }
    likelihood = 1;
    for (int i = mode; i > 0; i--) {
        likelihood *= i / (odds * (of - i + 1));
        sum_outcome(&sums, event, i - 1, likelihood);
    }
    return sums.part / sums.whole;
}

static double likelihood_of(int outcome, int of, double chance)
{
    int mode = likeliest(of, chance);
    double odds = chance / (1 - chance);
    double likelihood = 1;

    for (int i = mode; i < outcome; i++)
        likelihood *= odds * (of - i) / (i + 1);
    for (int i = mode; i > outcome; i--)
        likelihood *= i / (odds * (of - i + 1));
    return likelihood;
}

/* A certain outcome has no odds. */
static bool is_certain(double chance)
{
    return chance <= 0 || chance >= 1;
}

double statistics_at_least(int least, int of, double chance)
{
    struct event event = {least, of, INFINITY};

    if (is_certain(chance))
        return least <= (chance <= 0 ? 0 : of);
    return probability_of(&event, of, chance);
}

static double at_most(int most, int of, double chance)
{
    struct event event = {0, most, INFINITY};

    return probability_of(&event, of, chance);
}

double statistics_test(int taken, int of, double chance)
{
    struct event event = {0, of, 0};

    if (is_certain(chance))
        return taken == (chance <= 0 ? 0 : of);
    event.likelihood = likelihood_of(taken, of, chance) * rounding;
    return probability_of(&event, of, chance);
}

/* The chance at which tail() reaches this probability. */
static double bound(
    double (*tail)(int, int, double), int taken, int of, double probability, bool grows)
{
    double low = 0, high = 1;

    for (int i = 0; i < HALVINGS; i++) {
        double middle = (low + high) / 2;

        if (is_certain(middle))
            break;
        if ((tail(taken, of, middle) < probability) == grows)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

struct statistics_interval statistics_interval(int taken, int of, double confidence)
{
    double half = (1 - confidence) / 2;
    struct statistics_interval interval = {0, 1};

    if (taken > 0)
        interval.low = bound(statistics_at_least, taken, of, half, true);
    if (taken < of)
        interval.high = bound(at_most, taken, of, half, false);
    return interval;
}

void statistics_add(struct statistics_unit *unit, double said)
{
    unit->count++;
    unit->sum += said;
    unit->squares += said * said;
}

/* The sum of squared differences of all ordered pairs of values. */
static double differences(const struct statistics_unit *unit)
{
    return 2 * (unit->count * unit->squares - unit->sum * unit->sum);
}

void statistics_agree(
    struct statistics_agreement *agreement, const struct statistics_unit *unit)
{
    if (unit->count < 2)
        return;
    agreement->all.count += unit->count;
    agreement->all.sum += unit->sum;
    agreement->all.squares += unit->squares;
    agreement->within += differences(unit) / (unit->count - 1);
}

double statistics_alpha(const struct statistics_agreement *agreement)
{
    const struct statistics_unit *all = &agreement->all;
    double between = differences(all);

    if (all->count < 2 || between <= 1e-9 * all->squares)
        return NAN;
    return 1 - (all->count - 1) * agreement->within / between;
}
