#include "typing.h"

#include <stdlib.h>
#include <sys/random.h>

#include "assertion.h"
#include "clockface.h"

enum { AGAIN_MS = 100 }; /* when there is no memory for a key that is due */

int typing_init(struct console *c)
{
    const struct rulebook *book = c->settings->book;
    struct pace_policy policy = c->settings->pace;
    bool is_whole = book->manner == MANNER_MESSAGES;
    struct pace_manner manner = {
        rulebook_has_turns(book), is_whole, c->self == SIDE_OTHER ? book->delay_ms : 0};
    bool is_drawn = policy.how == PACE_LINE || policy.how == PACE_TURN;
    uint64_t seed = 0;

    if (is_drawn && getrandom(&seed, sizeof(seed), 0) != (ssize_t)sizeof(seed))
        return -1;
    pace_init(&c->pace, policy, manner, seed);
    draft_init(&c->draft, book, is_whole || policy.how == PACE_TURN);
    return 0;
}

bool typing_is_drafted(const struct console *c)
{
    const struct settings *s = c->settings;

    if (s->program == PROGRAM_ENTRY)
        return false;
    if (s->book->manner == MANNER_MESSAGES)
        return true;
    return s->program == PROGRAM_CONFEDERATE &&
           (s->pace.how != PACE_RAW || s->book->delay_ms > 0);
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

const char *typing_alphabet(const struct console *c)
{
    return c->settings->book->alphabet == ALPHABET_ASCII
               ? "Only plain ASCII characters here"
               : "This character cannot be shown here";
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
        return refuse(c, typing_alphabet(c));
    }
    recorder_pressed(c->recorder, code, now.wall);
    return 0;
}

int typing_enter(struct console *c, uint32_t code, struct moment now)
{
    clockface_watch(c, now);
    if (c->pace.going && !typing_is_drafted(c))
        typing_step(c, now); /* what is due goes before it */
    /* Where no key may be made console_type() says why. */
    if (!typing_is_drafted(c) || !console_may_type(c))
        return console_type(c, code, now);
    if (console_reserve(c) < 0)
        return refuse(c, "Out of memory: this key was not typed");
    if (!typing_may_enter(c))
        return refuse(c, c->pace.manner.whole ? "Wait: it is being sent"
                                              : "Wait: it is being typed to the judge");
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
    struct utf8 utf8 = {0};
    uint32_t codes[2];

    for (size_t i = 0; i < length && pace_has_room(&c->pace, 1); i++)
        if (utf8_decode(&utf8, (unsigned char)text[i], codes) > 0)
            pace_add(&c->pace, codes[0]); /* nothing is broken in it */
    pace_go(&c->pace, c->talk.prompt.turns, now.tick);
}

void typing_end_line(struct console *c, struct moment now)
{
    if (!has_begun_line(c) || c->pace.going)
        return;
    pace_add(&c->pace, K_RETURN);
    pace_go(&c->pace, false, now.tick);
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
    c->own_turn = c->stopped = c->judge_ended = false;
    c->judge_wrote = 0;
}

void typing_event(struct console *c, const struct event *event)
{
    /* What is answered by a turn, or, where there are none, by a line. */
    enum event_kind answer = c->talk.prompt.turns ? EV_TURN : EV_LINE;

    if (event->kind == EV_LINE && event->side == SIDE_JUDGE) {
        c->judge_wrote += event->length;
        c->judge_ended = !prompt_is_blank(event->text, event->length);
    } else if (event->kind == answer && event->side == SIDE_OTHER)
        c->judge_wrote = 0;
}

/* A station under a book that has it begin so; a person may go on meanwhile. Returns
 * whether there is something to say. */
static bool assert_who(struct console *c, struct moment now)
{
    char text[PROMPT_LINE_MAX];
    size_t length =
        c->self == SIDE_OTHER ? assertion_rest(&c->talk, c->settings->name, text) : 0;

    for (size_t i = 0; i < length; i++)
        pace_add(&c->pace, (unsigned char)text[i]);
    if (length == 0)
        return false;
    pace_add(&c->pace, K_RETURN);
    pace_go(&c->pace, false, now.tick);
    return true;
}

/* How far the times of the last keys run ahead of the clock at most: in a burst each is
 * a millisecond later than the one before. A delay is to hold by these times, too. */
static int64_t burst_ms(const struct console *c)
{
    const struct key *keys = c->talk.keys;
    size_t last = c->talk.count;
    int64_t ms = 0;

    while (last > 1 && keys[last - 1].time == keys[last - 2].time + 1) {
        ms++;
        last--;
    }
    return ms;
}

/* What the judge is shown of a turn that begins, or goes on after a crash. */
static void begin_turn(struct console *c, struct moment now)
{
    int64_t ahead = c->settings->book->delay_ms > 0 ? burst_ms(c) : 0;

    pace_listen(&c->pace, now.tick + ahead, c->judge_wrote);
    draft_begin(
        &c->draft, !assert_who(c, now) && has_begun_line(c), c->talk.prompt.returned);
    c->stopped = false;
}

void typing_watch(struct console *c, struct moment now)
{
    bool own = console_has_turn(c);

    if (c->own_turn && !own && !c->trouble && !c->stopped)
        c->note[0] = '\0'; /* it was about this turn, which has ended by itself */
    if (own != c->own_turn)
        begin_turn(c, now);
    else if (own && c->judge_ended && !c->talk.prompt.turns)
        pace_hear(&c->pace, now.tick, c->judge_wrote);
    c->judge_ended = false;
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
    clockface_watch(c, now);
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
