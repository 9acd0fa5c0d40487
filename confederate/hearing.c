#include "hearing.h"

#include <string.h>

#include "utf8.h"

void hearing_init(struct hearing *h, const struct rulebook *book)
{
    h->turns = rulebook_has_turns(book);
    h->names = book->judge_lines;
    hearing_forget(h);
}

void hearing_forget(struct hearing *h)
{
    h->live = false;
    hearing_drop(h);
}

void hearing_drop(struct hearing *h)
{
    h->length = 0;
    h->turn_over = h->begun = h->new_judge = h->stop = false;
}

static void add_line(struct hearing *h, const uint32_t *text, size_t length)
{
    /* One blank after the judge's prompt belongs to the prompt. */
    size_t skip = length > 0 && text[0] == ' ' ? 1 : 0;

    if (prompt_is_blank(text, length) ||
        h->length + length * UTF8_MAX + 3 > HEARING_MAX)
        return;
    h->length += utf8_encode_all(text + skip, length - skip, h->text + h->length);
    h->text[h->length++] = '\n';
}

/* What has been typed to the judge. Where there are no turns it matters only in what is
 * left of a conversation that was cut short: to which lines there was an answer. */
static void hear_own(struct hearing *h, const struct event *event)
{
    if (h->live && !h->turns)
        return;
    if (event->kind == (h->turns ? EV_TURN : EV_LINE))
        hearing_drop(h);
    else
        h->begun = h->turn_over;
}

static void hear_judge(struct hearing *h, const struct event *event)
{
    switch (event->kind) {
    case EV_LINE:
        if (!h->turns && h->begun)
            hearing_drop(h); /* what came before has had its answer, such as it is */
        add_line(h, event->text, event->length);
        h->turn_over = h->turn_over || (!h->turns && h->length > 0);
        break;
    case EV_JUDGE:
        h->new_judge = h->names;
        break;
    case EV_TURN:
        h->turn_over = true;
        h->stop = false;
        break;
    case EV_STOP:
        h->stop = true;
        break;
    default:
        break;
    }
}

void hearing_event(struct hearing *h, const struct event *event)
{
    if (event->side == SIDE_OTHER)
        hear_own(h, event);
    else
        hear_judge(h, event);
}

size_t hearing_take(struct hearing *h, char text[static HEARING_MAX])
{
    size_t length = h->length;

    memcpy(text, h->text, length);
    h->length = 0;
    h->turn_over = h->new_judge = false;
    return length;
}
