#include "csv.h"

#include <string.h>

size_t csv_write(const char *field, size_t length, char *out, size_t size)
{
    bool quoted =
        memchr(field, ',', length) != NULL || memchr(field, '"', length) != NULL;
    size_t written = 0;

    /* Each byte may become two. */
    if (size < 2 || length > (size - 2) / 2)
        return size + 1;
    if (quoted)
        out[written++] = '"';
    for (size_t i = 0; i < length; i++) {
        if (field[i] == '"')
            out[written++] = '"';
        out[written++] = field[i];
    }
    if (quoted)
        out[written++] = '"';
    return written;
}

/* Whether a field in quotes ends at c, which is before the end; a doubled quote does
 * not end it, and c is moved to the second one. */
static bool ends(const char **c, const char *end)
{
    if (**c != '"')
        return false;
    if (*c + 1 == end || (*c)[1] != '"')
        return true;
    ++*c;
    return false;
}

/* A field without quotes goes up to the comma, as it stands. */
static bool take_plain(
    const char **at, const char *end, char *field, size_t size, size_t *length)
{
    const char *comma = memchr(*at, ',', (size_t)(end - *at));

    if (comma == NULL)
        comma = end;
    *length = (size_t)(comma - *at);
    if (*length >= size || memchr(*at, '"', *length) != NULL)
        return false;
    memcpy(field, *at, *length);
    field[*length] = '\0';
    *at = comma;
    return true;
}

bool csv_take(
    const char **at, const char *end, char *field, size_t size, size_t *length)
{
    const char *c = *at;
    bool quoted = c < end && *c == '"';

    if (!quoted)
        return take_plain(at, end, field, size, length);
    *length = 0;
    for (c++; c < end && !ends(&c, end); c++) {
        if (*length + 1 == size)
            return false;
        field[(*length)++] = *c;
    }
    field[*length] = '\0';
    if (c++ == end)
        return false;
    *at = c;
    return c == end || *c == ',';
}
