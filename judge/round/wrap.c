#include "judge/round/wrap.h"

#include <string.h>

int wrap_row(const char *text, int width, int *skip)
{
    int length = (int)strlen(text), end = width;

    *skip = 0;
    if (length <= width)
        return length;
    while (end > 0 && text[end] != ' ')
        end--;
    if (end == 0)
        return width;
    *skip = 1;
    return end;
}

int wrap_rows(const char *text, int width)
{
    int rows = 0, skip, length;

    for (; *text != '\0'; text += length + skip, rows++)
        length = wrap_row(text, width, &skip);
    return rows;
}
