#include "confederate/station/rejected.h"

#include <stdio.h>
#include <string.h>

void rejected_add_fault(struct rejected *r, const char *from, const char *fault)
{
    r->count++;
    snprintf(r->last, sizeof(r->last), "%s", from);
    snprintf(r->words, sizeof(r->words), "%s", fault);
}

void rejected_add(struct rejected *r, const char *from, const char *words)
{
    char quoted[REJECTED_WORDS_MAX + 3];

    snprintf(quoted, sizeof(quoted), "'%.*s'", REJECTED_WORDS_MAX, words);
    rejected_add_fault(r, from, words[0] != '\0' ? quoted : "silent");
}

bool rejected_may_note(const struct rejected *r, const struct console *c)
{
    return c->note[0] == '\0' || strcmp(c->note, r->note) == 0;
}

static bool is_too_early(const struct rejected *r, int64_t tick)
{
    return r->told > 0 && tick - r->told_at < REJECTED_GAP_MS;
}

void rejected_tell(struct rejected *r, struct console *c, int64_t tick)
{
    if (r->count == r->told || is_too_early(r, tick) || !rejected_may_note(r, c))
        return;
    if (r->count == 1)
        console_note(c, false, "A stranger, %s: %s", r->last, r->words);
    else
        console_note(
            c, false, "%lu strangers, last %s: %s", r->count, r->last, r->words);
    snprintf(r->note, sizeof(r->note), "%s", c->note);
    r->told = r->count;
    r->told_at = tick;
}

int64_t rejected_due(const struct rejected *r, int64_t tick)
{
    return r->count > r->told && is_too_early(r, tick) ? r->told_at + REJECTED_GAP_MS
                                                       : INT64_MAX;
}
