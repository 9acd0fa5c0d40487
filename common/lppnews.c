#include "lppnews.h"

#include <stdio.h>
#include <string.h>

void lppnews_say(struct lppnews *n, enum lppnews_kind kind, const char *name, int error)
{
    unsigned bit = 1U << kind;

    if ((n->said & bit) != 0)
        return;
    n->said |= bit;
    n->unsaid |= bit;
    if (error != 0)
        n->error = error;
    if (name != NULL)
        snprintf(n->name, sizeof(n->name), "%s", name);
}

void lppnews_forget(struct lppnews *n, enum lppnews_kind kind)
{
    n->said &= ~(1U << kind);
}

/* Whatever a name holds, the screen gets printable ASCII. */
static void make_printable(char *text)
{
    for (; *text != '\0'; text++)
        if (*text < ' ' || *text > '~')
            *text = '?';
}

static void write_news(const struct lppnews *n, enum lppnews_kind kind, char *text)
{
    static const char *const forms[LPPNEWS_COUNT] = {
        [LPPNEWS_CLEARED] = "Keys of another conversation removed",
        [LPPNEWS_GONE] = "The directory is gone",
        [LPPNEWS_BACK] = "The directory is back",
        [LPPNEWS_STUCK] = "A key cannot be removed: left",
        [LPPNEWS_FILE] = "Named as a key, and no directory: left",
        [LPPNEWS_UNKNOWN] = "A key that nobody knows was passed over",
        [LPPNEWS_LATE] = "A key came late: out of order",
        [LPPNEWS_MANY] = "Very many keys: their order may suffer",
        [LPPNEWS_FOREIGN] = "The directory has other things: left alone",
    };

    if (kind == LPPNEWS_CLEARED)
        snprintf(text, LPPNEWS_SIZE, "%s: %zu", forms[kind], n->cleared);
    else if (kind == LPPNEWS_GONE || kind == LPPNEWS_STUCK)
        snprintf(text, LPPNEWS_SIZE, "%s (%s)", forms[kind], strerror(n->error));
    else if (kind == LPPNEWS_UNKNOWN || kind == LPPNEWS_FILE)
        snprintf(text, LPPNEWS_SIZE, "%s (%s)", forms[kind], n->name);
    else
        snprintf(text, LPPNEWS_SIZE, "%s", forms[kind]);
    make_printable(text);
}

int64_t lppnews_due(const struct lppnews *n)
{
    if (n->unsaid == 0)
        return INT64_MAX;
    return n->any ? n->told + LPPNEWS_MS : 0;
}

bool lppnews_tell(struct lppnews *n, int64_t tick, char text[static LPPNEWS_SIZE])
{
    enum lppnews_kind kind = 0;

    if (tick < lppnews_due(n))
        return false;
    while ((n->unsaid & 1U << kind) == 0)
        kind++;
    n->unsaid &= ~(1U << kind);
    n->any = true;
    n->told = tick;
    write_news(n, kind, text);
    return true;
}
