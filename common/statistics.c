#include "statistics.h"

#include <math.h>
#include <stdbool.h>

/* Halvings that bring an interval of length 1 below what a double can tell apart. */
enum { HALVINGS = 64 };

static const double as_likely = 1 + 1e-7;

/*
 * Sum the probabilities, each relative to that of the likeliest outcome, going from
 * there step by step to both ends: no factorial is needed, and nothing overflows. Which
 * of them count for `part` is asked of counts().
 */
struct sums {
    double part, whole;
};

struct question {
    int taken;
    double likelihood; /* of that outcome, relative to the likeliest */
    bool (*counts)(const struct question *question, int outcome, double likelihood);
};

static void sum_outcome(
    struct sums *sums, const struct question *question, int outcome, double likelihood)
{
    sums->whole += likelihood;
    if (question->counts(question, outcome, likelihood))
        sums->part += likelihood;
}

static int likeliest(int of, double chance)
{
    int mode = (int)((of + 1) * chance);

    return mode > of ? of : mode;
}

static double sum_outcomes(const struct question *question, int of, double chance)
{
    struct sums sums = {0};
    int mode = likeliest(of, chance);
    double odds = chance / (1 - chance);
    double likelihood = 1;

    for (int i = mode; i <= of; i++) {
        sum_outcome(&sums, question, i, likelihood);
        likelihood *= odds * (of - i) / (i + 1);
    }
    likelihood = 1;
    for (int i = mode; i > 0; i--) {
        likelihood *= i / (odds * (of - i + 1));
        sum_outcome(&sums, question, i - 1, likelihood);
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

/* What is certain has no odds. */
static bool is_certain(double chance)
{
    return chance <= 0 || chance >= 1;
}

static bool counts_from(const struct question *question, int outcome, double likelihood)
{
    (void)likelihood;
    return outcome >= question->taken;
}

static bool counts_to(const struct question *question, int outcome, double likelihood)
{
    (void)likelihood;
    return outcome <= question->taken;
}

static bool counts_unlikelier(
    const struct question *question, int outcome, double likelihood)
{
    (void)outcome;
    return likelihood <= question->likelihood * as_likely;
}

double statistics_at_least(int least, int of, double chance)
{
    struct question question = {.taken = least, .counts = counts_from};

    if (is_certain(chance))
        return least <= (chance <= 0 ? 0 : of);
    return sum_outcomes(&question, of, chance);
}

static double at_most(int most, int of, double chance)
{
    struct question question = {.taken = most, .counts = counts_to};

    return sum_outcomes(&question, of, chance);
}

double statistics_test(int taken, int of, double chance)
{
    struct question question = {.taken = taken, .counts = counts_unlikelier};

    if (is_certain(chance))
        return taken == (chance <= 0 ? 0 : of);
    question.likelihood = likelihood_of(taken, of, chance);
    return sum_outcomes(&question, of, chance);
}

/* The chance at which tail() grows past, or falls below, this probability. */
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

/* The squared differences between each two of so many, both ways round. */
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
