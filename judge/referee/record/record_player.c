#include "judge/referee/record/record_player.h"

void record_player_start(struct record_player *p, const struct rulebook *book)
{
    p->book = book;
    p->judge = book->judge_lines ? 0 : KEYLOG_NO_JUDGE;
    record_player_round(p);
}

void record_player_round(struct record_player *p)
{
    for (int i = 0; i < PANES; i++) {
        prompt_init(&p->prompt[i], p->book);
        /* Either side may start: the rule that one side begins is not for records. */
        p->prompt[i].begun = !p->prompt[i].turns;
    }
}

static void feed_prompt(struct record_player *p, enum record_pane pane,
    const struct key *key, record_player_listener *listener, void *to)
{
    struct event events[PROMPT_EVENTS_MAX];
    int count = prompt_feed(&p->prompt[pane], key, events);

    for (int i = 0; i < count; i++) {
        if (events[i].kind == EV_JUDGE)
            p->judge = (int)events[i].judge;
        listener(to, pane, &events[i]);
    }
}

/* Whether a key needs a new line: the line is full, and the record names no book, so
 * its program had no longest line. */
static bool needs_new_line(
    const struct record_player *p, enum record_pane pane, const struct key *key)
{
    const struct prompt *prompt = &p->prompt[pane];
    const struct prompt_line *line = &prompt->line[key->side];

    return p->book->name[0] == '\0' && line->length == PROMPT_LINE_MAX &&
           (key->code == K_TAB ||
               prompt_allows(prompt->alphabet, line->text, line->length, key->code));
}

void record_player_feed(struct record_player *p, enum record_pane pane,
    const struct key *key, record_player_listener *listener, void *to)
{
    struct key end = {key->time, K_RETURN, key->side};

    if (key->code == KEYLOG_NO_CODE)
        return;
    if (needs_new_line(p, pane, key))
        feed_prompt(p, pane, &end, listener, to);
    feed_prompt(p, pane, key, listener, to);
}

void record_player_seat(
    struct record_player *p, int judge, record_player_listener *listener, void *to)
{
    struct event event = {EV_JUDGE, .side = SIDE_JUDGE, .judge = (unsigned)judge};

    if (p->book->judge_lines || judge == p->judge)
        return;
    p->judge = judge;
    listener(to, PANE_LEFT, &event);
}

void record_player_end(
    struct record_player *p, record_player_listener *listener, void *to)
{
    for (enum record_pane pane = PANE_LEFT; pane < PANES; pane++) {
        struct event events[PROMPT_ENDS_MAX];
        int count = prompt_end(&p->prompt[pane], events);

        for (int i = 0; i < count; i++)
            listener(to, pane, &events[i]);
    }
}
