#include "judge/referee/schedule/rota_search.h"

#include <stdlib.h>
#include <string.h>

/* Sessions by person and round, and meetings. */
struct counts {
    int16_t judge_at[ROTA_MOST][ROTA_ROUNDS_MOST];
    int16_t entry_at[ROTA_MOST][ROTA_ROUNDS_MOST];
    int16_t confederate_at[ROTA_MOST][ROTA_ROUNDS_MOST];
    int judge_met[ROTA_MOST][ROTA_MOST], entry_met[ROTA_MOST][ROTA_MOST];
    int all[ROTA_MOST];
};

/* A session with a confederate and a round. */
struct place {
    int judge, entry, confederate, round;
};

static void count_session(struct counts *n, const struct place *p, int by)
{
    n->judge_at[p->judge][p->round] += (int16_t)by;
    n->entry_at[p->entry][p->round] += (int16_t)by;
    n->confederate_at[p->confederate][p->round] += (int16_t)by;
    n->judge_met[p->judge][p->confederate] += by;
    n->entry_met[p->entry][p->confederate] += by;
    n->all[p->confederate] += by;
}

/* Earlier meetings, and no sessions. */
static void count_before(struct counts *n, const struct rota *r)
{
    memset(n, 0, sizeof(*n));
    for (int c = 0; c < r->confederates; c++) {
        for (int j = 0; j < r->judges; j++) {
            n->judge_met[j][c] = r->judge_met[j][c];
            n->all[c] += r->judge_met[j][c];
        }
        for (int e = 0; e < r->entries; e++)
            n->entry_met[e][c] = r->entry_met[e][c];
    }
}

/* Bounds */

/*
 * Give each of the meetings to a person with the fewest so far. All people below the
 * highest earlier count end equal, or one apart.
 */
static void level(const int *before, int people, int meetings, struct rota_range *out)
{
    int after[ROTA_MOST], top = 0, below = 0;

    memcpy(after, before, (size_t)people * sizeof(after[0]));
    for (; meetings > 0; meetings--) {
        int least = 0;
        for (int i = 1; i < people; i++)
            if (after[i] < after[least])
                least = i;
        after[least]++;
        top = after[least] > top ? after[least] : top;
    }
    for (int i = 0; i < people; i++)
        below += after[i] < top;
    for (int i = 0; i < people; i++) {
        int least = below > 0 ? top - 1 : top;
        out[i].least = before[i] > least ? before[i] : least;
        out[i].most = before[i] > top ? before[i] : top;
    }
}

void rota_bound(const struct rota *r, struct rota_bounds *b)
{
    struct counts n;
    int sessions = 0;

    count_before(&n, r);
    for (int j = 0; j < r->judges; j++) {
        int meetings = 0;
        for (int e = 0; e < r->entries; e++)
            meetings += r->wanted[j][e];
        level(n.judge_met[j], r->confederates, meetings, b->judge[j]);
        sessions += meetings;
    }
    for (int e = 0; e < r->entries; e++) {
        int meetings = 0;
        for (int j = 0; j < r->judges; j++)
            meetings += r->wanted[j][e];
        level(n.entry_met[e], r->confederates, meetings, b->entry[e]);
    }
    level(n.all, r->confederates, sessions, b->all);
}

/* The first rota */

static bool is_free(const struct counts *n, const struct place *p)
{
    return n->judge_at[p->judge][p->round] == 0 &&
           n->entry_at[p->entry][p->round] == 0 &&
           n->confederate_at[p->confederate][p->round] == 0;
}

static bool is_within(
    const struct counts *n, const struct rota_bounds *b, const struct place *p)
{
    int c = p->confederate;

    return n->judge_met[p->judge][c] < b->judge[p->judge][c].most &&
           n->entry_met[p->entry][c] < b->entry[p->entry][c].most &&
           n->all[c] < b->all[c].most;
}

/* The number of earlier meetings of the three; fewer is better. */
static int weigh(const struct counts *n, const struct place *p)
{
    int c = p->confederate;

    return ROTA_MOST * (n->judge_met[p->judge][c] + n->entry_met[p->entry][c]) +
           n->all[c];
}

/* Choose a confederate that is free in the round; within the bounds if `bound`. */
static bool choose_confederate(const struct rota *r, const struct counts *n,
    const struct rota_bounds *b, bool bound, struct place *p)
{
    struct place try = *p;
    bool found = false;

    for (try.confederate = 0; try.confederate < r->confederates; try.confederate++) {
        if (r->fixed && try.confederate != r->confederate[p->judge][p->entry])
            continue;
        if (!is_free(n, &try) || (bound && !is_within(n, b, &try)))
            continue;
        if (!found || weigh(n, &try) < weigh(n, p))
            *p = try;
        found = true;
    }
    return found;
}

/* ROTA_ROUNDS_MOST is the number of sessions: one round is free for all three. */
static void place_first(
    struct rota *r, struct counts *n, const struct rota_bounds *b, int judge, int entry)
{
    struct place p = {.judge = judge, .entry = entry};
    bool bound = !r->fixed, found = false;

    while (!found) {
        for (p.round = 0; p.round < ROTA_ROUNDS_MOST && !found; p.round++)
            found = choose_confederate(r, n, b, bound, &p);
        bound = false;
    }
    p.round--;
    count_session(n, &p, 1);
    r->confederate[judge][entry] = (int16_t)p.confederate;
    r->round[judge][entry] = (int16_t)p.round;
    if (r->rounds <= p.round)
        r->rounds = p.round + 1;
}

static bool is_in(int number, const struct rota_range *range)
{
    return number >= range->least && number <= range->most;
}

static bool is_even(
    const struct rota *r, const struct counts *n, const struct rota_bounds *b)
{
    for (int c = 0; c < r->confederates; c++) {
        if (!is_in(n->all[c], &b->all[c]))
            return false;
        for (int j = 0; j < r->judges; j++)
            if (!is_in(n->judge_met[j][c], &b->judge[j][c]))
                return false;
        for (int e = 0; e < r->entries; e++)
            if (!is_in(n->entry_met[e][c], &b->entry[e][c]))
                return false;
    }
    return true;
}

bool rota_search_first(struct rota *r, const struct rota_bounds *b)
{
    int most = r->judges > r->entries ? r->judges : r->entries;
    struct counts n;

    count_before(&n, r);
    r->rounds = 0;
    /* Along the diagonals: neighbouring sessions then share no person. */
    for (int shift = 0; shift < most; shift++)
        for (int j = 0; j < r->judges; j++) {
            int e = (j + shift) % most;
            if (e < r->entries && r->wanted[j][e])
                place_first(r, &n, b, j, e);
        }
    return is_even(r, &n, b);
}

/* The search */

struct search {
    struct rota *r;
    struct counts n;
    struct rota_range judge[ROTA_MOST][ROTA_MOST], entry[ROTA_MOST][ROTA_MOST];
    struct rota_range all[ROTA_MOST];
    struct place at[ROTA_MOST * ROTA_MOST]; /* by session */
    int sessions, rounds;
    int wrong; /* violations of bounds and rounds */
    int best;
    long turn;
    long *barred; /* end of the ban, a turn, by session, confederate and round */
    uint64_t seed;
    long steps;
};

/* The best change so far. */
struct change {
    int session;
    struct place to;
    int gain;       /* change of `wrong`: negative is better */
    uint32_t alike; /* changes with the same gain */
};

static uint32_t draw(struct search *s, uint32_t sides)
{
    s->seed ^= s->seed << 13;
    s->seed ^= s->seed >> 7;
    s->seed ^= s->seed << 17;
    return (uint32_t)(s->seed >> 32) % sides;
}

/* Distance of a number from a range. */
static int miss(int number, const struct rota_range *range)
{
    return number < range->least  ? range->least - number
           : number > range->most ? number - range->most
                                  : 0;
}

/* Change of that distance when the number changes by `by`. */
static int cost(int number, int by, const struct rota_range *range)
{
    return miss(number + by, range) - miss(number, range);
}

static int cost_of_meeting(const struct search *s, const struct place *p, int by)
{
    int c = p->confederate;

    if (s->r->fixed)
        return 0;
    return cost(s->n.judge_met[p->judge][c], by, &s->judge[p->judge][c]) +
           cost(s->n.entry_met[p->entry][c], by, &s->entry[p->entry][c]) +
           cost(s->n.all[c], by, &s->all[c]);
}

static bool is_wrong(const struct search *s, const struct place *p)
{
    const struct counts *n = &s->n;
    int c = p->confederate;

    if (n->judge_at[p->judge][p->round] > 1 || n->entry_at[p->entry][p->round] > 1 ||
        n->confederate_at[c][p->round] > 1)
        return true;
    return !s->r->fixed && (n->judge_met[p->judge][c] > s->judge[p->judge][c].most ||
                               n->entry_met[p->entry][c] > s->entry[p->entry][c].most ||
                               n->all[c] > s->all[c].most);
}

static long *bar(const struct search *s, int session, const struct place *p)
{
    size_t row = (size_t)session * (size_t)s->r->confederates + (size_t)p->confederate;

    return &s->barred[row * (size_t)s->rounds + (size_t)p->round];
}

static void consider(struct search *s, int session, const struct place *to, int gain,
    struct change *best)
{
    if (*bar(s, session, to) > s->turn && s->wrong + gain >= s->best)
        return;
    if (best->session < 0 || gain < best->gain)
        *best = (struct change){session, *to, gain, 1};
    else if (gain == best->gain && draw(s, ++best->alike) == 0)
        *best = (struct change){session, *to, gain, best->alike};
}

/* Consider each other place for a session. */
static void look_around(struct search *s, int session, struct change *best)
{
    const struct counts *n = &s->n;
    const struct place *p = &s->at[session];
    struct place to = *p;
    int leaves =
        -(n->judge_at[p->judge][p->round] > 1) - (n->entry_at[p->entry][p->round] > 1);
    int parts = -(n->confederate_at[p->confederate][p->round] > 1);
    int unmeets = cost_of_meeting(s, p, -1);
    int first = s->r->fixed ? p->confederate : 0;
    int last = s->r->fixed ? p->confederate : s->r->confederates - 1;

    for (to.confederate = first; to.confederate <= last; to.confederate++) {
        bool same = to.confederate == p->confederate;
        int meets = same ? 0 : unmeets + cost_of_meeting(s, &to, 1);
        for (to.round = 0; to.round < s->rounds; to.round++) {
            int gain = meets + parts;
            if (same && to.round == p->round)
                continue;
            gain += n->confederate_at[to.confederate][to.round] > 0;
            if (to.round != p->round)
                gain += leaves + (n->judge_at[p->judge][to.round] > 0) +
                        (n->entry_at[p->entry][to.round] > 0);
            consider(s, session, &to, gain, best);
        }
    }
    s->steps -= (long)(last - first + 1) * s->rounds;
}

/* Consider new places for the sessions that violate a rule. */
static void look_at_wrong(struct search *s, struct change *best)
{
    bool any = false;

    for (int i = 0; i < s->sessions; i++)
        if (is_wrong(s, &s->at[i])) {
            look_around(s, i, best);
            any = true;
        }
    /* Only lower bounds are violated: consider all sessions. */
    for (int i = 0; i < s->sessions && !any; i++)
        look_around(s, i, best);
}

/* Make the best change. If all are banned, only the turn counts up. */
static void mend(struct search *s)
{
    struct change best = {.session = -1};
    struct place *p;

    look_at_wrong(s, &best);
    s->turn++;
    if (best.session < 0)
        return;
    p = &s->at[best.session];
    count_session(&s->n, p, -1);
    *bar(s, best.session, p) = s->turn + 5 + draw(s, 10) + s->wrong / 2;
    *p = best.to;
    count_session(&s->n, p, 1);
    s->wrong += best.gain;
    if (s->wrong < s->best)
        s->best = s->wrong;
}

static int count_wrong(const struct search *s)
{
    const struct rota *r = s->r;
    int wrong = 0;

    for (int round = 0; round < s->rounds; round++) {
        const struct rota_range once = {0, 1};
        for (int j = 0; j < r->judges; j++)
            wrong += miss(s->n.judge_at[j][round], &once);
        for (int e = 0; e < r->entries; e++)
            wrong += miss(s->n.entry_at[e][round], &once);
        for (int c = 0; c < r->confederates; c++)
            wrong += miss(s->n.confederate_at[c][round], &once);
    }
    for (int c = 0; c < r->confederates && !r->fixed; c++) {
        wrong += miss(s->n.all[c], &s->all[c]);
        for (int j = 0; j < r->judges; j++)
            wrong += miss(s->n.judge_met[j][c], &s->judge[j][c]);
        for (int e = 0; e < r->entries; e++)
            wrong += miss(s->n.entry_met[e][c], &s->entry[e][c]);
    }
    return wrong;
}

static struct rota_range widen(const struct rota_range *range, int slack)
{
    return (struct rota_range){range->least - slack, range->most + slack};
}

static struct place draw_place(struct search *s, int judge, int entry)
{
    const struct rota *r = s->r;
    int confederate =
        r->fixed ? r->confederate[judge][entry] : (judge + entry) % r->confederates;

    return (struct place){judge, entry, confederate, (int)draw(s, (uint32_t)s->rounds)};
}

static void begin_search(struct search *s, const struct rota_bounds *b, int slack)
{
    const struct rota *r = s->r;

    for (int c = 0; c < r->confederates; c++) {
        s->all[c] = widen(&b->all[c], slack);
        for (int j = 0; j < r->judges; j++)
            s->judge[j][c] = widen(&b->judge[j][c], slack);
        for (int e = 0; e < r->entries; e++)
            s->entry[e][c] = widen(&b->entry[e][c], slack);
    }
    count_before(&s->n, r);
    for (int j = 0; j < r->judges; j++)
        for (int e = 0; e < r->entries; e++)
            if (r->wanted[j][e]) {
                struct place *p = &s->at[s->sessions++];
                *p = draw_place(s, j, e);
                count_session(&s->n, p, 1);
            }
    s->wrong = s->best = count_wrong(s);
}

static void write_rota(const struct search *s)
{
    for (int i = 0; i < s->sessions; i++) {
        const struct place *p = &s->at[i];
        s->r->confederate[p->judge][p->entry] = (int16_t)p->confederate;
        s->r->round[p->judge][p->entry] = (int16_t)p->round;
    }
    s->r->rounds = s->rounds;
}

static size_t places(const struct rota *r, int rounds)
{
    return (size_t)r->judges * (size_t)r->entries * (size_t)r->confederates *
           (size_t)rounds;
}

bool rota_search(struct rota *r, const struct rota_bounds *b, int rounds, int slack,
    uint64_t seed, long *steps)
{
    struct search *s = calloc(1, sizeof(*s));
    long *barred = calloc(places(r, rounds), sizeof(*barred));
    bool found = false;

    if (s != NULL && barred != NULL) {
        s->r = r;
        s->rounds = rounds;
        s->barred = barred;
        s->seed = seed;
        s->steps = *steps;
        begin_search(s, b, slack);
        while (s->wrong > 0 && s->steps > 0)
            mend(s);
        found = s->wrong == 0;
        *steps = s->steps;
        if (found)
            write_rota(s);
    }
    free(barred);
    free(s);
    return found;
}
