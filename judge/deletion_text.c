/*
 * The phrases themselves, and where they are in texts that nobody has typed: headings
 * and names.
 */
#include "deletion.h"

#include <errno.h>
#include <string.h>

/* Whether a phrase is somewhere in the mark, which would put it back. */
static bool is_in_mark(const struct phrase *phrase)
{
    static const char mark[] = DELETION_MARK;

    for (size_t at = 0; at < sizeof(mark) - 1; at++)
        if (phrase_match(phrase, mark + at, sizeof(mark) - 1 - at) > 0)
            return true;
    return false;
}

int deletion_add(struct deletion *d, const char *phrase)
{
    struct phrase read;

    if (d->count == DELETION_PHRASES) {
        errno = E2BIG;
        return -1;
    }
    if (phrase_read(&read, phrase) < 0)
        return -1;
    if (is_in_mark(&read)) {
        errno = EEXIST;
        return -1;
    }
    d->phrases[d->count++] = read;
    return 0;
}

/* The bytes at text that are one of the phrases, and 0 if they are none. */
static size_t match_any(const struct deletion *d, const char *text, size_t length)
{
    size_t size = 0;

    for (size_t i = 0; i < d->count && size == 0; i++)
        size = phrase_match(&d->phrases[i], text, length);
    return size;
}

bool deletion_has(const struct deletion *d, const char *text, size_t length)
{
    for (size_t at = 0; at < length; at++)
        if (match_any(d, text + at, length - at) > 0)
            return true;
    return false;
}

size_t deletion_copy(
    const struct deletion *d, const char *text, size_t length, char *out, size_t room)
{
    const size_t mark = sizeof(DELETION_MARK) - 1;
    size_t written = 0;

    for (size_t at = 0; at < length;) {
        size_t gone = match_any(d, text + at, length - at);

        if (room - written < (gone > 0 ? mark : 1))
            break;
        if (gone > 0)
            memcpy(out + written, DELETION_MARK, mark);
        else
            out[written] = text[at];
        written += gone > 0 ? mark : 1;
        at += gone > 0 ? gone : 1;
    }
    return written;
}
