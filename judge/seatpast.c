#include "seatpast.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "ballots.h"
#include "program.h"
#include "seatface.h"
#include "seatranks.h"
#include "signals.h"

bool seatpast_is_there(const struct seat *s)
{
    for (int i = 0; i < s->made; i++)
        if (s->sides[i].past.lock >= 0)
            return true;
    return false;
}

/* What is not gone on with is given up, and the next log says so. */
static void give_up(struct seat_side *side)
{
    if (side->past.lock < 0)
        return;
    memcpy(side->console.abandons, side->past.past.session,
        sizeof(side->console.abandons));
    recovery_close(&side->past);
}

/* Whether the judge has yet to rank, with the ballot of this session safe. */
static bool are_ranks_owed(const struct seat *s, const char *session)
{
    if (s->settings->book->ballot == BALLOT_WHICH)
        return seatranks_are_due(s);
    return s->settings->book->ballot == BALLOT_VERDICT && s->count == SEAT_RANKED &&
           ballots_has(s->settings->place.directory, BALLOT_KIND_RANKS, session) <= 0;
}

static bool has_ballot(const struct seat *s, const struct past *past)
{
    return ballots_has(
               s->settings->place.directory, BALLOT_KIND_BALLOT, past->session) > 0;
}

/* Whether all that is asked after it is safe already, and only the thanks were not
 * said. */
static bool is_settled(const struct seat *s, const struct past *past)
{
    return has_ballot(s, past) && !are_ranks_owed(s, past->session);
}

static int find_side(struct seat *s, struct seat_side *side)
{
    struct recovery_wanted wanted = {
        .role = s->settings->program_name,
        .book = s->settings->book->name,
        .address = side->console.address,
    };

    if (recovery_find(&side->past, &s->settings->place, &wanted) < 0)
        return seat_fail(s, EX_IOERR,
            "%s: the records there cannot be read (%s): choose another place with -l",
            s->settings->place.directory, strerror(errno));
    if (side->past.lock >= 0 && is_settled(s, &side->past.past))
        give_up(side);
    return PROGRAM_GO;
}

static bool is_anothers(const struct seat *s, const struct past *past)
{
    return past->judge > 0 && s->settings->judge > 0 &&
           past->judge != (unsigned)s->settings->judge;
}

/* What another judge has left unfinished there is for that one to go on with. */
static void leave_to_others(struct seat *s)
{
    for (int i = 0; i < s->count; i++) {
        if (!is_anothers(s, &s->sides[i].past.past))
            continue;
        for (int k = 0; k < s->count; k++)
            if (k == i || s->pair)
                recovery_close(&s->sides[k].past);
    }
}

/* What one of the pair's logs says of the draw; NULL if there is none. */
static const struct past *drawn(const struct seat *s)
{
    for (int i = 0; i < SEAT_PAIR; i++)
        if (s->sides[i].past.lock >= 0 && s->sides[i].past.past.draw[0] != '\0')
            return &s->sides[i].past.past;
    return NULL;
}

/* Logs of another round than the other side's, or of none, are none of this round. */
static void give_up_strays(struct seat *s)
{
    char draw[PAST_DRAW_MAX + 1];
    const struct past *past = drawn(s);

    snprintf(draw, sizeof(draw), "%s", past != NULL ? past->draw : "");
    for (int i = 0; i < SEAT_PAIR; i++)
        if (draw[0] == '\0' || strcmp(s->sides[i].past.past.draw, draw) != 0)
            give_up(&s->sides[i]);
}

/* The side that was left is left again. */
static int take_places(struct seat *s)
{
    struct seat_side *a = &s->sides[0], *b = &s->sides[1];
    struct recovery past = a->past;
    bool swapped = (a->past.lock >= 0 && strcmp(a->past.past.pane, "left") != 0) ||
                   (b->past.lock >= 0 && strcmp(b->past.past.pane, "right") != 0);

    if (!swapped)
        return PROGRAM_GO;
    a->past = b->past;
    b->past = past;
    return seat_swap(s);
}

/* The draw is what it was: its text from the stations, its nonce from a log. Returns
 * false if they are not what was committed to. */
static bool take_draw(struct seat *s)
{
    const struct past *past = drawn(s);

    if (snprintf(s->draw.text, sizeof(s->draw.text), "left=%s right=%s",
            s->sides[0].console.address,
            s->sides[1].console.address) >= (int)sizeof(s->draw.text))
        return false;
    for (int i = 0; i < SEAT_PAIR; i++)
        if (s->sides[i].past.past.nonce[0] != '\0')
            snprintf(s->draw.nonce, sizeof(s->draw.nonce), "%s",
                s->sides[i].past.past.nonce);
    return commitment_holds(past->draw, s->draw.text, s->draw.nonce);
}

static int settle_pair(struct seat *s)
{
    int code;

    give_up_strays(s);
    if (!seatpast_is_there(s))
        return PROGRAM_GO;
    code = take_places(s);
    if (code == PROGRAM_GO && !take_draw(s))
        for (int i = 0; i < SEAT_PAIR; i++)
            give_up(&s->sides[i]); /* nobody had made a key yet */
    return code;
}

/* A pipe is not asked: what is unfinished stays so, and that is said. */
static void pass_by(struct seat *s)
{
    for (int i = 0; i < s->count; i++) {
        struct recovery *past = &s->sides[i].past;
        if (past->lock < 0)
            continue;
        seat_note(s, false, "%s is unfinished: --resume goes on with it", past->name);
        recovery_close(past);
    }
}

/* Ask the person, with the conversations before him. */
static void ask(struct seat *s)
{
    struct moment now = moment_now();

    for (int i = 0; i < s->count; i++)
        if (s->sides[i].past.lock >= 0 &&
            console_preview(&s->sides[i].console, &s->sides[i].past.past) < 0)
            seat_note(s, true, "Out of memory: not all is shown");
    for (int i = 0; i < s->count; i++)
        s->sides[i].console.question = ASK_RESUME; /* there is a page to see */
    s->ask = SEAT_ASK_RESUME;
    while (s->ask == SEAT_ASK_RESUME && !s->done) {
        struct pollfd keys = {.fd = front_fd(s->front), .events = POLLIN};
        struct console *c = &s->sides[0].console;

        seatface_draw(s, now);
        signals_poll(&keys, 1, now.tick, front_due(s->front, c, now.tick));
        now = moment_now();
        if (signals_resized() && seatface_fit(s) < 0)
            s->done = true;
        if (keys.revents != 0)
            front_read(s->front, c, now);
        front_tick(s->front, c, now);
        s->done = s->done || signals_ending() || s->front->at_end;
    }
    for (int i = 0; i < s->count; i++) {
        s->sides[i].console.question = ASK_NOTHING;
        console_forget(&s->sides[i].console);
    }
}

int seatpast_settle(struct seat *s)
{
    int code = PROGRAM_GO;

    for (int i = 0; i < s->count && code == PROGRAM_GO; i++)
        code = find_side(s, &s->sides[i]);
    leave_to_others(s);
    if (code == PROGRAM_GO && s->pair)
        code = settle_pair(s);
    if (code != PROGRAM_GO || !seatpast_is_there(s))
        return code;
    s->resume = s->settings->resume == RESUME_YES;
    if (s->settings->resume == RESUME_ASK && s->front->from_pipe)
        pass_by(s);
    else if (s->settings->resume == RESUME_ASK)
        ask(s);
    for (int i = 0; i < s->count && !s->resume && !s->done; i++)
        give_up(&s->sides[i]);
    return PROGRAM_GO;
}

/* Going on */

static bool has_judges_keys(const struct past *past)
{
    for (size_t i = 0; i < past->count; i++)
        if (past->keys[i].key.side == SIDE_JUDGE)
            return true;
    return false;
}

static void recall_clock(struct seat *s, int i)
{
    const struct past *past = &s->sides[i].past.past;

    if (has_judges_keys(past))
        round_recall_begun(&s->round, i);
    if (past->clock[0] != '\0')
        round_recall(&s->round, i, past->clock, strlen(past->clock));
}

/* Who goes from terminal to terminal was at the one where the last key was made. */
static int last_visited(const struct seat *s)
{
    uint64_t last = 0;
    int at = 0;

    for (int i = 0; i < s->count; i++) {
        const struct past *past = &s->sides[i].past.past;
        if (s->sides[i].past.lock >= 0 && past->count > 0 &&
            past->keys[past->count - 1].posted >= last) {
            last = past->keys[past->count - 1].posted;
            at = i;
        }
    }
    return at;
}

static int restore_side(struct seat *s, int i, struct moment now)
{
    struct seat_side *side = &s->sides[i];
    struct past *past = &side->past.past;
    int error;

    if (console_restore(&side->console, past, side->past.name, now) == 0) {
        free(past->keys); /* the lock is kept */
        past->keys = NULL;
        past->count = 0;
        side->met = side->lost = side->called;
        if (!s->pair) /* a pair's is noted anew, with its draw */
            memcpy(side->session, past->session, sizeof(side->session));
        return PROGRAM_GO;
    }
    error = errno;
    return seat_fail(s, EX_CANTCREAT,
        "%s: %s cannot be gone on with (%s): make room there, or begin anew elsewhere "
        "with -l",
        s->settings->place.directory, side->past.name,
        error == EEXIST ? "all hundred names are taken" : strerror(error));
}

int seatpast_resume(struct seat *s, struct moment now)
{
    int code = PROGRAM_GO;

    for (int i = 0; i < s->count; i++)
        if (s->sides[i].past.lock >= 0) {
            recall_clock(s, i);
            if (has_ballot(s, &s->sides[i].past.past))
                s->saved = 1; /* the ranks are to follow */
        }
    round_resume(&s->round, now.round);
    s->shut = now.tick;
    if (!s->pair) {
        seat_side(s)->called = false;
        s->at = last_visited(s);
        seat_side(s)->called = true;
    }
    for (int i = 0; i < s->count && code == PROGRAM_GO; i++) {
        struct seat_side *side = &s->sides[i];
        if (side->past.lock < 0)
            continue;
        code = restore_side(s, i, now);
        if (code == PROGRAM_GO && !side->called)
            console_end(&side->console, now); /* the judge had left it */
        else if (code == PROGRAM_GO && round_may_press(&s->round, i) == ROUND_KEY_OVER)
            console_leave(&side->console, now, CONVERSATION_BYE_MS);
    }
    return code;
}

void seatpast_rank(struct seat *s, struct moment now)
{
    static const char over[] = "clock review -";

    for (int i = 0; i < s->count; i++)
        round_recall(&s->round, i, over, strlen(over));
    round_resume(&s->round, now.round);
    round_open_ballot(&s->round, now.round);
    s->saved = 1;
}
