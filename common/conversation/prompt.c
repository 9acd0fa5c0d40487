#include "common/conversation/prompt.h"

#include "common/text/glyph.h"

void prompt_init(struct prompt *p, const struct rulebook *book)
{
    *p = (struct prompt){
        .turns = rulebook_has_turns(book),
        .alphabet = book->alphabet,
        .judge_lines = book->judge_lines,
        .turn = book->first,
        .named = -1,
    };
}

void prompt_set_judge(struct prompt *p, unsigned judge)
{
    p->judge = judge;
}

bool prompt_may_type(const struct prompt *p, enum side side)
{
    return p->turn == side || (!p->turns && p->begun);
}

bool prompt_is_blank(const uint32_t *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] != ' ')
            return false;
    return true;
}

static bool is_digit(uint32_t code)
{
    return code >= '0' && code <= '9';
}

int prompt_names_judge(const uint32_t *text, size_t length)
{
    while (length > 0 && text[length - 1] == ' ')
        length--;
    while (length > 0 && text[0] == ' ') {
        text++;
        length--;
    }
    if (length < 2 || text[0] != '@' || text[1] != '@')
        return -2;
    if (length != 4 || !is_digit(text[2]) || !is_digit(text[3]))
        return -1;
    return (int)((text[2] - '0') * 10 + (text[3] - '0'));
}

bool prompt_allows(
    enum alphabet alphabet, const uint32_t *line, size_t length, uint32_t code)
{
    if (code >= ' ' && code <= '~')
        return true;
    return alphabet == ALPHABET_UNICODE && glyph_is_shown(code) &&
           glyph_may_follow(line, length, code);
}

static int refuse_key(
    enum side side, uint32_t code, enum refusal why, struct event *out)
{
    *out = (struct event){EV_REFUSED, .side = side, .code = code, .why = why};
    return 1;
}

/* Escape is a key of the judge, with an effect only in the station's turn. */
static int feed_escape(struct prompt *p, enum side side, struct event *out)
{
    if (side != SIDE_JUDGE)
        return refuse_key(side, K_ESCAPE, REFUSED_ALPHABET, out);
    if (p->turn == SIDE_JUDGE || !p->turns)
        return 0;
    p->stop = true;
    *out = (struct event){EV_STOP, .side = side};
    return 1;
}

static int feed_backspace(struct prompt *p, enum side side, struct event *out)
{
    struct prompt_line *line = &p->line[side];

    if (line->length == 0)
        return refuse_key(side, K_BACKSPACE, REFUSED_NOTHING, out);
    line->length--;
    *out = (struct event){EV_ERASE, .side = side, .code = line->text[line->length]};
    return 1;
}

static int feed_character(
    struct prompt *p, enum side side, uint32_t code, struct event *out)
{
    struct prompt_line *line = &p->line[side];

    if (!prompt_allows(p->alphabet, line->text, line->length, code))
        return refuse_key(side, code, REFUSED_ALPHABET, out);
    if (line->length == PROMPT_LINE_MAX)
        return refuse_key(side, code, REFUSED_FULL, out);
    line->text[line->length++] = code;
    *out = (struct event){EV_ECHO, .side = side, .code = code};
    return 1;
}

static int end_turn(struct prompt *p, struct event *out)
{
    int count = 0;

    if (p->named >= 0) {
        p->judge = (unsigned)p->named;
        out[count++] = (struct event){EV_JUDGE, .side = p->turn, .judge = p->judge};
    }
    out[count++] = (struct event){EV_TURN, .side = p->turn};
    p->turn = side_other(p->turn);
    p->returned = false;
    p->named = -1;
    p->stop = false;
    return count;
}

static struct event finish_line(struct prompt *p, enum side side)
{
    struct prompt_line *line = &p->line[side];
    struct event event = {
        EV_LINE, .side = side, .text = line->text, .length = line->length};

    line->length = 0;
    return event;
}

/*
 * A line of blanks counts as empty, because both look the same. An empty line ends the
 * turn if a Return came before it in the same turn.
 */
static int feed_return(struct prompt *p, enum side side, struct event *out)
{
    int names = -2;

    out[0] = finish_line(p, side);
    if (!p->turns)
        return 1;
    if (prompt_is_blank(out[0].text, out[0].length)) {
        if (p->returned)
            return 1 + end_turn(p, out + 1);
        p->returned = true;
        return 1;
    }
    if (side == SIDE_JUDGE && p->judge_lines)
        names = prompt_names_judge(out[0].text, out[0].length);
    p->named = names;
    p->returned = true;
    if (names != -1)
        return 1;
    out[1] = (struct event){EV_NO_JUDGE, .side = side};
    return 2;
}

static int feed_typed(struct prompt *p, const struct key *key, struct event *out)
{
    switch (key->code) {
    case K_RETURN:
        return feed_return(p, key->side, out);
    case K_BACKSPACE:
        return feed_backspace(p, key->side, out);
    case K_TAB:
        return feed_character(p, key->side, ' ', out);
    default:
        return feed_character(p, key->side, key->code, out);
    }
}

int prompt_feed(
    struct prompt *p, const struct key *key, struct event out[static PROMPT_EVENTS_MAX])
{
    int count;

    if (key->code == K_ESCAPE)
        return feed_escape(p, key->side, out);
    if (!prompt_may_type(p, key->side))
        return refuse_key(key->side, key->code, REFUSED_TURN, out);
    count = feed_typed(p, key, out);
    if (out[0].kind != EV_REFUSED)
        p->begun = true;
    return count;
}

int prompt_end(struct prompt *p, struct event out[static PROMPT_ENDS_MAX])
{
    int count = 0;

    for (enum side side = SIDE_JUDGE; side <= SIDE_OTHER; side++)
        if (!prompt_is_blank(p->line[side].text, p->line[side].length))
            out[count++] = finish_line(p, side);
    return count;
}
