#include "common/lpp/lpp_notes.h"

#include <stdio.h>
#include <string.h>

/* A name may have any bytes; the screen gets printable ASCII. */
static void make_printable(char *text)
{
    for (; *text != '\0'; text++)
        if (*text < ' ' || *text > '~')
            *text = '?';
}

void lpp_notes_report(struct lpp_notes *n, enum lpp_notes_kind kind, const char *detail)
{
    static const char *const forms[LPP_NOTES_COUNT] = {
        [LPP_NOTES_CLEARED] = "Keys of another conversation removed",
        [LPP_NOTES_GONE] = "The directory is gone",
        [LPP_NOTES_BACK] = "The directory is back",
        [LPP_NOTES_STUCK] = "A key cannot be removed",
        [LPP_NOTES_FILE] = "A key is not a directory: ignored",
        [LPP_NOTES_UNKNOWN] = "Unknown key: ignored",
        [LPP_NOTES_LATE] = "A key came late: out of order",
        [LPP_NOTES_MANY] = "Too many keys: order may be wrong",
        [LPP_NOTES_FOREIGN] = "Other names in the directory: ignored",
    };
    char *text = n->text[kind];

    if ((n->reported & 1U << kind) != 0)
        return;
    n->reported |= 1U << kind;
    n->pending |= 1U << kind;
    if (detail == NULL)
        snprintf(text, LPP_NOTES_SIZE, "%s", forms[kind]);
    else if (kind == LPP_NOTES_CLEARED)
        snprintf(text, LPP_NOTES_SIZE, "%s: %s", forms[kind], detail);
    else
        snprintf(text, LPP_NOTES_SIZE, "%s (%s)", forms[kind], detail);
    make_printable(text);
}

void lpp_notes_forget(struct lpp_notes *n, enum lpp_notes_kind kind)
{
    n->reported &= ~(1U << kind);
}

int64_t lpp_notes_due(const struct lpp_notes *n)
{
    return n->pending == 0 ? INT64_MAX : n->next;
}

bool lpp_notes_tell(struct lpp_notes *n, int64_t tick, char text[static LPP_NOTES_SIZE])
{
    enum lpp_notes_kind kind = 0;

    if (tick < lpp_notes_due(n))
        return false;
    while ((n->pending & 1U << kind) == 0)
        kind++;
    n->pending &= ~(1U << kind);
    n->next = tick + LPP_NOTES_MS;
    memcpy(text, n->text[kind], LPP_NOTES_SIZE);
    return true;
}
