#include "common/console/program_status.h"

#include <string.h>

void program_status_add(struct program_status *a, const char *line, size_t length)
{
    char *to = a->lines[a->count % PROGRAM_STATUS_LINES];

    while (length > 0 && strchr(" \t\r", line[length - 1]) != NULL)
        length--;
    if (length == 0)
        return;
    if (length >= PROGRAM_STATUS_TEXT_SIZE)
        length = PROGRAM_STATUS_TEXT_SIZE - 1;
    for (size_t i = 0; i < length; i++) {
        char c = line[i] == '\t' ? ' ' : line[i];
        to[i] = (char)(c >= ' ' && c <= '~' ? c : '?');
    }
    to[length] = '\0';
    a->count++;
}

const char *program_status_line(const struct program_status *a, size_t back)
{
    if (back >= PROGRAM_STATUS_LINES || back >= a->count)
        return NULL;
    return a->lines[(a->count - 1 - back) % PROGRAM_STATUS_LINES];
}
