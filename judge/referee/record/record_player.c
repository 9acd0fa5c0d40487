#include "judge/referee/record/record_player.h"

void record_player_start(struct record_player *p, const struct rulebook *book)
{
    p->book = book;
    for (int i = 0; i < PANES; i++) {
        prompt_init(&p->prompt[i], book);
        /* Either side may start: the rule that one side begins is not for records. */
        p->prompt[i].begun = !p->prompt[i].turns;
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

/* End a line that is full. */
static struct event end_full_line(
    struct record_player *p, enum record_pane pane, const struct key *key)
{
    struct key end = {key->time, K_RETURN, key->side};
    struct event events[PROMPT_EVENTS_MAX];

    prompt_feed(&p->prompt[pane], &end, events);
    memcpy(p->full, events[0].text, events[0].length * sizeof(p->full[0]));
    events[0].text = p->full;
    return events[0];
}

int record_player_feed(struct record_player *p, enum record_pane pane,
    const struct key *key, struct event events[static RECORD_PLAYER_EVENTS_MAX])
{
    int count = 0;

    if (key->code == KEYLOG_NO_CODE)
        return 0;
    if (needs_new_line(p, pane, key))
        events[count++] = end_full_line(p, pane, key);
    return count + prompt_feed(&p->prompt[pane], key, events + count);
}

int record_player_end(struct record_player *p, enum record_pane pane,
    struct event events[static PROMPT_ENDS_MAX])
{
    return prompt_end(&p->prompt[pane], events);
}
