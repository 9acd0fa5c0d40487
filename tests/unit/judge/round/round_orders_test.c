/*
 * round_orders_test.c - a round (round.h) through all orders of events: time
 * passes, keys, links lost and back, conversations that end, going on, the ballot
 * opened, put aside, confirmed and saved, quitting, and a console that is killed and
 * restarted.
 *
 * Every state that any order of these leads to is visited, however long the order, in
 * steps of 20 s of clocks of one minute; beside the round runs a stopwatch that knows
 * the rules and none of its deadlines, and says of each key whether it may be taken.
 */
#include "tests/support/helper.h"

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "judge/round/round.h"

enum {
    PANES = 2,
    STEP = 20000,
    LIMIT = 60000,
    KILLS_MAX = 2, /* each moves the clocks from their steps by five seconds */
    KEY_MEMBERS = 40,
    TABLE = 1 << 17,
    STATES_MAX = TABLE / 2,
};

/* Events; those of a pane come twice. */
enum {
    STEP_PASSES,
    MINUTE_PASSES,
    ACKNOWLEDGED,
    BALLOT_OPENED,
    BALLOT_CLOSED,
    CONFIRMED,
    SAVED,
    QUIT,
    KILLED,
    OF_PANE,
    PRESSED = OF_PANE,
    LOST = OF_PANE + 2,
    BACK = OF_PANE + 4,
    ENDED = OF_PANE + 6,
    GONE_ON = OF_PANE + 8,
    ORDERS = OF_PANE + 10,
};

/* A stopwatch: the time a pane has used with its link and, since the loss, without. */
struct watch {
    bool linked, lost, begun, over, typed;
    int64_t used, used_lost;
};

struct world {
    struct round r;
    struct watch pane[PANES];
    bool acknowledged, said, confirmed, saved, left;
    int kills;
};

/* A book and its number of panes. */
struct setting {
    const char *name;
    struct rulebook book;
    int panes;
};

static const struct setting settings[] = {
    {"both at once", {.terminals = 2, .minutes = 1, .minutes_review = 1}, 2},
    {"left, then right",
        {.terminals = 2,
            .minutes = 2,
            .minutes_each = 1,
            .minutes_review = 1,
            .minutes_change = 1},
        2},
    {"one after another", {.terminals = 4, .minutes = 1}, 2},
    {"one alone", {.terminals = 4, .minutes = 1, .minutes_review = 1}, 1},
    {"no clock", {.terminals = 1}, 2},
};

static int64_t limit(const struct world *w)
{
    return w->r.book->minutes != 0 ? LIMIT : INT64_MAX;
}

static bool has_floor(const struct world *w, int pane)
{
    return w->r.book->minutes_each == 0 || pane == 0 || w->pane[0].over;
}

static bool is_talking(const struct world *w)
{
    bool over = true;

    for (int i = 0; i < w->r.panes; i++)
        over = over && w->pane[i].over;
    return w->acknowledged && !over && !w->left;
}

static bool has_time(const struct world *w, int pane)
{
    const struct watch *p = &w->pane[pane];

    return p->used + p->used_lost < limit(w);
}

/* The rules' answer to a key. */
static bool may_type(const struct world *w, int pane)
{
    const struct watch *p = &w->pane[pane];

    return is_talking(w) && !p->over && p->linked && has_floor(w, pane) &&
           (!p->begun || has_time(w, pane));
}

/* A clock advances, and at its end the pane is over. */
static void run(struct world *w, int64_t ms)
{
    for (int i = 0; i < w->r.panes; i++) {
        struct watch *p = &w->pane[i];
        int64_t *used = p->lost ? &p->used_lost : &p->used;

        if (p->over || w->left)
            continue;
        if (p->begun && has_time(w, i))
            *used += ms < limit(w) - p->used - p->used_lost
                         ? ms
                         : limit(w) - p->used - p->used_lost;
        /* The absence of a pane that has not started counts as well. */
        if (!p->begun && p->lost && w->r.book->minutes != 0 && has_floor(w, i))
            p->used_lost = p->used_lost + ms < LIMIT ? p->used_lost + ms : LIMIT;
        if (p->begun && !p->lost && !has_time(w, i))
            p->over = true;
    }
}

/* Advance both; the stopwatch in steps without a change inside. */
static void pass(struct world *w, int64_t ms)
{
    for (int64_t done = 0; done < ms; done += 1000)
        run(w, 1000);
    round_pass(&w->r, w->r.now + ms);
}

static void begin(struct world *w, int pane)
{
    struct watch *p = &w->pane[pane];

    if (p->begun || p->over || w->r.book->minutes == 0)
        return;
    p->begun = true;
    p->used_lost = 0;
}

static void press(struct world *w, int pane)
{
    bool may = may_type(w, pane);
    enum round_key key = round_press(&w->r, pane, w->r.now);

    assert_int_equal(key == ROUND_KEY_TAKEN, may);
    if (!may)
        return;
    w->said = true;
    w->pane[pane].typed = true;
    for (int i = 0; i < w->r.panes; i++)
        if (i == pane || (w->r.book->terminals == 2 && w->r.book->minutes_each == 0))
            begin(w, i);
}

static void lose(struct world *w, int pane)
{
    round_link_lost(&w->r, pane, w->r.now, w->r.now);
    if (!w->pane[pane].over)
        w->pane[pane].lost = true;
}

static void come_back(struct world *w, int pane)
{
    struct watch *p = &w->pane[pane];
    int64_t before = w->r.pane[pane].deadline;

    round_link_back(&w->r, pane, w->r.now);
    /* The whole loss is given back, and nothing without a loss. */
    if (!w->left && !p->over && p->begun && p->lost)
        assert_true(w->r.pane[pane].deadline - before >= p->used_lost);
    else if (!w->left)
        assert_int_equal(w->r.pane[pane].deadline, before);
    p->linked = true;
    p->lost = false;
    if (!p->over)
        p->used_lost = 0;
    run(w, 0);
}

static void end(struct world *w, int pane)
{
    round_end_pane(&w->r, pane, w->r.now);
    w->pane[pane].over = true;
}

static bool is_away(const struct world *w, int pane)
{
    const struct watch *p = &w->pane[pane];

    return !p->over && p->lost && has_floor(w, pane) && !has_time(w, pane);
}

static void go_on(struct world *w, int pane)
{
    bool shared = w->r.book->terminals == 2 && w->r.book->minutes_each == 0;
    bool may = is_talking(w) && is_away(w, pane);

    if (shared && w->r.panes == 2)
        may = may && (w->pane[1 - pane].over || is_away(w, 1 - pane));
    assert_int_equal(round_go_on(&w->r, pane, w->r.now), may);
    if (!may)
        return;
    w->pane[pane].over = true;
    if (shared && w->r.panes == 2)
        w->pane[1 - pane].over = true;
}

static bool is_due(const struct world *w)
{
    return w->acknowledged && !w->left && !is_talking(w) && !w->confirmed;
}

static void quit(struct world *w)
{
    bool due = is_due(w), talking = is_talking(w);
    bool allowed = round_quit(&w->r, w->r.now);

    if (w->confirmed && !w->saved && !w->left) {
        assert_false(allowed);
    } else if (talking && w->said && w->r.book->minutes == 0) {
        assert_int_equal(w->r.phase, ROUND_REVIEW);
        for (int i = 0; i < w->r.panes; i++)
            w->pane[i].over = true;
    } else {
        if (due || (talking && w->said))
            assert_int_equal(w->r.phase, ROUND_LEFT);
        w->left = true;
    }
}

/* The console is killed and starts again; each log has a note of this tick. */
static void restart(struct world *w)
{
    struct round r;
    char note[ROUND_NOTE_SIZE];

    if (w->left || w->kills == KILLS_MAX)
        return;
    w->kills++;
    round_start(&r, w->r.book, w->r.panes, 0, w->r.now);
    for (int i = 0; i < r.panes; i++) {
        size_t length = round_note(&w->r, i, note);

        if (w->pane[i].typed)
            round_recall_begun(&r, i);
        if (length > 0)
            assert_int_equal(round_recall(&r, i, note, length), 0);
    }
    round_resume(&r, w->r.now);
    w->r = r;
    w->acknowledged = r.phase != ROUND_OPENING;
    w->confirmed = w->saved;
    w->said = w->said || r.said;
    for (int i = 0; i < r.panes; i++) {
        struct watch *p = &w->pane[i];

        p->over = p->over && w->acknowledged;
        p->linked = p->begun || p->typed || p->over;
        p->used = p->begun ? p->used + p->used_lost + ROUND_NOTE_MS : 0;
        if (p->used > limit(w))
            p->used = limit(w);
        p->used_lost = 0;
        p->over = p->over || (p->begun && !has_time(w, i));
        p->lost = !p->over;
    }
}

static void happen(struct world *w, int order)
{
    struct round *r = &w->r;
    int pane = order >= OF_PANE ? (order - OF_PANE) % 2 : 0;
    bool due = is_due(w), opened = r->phase == ROUND_BALLOT;

    switch (order >= OF_PANE ? order - pane : order) {
    case STEP_PASSES:
        pass(w, STEP);
        break;
    case MINUTE_PASSES:
        pass(w, LIMIT);
        break;
    case ACKNOWLEDGED:
        round_acknowledge(r, r->now);
        w->acknowledged = w->acknowledged || !w->left;
        break;
    case BALLOT_OPENED:
        assert_int_equal(round_open_ballot(r, r->now), due);
        break;
    case BALLOT_CLOSED:
        assert_int_equal(round_close_ballot(r, r->now), opened);
        break;
    case CONFIRMED:
        assert_int_equal(round_confirm(r, r->now), opened);
        w->confirmed = w->confirmed || opened;
        break;
    case SAVED:
        round_saved(r, r->now);
        w->saved = w->saved || (w->confirmed && !w->left);
        break;
    case QUIT:
        quit(w);
        break;
    case KILLED:
        restart(w);
        break;
    case PRESSED:
        press(w, pane);
        break;
    case LOST:
        lose(w, pane);
        break;
    case BACK:
        come_back(w, pane);
        break;
    case ENDED:
        end(w, pane);
        break;
    default:
        go_on(w, pane);
    }
}

/* Invariants of every state. */
static void check(const struct world *w)
{
    const struct round *r = &w->r;

    assert_true(!round_may_reveal(r) || w->saved);
    if (r->phase == ROUND_OVER)
        assert_true(w->saved || !w->said);
    if (r->phase == ROUND_THANKS)
        assert_true(w->saved);
    if (w->left) {
        assert_true(r->phase == ROUND_OVER || r->phase == ROUND_LEFT);
        return;
    }
    assert_int_equal(r->phase == ROUND_TALKING, is_talking(w));
    assert_int_equal(r->phase == ROUND_REVIEW || r->phase == ROUND_BALLOT, is_due(w));
    assert_true(round_next(r) > r->now);
    for (int i = 0; i < r->panes; i++) {
        const struct watch *p = &w->pane[i];

        assert_int_equal(round_may_press(r, i) == ROUND_KEY_TAKEN, may_type(w, i));
        if (p->over)
            assert_int_equal(round_left(r, i), 0);
        else if (p->begun)
            assert_int_equal(round_left(r, i), LIMIT - p->used - p->used_lost);
        else
            assert_true(round_left(r, i) < 0);
    }
}

/* The part of a world that decides its future: ticks as ages, limited. */
struct place {
    int64_t member[KEY_MEMBERS];
};

static int64_t age(int64_t now, int64_t since, int64_t most)
{
    if (since == ROUND_NEVER)
        return -1;
    return now - since < most ? now - since : most;
}

static size_t place_pane(const struct world *w, int pane, int64_t *member)
{
    const struct round_pane *p = &w->r.pane[pane];
    const struct watch *v = &w->pane[pane];
    bool runs = p->begun != ROUND_NEVER && p->over == ROUND_NEVER;
    bool lost = p->lost != ROUND_NEVER && p->over == ROUND_NEVER;
    int64_t now = w->r.now;
    size_t n = 0;

    member[n++] = p->linked | p->last << 1 | p->waits << 2 | v->linked << 3 |
                  v->lost << 4 | v->begun << 5 | v->over << 6 | v->typed << 7 |
                  (p->begun != ROUND_NEVER) << 8 | lost << 9;
    member[n++] = runs ? age(now, p->deadline, 0) : 0;
    member[n++] = runs ? age(now, p->noted, ROUND_NOTE_MS) : 0;
    member[n++] = runs && lost ? p->deadline - p->lost : 0;
    member[n++] = !runs && lost ? age(now, p->lost, LIMIT) : 0;
    member[n++] = age(now, p->over, w->r.book->minutes_each != 0 ? LIMIT : 0);
    member[n++] = v->used;
    member[n++] = v->used_lost;
    return n;
}

static struct place place_of(const struct world *w)
{
    struct place place = {0};
    const struct round *r = &w->r;
    size_t n = 0;

    place.member[n++] = r->phase;
    place.member[n++] = r->said | w->said << 1 | w->saved << 2 | w->left << 3;
    if (w->left)
        return place;
    place.member[n++] = w->kills;
    place.member[n++] = r->review_last | r->review_up << 1 | r->change_up << 2 |
                        w->acknowledged << 3 | w->confirmed << 4;
    place.member[n++] = age(r->now, r->review_end, 0);
    place.member[n++] = age(r->now, r->change_end, 0);
    if (r->phase != ROUND_OPENING && r->phase != ROUND_TALKING)
        place.member[n++] = age(r->now, r->pane[0].noted, ROUND_NOTE_MS);
    for (int i = 0; i < r->panes; i++)
        if (r->phase == ROUND_OPENING || r->phase == ROUND_TALKING)
            n += place_pane(w, i, &place.member[n]);
    assert_true(n <= KEY_MEMBERS);
    return place;
}

/* Every world that was reached, and the way to it. */
struct atlas {
    size_t count;
    struct world *worlds;
    struct place *places;
    uint32_t *table; /* indices and 1, by hash */
    struct {
        uint32_t from;
        int by;
        uint32_t to[ORDERS];
        bool saves; /* a saved ballot can be reached */
    } * way;
};

/* The present trial, for the report of a failure. */
static struct {
    const struct atlas *atlas;
    size_t from;
    int by;
} trying;

static uint64_t hash(const struct place *place)
{
    uint64_t h = UINT64_C(14695981039346656037);

    for (size_t i = 0; i < KEY_MEMBERS; i++)
        h = (h ^ (uint64_t)place->member[i]) * UINT64_C(1099511628211) ^ h >> 29;
    return h;
}

static uint32_t reach(struct atlas *a, const struct world *w, size_t from, int by)
{
    struct place place = place_of(w);
    size_t at = hash(&place) % TABLE;

    for (; a->table[at] != 0; at = (at + 1) % TABLE)
        if (memcmp(&a->places[a->table[at] - 1], &place, sizeof(place)) == 0)
            return a->table[at] - 1;
    assert_true(a->count < STATES_MAX);
    a->worlds[a->count] = *w;
    a->places[a->count] = place;
    a->way[a->count].from = (uint32_t)from;
    a->way[a->count].by = by;
    a->table[at] = (uint32_t)++a->count;
    return (uint32_t)a->count - 1;
}

static void forget_news(struct round *r)
{
    struct round_news news;

    while (round_take_news(r, &news))
        continue;
}

/* Whether an event in a world leads to a saved ballot. */
static bool leads_on(const struct atlas *a, size_t i)
{
    for (int order = 0; order < ORDERS; order++)
        if (a->way[a->way[i].to[order]].saves)
            return true;
    return false;
}

/* Once a judge has typed, the ballot can be given, unless the console was left; then
 * the round can be resumed, as after a kill. */
static void check_that_no_ballot_is_lost(const struct atlas *a)
{
    bool found = true;

    for (size_t i = 0; i < a->count; i++)
        a->way[i].saves = a->worlds[i].saved;
    while (found) {
        found = false;
        for (size_t i = a->count; i-- > 0;)
            if (!a->way[i].saves && leads_on(a, i))
                found = a->way[i].saves = true;
    }
    for (size_t i = 0; i < a->count; i++) {
        const struct world *w = &a->worlds[i];

        trying.from = i;
        trying.by = -1;
        assert_true(a->way[i].saves || !w->said || w->left);
        if (w->left && w->said && !w->saved)
            assert_int_equal(w->r.phase, ROUND_LEFT);
    }
}

/* Try each event in each world. Returns the number of worlds. */
static size_t explore(struct atlas *a, const struct setting *s)
{
    struct world first = {0};

    trying.atlas = a;
    memset(a->table, 0, TABLE * sizeof(*a->table));
    a->count = 0;
    round_start(&first.r, &s->book, s->panes, 0, 0);
    for (int i = 0; i < s->panes; i++)
        first.pane[i].lost = true;
    reach(a, &first, 0, -1);
    for (size_t i = 0; i < a->count; i++)
        for (int order = 0; order < ORDERS; order++) {
            struct world w = a->worlds[i];

            a->way[i].to[order] = (uint32_t)i;
            if (order >= OF_PANE && (order - OF_PANE) % 2 >= s->panes)
                continue;
            trying.from = i;
            trying.by = order;
            happen(&w, order);
            forget_news(&w.r);
            check(&w);
            a->way[i].to[order] = reach(a, &w, i, order);
        }
    check_that_no_ballot_is_lost(a);
    return a->count;
}

static void no_order_breaks_a_rule(void **state)
{
    static struct atlas a;

    a = (struct atlas){
        .worlds = malloc(STATES_MAX * sizeof(*a.worlds)),
        .places = malloc(STATES_MAX * sizeof(*a.places)),
        .table = malloc(TABLE * sizeof(*a.table)),
        .way = malloc(STATES_MAX * sizeof(*a.way)),
    };
    (void)state;
    assert_true(
        a.worlds != NULL && a.places != NULL && a.table != NULL && a.way != NULL);
    for (size_t i = 0; i < COUNT(settings); i++) {
        size_t count = explore(&a, &settings[i]);

        print_message("%s: %zu states\n", settings[i].name, count);
        assert_true(count > 100);
    }
    free(a.worlds);
    free(a.places);
    free(a.table);
    free(a.way);
    trying.atlas = NULL;
}

/* The order that broke a rule, the last one first. */
static int tell_the_way(void **state)
{
    static const char *const names[] = {"a step passes", "a minute passes",
        "acknowledged", "ballot opened", "ballot closed", "confirmed", "saved", "quit",
        "killed", "key left", "key right", "lost left", "lost right", "back left",
        "back right", "ended left", "ended right", "gone on left", "gone on right"};
    const struct atlas *a = trying.atlas;
    size_t at = trying.from;

    (void)state;
    if (a == NULL)
        return 0;
    print_message("%s", trying.by >= 0 ? names[trying.by] : "nothing saves");
    for (; a->way[at].by >= 0; at = a->way[at].from)
        print_message(" < %s", names[a->way[at].by]);
    print_message("\n");
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(no_order_breaks_a_rule, tell_the_way),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
