#include "rota_near.h"

#include "square.h"

/* How many sessions each confederate of the square still has. */
static void count_sessions(const struct rota *near, int sessions[static ROTA_MOST])
{
    for (int j = 0; j < near->judges; j++)
        for (int e = 0; e < near->entries; e++)
            sessions[near->confederate[j][e]]++;
}

/* With whom, and in which rounds, a new confederate sits already. */
struct taken {
    bool judge[ROTA_MOST], entry[ROTA_MOST], round[ROTA_ROUNDS_MOST];
    bool from[ROTA_MOST]; /* whose session it was */
};

/* Take a session over, if the new confederate is free and the old one has too many. */
static bool take(struct rota *near, int j, int e, int confederate, struct taken *taken)
{
    int round = near->round[j][e];

    if (taken->judge[j] || taken->entry[e] || taken->round[round])
        return false;
    taken->judge[j] = taken->entry[e] = taken->round[round] = true;
    taken->from[near->confederate[j][e]] = true;
    near->confederate[j][e] = (int16_t)confederate;
    return true;
}

/* One new confederate goes along all sessions from the first on, and takes one from
 * each of the old; then, if that was not enough, a second one. */
static void fill_one(struct rota *near, const struct rota_bounds *b, int confederate,
    int old, int first, int sessions[static ROTA_MOST])
{
    int all = near->judges * near->entries, wanted = b->all[confederate].least;
    struct taken taken = {{false}, {false}, {false}, {false}};

    for (int i = 0; i < 2 * all && wanted > 0; i++) {
        int at = (first + i) % all;
        int j = at / near->entries, e = at % near->entries;
        int from = near->confederate[j][e];

        if (from >= old || sessions[from] <= b->all[from].least ||
            (i < all && taken.from[from]) || !take(near, j, e, confederate, &taken))
            continue;
        sessions[from]--;
        wanted--;
    }
}

bool rota_near(struct rota *near, const struct rota_bounds *b, uint64_t seed)
{
    int all = near->judges * near->entries, confederates = near->confederates;
    int old = near->judges > near->entries ? near->judges : near->entries;
    int sessions[ROTA_MOST] = {0};
    bool filled;

    if (confederates <= old)
        return false;
    near->confederates = old;
    filled = square_fill(near) && near->rounds == old;
    near->confederates = confederates;
    if (!filled)
        return false;
    count_sessions(near, sessions);
    for (int c = old; c < confederates; c++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        fill_one(near, b, c, old, (int)((seed >> 33) % (uint64_t)all), sessions);
    }
    return true;
}
