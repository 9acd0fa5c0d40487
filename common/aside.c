#include "aside.h"

#include <string.h>

void aside_add(struct aside *a, const char *line, size_t length)
{
    char *to = a->lines[a->count % ASIDE_LINES];

    while (length > 0 && strchr(" \t\r", line[length - 1]) != NULL)
        length--;
    if (length == 0)
        return;
    if (length >= ASIDE_TEXT_SIZE)
        length = ASIDE_TEXT_SIZE - 1;
    for (size_t i = 0; i < length; i++) {
        char c = line[i] == '\t' ? ' ' : line[i];
        to[i] = (char)(c >= ' ' && c <= '~' ? c : '?');
    }
    to[length] = '\0';
    a->count++;
}

const char *aside_line(const struct aside *a, size_t back)
{
    if (back >= ASIDE_LINES || back >= a->count)
        return NULL;
    return a->lines[(a->count - 1 - back) % ASIDE_LINES];
}
