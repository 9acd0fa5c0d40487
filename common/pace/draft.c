#include "common/pace/draft.h"

#include "common/conversation/prompt.h"

void draft_init(struct draft *d, const struct rulebook *book, bool whole)
{
    d->alphabet = book->alphabet;
    d->turns = rulebook_has_turns(book);
    d->whole = d->turns && whole;
    draft_begin(d, false, false);
}

void draft_begin(struct draft *d, bool open, bool returned)
{
    d->open = open;
    d->returned = returned;
    d->length = 0;
}

static size_t line_start(const struct draft *d)
{
    size_t start = d->length;

    while (start > 0 && d->text[start - 1] != K_RETURN)
        start--;
    return start;
}

const uint32_t *draft_line(const struct draft *d, size_t *length)
{
    size_t start = line_start(d);

    *length = d->length - start;
    return d->text + start;
}

static bool is_blank_line(const struct draft *d)
{
    size_t length;
    const uint32_t *line = draft_line(d, &length);

    return prompt_is_blank(line, length);
}

/* Whether the judge has seen the beginning of the last line. */
static bool is_open_line(const struct draft *d)
{
    return d->open && line_start(d) == 0;
}

bool draft_may_end(const struct draft *d)
{
    return d->turns && is_blank_line(d) && !is_open_line(d) &&
           (d->returned || line_start(d) > 0);
}

static void drop_blanks(struct draft *d)
{
    while (d->length > 0 && d->text[d->length - 1] == ' ')
        d->length--;
}

/* A blank line ends the turn if the turn has had a Return; else it is dropped. */
static enum draft_result press_return(struct draft *d)
{
    if (is_blank_line(d) && !is_open_line(d)) {
        bool ends = draft_may_end(d);
        drop_blanks(d);
        d->returned = true;
        return ends ? DRAFT_TURN : DRAFT_TAKEN;
    }
    drop_blanks(d);
    d->text[d->length++] = K_RETURN; /* press_character() has left room for it */
    return d->whole ? DRAFT_TAKEN : DRAFT_LINE;
}

static enum draft_result press_backspace(struct draft *d)
{
    if (d->length == 0)
        return DRAFT_NOTHING;
    d->length--;
    return DRAFT_TAKEN;
}

static enum draft_result press_character(struct draft *d, uint32_t code)
{
    size_t start = line_start(d);

    if (!prompt_allows(d->alphabet, d->text + start, d->length - start, code))
        return DRAFT_ALPHABET;
    if (d->length - start >= PROMPT_LINE_MAX || d->length + 2 >= DRAFT_MAX)
        return DRAFT_FULL;
    d->text[d->length++] = code;
    return DRAFT_TAKEN;
}

enum draft_result draft_press(struct draft *d, uint32_t code)
{
    switch (code) {
    case K_RETURN:
        return press_return(d);
    case K_BACKSPACE:
        return press_backspace(d);
    case K_TAB:
        return press_character(d, ' ');
    default:
        return press_character(d, code);
    }
}

void draft_sent(struct draft *d)
{
    d->returned = d->returned || d->length > 0;
    d->open = false;
    d->length = 0;
}
