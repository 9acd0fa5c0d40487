#include "tests/campaign/campaign_storm.h"

#include <stdlib.h>
#include <time.h>

#include "tests/campaign/campaign_check.h"

enum {
    SILENCE_MS = 3000, /* after which an end takes its link for lost */
    HEALED_MS = 60000, /* after which it will never heal */
    AIM_MS = 2000,     /* in which it ought to */
    CALM_MS = 250,     /* between two faults, at most */
    OUTAGE_MS = 2500,  /* at most, mostly */
    AWAY_MS = 800,     /* for which a console that was killed is not there */
    DELAY_MS = 300,
    WORK_US = 2000,
    PIECE = 12,
    LOGS_MOST = 95, /* of the hundred that a directory has names for */
    TURN_MOST = 2000,
    TURN_LEAST = 60,
};

/* ---- healing times ---- */

void heals_add(struct heals *h, int64_t ms)
{
    if (h->count == h->capacity) {
        h->capacity = h->capacity == 0 ? 256 : h->capacity * 2;
        h->ms = realloc(h->ms, h->capacity * sizeof(h->ms[0]));
        if (h->ms == NULL)
            abort();
    }
    h->ms[h->count++] = ms > 0 ? ms : 0;
}

static int compare_times(const void *a, const void *b)
{
    int64_t one = *(const int64_t *)a, two = *(const int64_t *)b;

    return (one > two) - (one < two);
}

void heals_print(struct heals *h, const char *after)
{
    size_t late = 0;

    if (h->count == 0)
        return;
    qsort(h->ms, h->count, sizeof(h->ms[0]), compare_times);
    for (size_t i = 0; i < h->count; i++)
        late += h->ms[i] > AIM_MS;
    printf("healed %zu times after %s: half within %lld ms, 9 in 10 within %lld, "
           "all within %lld; %zu took more than %d\n",
        h->count, after, (long long)h->ms[h->count / 2],
        (long long)h->ms[h->count * 9 / 10], (long long)h->ms[h->count - 1], late,
        AIM_MS);
}

void heals_free(struct heals *h)
{
    free(h->ms);
    *h = (struct heals){0};
}

/* ---- beginning ---- */

static uint32_t bounded(uint64_t value, uint32_t least, uint32_t most)
{
    return value < least ? least : value > most ? most : (uint32_t)value;
}

void storm_init(struct storm *s, struct pair *pair, const struct storm_plan *plan,
    struct toll *toll)
{
    uint32_t turn = bounded(plan->keys / 20, TURN_LEAST, TURN_MOST);

    *s = (struct storm){
        .pair = pair,
        .toll = toll,
        .dice = {plan->seed},
        .cuts = plan->cuts,
        .kills = plan->kills,
        .keys = plan->keys,
        .faults = plan->cuts + plan->kills,
        .until = plan->until,
        .outage = (uint32_t)plan->outage,
        .again = INT64_MAX,
    };
    for (int side = 0; side < 2; side++)
        s->typist[side] = (struct typist){
            .dice = &s->dice, .turn_least = turn / 4, .turn_most = turn};
}

static uint32_t roll(struct storm *s, uint32_t sides)
{
    return dice_roll(&s->dice, sides);
}

/* ---- how far it is ---- */

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static uint64_t faults_done(const struct storm *s)
{
    return s->faults - s->cuts - s->kills;
}

/* Keys to be typed before this number of faults. */
static uint64_t portion(const struct storm *s, uint64_t faults)
{
    return faults > s->faults ? s->keys : s->keys * faults / (s->faults + 1);
}

static uint64_t keys_made(const struct storm *s)
{
    const struct pair *p = s->pair;

    return larger(p->judge.log.count, p->station.log.count) + p->judge.owed_count +
           p->station.owed_count;
}

/* How many keys may be typed now: they are spread over all that happens, and go on
 * while it does. */
static uint64_t allowance(const struct storm *s)
{
    uint64_t most = portion(s, faults_done(s) + 2), made = keys_made(s);

    return made < most ? most - made : 0;
}

/* Something may happen while this is typed. */
static bool has_typed_enough(const struct storm *s)
{
    return keys_made(s) >= s->enough;
}

/* ---- faults ---- */

static void go_out(struct storm *s, int64_t now, int64_t ms)
{
    s->state = STORM_OUT;
    s->next = now + ms;
    s->joined = s->pair->relay != NULL ? relay_joined(s->pair->relay) : 0;
}

static int64_t outage(struct storm *s)
{
    if (roll(s, 2) == 0)
        return 0;
    return roll(s, roll(s, 20) == 0 ? s->outage : OUTAGE_MS);
}

/* Each end notices its own; an end without a sign needs a while, but the returning
 * judge informs the station. */
static bool cut_relay(struct storm *s)
{
    struct relay *relay = s->pair->relay;
    enum relay_cut near = (enum relay_cut)roll(s, 3), far = (enum relay_cut)roll(s, 3);

    if (roll(s, 4) == 0) {
        relay_drop(relay, (enum relay_way)roll(s, 3));
        near = RELAY_SILENT;
    } else
        relay_cut(relay, near, far);
    if (relay_set_line(relay, (enum relay_line)roll(s, 3)) < 0)
        pair_fail(s->pair, "the relay cannot listen any more");
    return near != RELAY_SILENT;
}

/* A cable that is unplugged, or leads to another card or address, fails silently.
 * Returns the duration: a new card or address stays. */
static int64_t cut_cable(struct storm *s)
{
    static const char *const passing[] = {"pull", "gag", "deafen"};
    struct cable *cable = &s->pair->cable;
    const char *machine = roll(s, 2) == 0 ? "judge" : "room";
    uint32_t what = roll(s, 5);
    bool done, passes = what < 3;

    if (passes)
        done = cable_do(cable, "%s %s", passing[what], machine);
    else if (what == 3)
        done = cable_do(cable, "replace %s", machine);
    else
        done = cable_do(cable, "move judge 10.19.96.%u", 3 + roll(s, 200));
    if (!done)
        pair_fail(s->pair, "the cable cannot be treated so");
    return passes
               ? OUTAGE_MS / 4 + roll(s, roll(s, 20) == 0 ? s->outage : 2 * OUTAGE_MS)
               : 0;
}

static void mend_cable(struct storm *s)
{
    if (!cable_do(&s->pair->cable, "mend"))
        pair_fail(s->pair, "the cable cannot be mended");
}

static void cut_line(struct storm *s, int64_t now)
{
    bool told = s->pair->relay != NULL && cut_relay(s);
    int64_t ms = s->pair->relay != NULL ? outage(s) : cut_cable(s);

    s->known = told ? now : now + SILENCE_MS;
    s->cut = true;
    s->cuts--;
    s->toll->cuts++;
    go_out(s, now, ms);
}

static void kill_one(struct storm *s, enum side side)
{
    if (s->kills == 0)
        return;
    pair_kill(s->pair, side);
    typist_forget(&s->typist[side]);
    s->killed = true;
    s->kills--;
    s->toll->kills++;
}

static void kill_someone(struct storm *s, int64_t now)
{
    uint32_t who = roll(s, 5);

    if (who != 0)
        kill_one(s, who % 2 == 0 ? SIDE_OTHER : SIDE_JUDGE);
    else {
        kill_one(s, SIDE_JUDGE);
        kill_one(s, SIDE_OTHER);
    }
    s->known = now;
    go_out(s, now, roll(s, 3) == 0 ? 0 : roll(s, AWAY_MS));
}

/* No cut, but hard times: bytes come late, or in pieces. */
static void disturb(struct storm *s, int64_t now)
{
    struct relay *relay = s->pair->relay;

    switch (roll(s, 3)) {
    case 0:
        relay_hold(relay, (enum relay_way)roll(s, 3), true);
        break;
    case 1:
        relay_delay(relay, 1 + (int)roll(s, DELAY_MS));
        break;
    default:
        relay_split(relay, 1 + (int)roll(s, PIECE));
    }
    s->known = now;
    s->toll->disturbances++;
    go_out(s, now, roll(s, roll(s, 8) == 0 ? s->outage : OUTAGE_MS / 4));
}

static bool can_be_killed(const struct storm *s)
{
    return s->kills > 0 && s->pair->judge.log.number < LOGS_MOST &&
           s->pair->station.log.number < LOGS_MOST;
}

/* The last keys are on their way through a console when a fault strikes it. */
static void let_work(struct storm *s)
{
    struct timespec wait = {.tv_nsec = roll(s, WORK_US) * 1000L};

    seat_flush(&s->pair->judge);
    seat_flush(&s->pair->station);
    nanosleep(&wait, NULL);
}

static void begin_fault(struct storm *s, int64_t now)
{
    uint64_t left = s->cuts + s->kills;

    if (left == 0)
        return;
    let_work(s);
    if (s->pair->relay != NULL && roll(s, 5) == 0)
        disturb(s, now);
    else if (can_be_killed(s) && (s->cuts == 0 || roll(s, (uint32_t)left) < s->kills))
        kill_someone(s, now);
    else if (s->cuts > 0)
        cut_line(s, now);
}

/* ---- and their ends ---- */

static void mend_relay(struct storm *s)
{
    struct relay *relay = s->pair->relay;

    relay_hold(relay, RELAY_BOTH, false);
    relay_delay(relay, 0);
    relay_split(relay, 0);
    if (relay_set_line(relay, RELAY_OPEN) < 0)
        pair_fail(s->pair, "the relay cannot listen any more");
}

static void mend(struct storm *s, int64_t now)
{
    struct pair *p = s->pair;

    if (p->relay != NULL)
        mend_relay(s);
    else
        mend_cable(s);
    for (int side = 0; side < 2; side++)
        if (p->down[side])
            pair_revive(p, (enum side)side);
    s->goal = larger(p->judge.log.count, p->station.log.count);
    s->back = now;
    s->again =
        s->cuts > 0 && s->cut && roll(s, 6) == 0 ? now + roll(s, 1200) : INT64_MAX;
    s->state = STORM_HEALING;
}

/* Whether both have heard each other since. A cable may be back before TCP has given
 * up: then the old line is good. */
static bool is_renewed(const struct storm *s)
{
    const struct pair *p = s->pair;

    if (p->relay == NULL)
        return seat_says_link(&p->judge) && seat_says_link(&p->station);
    return !(s->cut || s->killed) || (relay_joined(p->relay) > s->joined &&
                                         relay_passed(p->relay, RELAY_UP) > 0 &&
                                         relay_passed(p->relay, RELAY_DOWN) > 0);
}

/* And both have all keys of either. */
static bool has_healed(const struct storm *s)
{
    const struct pair *p = s->pair;

    return is_renewed(s) && seat_is_ready(&p->judge) && seat_is_ready(&p->station) &&
           smaller(p->judge.log.count, p->station.log.count) >= s->goal;
}

static void be_calm(struct storm *s, int64_t now)
{
    int64_t since = s->back > s->known ? s->back : s->known;

    if (s->killed)
        heals_add(&s->toll->killed, now - since);
    else if (s->cut)
        heals_add(&s->toll->cut, now - since);
    s->cut = s->killed = false;
    s->state = STORM_CALM;
    s->next = now + roll(s, CALM_MS);
    s->enough = portion(s, faults_done(s)) + roll(s, 1 + (uint32_t)portion(s, 1));
}

static void heal(struct storm *s, int64_t now)
{
    if (has_healed(s))
        be_calm(s, now);
    else if (now >= s->again)
        cut_line(s, now);
    else if ((double)(now - s->back) > HEALED_MS * s->pair->options->patience)
        pair_fail(s->pair,
            "it has not healed: %zu keys at the judge's, %zu at the "
            "station's, where there should be %zu",
            s->pair->judge.log.count, s->pair->station.log.count, s->goal);
}

/* ---- typing ---- */

static void let_type(struct storm *s, uint64_t most)
{
    struct pair *p = s->pair;

    typist_step(
        &s->typist[SIDE_JUDGE], &p->judge, &s->typist[SIDE_OTHER], &p->station, most);
    typist_step(
        &s->typist[SIDE_OTHER], &p->station, &s->typist[SIDE_JUDGE], &p->judge, most);
}

/* ---- the end ---- */

static bool is_enough(const struct storm *s, int64_t now)
{
    return now >= s->until || (s->cuts == 0 && s->kills == 0 && allowance(s) == 0);
}

static void finish(struct storm *s, int64_t now)
{
    if (pair_is_level(s->pair) && typist_is_idle(&s->typist[SIDE_JUDGE]) &&
        typist_is_idle(&s->typist[SIDE_OTHER]))
        pair_leave(s->pair);
    else if ((double)(now - s->next) > HEALED_MS * s->pair->options->patience)
        pair_fail(s->pair, "the logs do not become level");
}

static void add_up(struct storm *s)
{
    const struct pair *p = s->pair;
    char why[LOG_WHY_SIZE];

    if (!check_records(&p->judge.log, &p->station.log, why))
        pair_fail(s->pair, "%s", why);
    s->toll->keys += p->judge.log.count;
    s->toll->lost += p->judge.lost + p->station.lost;
    for (int side = 0; side < 2; side++) {
        s->toll->refused += s->typist[side].refused;
        s->toll->escapes += s->typist[side].escapes;
        s->toll->turns += s->typist[side].turns;
    }
    s->pair = NULL;
}

static void talk(struct storm *s, int64_t now)
{
    let_type(s, s->state == STORM_PAST ? 0 : allowance(s));
    if (s->state == STORM_CALM && is_enough(s, now)) {
        s->state = STORM_PAST;
        s->next = now;
    } else if (s->state == STORM_CALM && now >= s->next && has_typed_enough(s))
        begin_fault(s, now);
    else if (s->state == STORM_OUT && now >= s->next)
        mend(s, now);
    else if (s->state == STORM_HEALING)
        heal(s, now);
    if (s->state == STORM_PAST)
        finish(s, now);
}

void storm_step(struct storm *s)
{
    if (s->pair == NULL || s->pair->failed)
        return;
    if (s->pair->state == PAIR_TALKS)
        talk(s, pair_now());
    else if (s->pair->state == PAIR_IS_OVER)
        add_up(s);
}
