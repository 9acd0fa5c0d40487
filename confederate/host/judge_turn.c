#include "confederate/host/judge_turn.h"

#include <string.h>

#include "common/text/utf8.h"

void judge_turn_init(struct judge_turn *t, const struct rulebook *book)
{
    t->turns = rulebook_has_turns(book);
    t->names = book->judge_lines;
    judge_turn_forget(t);
}

void judge_turn_forget(struct judge_turn *t)
{
    t->live = false;
    judge_turn_drop(t);
}

void judge_turn_drop(struct judge_turn *t)
{
    t->length = 0;
    t->turn_over = t->begun = t->new_judge = t->stop = false;
}

void judge_turn_clear_stop(struct judge_turn *t)
{
    t->stop = false;
}

static void add_line(struct judge_turn *t, const uint32_t *text, size_t length)
{
    /* One blank after the judge's prompt belongs to the prompt. */
    size_t skip = length > 0 && text[0] == ' ' ? 1 : 0;

    if (prompt_is_blank(text, length) ||
        t->length + length * UTF8_MAX + 3 > JUDGE_TURN_MAX)
        return;
    t->length += utf8_encode_all(text + skip, length - skip, t->text + t->length);
    t->text[t->length++] = '\n';
}

/* An event of the station's side. In books without turns it matters only in the record
 * of a conversation: it shows which lines have had an answer. */
static void hear_own(struct judge_turn *t, const struct event *event)
{
    if (t->live && !t->turns)
        return;
    if (event->kind == (t->turns ? EV_TURN : EV_LINE))
        judge_turn_drop(t);
    else
        t->begun = t->turn_over;
}

static void hear_judge(struct judge_turn *t, const struct event *event)
{
    switch (event->kind) {
    case EV_LINE:
        if (!t->turns && t->begun)
            judge_turn_drop(t); /* the lines before have had an answer, if a part */
        add_line(t, event->text, event->length);
        t->turn_over = t->turn_over || (!t->turns && t->length > 0);
        break;
    case EV_JUDGE:
        t->new_judge = t->names;
        break;
    case EV_TURN:
        t->turn_over = true;
        t->stop = false;
        break;
    case EV_STOP:
        t->stop = true;
        break;
    default:
        break;
    }
}

void judge_turn_event(struct judge_turn *t, const struct event *event)
{
    if (event->side == SIDE_OTHER)
        hear_own(t, event);
    else
        hear_judge(t, event);
}

bool judge_turn_go_live(struct judge_turn *t)
{
    bool answering = t->begun && (t->turn_over || !t->turns);

    t->live = true;
    if (answering)
        judge_turn_drop(t);
    return answering;
}

size_t judge_turn_take(
    struct judge_turn *t, bool joined, char text[static JUDGE_TURN_MAX])
{
    size_t length = t->length;

    memcpy(text, t->text, length);
    for (size_t i = 0; joined && i + 1 < length; i++)
        if (text[i] == '\n')
            text[i] = ' ';
    if (!joined)
        text[length++] = '\n';
    text[length] = '\0';
    t->length = 0;
    t->turn_over = t->new_judge = false;
    return length;
}
