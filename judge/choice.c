#include "choice.h"

#include "keyboard.h"

static int limit(int value, int least, int most)
{
    if (value > most)
        value = most;
    return value < least ? least : value;
}

void choice_follow(struct choice *c, const struct found *f, int rows)
{
    int now = c->marked ? found_at(f, &c->station) : -1;

    if (now >= 0)
        c->at = now;
    c->at = limit(c->at, 0, f->count - 1);
    c->marked = f->count > 0;
    if (c->marked)
        c->station = f->all[c->at].is;
    c->top = limit(c->top, c->at - rows + 1, c->at);
    c->top = limit(c->top, 0, f->count - rows);
}

static int moved(const struct choice *c, const struct found *f, int rows, uint32_t code)
{
    switch (code) {
    case 'k':
    case COMMAND_LINE_UP:
        return c->at - 1;
    case 'j':
    case COMMAND_LINE_DOWN:
        return c->at + 1;
    case COMMAND_PAGE_UP:
        return c->at - rows;
    case COMMAND_PAGE_DOWN:
        return c->at + rows;
    case COMMAND_OLDEST:
        return 0;
    case COMMAND_NEWEST:
        return f->count - 1;
    default:
        return code >= '1' && code <= '9' && (int)code - '1' < f->count
                   ? (int)code - '1'
                   : c->at;
    }
}

enum choice_result choice_press(
    struct choice *c, const struct found *f, int rows, uint32_t code)
{
    choice_follow(c, f, rows);
    if (code == COMMAND_LEAVE)
        return CHOICE_LEFT;
    if (code == K_RETURN)
        return c->marked ? CHOICE_MADE : CHOICE_GOES_ON;
    c->at = limit(moved(c, f, rows, code), 0, f->count - 1);
    if (c->marked)
        c->station = f->all[c->at].is;
    choice_follow(c, f, rows);
    return CHOICE_GOES_ON;
}
