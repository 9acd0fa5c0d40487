#include "judge/seat/seat_recovery.h"

#include <stdio.h>
#include <string.h>
#include <sysexits.h>

/* Finding */

/* With --resume a station may have another address than before. */
static int find_log(struct seat *s, struct seat_side *side)
{
    struct recovery_wanted wanted = {
        .role = s->settings->program_name,
        .book = s->settings->book->name,
        .address = seat_side_is_named(side) ? side->console.session.address : NULL,
    };
    int code = program_find_past(s->settings, s->terminal, &wanted, &side->past);

    if (code != PROGRAM_GO || side->past.lock >= 0 || !s->lone ||
        s->settings->lpp != NULL || s->settings->resume != RESUME_YES)
        return code;
    wanted.address = NULL;
    return program_find_past(s->settings, s->terminal, &wanted, &side->past);
}

static int find_side(struct seat *s, struct seat_side *side)
{
    int code = find_log(s, side);

    if (code != PROGRAM_GO)
        return code;
    if (!seat_side_is_named(side) && s->settings->resume == RESUME_YES &&
        side->past.lock < 0)
        return program_stop(s->settings, s->terminal, EX_USAGE,
            "%s: no conversation is unfinished there: leave --resume out, or name a "
            "station",
            s->settings->place.directory);
    if (!s->lone && side->past.lock >= 0 &&
        seat_ballot_is_complete(&s->ballot, side->past.past.session))
        seat_side_abandon(side); /* the thanks alone are missing */
    return PROGRAM_GO;
}

static bool is_other_judge(const struct seat *s, const struct saved_log *past)
{
    return past->judge > 0 && s->settings->judge > 0 &&
           past->judge != (unsigned)s->settings->judge;
}

/* Another judge's unfinished conversation stays for that judge. */
static void leave_to_others(struct seat *s)
{
    for (int i = 0; i < s->count && !s->lone; i++) {
        if (!is_other_judge(s, &s->sides[i].past.past))
            continue;
        for (int k = 0; k < s->count; k++)
            if (k == i || s->pair)
                recovery_close(&s->sides[k].past);
    }
}

/* The log of a pair that has a draw, or NULL. */
static const struct saved_log *drawn_log(const struct seat *s)
{
    for (int i = 0; i < SEAT_PAIR; i++)
        if (s->sides[i].past.lock >= 0 && s->sides[i].past.past.draw[0] != '\0')
            return &s->sides[i].past.past;
    return NULL;
}

/* Give up logs that have not the same draw. */
static void give_up_strays(struct seat *s)
{
    char draw[SAVED_LOG_DRAW_MAX + 1];
    const struct saved_log *past = drawn_log(s);

    snprintf(draw, sizeof(draw), "%s", past != NULL ? past->draw : "");
    for (int i = 0; i < SEAT_PAIR; i++)
        if (draw[0] == '\0' || strcmp(s->sides[i].past.past.draw, draw) != 0)
            seat_side_abandon(&s->sides[i]);
}

/* Put each side where its log has it, left or right. */
static int restore_places(struct seat *s)
{
    const struct recovery *left = &s->sides[0].past, *right = &s->sides[1].past;
    bool swapped = (left->lock >= 0 && strcmp(left->past.pane, "left") != 0) ||
                   (right->lock >= 0 && strcmp(right->past.pane, "right") != 0);

    return swapped ? seat_swap(s) : PROGRAM_GO;
}

/* The nonce is in the log of a side with a conversation. */
static bool recall_draw(struct seat *s)
{
    const char *nonce = "";

    for (int i = 0; i < SEAT_PAIR; i++)
        if (s->sides[i].past.past.nonce[0] != '\0')
            nonce = s->sides[i].past.past.nonce;
    return seat_recall_draw(s, nonce, drawn_log(s)->draw);
}

static int find_pair(struct seat *s)
{
    int code;

    give_up_strays(s);
    if (!seat_has_past(s))
        return PROGRAM_GO;
    code = restore_places(s);
    if (code == PROGRAM_GO && !recall_draw(s))
        for (int i = 0; i < SEAT_PAIR; i++)
            seat_side_abandon(&s->sides[i]); /* no key was made yet */
    return code;
}

static void note_unfinished(struct seat *s, struct seat_side *side)
{
    static const char words[] = "%s is unfinished: --resume resumes it";

    if (s->lone)
        console_note(&side->console, false, words, side->past.name);
    else
        seat_note(s, false, words, side->past.name);
}

/* A pipe cannot be asked: name the unfinished conversations and leave them. */
static void pass_by(struct seat *s)
{
    for (int i = 0; i < s->count; i++) {
        struct seat_side *side = &s->sides[i];
        if (side->past.lock < 0)
            continue;
        note_unfinished(s, side);
        recovery_close(&side->past);
    }
}

/* Show the conversations, and ask. */
static void ask_person(struct seat *s)
{
    for (int i = 0; i < s->count; i++)
        seat_side_preview(&s->sides[i]);
    seat_ask(s, SEAT_ASK_RESUME);
}

int seat_recovery_find(struct seat *s)
{
    int code = PROGRAM_GO;

    for (int i = 0; i < s->count && code == PROGRAM_GO; i++)
        code = find_side(s, &s->sides[i]);
    leave_to_others(s);
    if (code == PROGRAM_GO && s->pair)
        code = find_pair(s);
    if (code != PROGRAM_GO || !seat_has_past(s))
        return code;
    if (s->settings->resume == RESUME_YES)
        seat_answer_resume(s, true);
    else if (s->settings->resume == RESUME_ASK && s->terminal->from_pipe)
        pass_by(s);
    else if (s->settings->resume == RESUME_ASK)
        ask_person(s);
    return PROGRAM_GO;
}

void seat_recovery_decide(struct seat *s)
{
    for (int i = 0; i < s->count; i++) {
        seat_side_end_preview(&s->sides[i]);
        if (!s->resume)
            seat_side_abandon(&s->sides[i]);
    }
}

/* Resuming */

static bool has_judges_keys(const struct saved_log *past)
{
    for (size_t i = 0; i < past->count; i++)
        if (past->keys[i].key.side == SIDE_JUDGE)
            return true;
    return false;
}

static void recall_clock(struct seat *s, int i)
{
    const struct saved_log *past = &s->sides[i].past.past;

    if (has_judges_keys(past))
        round_recall_begun(&s->round, i);
    if (past->clock[0] != '\0')
        round_recall(&s->round, i, past->clock, strlen(past->clock));
}

/* The side with the latest key. */
static int last_visited(const struct seat *s)
{
    uint64_t last = 0;
    int at = 0;

    for (int i = 0; i < s->count; i++) {
        const struct saved_log *past = &s->sides[i].past.past;
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
    /* The sides of a pair write their nonce again. */
    int code = seat_side_resume(side, s->terminal, !s->pair, now);

    if (code == PROGRAM_GO && !s->lone &&
        round_may_press(&s->round, i) == ROUND_KEY_OVER)
        seat_side_leave(side, CONVERSATION_BYE_MS, now);
    return code;
}

int seat_recovery_resume(struct seat *s, struct moment now)
{
    int code = PROGRAM_GO;

    for (int i = 0; i < s->count && !s->lone; i++)
        if (s->sides[i].past.lock >= 0) {
            recall_clock(s, i);
            if (seat_ballot_has(&s->ballot, s->sides[i].past.past.session))
                seat_ballot_skip(&s->ballot, false);
        }
    round_resume(&s->round, now.round);
    seat_resume_at(s, last_visited(s), now);
    for (int i = 0; i < s->count && code == PROGRAM_GO; i++)
        if (s->sides[i].past.lock >= 0)
            code = restore_side(s, i, now);
    return code;
}

void seat_recovery_rank(struct seat *s, struct moment now)
{
    static const char over[] = "clock review -";

    for (int i = 0; i < s->count; i++)
        round_recall(&s->round, i, over, strlen(over));
    round_resume(&s->round, now.round);
    round_open_ballot(&s->round, now.round);
}
