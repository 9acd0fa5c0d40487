#include "rota.h"

#include <string.h>

#include "cyclic.h"
#include "rota_near.h"
#include "rota_search.h"
#include "square.h"

/* How much is tried: starts for each number of rounds; rounds above the least, where
 * nothing even is known yet; and steps, of which a second has some hundred million. */
enum { STARTS = 6, ROUNDS_MORE = 6, SLACK_MOST = 2 };

static const long steps_start = 5000000, steps_all = 100000000;

void rota_init(struct rota *r, int judges, int entries, int confederates)
{
    memset(r, 0, sizeof(*r));
    r->judges = judges;
    r->entries = entries;
    r->confederates = confederates;
    for (int j = 0; j < judges; j++)
        for (int e = 0; e < entries; e++)
            r->wanted[j][e] = true;
}

/* Whether everybody is wanted and nobody has met. */
static bool is_plain(const struct rota *r)
{
    for (int j = 0; j < r->judges; j++)
        for (int e = 0; e < r->entries; e++)
            if (!r->wanted[j][e])
                return false;
    for (int c = 0; c < r->confederates; c++) {
        for (int j = 0; j < r->judges; j++)
            if (r->judge_met[j][c] > 0)
                return false;
        for (int e = 0; e < r->entries; e++)
            if (r->entry_met[e][c] > 0)
                return false;
    }
    return !r->settled;
}

static void more(int *most, int number)
{
    if (number > *most)
        *most = number;
}

/* The rounds that the busiest needs. */
static int count_busiest(const struct rota *r)
{
    int of_judge[ROTA_MOST] = {0}, of_entry[ROTA_MOST] = {0};
    int of_confederate[ROTA_MOST] = {0}, sessions = 0, most = 0;

    for (int j = 0; j < r->judges; j++)
        for (int e = 0; e < r->entries; e++)
            if (r->wanted[j][e]) {
                sessions++;
                more(&most, ++of_judge[j]);
                more(&most, ++of_entry[e]);
                if (r->settled)
                    more(&most, ++of_confederate[r->confederate[j][e]]);
            }
    more(&most, (sessions + r->confederates - 1) / r->confederates);
    return most;
}

/* Every start is another one, and with every seed. */
static uint64_t mix(uint64_t seed, int rounds, int start)
{
    uint64_t mixed = seed * 0x9e3779b97f4a7c15u +
                     (uint64_t)rounds * 0xbf58476d1ce4e5b9u +
                     (uint64_t)start * 0x94d049bb133111ebu;

    return (mixed ^ mixed >> 29) |
           1; /* never zero, where the search's dice stand still */
}

/* Every third start is anywhere; the two others are near a square, where there is one
 * with so many rounds: first its rounds stay, and then they need not. */
static struct rota_start choose_start(const struct rota *r, const struct rota_bounds *b,
    int rounds, uint64_t seed, int start, struct rota *near)
{
    struct rota_start chosen = {.seed = mix(seed, rounds, start)};

    rota_init(near, r->judges, r->entries, r->confederates);
    if (start % 3 < 2 && is_plain(r) && rota_near(near, b, chosen.seed) &&
        near->rounds == rounds) {
        chosen.near = near;
        chosen.keeps_rounds = start % 3 == 0;
    }
    return chosen;
}

/* Returns whether there is a rota with so many rounds; it is then in *r. */
static bool find(struct rota *r, const struct rota_bounds *b, int rounds, int slack,
    uint64_t seed, long *steps)
{
    for (int start = 0; start<STARTS && * steps> 0; start++) {
        long left = *steps < steps_start ? *steps : steps_start;
        long before = left;
        struct rota near;
        struct rota_start from = choose_start(r, b, rounds, seed, start, &near);
        bool found = rota_search(r, b, rounds, slack, &from, &left);
        *steps -= before - left;
        if (found)
            return true;
    }
    return false;
}

/*
 * Fewer rounds than those, if it can be: the least at once, which most numbers of
 * people give, or one after another. Returns whether there was anything.
 */
static bool improve(
    struct rota *r, const struct rota_bounds *b, int fewer, int slack, uint64_t seed)
{
    long steps = steps_all, first = steps_all;
    bool any = false;

    if (r->least < fewer && find(r, b, r->least, slack, seed, &first))
        return true;
    for (int rounds = fewer - 1; rounds > r->least; rounds--) {
        if (!find(r, b, rounds, slack, seed, &steps))
            break;
        any = true;
    }
    return any;
}

static void search(struct rota *r, uint64_t seed)
{
    struct rota_bounds bounds;
    int slacks = r->settled ? 1 : SLACK_MOST + 1;

    rota_bound(r, &bounds);
    r->even = rota_search_first(r, &bounds) || r->settled;
    if (r->even && r->rounds == r->least)
        return;
    for (int slack = 0; slack < slacks; slack++) {
        int fewer = r->even ? r->rounds : r->least + ROUNDS_MORE;
        if (improve(r, &bounds, fewer, slack, seed))
            r->even = slack == 0;
        /* Even and of more rounds is better than uneven and of fewer. */
        if (r->even || r->rounds < fewer)
            return;
    }
}

void rota_fill(struct rota *r, uint64_t seed)
{
    bool plain = is_plain(r);

    r->least = r->busiest = count_busiest(r);
    if (plain && square_least(r->judges, r->entries, r->confederates) > 0)
        r->least = square_least(r->judges, r->entries, r->confederates);
    r->even = true;
    if (!plain || (!square_fill(r) && !cyclic_fill(r, seed)))
        search(r, seed);
}
