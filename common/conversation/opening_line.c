#include "common/conversation/opening_line.h"

#include <stdio.h>
#include <string.h>

bool opening_line_has_name(const char *name)
{
    bool has_letter = false;
    size_t length = 0;

    for (; name[length] != '\0'; length++) {
        if (name[length] < ' ' || name[length] > '~')
            return false;
        has_letter = has_letter || name[length] != ' ';
    }
    return has_letter && length <= OPENING_LINE_NAME_MAX;
}

static bool has_ended_line(const struct conversation *c)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->keys[i].side == c->self && c->keys[i].code == K_RETURN)
            return true;
    return false;
}

size_t opening_line_rest(
    const struct conversation *c, const char *name, char text[static PROMPT_LINE_MAX])
{
    const struct prompt_line *begun = &c->prompt.line[c->self];
    const char *words = c->book->opening_line, *mark;
    int length;

    if (words == NULL || has_ended_line(c))
        return 0;
    mark = strstr(words, "%s");
    length = snprintf(
        text, PROMPT_LINE_MAX, "%.*s%s%s", (int)(mark - words), words, name, mark + 2);
    if (begun->length > (size_t)length)
        return 0;
    for (size_t i = 0; i < begun->length; i++)
        if (begun->text[i] != (unsigned char)text[i])
            return 0;
    memmove(text, text + begun->length, (size_t)length - begun->length);
    return (size_t)length - begun->length;
}
