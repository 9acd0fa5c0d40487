#include "judge/round/round.h"

enum { MINUTE_MS = 60000, SECOND_MS = 1000 };

bool round_is_shared(const struct round *r)
{
    return r->panes == 2 && r->book->terminals == 2 && r->book->minutes_each == 0;
}

bool round_is_in_turn(const struct round *r)
{
    return r->panes == 2 && r->book->minutes_each != 0;
}

static bool has_floor(const struct round *r, int pane)
{
    return !round_is_in_turn(r) || pane == 0 || r->pane[0].over != ROUND_NEVER;
}

static bool is_over(const struct round_pane *p)
{
    return p->over != ROUND_NEVER;
}

static bool runs(const struct round_pane *p)
{
    return p->begun != ROUND_NEVER && !is_over(p) && !p->waits;
}

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static unsigned bit(enum round_event event)
{
    return 1u << event;
}

static void add_news(struct round *r, int pane, enum round_event event)
{
    r->pane[pane].news |= bit(event);
}

static bool is_review(const struct round *r)
{
    return r->phase == ROUND_REVIEW || r->phase == ROUND_BALLOT;
}

void round_start(
    struct round *r, const struct rulebook *book, int panes, int minutes, int64_t tick)
{
    int of_book = book->minutes_each != 0 ? book->minutes_each : book->minutes;

    *r = (struct round){
        .book = book,
        .panes = panes,
        .clock_ms = (int64_t)(minutes != 0 ? minutes : of_book) * MINUTE_MS,
        .now = tick,
        .review_end = ROUND_NEVER,
        .review_recalled = ROUND_NO_CLOCK,
        .change_end = ROUND_NEVER,
    };
    for (int i = 0; i < panes; i++)
        r->pane[i] = (struct round_pane){.begun = ROUND_NEVER,
            .deadline = ROUND_NEVER,
            .lost = tick,
            .over = ROUND_NEVER,
            .recalled = ROUND_NO_CLOCK};
}

/* Time */

static void note_all(struct round *r)
{
    for (int i = 0; i < r->panes; i++) {
        add_news(r, i, ROUND_NOTE_DUE);
        r->pane[i].noted = r->now;
    }
}

static bool are_all_over(const struct round *r)
{
    for (int i = 0; i < r->panes; i++)
        if (!is_over(&r->pane[i]))
            return false;
    return true;
}

/* Go to the review when all panes are over. */
static void end_talk(struct round *r)
{
    if (r->phase != ROUND_TALKING || !are_all_over(r))
        return;
    r->phase = ROUND_REVIEW;
    if (r->book->minutes_review != 0)
        r->review_end = r->now + (int64_t)r->book->minutes_review * MINUTE_MS;
    r->news |= bit(ROUND_REVIEW_BEGINS);
    note_all(r);
}

static void close_pane(struct round *r, int pane)
{
    struct round_pane *p = &r->pane[pane];

    if (is_over(p))
        return;
    p->over = r->now;
    p->waits = false;
    add_news(r, pane, ROUND_TIME_UP);
    add_news(r, pane, ROUND_NOTE_DUE);
    if (round_is_in_turn(r) && pane == 0 && !is_over(&r->pane[1]))
        add_news(r, 1, ROUND_UNLOCKED);
    end_talk(r);
}

/* The tick of the next event of a pane. */
static int64_t pane_due(const struct round *r, const struct round_pane *p)
{
    int64_t due = p->deadline;

    if (r->phase != ROUND_TALKING || !runs(p))
        return ROUND_NEVER;
    if (!p->last)
        due = earlier(due, p->deadline - ROUND_LAST_MS);
    return earlier(due, p->noted + ROUND_NOTE_MS);
}

/* Carry out the events of a pane that are due. */
static void fire_pane(struct round *r, int pane)
{
    struct round_pane *p = &r->pane[pane];

    if (pane_due(r, p) > r->now)
        return;
    if (!p->last && r->now >= p->deadline - ROUND_LAST_MS) {
        p->last = true;
        add_news(r, pane, ROUND_LAST_MINUTE);
    }
    if (r->now >= p->noted + ROUND_NOTE_MS) {
        p->noted = r->now;
        add_news(r, pane, ROUND_NOTE_DUE);
    }
    if (r->now < p->deadline)
        return;
    if (p->lost == ROUND_NEVER) {
        close_pane(r, pane);
        return;
    }
    p->waits = true;
    add_news(r, pane, ROUND_STOPPED);
    add_news(r, pane, ROUND_NOTE_DUE);
}

static int64_t review_due(const struct round *r)
{
    int64_t due;

    if (!is_review(r) || r->review_end == ROUND_NEVER || r->review_up)
        return ROUND_NEVER;
    due = earlier(r->review_end, r->pane[0].noted + ROUND_NOTE_MS);
    return r->review_last ? due : earlier(due, r->review_end - ROUND_LAST_MS);
}

static void fire_review(struct round *r)
{
    if (review_due(r) > r->now)
        return;
    if (!r->review_last && r->now >= r->review_end - ROUND_LAST_MS) {
        r->review_last = true;
        r->news |= bit(ROUND_REVIEW_LAST_MINUTE);
    }
    if (r->now >= r->pane[0].noted + ROUND_NOTE_MS)
        note_all(r);
    if (r->now >= r->review_end) {
        r->review_up = true;
        r->news |= bit(ROUND_REVIEW_UP);
        note_all(r);
    }
}

static int64_t change_due(const struct round *r)
{
    return r->phase == ROUND_THANKS && !r->change_up ? r->change_end : ROUND_NEVER;
}

static void fire_change(struct round *r)
{
    if (change_due(r) > r->now)
        return;
    r->change_up = true;
    r->news |= bit(ROUND_CHANGE_UP);
}

static int64_t due(const struct round *r)
{
    int64_t first = earlier(review_due(r), change_due(r));

    for (int i = 0; i < r->panes; i++)
        first = earlier(first, pane_due(r, &r->pane[i]));
    return first;
}

/* Each event has its own tick, so the number of calls makes no difference. */
void round_pass(struct round *r, int64_t tick)
{
    for (int64_t next = due(r); next <= tick; next = due(r)) {
        r->now = later(r->now, next);
        for (int i = 0; i < r->panes; i++)
            fire_pane(r, i);
        fire_review(r);
        fire_change(r);
    }
    r->now = later(r->now, tick);
}

static bool take_bit(unsigned *news, enum round_event event)
{
    bool there = (*news & bit(event)) != 0;

    *news &= ~bit(event);
    return there;
}

bool round_take_news(struct round *r, struct round_news *news)
{
    for (enum round_event event = 0; event < ROUND_EVENTS; event++) {
        *news = (struct round_news){.event = event, .pane = -1};
        if (take_bit(&r->news, event))
            return true;
        for (int i = 0; i < r->panes; i++) {
            if (!take_bit(&r->pane[i].news, event))
                continue;
            news->pane = i;
            if (event == ROUND_GIVEN_BACK) {
                news->ms = r->pane[i].given_back;
                r->pane[i].given_back = 0;
            }
            return true;
        }
    }
    return false;
}

/* The talk */

void round_acknowledge(struct round *r, int64_t tick)
{
    round_pass(r, tick);
    if (r->phase != ROUND_OPENING)
        return;
    r->phase = ROUND_TALKING;
    end_talk(r);
    round_pass(r, tick);
}

enum round_key round_may_press(const struct round *r, int pane)
{
    const struct round_pane *p = &r->pane[pane];

    if (r->phase == ROUND_OPENING)
        return ROUND_KEY_OPENING;
    if (r->phase != ROUND_TALKING || is_over(p))
        return ROUND_KEY_OVER;
    if (!has_floor(r, pane))
        return ROUND_KEY_LOCKED;
    if (!p->linked)
        return ROUND_KEY_UNLINKED;
    return p->waits ? ROUND_KEY_WAITS : ROUND_KEY_TAKEN;
}

/* A loss of the link before the start of the clock costs no time. */
static void start_clock(struct round *r, int pane)
{
    struct round_pane *p = &r->pane[pane];

    if (p->begun != ROUND_NEVER || is_over(p))
        return;
    p->begun = r->now;
    p->deadline = r->now + r->clock_ms;
    p->noted = r->now;
    if (p->lost != ROUND_NEVER)
        p->lost = r->now;
    add_news(r, pane, ROUND_BEGUN);
    add_news(r, pane, ROUND_NOTE_DUE);
}

enum round_key round_press(struct round *r, int pane, int64_t tick)
{
    enum round_key key;

    round_pass(r, tick);
    key = round_may_press(r, pane);
    if (key != ROUND_KEY_TAKEN)
        return key;
    r->said = true;
    if (r->clock_ms == 0)
        return key;
    for (int i = 0; i < r->panes; i++)
        if (i == pane || round_is_shared(r))
            start_clock(r, i);
    round_pass(r, tick);
    return key;
}

void round_link_lost(struct round *r, int pane, int64_t since, int64_t tick)
{
    struct round_pane *p = &r->pane[pane];

    round_pass(r, tick);
    if (is_over(p) || p->lost != ROUND_NEVER)
        return;
    p->lost = earlier(later(since, p->back), r->now);
    if (p->begun != ROUND_NEVER)
        p->lost = later(p->lost, p->begun);
}

/* Give the lost time back to a clock. */
static void give_back(struct round *r, int pane, int64_t ms)
{
    struct round_pane *p = &r->pane[pane];

    p->deadline += ms;
    p->given_back += ms;
    if (p->deadline - r->now > ROUND_LAST_MS)
        p->last = false;
    add_news(r, pane, ROUND_GIVEN_BACK);
    add_news(r, pane, ROUND_NOTE_DUE);
    p->noted = r->now;
}

void round_link_back(struct round *r, int pane, int64_t tick)
{
    struct round_pane *p = &r->pane[pane];
    int64_t lost = p->lost;

    round_pass(r, tick);
    p->linked = true;
    p->lost = ROUND_NEVER;
    if (lost == ROUND_NEVER)
        return;
    p->back = r->now;
    if (p->begun != ROUND_NEVER && !is_over(p) && r->now > lost)
        give_back(r, pane, r->now - lost);
    /* At zero with the link back at the same tick the time is up. */
    p->waits = false;
    round_pass(r, tick);
}

void round_visit(struct round *r, int pane, int64_t tick)
{
    struct round_pane *p = &r->pane[pane];

    round_pass(r, tick);
    if (p->begun == ROUND_NEVER && p->lost != ROUND_NEVER)
        p->lost = r->now;
}

void round_end_pane(struct round *r, int pane, int64_t tick)
{
    round_pass(r, tick);
    close_pane(r, pane);
    r->pane[pane].news &= ~bit(ROUND_TIME_UP);
    round_pass(r, tick);
}

/* The tick at which a pane has had no link for its full time before its start. */
static int64_t away_at(const struct round *r, int pane)
{
    const struct round_pane *p = &r->pane[pane];
    int64_t since = round_is_in_turn(r) && pane == 1 ? r->pane[0].over : 0;

    if (is_over(p) || p->begun != ROUND_NEVER || p->lost == ROUND_NEVER ||
        !has_floor(r, pane) || r->clock_ms == 0)
        return ROUND_NEVER;
    return later(since, p->lost) + r->clock_ms;
}

/* No link: at zero, or for the full time before the start. */
static bool stays_away(const struct round *r, int pane)
{
    return r->pane[pane].waits || away_at(r, pane) <= r->now;
}

bool round_may_go_on(const struct round *r, int pane)
{
    if (r->phase != ROUND_TALKING || !stays_away(r, pane))
        return false;
    return !round_is_shared(r) || is_over(&r->pane[1 - pane]) ||
           stays_away(r, 1 - pane);
}

bool round_go_on(struct round *r, int pane, int64_t tick)
{
    round_pass(r, tick);
    if (!round_may_go_on(r, pane))
        return false;
    if (round_is_shared(r))
        close_pane(r, 1 - pane);
    close_pane(r, pane);
    round_pass(r, tick);
    return true;
}

/* The ballot, and leaving */

static bool change_phase(
    struct round *r, enum round_phase from, enum round_phase to, int64_t tick)
{
    round_pass(r, tick);
    if (r->phase != from)
        return false;
    r->phase = to;
    return true;
}

bool round_open_ballot(struct round *r, int64_t tick)
{
    return change_phase(r, ROUND_REVIEW, ROUND_BALLOT, tick) ||
           r->phase == ROUND_BALLOT;
}

bool round_close_ballot(struct round *r, int64_t tick)
{
    return change_phase(r, ROUND_BALLOT, ROUND_REVIEW, tick);
}

bool round_confirm(struct round *r, int64_t tick)
{
    return change_phase(r, ROUND_BALLOT, ROUND_SAVING, tick);
}

void round_saved(struct round *r, int64_t tick)
{
    if (!change_phase(r, ROUND_SAVING, ROUND_THANKS, tick))
        return;
    if (r->book->minutes_change != 0)
        r->change_end = r->now + (int64_t)r->book->minutes_change * MINUTE_MS;
    for (int i = 0; i < r->panes; i++)
        r->pane[i].news |= bit(ROUND_NOTE_DUE);
}

static void quit_talk(struct round *r)
{
    if (!r->said)
        r->phase = ROUND_OVER;
    else if (r->clock_ms != 0)
        r->phase = ROUND_LEFT;
    else
        for (int i = 0; i < r->panes; i++)
            round_end_pane(r, i, r->now);
}

bool round_quit(struct round *r, int64_t tick)
{
    round_pass(r, tick);
    switch (r->phase) {
    case ROUND_TALKING:
        quit_talk(r);
        return true;
    case ROUND_SAVING:
        return false;
    case ROUND_REVIEW:
    case ROUND_BALLOT:
    case ROUND_LEFT:
        r->phase = ROUND_LEFT;
        return true;
    default:
        r->phase = ROUND_OVER;
        return true;
    }
}

bool round_hang_up(struct round *r, int64_t tick)
{
    round_pass(r, tick);
    if (r->phase != ROUND_TALKING || !r->said || r->clock_ms != 0)
        return round_quit(r, tick);
    r->phase = ROUND_LEFT;
    return true;
}

bool round_may_reveal(const struct round *r)
{
    return r->phase == ROUND_THANKS;
}

/* Times */

int64_t round_shown(const struct round *r, int pane)
{
    const struct round_pane *p = &r->pane[pane];

    if (is_over(p))
        return 0;
    if (r->clock_ms == 0)
        return ROUND_NO_CLOCK;
    if (!has_floor(r, pane))
        return ROUND_LOCKED;
    return p->begun == ROUND_NEVER ? r->clock_ms : later(p->deadline - r->now, 0);
}

int64_t round_left(const struct round *r, int pane)
{
    const struct round_pane *p = &r->pane[pane];

    if (!is_over(p) && p->begun == ROUND_NEVER && has_floor(r, pane))
        return ROUND_NO_CLOCK;
    return round_shown(r, pane);
}

int64_t round_review_left(const struct round *r)
{
    if (!is_review(r) || r->review_end == ROUND_NEVER)
        return ROUND_NO_CLOCK;
    return later(r->review_end - r->now, 0);
}

int64_t round_change_left(const struct round *r)
{
    if (r->phase != ROUND_THANKS || r->change_end == ROUND_NEVER)
        return ROUND_NO_CLOCK;
    return later(r->change_end - r->now, 0);
}

/* The tick at which a time, shown in seconds rounded up, changes. */
static int64_t next_second(const struct round *r, int64_t left)
{
    return left > 0 ? r->now + (left - 1) % SECOND_MS + 1 : ROUND_NEVER;
}

int64_t round_next(const struct round *r)
{
    int64_t next = due(r);

    for (int i = 0; i < r->panes && r->phase == ROUND_TALKING; i++) {
        if (runs(&r->pane[i]))
            next = earlier(next, next_second(r, r->pane[i].deadline - r->now));
        if (!stays_away(r, i))
            next = earlier(next, away_at(r, i));
    }
    next = earlier(next, next_second(r, round_review_left(r)));
    return earlier(next, next_second(r, round_change_left(r)));
}
