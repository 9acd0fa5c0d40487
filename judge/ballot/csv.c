#include "judge/ballot/csv.h"

#include <string.h>

static bool needs_quotes(const char *field, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (strchr(",\"\r\n", field[i]) != NULL && field[i] != '\0')
            return true;
    return false;
}

size_t csv_write(const char *field, size_t length, char *out, size_t size)
{
    bool quoted = needs_quotes(field, length);
    size_t written = 0;

    if (size < CSV_SIZE(length))
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

/* Whether a quoted field ends at *c, before end. Moves *c to the second one of a
 * doubled quote. */
static bool ends_quoted(const char **c, const char *end)
{
    if (**c != '"')
        return false;
    if (*c + 1 == end || (*c)[1] != '"')
        return true;
    ++*c;
    return false;
}

/* Read a field without quotes, up to the comma. */
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
    for (c++; c < end && !ends_quoted(&c, end); c++) {
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
