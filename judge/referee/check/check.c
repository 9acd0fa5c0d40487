#include "judge/referee/check/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "common/record/keylog.h"
#include "common/record/transcript.h"
#include "judge/referee/record/record.h"

void check_fault(
    const struct check *c, uint64_t line, const char *clause, const char *format, ...)
{
    char text[CHECK_TEXT_SIZE];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    c->report(c->to, c->path, line, text, clause);
}

void check_quote(const char *line, size_t length, char text[static CHECK_TEXT_SIZE / 2])
{
    size_t quoted = length < CHECK_TEXT_SIZE / 2 - 1 ? length : CHECK_TEXT_SIZE / 2 - 1;

    for (size_t i = 0; i < quoted; i++)
        text[i] = line[i] >= ' ' && line[i] <= '~' ? line[i] : '?';
    text[quoted] = '\0';
}

bool check_begins(const char *line, size_t length, const char *with)
{
    size_t size = strlen(with);

    return length >= size && memcmp(line, with, size) == 0;
}

void check_copy(char *to, size_t size, const char *from, size_t length)
{
    length = length < size ? length : size - 1;
    memcpy(to, from, length);
    to[length] = '\0';
}

/* [section] and optional blanks. */
static bool is_section(const char *line, size_t length)
{
    const char *close = memchr(line, ']', length);

    if (length < 3 || line[0] != '[' || close == NULL)
        return false;
    for (close++; close < line + length; close++)
        if (*close != ' ' && *close != '\t' && *close != '\r')
            return false;
    return true;
}

/* The kind of a file with this line. Records of keys and lines of a transcript count,
 * not headings: headings differ from contest to contest. */
static enum check_kind kind_of_line(const char *line, size_t length, bool first)
{
    struct transcript_line said;
    struct keylog_record record;
    enum keylog_kind kind;

    if (first && check_begins(line, length, "confirmed,"))
        return CHECK_BALLOTS;
    if (first && check_begins(line, length, "flagged,"))
        return CHECK_FLAGS;
    if (record_is_message(line, length))
        return CHECK_LPP2;
    if (keylog_read(line, length, &kind, &record) == 0 && kind == KEYLOG_KEY)
        return CHECK_KEYLOG;
    if (check_begins(line, length, "Keystrokes of "))
        return CHECK_KEYLOG;
    if (length > 0 && line[length - 1] == '\r')
        length--;
    if (check_begins(line, length, "Start at: ") ||
        transcript_read(line, length, &said) == 0)
        return CHECK_TRANSCRIPT;
    if (!is_section(line, length))
        return CHECK_UNKNOWN;
    return check_begins(line, length, "[round]") ? CHECK_SLIP : CHECK_CONTEST;
}

static enum check_kind kind_of_name(const char *name)
{
    static const struct {
        const char *ending;
        enum check_kind kind;
    } endings[] = {{".KEY", CHECK_KEYLOG}, {".log", CHECK_KEYLOG},
        {".TXT", CHECK_TRANSCRIPT}, {".CSV", CHECK_BALLOTS}, {".ini", CHECK_CONTEST},
        {".ERR", CHECK_ERRORS}};
    const char *dot = strrchr(name, '.');

    for (size_t i = 0; dot != NULL && i < sizeof(endings) / sizeof(endings[0]); i++)
        if (strcasecmp(dot, endings[i].ending) == 0)
            return endings[i].kind;
    return CHECK_UNKNOWN;
}

enum check_kind check_kind(const char *name, const char *bytes, size_t length)
{
    const char *at = bytes, *end;

    if (kind_of_name(name) == CHECK_ERRORS)
        return CHECK_ERRORS;
    if (length == 0)
        return CHECK_EMPTY;
    end = bytes + length;
    if (memchr(bytes, '\0', length) != NULL)
        return CHECK_BINARY;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline != NULL ? newline : end;
        enum check_kind kind = kind_of_line(at, (size_t)(stop - at), at == bytes);
        if (kind != CHECK_UNKNOWN)
            return kind;
        at = stop + 1;
    }
    return kind_of_name(name);
}
