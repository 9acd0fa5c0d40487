#include "cyclic.h"

#include <string.h>

/*
 * Judges, confederates, and as many of the entries and of the rounds, are numbers
 * modulo k, the number of confederates; the entries and rounds that are left are fixed.
 * Judge 0 meets entry i with a confederate c and in a round t, judge j then meets entry
 * i + j with c + j in t + j, or in a fixed round; and a fixed entry with c + j in t +
 * j. So nobody is in two places if these numbers of judge 0's differ from each other
 * modulo k: all t; t - i and c - i of one entry with those of another; and t - c.
 */
enum {
    FIXED = -1,       /* a round */
    TRY_STEPS = 2000, /* then it begins anew: luck comes early or not at all */
    TRIES = 60
};

struct session {
    int8_t confederate, round;
};

struct cycle {
    int k, fixed; /* entries, and as many rounds */
    struct session sessions[ROTA_MOST];
    int order[ROTA_MOST]; /* of the sessions; those that are settled come first */
    bool round[ROTA_MOST], round_of_confederate[ROTA_MOST];
    bool round_of_entry[ROTA_MOST], confederate_of_entry[ROTA_MOST];
    int met[ROTA_MOST]; /* how often judge 0 has met each confederate */
    int twice;          /* so many more confederates are to be met twice */
    int rounds_left;    /* fixed ones */
    uint64_t seed;
    long steps;
};

static int modulo(const struct cycle *s, int number)
{
    return (number + s->k) % s->k;
}

static bool may_meet(const struct cycle *s, int i, int c)
{
    if (s->met[c] > 1 || (s->met[c] == 1 && s->twice == 0))
        return false;
    return i >= s->k || !s->confederate_of_entry[modulo(s, c - i)];
}

static bool may_be_in(const struct cycle *s, int i, int c, int t)
{
    if (t == FIXED)
        return i < s->k && s->rounds_left > 0;
    return !s->round[t] && !s->round_of_confederate[modulo(s, t - c)] &&
           (i >= s->k || !s->round_of_entry[modulo(s, t - i)]);
}

/* All that session i may be, and how many that are; choices may be NULL. */
static int list_choices(const struct cycle *s, int i, struct session *choices)
{
    int count = 0;

    for (int c = 0; c < s->k; c++)
        for (int t = FIXED; may_meet(s, i, c) && t < s->k; t++) {
            if (!may_be_in(s, i, c, t))
                continue;
            if (choices != NULL)
                choices[count] = (struct session){(int8_t)c, (int8_t)t};
            count++;
        }
    return count;
}

/* The session with the fewest choices changes places with the one at that place. */
static void bring_hardest(struct cycle *s, int at)
{
    int fewest = 0, hardest = at, moved = s->order[at];

    for (int k = at; k < s->k + s->fixed; k++) {
        int choices = list_choices(s, s->order[k], NULL);
        if (k == at || choices < fewest) {
            fewest = choices;
            hardest = k;
        }
    }
    s->order[at] = s->order[hardest];
    s->order[hardest] = moved;
}

/* Settle a session so, or take that back. */
static void settle(struct cycle *s, int i, struct session as, bool settled)
{
    int c = as.confederate, t = as.round;

    s->sessions[i] = as;
    s->met[c] += settled ? 1 : -1;
    if (s->met[c] == (settled ? 2 : 1))
        s->twice += settled ? -1 : 1;
    if (i < s->k)
        s->confederate_of_entry[modulo(s, c - i)] = settled;
    if (t == FIXED) {
        s->rounds_left += settled ? -1 : 1;
        return;
    }
    s->round[t] = s->round_of_confederate[modulo(s, t - c)] = settled;
    if (i < s->k)
        s->round_of_entry[modulo(s, t - i)] = settled;
}

static int draw(struct cycle *s, int sides)
{
    s->seed = s->seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((s->seed >> 33) % (uint64_t)sides);
}

/* Settle all sessions from that place on. Returns whether it can be done. */
static bool settle_from(struct cycle *s, int at)
{
    struct session choices[ROTA_MOST * (ROTA_MOST + 1)];
    int count, i;

    if (at == s->k + s->fixed)
        return true;
    bring_hardest(s, at);
    i = s->order[at];
    count = list_choices(s, i, choices);
    for (; count > 0 && s->steps > 0; count--) {
        int drawn = draw(s, count);
        struct session choice = choices[drawn];
        choices[drawn] = choices[count - 1];
        s->steps--;
        settle(s, i, choice, true);
        if (settle_from(s, at + 1))
            return true;
        settle(s, i, choice, false);
    }
    return false;
}

static bool find_sessions(struct cycle *s, int k, int fixed, uint64_t seed)
{
    for (int try = 0; try < TRIES; try++) {
        memset(s, 0, sizeof(*s));
        s->k = k;
        s->fixed = s->twice = s->rounds_left = fixed;
        s->seed = seed + (uint64_t)try;
        s->steps = TRY_STEPS;
        for (int i = 0; i < k + fixed; i++)
            s->order[i] = i;
        if (settle_from(s, 0))
            return true;
    }
    return false;
}

/* The sessions of the other judges; judges and entries may have changed places. */
static void write_rota(const struct cycle *s, struct rota *r)
{
    bool turned = r->judges > r->entries;
    int judges = turned ? r->entries : r->judges, round = s->k;

    for (int i = 0; i < s->k + s->fixed; i++) {
        struct session base = s->sessions[i];
        int own = base.round == FIXED ? round++ : 0;
        for (int j = 0; j < judges; j++) {
            int e = i < s->k ? (i + j) % s->k : i;
            int t = base.round == FIXED ? own : (base.round + j) % s->k;
            int a = turned ? e : j, b = turned ? j : e;
            r->confederate[a][b] = (int16_t)((base.confederate + j) % s->k);
            r->round[a][b] = (int16_t)t;
        }
    }
    r->rounds = s->k + s->fixed;
}

/* Whether no confederate has two sessions more than another: with all judges it is so,
 * with fewer it may be. */
static bool is_even(const struct rota *r)
{
    int sessions[ROTA_MOST] = {0}, least = r->judges * r->entries, most = 0;

    for (int j = 0; j < r->judges; j++)
        for (int e = 0; e < r->entries; e++)
            sessions[r->confederate[j][e]]++;
    for (int c = 0; c < r->confederates; c++) {
        least = sessions[c] < least ? sessions[c] : least;
        most = sessions[c] > most ? sessions[c] : most;
    }
    return most - least <= 1;
}

bool cyclic_fill(struct rota *r, uint64_t seed)
{
    int few = r->judges < r->entries ? r->judges : r->entries;
    int many = r->judges < r->entries ? r->entries : r->judges;
    int k = r->confederates, fixed = many - k;
    struct cycle cycle;

    /* One fixed entry and an even k: what the numbers would add up to rules it out. */
    if (k < few || fixed < 1 || fixed > k || (fixed == 1 && k % 2 == 0))
        return false;
    if (!find_sessions(&cycle, k, fixed, seed))
        return false;
    write_rota(&cycle, r);
    return is_even(r);
}
