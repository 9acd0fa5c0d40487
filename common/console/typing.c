#include "common/console/typing.h"

#include <sys/random.h>

#include "common/conversation/opening_line.h"

int typing_init(
    struct typing *t, const struct settings *settings, const struct conversation *talk)
{
    const struct rulebook *book = settings->book;
    struct pace_policy policy = settings->pace;
    bool is_whole = book->whole_messages;
    struct pace_manner manner = {rulebook_has_turns(book), is_whole,
        talk->self == SIDE_OTHER ? book->delay_ms : 0};
    bool is_drawn = policy.how == PACE_LINE || policy.how == PACE_TURN;
    uint64_t seed = 0;

    if (is_drawn && getrandom(&seed, sizeof(seed), 0) != (ssize_t)sizeof(seed))
        return -1;
    t->settings = settings;
    t->talk = talk;
    pace_init(&t->pace, policy, manner, seed);
    draft_init(&t->draft, book, is_whole || policy.how == PACE_TURN);
    return 0;
}

void typing_forget(struct typing *t)
{
    pace_listen(&t->pace, 0, 0);
    draft_begin(&t->draft, false, false);
    t->own_turn = t->stopped = t->judge_ended = false;
    t->judge_wrote = 0;
}

bool typing_is_drafted(const struct typing *t)
{
    const struct settings *s = t->settings;

    if (s->program == PROGRAM_ENTRY)
        return false;
    if (s->book->whole_messages)
        return true;
    return s->program == PROGRAM_CONFEDERATE &&
           (s->pace.how != PACE_RAW || s->book->delay_ms > 0);
}

/* Drafts */

bool typing_has_room(const struct typing *t)
{
    return !t->pace.closing &&
           pace_has_room(&t->pace, t->draft.length + PROMPT_LINE_MAX);
}

static void hand_over_draft(struct typing *t, bool ends_turn, int64_t tick)
{
    for (size_t i = 0; i < t->draft.length; i++)
        pace_add(&t->pace, t->draft.text[i]);
    draft_sent(&t->draft);
    pace_go(&t->pace, ends_turn, tick);
}

enum draft_result typing_press(struct typing *t, uint32_t code, int64_t tick)
{
    enum draft_result result = draft_press(&t->draft, code);

    if (result == DRAFT_LINE || result == DRAFT_TURN)
        hand_over_draft(t, result == DRAFT_TURN, tick);
    return result;
}

const uint32_t *typing_line(const struct typing *t, size_t *length)
{
    const struct prompt_line *line = &t->talk->prompt.line[t->talk->self];

    if (typing_is_drafted(t))
        return draft_line(&t->draft, length);
    *length = line->length;
    return line->text;
}

bool typing_is_pending(const struct typing *t)
{
    return typing_is_drafted(t) &&
           (t->draft.length > 0 || t->pace.going || draft_may_end(&t->draft));
}

const char *typing_alphabet(const struct typing *t)
{
    return t->settings->book->alphabet == ALPHABET_ASCII
               ? "Only plain ASCII characters here"
               : "This character cannot be shown here";
}

/* Replies */

/* Whether some of this side's line is out. */
static bool has_begun_line(const struct typing *t)
{
    const struct prompt_line *line = &t->talk->prompt.line[t->talk->self];

    return !prompt_is_blank(line->text, line->length);
}

void typing_hand_turn(struct typing *t, const char *text, size_t length, int64_t tick)
{
    struct utf8 utf8 = {0};
    uint32_t codes[2];

    /* The text is valid UTF-8: each last byte of a character gives one code. */
    for (size_t i = 0; i < length && pace_has_room(&t->pace, 1); i++)
        if (utf8_decode(&utf8, (unsigned char)text[i], codes) > 0)
            pace_add(&t->pace, codes[0]);
    pace_go(&t->pace, t->talk->prompt.turns, tick);
}

void typing_end_line(struct typing *t, int64_t tick)
{
    if (!has_begun_line(t) || t->pace.going)
        return;
    pace_add(&t->pace, K_RETURN);
    pace_go(&t->pace, false, tick);
}

void typing_stop(struct typing *t, int64_t tick)
{
    t->stopped = true;
    draft_begin(&t->draft, false, false);
    pace_stop(&t->pace, has_begun_line(t), tick);
}

bool typing_is_to_stop(const struct typing *t)
{
    return typing_is_drafted(t) && t->own_turn && t->talk->prompt.stop && !t->stopped;
}

/* Turns */

void typing_event(void *owner, const struct event *event)
{
    struct typing *t = owner;
    /* With turns a turn answers the judge, without turns a line does. */
    enum event_kind answer = t->pace.manner.turns ? EV_TURN : EV_LINE;

    if (event->kind == EV_LINE && event->side == SIDE_JUDGE) {
        t->judge_wrote += event->length;
        t->judge_ended = !prompt_is_blank(event->text, event->length);
    } else if (event->kind == answer && event->side == SIDE_OTHER)
        t->judge_wrote = 0;
}

/* Hand over the station's opening line, if the book has one. A person may write on
 * meanwhile. Returns whether the book has one. */
static bool hand_over_opening(struct typing *t, int64_t tick)
{
    char text[PROMPT_LINE_MAX];
    size_t length = t->talk->self == SIDE_OTHER
                        ? opening_line_rest(t->talk, t->settings->name, text)
                        : 0;

    for (size_t i = 0; i < length; i++)
        pace_add(&t->pace, (unsigned char)text[i]);
    if (length == 0)
        return false;
    pace_add(&t->pace, K_RETURN);
    pace_go(&t->pace, false, tick);
    return true;
}

/* Milliseconds by which the times of the last keys are ahead of the clock at most: each
 * key of a burst is a millisecond later than the one before it, and a time and a tick
 * are rounded at different moments. The book's delay holds for these times, too. */
static int64_t burst_ms(const struct conversation *talk)
{
    const struct key *keys = talk->keys;
    size_t last = talk->count;
    int64_t ms = 1;

    while (last > 1 && keys[last - 1].time == keys[last - 2].time + 1) {
        ms++;
        last--;
    }
    return ms;
}

/* The own turn begins or ends, or is resumed after a crash. */
static void begin_turn(struct typing *t, int64_t tick)
{
    int64_t ahead = t->settings->book->delay_ms > 0 ? burst_ms(t->talk) : 0;

    pace_listen(&t->pace, tick + ahead, t->judge_wrote);
    draft_begin(&t->draft, !hand_over_opening(t, tick) && has_begun_line(t),
        t->talk->prompt.returned);
    t->stopped = false;
}

bool typing_watch(struct typing *t, bool own, int64_t tick)
{
    bool ended = t->own_turn && !own && !t->stopped;

    if (own != t->own_turn)
        begin_turn(t, tick);
    else if (own && t->judge_ended && !t->pace.manner.turns)
        pace_hear(&t->pace, tick, t->judge_wrote);
    t->judge_ended = false;
    t->own_turn = own;
    return ended;
}

/* Release */

int64_t typing_due(const struct typing *t)
{
    return pace_due(&t->pace);
}

uint32_t typing_next(struct typing *t, int64_t tick)
{
    return pace_next(&t->pace, tick);
}

void typing_put_off(struct typing *t, int64_t tick)
{
    pace_put_off(&t->pace, tick);
}
