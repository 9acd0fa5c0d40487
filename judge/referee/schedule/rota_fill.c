#include "judge/referee/schedule/rota_fill.h"

#include "judge/referee/schedule/rota_search.h"
#include "judge/referee/schedule/rota_square.h"

/* Limits of the search: starts for each number of rounds, rounds above the lower bound
 * while no even rota is known, and steps (a second has some hundred million). */
enum { STARTS = 6, ROUNDS_MORE = 6, SLACK_MOST = 2 };

static const long steps_start = 5000000, steps_all = 100000000;

/* A seed for each start; never zero, the fixed point of the search's generator. */
static uint64_t mix(uint64_t seed, int rounds, int start)
{
    uint64_t mixed = seed * 0x9e3779b97f4a7c15u +
                     (uint64_t)rounds * 0xbf58476d1ce4e5b9u +
                     (uint64_t)start * 0x94d049bb133111ebu;

    return (mixed ^ mixed >> 29) | 1;
}

/* Search a rota with this number of rounds. Returns whether it is now in *r. */
static bool find_rota(struct rota *r, const struct rota_bounds *b, int rounds,
    int slack, uint64_t seed, long *steps)
{
    for (int start = 0; *steps > 0 && start < STARTS; start++) {
        long before = *steps < steps_start ? *steps : steps_start, left = before;
        bool found = rota_search(r, b, rounds, slack, mix(seed, rounds, start), &left);
        *steps -= before - left;
        if (found)
            return true;
    }
    return false;
}

/*
 * Search a rota with fewer rounds: first with the least number, which most sizes allow,
 * then with one round less after another. Returns whether *r is a new rota.
 */
static bool improve(
    struct rota *r, const struct rota_bounds *b, int fewer, int slack, uint64_t seed)
{
    long steps = steps_all, first = steps_all;
    bool any = false;

    if (r->least < fewer && find_rota(r, b, r->least, slack, seed, &first))
        return true;
    for (int rounds = fewer - 1; rounds > r->least; rounds--) {
        if (!find_rota(r, b, rounds, slack, seed, &steps))
            break;
        any = true;
    }
    return any;
}

static void search(struct rota *r, uint64_t seed)
{
    struct rota_bounds bounds;
    int slacks = r->fixed ? 1 : SLACK_MOST + 1;

    rota_bound(r, &bounds);
    r->even = rota_search_first(r, &bounds) || r->fixed;
    if (r->even && r->rounds == r->least)
        return;
    for (int slack = 0; slack < slacks; slack++) {
        int fewer = r->even ? r->rounds : r->least + ROUNDS_MORE;
        if (improve(r, &bounds, fewer, slack, seed))
            r->even = slack == 0;
        /* An even rota is better than an uneven one with fewer rounds. */
        if (r->even || r->rounds < fewer)
            return;
    }
}

void rota_fill(struct rota *r, uint64_t seed)
{
    r->least = rota_busiest(r);
    r->even = true;
    if (!rota_is_plain(r) || !rota_square_fill(r))
        search(r, seed);
}
