#include "typing.h"

#include <stdlib.h>
#include <sys/random.h>

enum { AGAIN_MS = 100 }; /* when there is no memory for a key that is due */

int typing_init(struct console *c)
{
    struct pace_policy policy = c->settings->pace;
    bool is_drawn = policy.how == PACE_LINE || policy.how == PACE_TURN;
    uint64_t seed = 0;

    if (is_drawn && getrandom(&seed, sizeof(seed), 0) != (ssize_t)sizeof(seed))
        return -1;
    pace_init(&c->pace, policy, seed);
    draft_init(&c->draft, c->settings->book->alphabet, policy.how == PACE_TURN);
    return 0;
}

bool typing_is_drafted(const struct console *c)
{
    return c->settings->program == PROGRAM_CONFEDERATE &&
           c->settings->pace.how != PACE_RAW;
}

bool typing_may_enter(const struct console *c)
{
    if (!typing_is_drafted(c))
        return console_may_type(c);
    return console_may_type(c) && !c->pace.closing &&
           pace_has_room(&c->pace, c->draft.length + PROMPT_LINE_MAX);
}

/* Drafts */

static int refuse(struct console *c, const char *why)
{
    console_note(c, true, "%s", why);
    return -1;
}

/* What was handed over goes to the scheduler, and with it the end of the turn. */
static void hand_over(struct console *c, bool turn, struct moment now)
{
    for (size_t i = 0; i < c->draft.length; i++)
        pace_add(&c->pace, c->draft.text[i]);
    draft_sent(&c->draft);
    pace_go(&c->pace, turn, now.tick);
}

static int draft_key(struct console *c, uint32_t code, struct moment now)
{
    enum draft_result result = draft_press(&c->draft, code);

    switch (result) {
    case DRAFT_TAKEN:
        break;
    case DRAFT_LINE:
    case DRAFT_TURN:
        hand_over(c, result == DRAFT_TURN, now);
        break;
    case DRAFT_FULL:
        return refuse(c, c->draft.length + 2 < DRAFT_MAX
                             ? "The line is full: press Return"
                             : "The draft is full: Return twice sends");
    case DRAFT_NOTHING:
        return refuse(c, c->draft.whole ? "Nothing to erase in the draft"
                                        : "Nothing to erase on this line");
    case DRAFT_ALPHABET:
        return refuse(c, "Only plain ASCII characters here");
    }
    recorder_pressed(c->recorder, code, now.wall);
    return 0;
}

int typing_enter(struct console *c, uint32_t code, struct moment now)
{
    /* Where no key may be made console_type() says why. */
    if (!typing_is_drafted(c) || !console_may_type(c))
        return console_type(c, code, now);
    if (console_reserve(c) < 0)
        return refuse(c, "Out of memory: this key was not typed");
    if (!typing_may_enter(c))
        return refuse(c, "Wait: it is being typed to the judge");
    return draft_key(c, code, now);
}

const uint32_t *typing_line(const struct console *c, size_t *length)
{
    const struct prompt *p = &c->talk.prompt;

    if (typing_is_drafted(c))
        return draft_line(&c->draft, length);
    *length = p->line[c->self].length;
    return p->line[c->self].text;
}

/* Whether some of this end's line is out already. */
static bool has_begun_line(const struct console *c)
{
    const struct prompt_line *line = &c->talk.prompt.line[c->self];

    return !prompt_is_blank(line->text, line->length);
}

/* Replies */

void typing_hand_turn(
    struct console *c, const char *text, size_t length, struct moment now)
{
    for (size_t i = 0; i < length && pace_has_room(&c->pace, 1); i++)
        pace_add(&c->pace, (unsigned char)text[i]);
    pace_go(&c->pace, true, now.tick);
}

void typing_stop(struct console *c, struct moment now)
{
    c->stopped = true;
    draft_begin(&c->draft, false, false);
    pace_stop(&c->pace, has_begun_line(c), now.tick);
}

/* The clock */

void typing_forget(struct console *c)
{
    pace_listen(&c->pace, 0, 0);
    draft_begin(&c->draft, false, false);
    c->own_turn = c->stopped = false;
    c->judge_wrote = 0;
}

void typing_event(struct console *c, const struct event *event)
{
    if (event->kind == EV_LINE && event->side == SIDE_JUDGE)
        c->judge_wrote += event->length;
    else if (event->kind == EV_TURN && event->side == SIDE_OTHER)
        c->judge_wrote = 0;
}

/* What the judge is shown of a turn that begins, or goes on after a crash. */
static void begin_turn(struct console *c, struct moment now)
{
    pace_listen(&c->pace, now.tick, c->judge_wrote);
    draft_begin(&c->draft, has_begun_line(c), c->talk.prompt.returned);
    c->stopped = false;
}

void typing_watch(struct console *c, struct moment now)
{
    bool own = console_has_turn(c);

    if (c->own_turn && !own && !c->trouble && !c->stopped)
        c->note[0] = '\0'; /* it was about this turn, which has ended by itself */
    if (own != c->own_turn)
        begin_turn(c, now);
    c->own_turn = own;
}

/* The judge has stopped this turn of a person's. (A program's is stopped by its host.)
 */
static bool is_to_stop(const struct console *c)
{
    return typing_is_drafted(c) && c->own_turn && c->talk.prompt.stop && !c->stopped;
}

void typing_step(struct console *c, struct moment now)
{
    typing_watch(c, now);
    if (is_to_stop(c))
        typing_stop(c, now);
    while (console_may_type(c) && pace_due(&c->pace) <= now.tick) {
        if (console_reserve(c) < 0) {
            /* A key that has no room now may have it later. */
            pace_put_off(&c->pace, now.tick + AGAIN_MS);
            return;
        }
        console_type(c, pace_next(&c->pace, now.tick), now);
    }
    typing_watch(c, now);
}

int64_t typing_due(const struct console *c)
{
    if (!console_may_type(c))
        return INT64_MAX;
    return is_to_stop(c) ? 0 : pace_due(&c->pace);
}

bool typing_is_owed(const struct console *c)
{
    return typing_is_drafted(c) &&
           (c->draft.length > 0 || c->pace.going || draft_may_end(&c->draft));
}
