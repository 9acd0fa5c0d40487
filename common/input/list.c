#include "common/input/list.h"

#include "common/input/keyboard.h"

void list_fit(struct list *l, size_t count, size_t shown)
{
    l->count = count;
    list_mark(l, l->marked, shown);
}

void list_mark(struct list *l, size_t row, size_t shown)
{
    size_t last = l->count > 0 ? l->count - 1 : 0;

    l->marked = row < last ? row : last;
    if (l->top > l->marked)
        l->top = l->marked;
    if (l->top + shown <= l->marked)
        l->top = l->marked + 1 - shown;
    if (l->top + shown > l->count)
        l->top = l->count > shown ? l->count - shown : 0;
}

bool list_press(struct list *l, uint32_t code, size_t shown)
{
    size_t row = l->marked;

    switch (code) {
    case 'k':
    case COMMAND_LINE_UP:
        row -= row > 0;
        break;
    case 'j':
    case COMMAND_LINE_DOWN:
        row++;
        break;
    case COMMAND_PAGE_UP:
        row -= row < shown ? row : shown;
        break;
    case COMMAND_PAGE_DOWN:
        row += shown;
        break;
    case COMMAND_OLDEST:
        row = 0;
        break;
    case COMMAND_NEWEST:
        row = l->count;
        break;
    default:
        if (code < '1' || code > '9' || code - '1' >= l->count)
            return false;
        row = code - '1';
    }
    list_mark(l, row, shown);
    return true;
}
