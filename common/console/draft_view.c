#include "common/console/draft_view.h"

/* Rows of the draft in a pane of at least that height. */
static const struct {
    size_t pane, rows;
} shares[] = {{20, 6}, {14, 5}, {8, 3}, {3, 2}, {2, 1}};

/* A page of lines without a prompt. */
static const struct rulebook answers = {.returns_to_send = 2, .first = SIDE_OTHER};

const char *draft_view_title(const struct console *c)
{
    return c->self == SIDE_JUDGE ? "-- your message, not sent yet "
                                 : "-- not yet seen by the judge ";
}

static void write_text(struct page *page, const uint32_t *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        struct event event = {EV_ECHO, .side = SIDE_OTHER, .code = text[i]};
        if (text[i] == K_RETURN) {
            /* A line that is not blank: the draft has dropped blank ones. */
            static const uint32_t dot = '.';
            event.kind = EV_LINE;
            event.text = &dot;
            event.length = 1;
        }
        page_feed(page, &event);
    }
}

int draft_view_init(struct page *page)
{
    return page_init(page, &answers, SIDE_OTHER);
}

void draft_view_write(const struct console *c, struct page *page)
{
    size_t length;
    const uint32_t *waiting = pace_waiting(&c->typing.pace, &length);

    page_clear(page, &answers, SIDE_OTHER);
    write_text(page, waiting, length);
    write_text(page, c->typing.draft.text, c->typing.draft.length);
}

size_t draft_view_rows(const struct console *c, size_t rows)
{
    if (!typing_is_drafted(&c->typing))
        return 0;
    for (size_t i = 0; i < sizeof(shares) / sizeof(shares[0]); i++)
        if (rows >= shares[i].pane)
            return shares[i].rows;
    return 0;
}
